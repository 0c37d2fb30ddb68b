"""Mistakes somebody could make, each with the test that notices it: one to be seeded at a time, never all.

A fault that no test notices is a test that is missing.
"""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """`before` stands once in `file`, and `after` in its place is the mistake; `tests` are said to turn red."""

    what: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]


_RULES = "games/codenames/rules.py"
_TABLE = "bot/table.py"
_STORE = "bot/stores/sqlite.py"
_T_RULES = "tests/games/codenames/test_rules.py"
_T_LAWS = "tests/games/test_laws.py"
_T_STORY = "tests/games/test_story.py"
_T_TABLE = "tests/bot/test_table.py"
_T_STORE = "tests/bot/test_store.py"
_T_SHOWN = "tests/games/test_shown.py"
_T_CLUES = "tests/games/codenames/test_clues.py"

RULES = (
    Fault(
        "the assassin only ends the turn",
        _RULES,
        'if s.last is not None and s.last.colour == "assassin":',
        'if s.last is not None and s.last.colour == "nobody":',
        (f"{_T_RULES}::test_touching_the_assassin_loses_at_once",),
    ),
    Fault(
        "whoever touches the assassin wins",
        _RULES,
        'return _game_over(s, OTHER[s.last.team], "assassin")',
        'return _game_over(s, s.last.team, "assassin")',
        (f"{_T_RULES}::test_the_assassin_as_the_last_card_still_loses",),
    ),
    Fault(
        "no bonus guess",
        _RULES,
        "else int(clue.number) + 1",
        "else int(clue.number)",
        (f"{_T_RULES}::test_the_last_own_word_wins_on_the_bonus_guess_too", "tests/games/codenames/test_replay.py"),
    ),
    Fault(
        "zero means one guess",
        _RULES,
        'clue.number in (0, "unlimited") else',
        'clue.number == "unlimited" else',
        (f"{_T_RULES}::test_zero_lets_a_team_guess_as_often_as_it_likes_but_at_least_once",),
    ),
    Fault(
        "only the team that guesses can have found all its words",
        _RULES,
        "    for team in TEAMS:\n        if not s.remaining(team):",
        "    for team in (s.team,):\n        if not s.remaining(team):",
        (f"{_T_RULES}::test_the_other_teams_last_word_makes_them_win_whoever_turns_it",),
    ),
    Fault(
        "a team may stop before it has guessed",
        _RULES,
        "return self.guesses > 0 or self.rules.may_pass_at_once",
        "return True",
        (f"{_T_RULES}::test_a_team_must_guess_before_it_may_stop",),
    ),
    Fault(
        "spymasters may guess",
        _RULES,
        "if seat not in s.seats or is_spymaster(seat):",
        "if seat not in s.seats:",
        (f"{_T_RULES}::test_a_spymaster_never_guesses",),
    ),
    Fault(
        "operatives hear the key",
        _RULES,
        "Told(frozenset(filter(is_spymaster, places)), KeyShown(key))",
        "Told(frozenset(places), KeyShown(key))",
        (f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",),
    ),
    Fault(
        "everyone sees tags",
        _RULES,
        "Told(s.team_seats(s.team), Tagged(seat, card))",
        "Told(EVERYONE, Tagged(seat, card))",
        (f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",),
    ),
    Fault(
        "the other team hears that a tag was taken back",
        _RULES,
        "Told(s.team_seats(team_of(seat)), Untagged(seat, card))",
        "Told(EVERYONE, Untagged(seat, card))",
        (f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",),
    ),
    Fault(
        "the team hears what its spymaster meant",
        _RULES,
        "Told(frozenset({seat}), ClueMeant(seat, s.turn, meant))",
        "Told(s.team_seats(s.team), ClueMeant(seat, s.turn, meant))",
        (f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",),
    ),
    Fault(
        "a refusal tells a guesser the colour of a card",
        _RULES,
        "            return _confirm(s, seat, _card(s, word))",
        '            if s.colour_of(_card(s, word)) == "assassin":\n'
        '                raise IllegalAction("Better not.")\n'
        "            return _confirm(s, seat, _card(s, word))",
        (f"{_T_LAWS}::test_a_refusal_tells_nobody_what_they_cannot_see",),
    ),
    Fault(
        "operatives are offered their own words only",
        _RULES,
        '    words = {"word": s.unturned}\n',
        '    words = {"word": s.unturned_of(s.team) or s.unturned}\n',
        (f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",),
    ),
    Fault(
        "half of a team is a majority",
        _RULES,
        "> len(guessers):",
        ">= len(guessers):",
        (f"{_T_RULES}::test_with_majority_two_operatives_must_agree",),
    ),
    Fault(
        "an upheld challenge costs nothing",
        _RULES,
        'phase="cover" if upheld else "guess"',
        'phase="covered" if upheld else "guess"',
        (f"{_T_RULES}::test_an_upheld_challenge_ends_the_turn_after_the_other_team_has_covered_a_word",),
    ),
    Fault(
        "a clue may be challenged again and again",
        _RULES,
        'phase="ruling", challenged=True',
        'phase="ruling"',
        (f"{_T_RULES}::test_a_clue_is_challenged_once",),
    ),
    Fault(
        "quiet turns are never counted",
        _RULES,
        'why == "challenge" else s.quiet + 1',
        'why == "challenge" else s.quiet',
        (f"{_T_RULES}::test_four_turns_without_a_card_pause_a_game_with_people",),
    ),
    Fault(
        "a silent team stays idle",
        _RULES,
        "    if not s.silent_moved:\n",
        "    if s.silent_moved:\n",
        (f"{_T_RULES}::test_a_silent_team_covers_one_of_its_words_after_each_turn",),
    ),
    Fault(
        "a guess does not start its clock anew",
        _RULES,
        'within, moment = _seconds(s, s.rules.guess_seconds), f"guess:{s.turn}:{s.guesses}"',
        'within, moment = _seconds(s, s.rules.guess_seconds), f"guess:{s.turn}"',
        (f"{_T_RULES}::test_the_clock_of_a_guess_starts_anew_with_each_guess",),
    ),
    Fault(
        "who has seen the key comes back as an operative",
        _RULES,
        "if not is_spymaster(seat) and any(map(is_spymaster, held)):",
        "if not is_spymaster(seat) and seat in held and any(map(is_spymaster, held)):",
        ("tests/games/codenames/test_seating.py::test_whoever_saw_the_key_never_becomes_an_operative",),
    ),
    Fault(
        "machines guess beside people",
        _RULES,
        "return tuple(seat for seat in operatives if seat in people) or operatives[:1]",
        "return operatives",
        (f"{_T_RULES}::test_while_a_person_is_operative_the_machines_beside_only_tag",),
    ),
    Fault(
        "turned words may not be clues",
        _RULES,
        "check_clue(clue.word, s.unturned, language",
        "check_clue(clue.word, s.words, language",
        (f"{_T_RULES}::test_a_word_that_has_been_turned_may_be_a_clue",),
    ),
)

CLUES = (
    Fault(
        "only long parts of a compound count",
        "games/codenames/clues.py",
        "SHORTEST_PART = 3\n",
        "SHORTEST_PART = 9\n",
        (f"{_T_CLUES}::test_every_pair_of_the_table_is_judged_as_people_judged_it",),
    ),
    Fault(
        "words that grew from one root are not looked at",
        "games/codenames/clues.py",
        "    if not clue.roots.isdisjoint(card.roots):\n",
        "    if False:\n",
        (f"{_T_CLUES}::test_every_pair_of_the_table_is_judged_as_people_judged_it",),
    ),
    Fault(
        "a guess is found by its beginning",
        "games/codenames/clues.py",
        "if fold(card) == key), None)",
        "if fold(card).startswith(key)), None)",
        (f"{_T_CLUES}::test_nobody_guesses_what_a_guess_may_have_meant",),
    ),
)

STORY = (
    Fault(
        "an audience that is nobody is everyone",
        "games/wire.py",
        "return None if text is None else frozenset",
        "return None if not text else frozenset",
        ("tests/games/test_wire.py::test_an_audience_comes_back_as_it_went",),
    ),
    Fault(
        "the public hears everything",
        "games/core.py",
        "(seat is not None and seat in self.to)",
        "(seat is None or seat in self.to)",
        (
            "tests/games/test_core.py::test_who_hears_what",
            f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more",
        ),
    ),
    Fault(
        "views forget what came before they were last looked at",
        "games/story.py",
        "self._views[seat] = (len(self.log), view)",
        "self._views[seat] = (len(self.log) + 1, view)",
        (
            f"{_T_STORY}::test_a_view_follows_the_log_as_it_grows",
            f"{_T_STORY}::test_a_view_folds_only_what_its_seat_was_told",
        ),
    ),
    Fault(
        "a move decided on is folded although another was told",
        "games/story.py",
        "if ahead is not None and ahead[0] is told:",
        "if ahead is not None:",
        (f"{_T_STORY}::test_a_move_decided_and_never_told_leaves_no_trace",),
    ),
    Fault(
        "dice are the same at every place of the log",
        "games/core.py",
        'random.Random(f"{self._seed}/{self._place}")',
        "random.Random(self._seed)",
        ("tests/games/test_core.py::test_dice_of_one_place_throw_the_same_again_and_others_throw_otherwise",),
    ),
    Fault(
        "while the game is paused it goes on by itself",
        "games/story.py",
        "            if paused:\n                break\n",
        "",
        (
            f"{_T_RULES}::test_four_turns_without_a_card_pause_a_game_with_people",
            f"{_T_STORY}::test_a_paused_game_stays_still_when_seats_change",
        ),
    ),
    Fault(
        "any answer will do for any question",
        "games/story.py",
        "        if not ask.takes(action):\n",
        "        if False:\n",
        (f"{_T_STORY}::test_an_answer_to_another_question_is_refused",),
    ),
)

TABLE = (
    Fault(
        "the same press moves twice",
        _TABLE,
        "            if cause in self._causes:\n                return []\n            told = self.story.decide",
        "            told = self.story.decide",
        (f"{_T_TABLE}::test_a_press_that_arrives_again_after_its_moment_is_still_the_same_press",),
    ),
    Fault(
        "surfaces hear of a move before it is written down",
        _TABLE,
        "        ahead = self.story.after(told)\n        deadlines = self._deadlines(ahead)\n",
        "        ahead = self.story.after(told)\n        deadlines = self._deadlines(ahead)\n"
        "        self.story = ahead\n        self._changed(self)\n",
        (
            f"{_T_TABLE}::test_nothing_is_told_before_it_is_written_down",
            f"{_T_TABLE}::test_a_move_that_cannot_be_written_down_has_not_happened",
        ),
    ),
    Fault(
        "a player is given the whole table",
        _TABLE,
        "            view=self.story.view(seat),\n",
        "            view=self.story.state,\n",
        (
            f"{_T_TABLE}::test_a_player_is_given_its_own_view_and_nothing_else",
            f"{_T_SHOWN}::test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see",
        ),
    ),
    Fault(
        "a player hears everything",
        _TABLE,
        "            heard=self.story.heard(seat),\n",
        "            heard=[told.event for told in self.story.log],\n",
        (
            f"{_T_TABLE}::test_a_player_is_given_its_own_view_and_nothing_else",
            f"{_T_SHOWN}::test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see",
        ),
    ),
    Fault(
        "every move starts everybody's time again",
        _TABLE,
        "return [self.deadlines.get((d.seat, d.key), d) for d in",
        "return [d for d in",
        (f"{_T_TABLE}::test_another_seats_move_does_not_start_my_time_again",),
    ),
    Fault(
        "a refused model tries once more only",
        _TABLE,
        "\nTRIES = 3\n",
        "\nTRIES = 2\n",
        (f"{_T_TABLE}::test_after_two_more_tries_something_else_moves_and_the_log_says_why",),
    ),
    Fault(
        "refusals are not fed back",
        _TABLE,
        '                await self._called(seat, move, "refused", str(refusal))\n                refusals.append(str(refusal))\n',
        '                await self._called(seat, move, "refused", str(refusal))\n',
        (f"{_T_TABLE}::test_a_refusal_is_fed_back_and_the_second_try_counts",),
    ),
    Fault(
        "whoever left is not asked which seats they held",
        _TABLE,
        "            if refusal:\n                raise IllegalAction(refusal)\n",
        "",
        (f"{_T_TABLE}::test_whoever_has_held_another_seat_may_be_refused_this_one",),
    ),
)

STORE = (
    Fault(
        "a log that grew elsewhere is written over",
        _STORE,
        "            if length != after:\n                raise Conflict(game)\n",
        "",
        (f"{_T_STORE}::test_a_log_that_has_grown_elsewhere_takes_nothing",),
    ),
    Fault(
        "a cause may move twice",
        _STORE,
        "                raise Repeated(moved.cause)\n",
        "                pass\n",
        (f"{_T_STORE}::test_a_cause_moves_once_and_in_its_own_game_only",),
    ),
    Fault(
        "who heard what is forgotten",
        _STORE,
        "events = [(dump_audience(each.to), dump(each.event)) for each in told]",
        "events = [(None, dump(each.event)) for each in told]",
        (f"{_T_STORE}::test_moves_are_told_in_order_to_whom_they_were_told",),
    ),
    Fault(
        "one refused write takes the others with it",
        _STORE,
        'db.execute("ROLLBACK TO job")',
        "pass",
        (f"{_T_STORE}::test_half_a_refused_write_is_not_written",),
    ),
    Fault(
        "a commit does not wait for the disk",
        _STORE,
        "synchronous = FULL",
        "synchronous = NORMAL",
        (f"{_T_STORE}::test_the_disk_is_flushed_at_every_commit",),
    ),
    Fault(
        "games that ended are opened again",
        _STORE,
        '"SELECT id FROM games WHERE ended IS NULL ORDER BY created, rowid"',
        '"SELECT id FROM games ORDER BY created, rowid"',
        (f"{_T_STORE}::test_games_that_ended_are_not_open",),
    ),
)

BRIEFING = (
    Fault(
        "a letter forgets how the evening began",
        "bot/players/briefing.py",
        "if compact else brief.heard)]",
        "if compact else brief.heard[-9:])]",
        ("tests/bot/test_briefing.py::test_each_letter_begins_as_the_one_before",),
    ),
    Fault(
        "what people wrote is not put in quotes",
        "bot/players/briefing.py",
        "    return _line(named(say(_quoted(event)), names))\n",
        "    return _line(named(say(event), names))\n",
        ("tests/bot/test_briefing.py::test_what_somebody_says_cannot_pass_for_the_tables_own_words",),
    ),
    Fault(
        "refusals are left out of a letter",
        "bot/players/briefing.py",
        "    if brief.refusals:\n",
        "    if False:\n",
        ("tests/bot/test_briefing.py::test_refusals_are_read_back",),
    ),
    Fault(
        "a letter to be kept begins with what changes",
        "bot/players/briefing.py",
        "(self.heard, self.now) if part",
        "(self.now, self.heard) if part",
        ("tests/bot/test_briefing.py::test_a_letter_goes_from_the_rules_to_the_question",),
    ),
    Fault(
        "two moves in one answer are taken for the first",
        "bot/players/reply.py",
        "            raise Unreadable(TWO_MOVES)\n",
        "            pass\n",
        ("tests/bot/test_reply.py::test_two_different_moves_are_none",),
    ),
    Fault(
        "an answer may name words that are not allowed",
        "bot/players/reply.py",
        'return _object({"action": {"type": "string", "enum": [self.name]}, **blanks})',
        'return _object({"action": {"type": "string"}, **blanks})',
        ("tests/bot/test_reply.py::test_only_allowed_words_can_be_written",),
    ),
)

SURFACES = (
    Fault(
        "the board on Discord is drawn from the table's own state",
        "bot/surfaces/discord/board.py",
        "table.game.scene(table.story.view(seat), seat)",
        "table.game.scene(table.story.state, seat)",
        (f"{_T_SHOWN}::test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see",),
    ),
    Fault(
        "the board tells everyone what only a team was told",
        "bot/surfaces/discord/board.py",
        "for event in (each.event for each in reversed(table.story.log) if each.to is None):",
        "for event in (each.event for each in reversed(table.story.log)):",
        (f"{_T_SHOWN}::test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see",),
    ),
    Fault(
        "a challenge is offered where nobody can make one",
        "games/codenames/scenes.py",
        "(stop, challenge) if may_challenge(s) else (stop,)",
        "(stop, challenge)",
        ("tests/games/codenames/test_scenes.py::test_no_challenge_is_offered_where_there_is_nobody_to_make_it",),
    ),
    Fault(
        "a touch of a card guesses it",
        "games/codenames/scenes.py",
        '"✅", "success", confirm=True)',
        '"✅", "success")',
        ("tests/games/codenames/test_scenes.py::test_a_touch_tags_and_a_guess_is_always_confirmed",),
    ),
    Fault(
        "a spymaster's screen is no secret",
        "games/codenames/scenes.py",
        "secret = seat is not None and is_spymaster(seat) and s.ended is None",
        "secret = False",
        ("tests/games/codenames/test_scenes.py::test_only_a_spymasters_screen_is_secret_and_only_until_the_end",),
    ),
    Fault(
        "what people wrote formats and pings",
        "bot/surfaces/discord/words.py",
        """    text = _MARKDOWN.sub(r"\\\\\\1", plain(text, limit))\n""",
        """    text = plain(text, limit)\n""",
        ("tests/bot/discord/test_secrets.py::test_text_of_people_cannot_format_ping_or_link",),
    ),
    Fault(
        "a press of an earlier moment is carried out",
        "bot/surfaces/discord/presses.py",
        "if ids.mark(ask.key) == key), None)",
        "if ask.takes(press.action)), None)",
        ("tests/bot/discord/test_play.py::test_a_stale_press_is_told_that_its_moment_has_passed",),
    ),
    Fault(
        "a message sent before a crash is sent again",
        "bot/surfaces/discord/outbox.py",
        "            if mine and any(",
        "            if not mine and any(",
        ("tests/bot/discord/test_posts.py::test_a_message_that_was_sent_before_a_crash_is_found_and_not_sent_again",),
    ),
    Fault(
        "a running game is exported with what was whispered",
        "bot/export.py",
        "if whole or each.to is None]",
        "if True]",
        ("tests/bot/test_export.py::test_a_running_game_gives_away_nothing_that_not_everybody_heard",),
    ),
    Fault(
        "turned cards keep their numbers in the terminal",
        "bot/surfaces/terminal/draw.py",
        "return bool(cell.presses) and not cell.done",
        "return True",
        ("tests/bot/test_terminal.py::test_turned_cards_have_no_number_and_the_others_have",),
    ),
)

FAULTS = (*RULES, *CLUES, *STORY, *TABLE, *STORE, *BRIEFING, *SURFACES)
