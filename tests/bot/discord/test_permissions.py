"""The bot is invited with the permissions that its code needs, and no more."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import discord

from bot.settings import PERMISSIONS
from bot.surfaces.discord import opening

ROOT = Path(opening.__file__).parent

OURS = {"asyncio", "client", "rights", "hall", "keys", "sessions"}
"""Whose methods have names that Discord's have, too."""

NEEDS = {
    "send": {"send_messages", "send_messages_in_threads"},
    "reply": {"send_messages", "send_messages_in_threads", "read_message_history"},
    "history": {"read_message_history"},
    "fetch_message": {"read_message_history"},
    "add_reaction": {"add_reactions"},
    "clear_reactions": {"manage_messages"},
    "File": {"attach_files"},
    "Embed": {"embed_links"},
    "pin": {"pin_messages"},
    "purge": {"manage_messages"},
    "delete_messages": {"manage_messages"},
    "create_webhook": {"manage_webhooks"},
    "webhooks": {"manage_webhooks"},
    "create_text_channel": {"manage_channels"},
    "set_permissions": {"manage_roles"},
    "add_roles": {"manage_roles"},
    "remove_roles": {"manage_roles"},
    "create_role": {"manage_roles"},
    "create_invite": {"create_instant_invite"},
    "invites": {"manage_guild"},
    "kick": {"kick_members"},
    "ban": {"ban_members"},
    "timeout": {"moderate_members"},
    "audit_logs": {"view_audit_log"},
    "create_custom_emoji": {"create_expressions"},
    "create_scheduled_event": {"create_events"},
    "remove_user": {"manage_threads"},
    "connect": {"connect"},
}
"""What Discord asks for, by the method of discord.py that is called (its documentation names them)."""


def needed(source: str) -> Iterator[str]:
    """The permissions that a file's calls need."""
    for call in (each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)):
        if not isinstance(call.func, ast.Attribute):
            continue
        name, whose = call.func.attr, ast.unparse(call.func.value)
        given = {each.arg: ast.unparse(each.value) for each in call.keywords}
        if name == "create_thread":
            yield "create_private_threads" if given.get("invitable") else "create_public_threads"
        elif name == "edit" and "locked" in given:
            yield "manage_threads"
        elif name == "delete" and whose == "message":
            yield "manage_messages"  # somebody else's: what is not to be said in a room
        elif whose.split(".")[-1] not in OURS:
            yield from NEEDS.get(name, ())


def of_the_code() -> set[str]:
    return {name for path in ROOT.glob("*.py") for name in needed(path.read_text(encoding="utf-8"))}


def invited_with() -> set[str]:
    return {name for name, given in discord.Permissions(PERMISSIONS) if given}


def test_every_permission_is_one_that_discord_knows():
    assert {each for some in NEEDS.values() for each in some} <= set(discord.Permissions.VALID_FLAGS)


def test_the_bot_is_invited_with_what_its_code_needs_and_no_more():
    # Discord draws links and pictures in what we post by Embed Links; no call asks for it. Nothing is read unseen.
    assert invited_with() == of_the_code() | {"read_messages", "embed_links"}


def test_a_call_that_needs_more_is_found():
    assert set(needed("await channel.create_webhook(name='x')")) == {"manage_webhooks"}
    assert set(needed("await guild.ban(member)")) == {"ban_members"}
    assert set(needed("await rights.ban(hall, found)")) == set()
    assert set(needed("await thread.edit(locked=True)")) == {"manage_threads"}
