"""The thirty-three roles of Town, one in each file of this folder.

The night, the prompts, the look-ups and the role cards all read them; nothing about a role that is data stands anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from games.town.people import ROLES, RoleName
from games.town.role import GROUPS, Role

__all__ = ["GROUPS", "ROLE", "Role"]


def _read(name: RoleName) -> Role:
    role: Role = import_module(f"{__name__}.{name.replace(' ', '_')}").ROLE
    return role


ROLE: Mapping[RoleName, Role] = {name: _read(name) for name in ROLES}
"""Every role by its name, in the order in which lists draw them."""
