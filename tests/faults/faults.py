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

_MYSTERY = "games/mystery/rules.py"
_NIGHT = "games/mystery/night.py"
_HOUSE = "games/mystery/scenes.py"
_T_MYSTERY = "tests/games/mystery/test_rules.py"
_T_NIGHT = "tests/games/mystery/test_resolve.py::test_two_readings_of_the_page_agree"
_T_HOUSE = "tests/games/mystery/test_scenes.py"
_T_ATTACKS = "tests/games/mystery/test_attacks.py"

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
        "[seat for seat in operatives if seat in self.people] or operatives[:1]",
        "operatives",
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
        'random.Random(f"{self._seed}/{self.place}")',
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
        "action, dice)\n        if not ask.takes(action):\n",
        "action, dice)\n        if False:\n",
        (f"{_T_STORY}::test_an_answer_to_another_question_is_refused",),
    ),
)

TABLE = (
    Fault(
        "the same press moves twice",
        _TABLE,
        "            if cause in self._causes:\n                return []\n            if source in SPEAKERS",
        "            if source in SPEAKERS",
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
        "        told = [each for each in self.story.log if each.heard_by(seat)]\n",
        "        told = list(self.story.log)\n",
        (
            f"{_T_TABLE}::test_a_player_is_given_its_own_view_and_nothing_else",
            f"{_T_SHOWN}::test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see",
        ),
    ),
    Fault(
        "every move starts everybody's time again",
        _TABLE,
        "(d.seat, d.key): self.deadlines.get((d.seat, d.key), d) for d in",
        "(d.seat, d.key): d for d in",
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
        "rows = [(game, n, version, dump_audience(each.to), dump(each.event)) for n,",
        "rows = [(game, n, version, None, dump(each.event)) for n,",
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
        "    told = [lines_of(brief.game, event, names) for event in brief.heard]\n",
        "    told = [lines_of(brief.game, event, names) for event in brief.heard][-9:]\n    room = None\n",
        ("tests/bot/test_briefing.py::test_each_letter_begins_as_the_one_before",),
    ),
    Fault(
        "what people wrote is not put in quotes",
        "bot/players/briefing.py",
        "    return one_line(named(say(_quoted(event, names, longest)), names))\n",
        "    return one_line(named(say(event), names))\n",
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
        "system, *heard, now)",
        "system, now, *heard)",
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
        'return strict_object({"action": {"type": "string", "enum": [self.name]}, **blanks})',
        'return strict_object({"action": {"type": "string"}, **blanks})',
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
        "a clue of an earlier phase stands large",
        "games/codenames/scenes.py",
        'if clue is None or s.phase not in ("guess", "ruling"):',
        "if clue is None:",
        (
            "tests/games/codenames/test_scenes.py::test_a_running_clue_stands_large_with_who_gives_it_and_the_guesses_left",
        ),
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
        "if ask.key == key or (key is None and ask.takes(action)):",
        "if ask.takes(action):",
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

MYSTERY = (
    Fault(
        "who hides can be struck and guarded",
        _NIGHT,
        "where.get(target) == where[seat] and target not in hidden",
        "where.get(target) == where[seat]",
        (_T_NIGHT, f"{_T_MYSTERY}::test_who_hides_can_be_neither_struck_nor_guarded_nor_seen"),
    ),
    Fault(
        "a guard blocks nothing",
        _NIGHT,
        "for seat in living if seat in struck and seat not in guarded}",
        "for seat in living if seat in struck}",
        (_T_NIGHT, f"{_T_MYSTERY}::test_one_guard_blocks_every_blow_and_whoever_is_saved_learns_not_by_whom"),
    ),
    Fault(
        "everybody there sees who struck",
        _NIGHT,
        "if hit == whom) if seat in hidden else (),",
        "if hit == whom),",
        (_T_NIGHT, f"{_T_MYSTERY}::test_the_pages_worked_night"),
    ),
    Fault(
        "the hidden are seen",
        _NIGHT,
        "if other not in hidden and other != seat",
        "if other != seat",
        (_T_NIGHT, f"{_T_MYSTERY}::test_the_pages_worked_night"),
    ),
    Fault(
        "a ring of followers ends in the Library",
        _NIGHT,
        "                place = HALL\n",
        '                place = "Library"\n',
        (_T_NIGHT,),
    ),
    Fault(
        "a cry is heard on the far side of the house",
        _NIGHT,
        "places[(at + 1) % len(places)]",
        "places[(at + 2) % len(places)]",
        (_T_NIGHT, f"{_T_MYSTERY}::test_the_pages_worked_night"),
    ),
    Fault(
        "whoever is absent goes to the Hall",
        _MYSTERY,
        "return facts.place if facts else self.places[0]",
        "return self.places[0]",
        (f"{_T_MYSTERY}::test_whoever_does_not_choose_in_time_stays_in_the_place_of_last_night_and_watches",),
    ),
    Fault(
        "a striker who met a guard believes that nobody was there",
        _NIGHT,
        '"fell" if met[seat] in dead else "blocked"',
        '"fell" if met[seat] in dead else "not found"',
        (_T_NIGHT, f"{_T_MYSTERY}::test_one_guard_blocks_every_blow_and_whoever_is_saved_learns_not_by_whom"),
    ),
    Fault(
        "everybody hears what a night told somebody",
        _MYSTERY,
        "told = [Told(frozenset({seat}), Witnessed(",
        "told = [Told(EVERYONE, Witnessed(",
        (
            f"{_T_MYSTERY}::test_a_night_tells_each_seat_its_own_facts_and_nobody_else",
            f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more[mystery]",
            "tests/games/mystery/test_golden.py",
        ),
    ),
    Fault(
        "everybody hears what somebody chooses for the night",
        _MYSTERY,
        "return [Told(frozenset({seat}), Chose(",
        "return [Told(EVERYONE, Chose(",
        (
            f"{_T_MYSTERY}::test_everyone_is_asked_at_once_where_nobody_else_sees_it",
            f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more[mystery]",
        ),
    ),
    Fault(
        "a statement is heard before all are shared",
        _MYSTERY,
        "Told(frozenset({seat}), Spoke(seat, text, means)), Told",
        "Told(EVERYONE, Spoke(seat, text, means)), Told",
        (
            f"{_T_MYSTERY}::test_introductions_are_collected_from_all_and_then_shared_together",
            "tests/games/mystery/test_golden.py",
        ),
    ),
    Fault(
        "a correction is kept to whoever makes it",
        _MYSTERY,
        "[Told(EVERYONE, Corrected(",
        "[Told(frozenset({seat}), Corrected(",
        (
            "tests/games/mystery/test_meaning.py::test_after_it_is_shared_everybody_hears_the_correction_and_the_ledger_is_another",
        ),
    ),
    Fault(
        "what a model claims stands in the ledger alone",
        "games/mystery/meaning.py",
        "text=longer if more else text",
        "text=text",
        ("tests/games/mystery/test_meaning.py::test_what_a_model_claims_beside_its_words_is_added_to_them",),
    ),
    Fault(
        "statements are shared in the order of the seats",
        _MYSTERY,
        "    dice().shuffle(said)\n",
        "",
        (f"{_T_MYSTERY}::test_statements_come_in_an_order_that_tells_nothing",),
    ),
    Fault(
        "sealed votes are heard",
        _MYSTERY,
        "[Told(frozenset({seat}), voted), Told(EVERYONE, Answered(seat))]",
        "[Told(EVERYONE, voted), Told(EVERYONE, Answered(seat))]",
        (f"{_T_MYSTERY}::test_sealed_votes_are_nobodys_business_until_the_count",),
    ),
    Fault(
        "everybody hears who the murderers are",
        _MYSTERY,
        "Told(guilty, MurderersMet(",
        "Told(EVERYONE, MurderersMet(",
        (
            f"{_T_MYSTERY}::test_the_setup_deals_as_the_table_expects",
            f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more[mystery]",
        ),
    ),
    Fault(
        "everybody hears the murderers whisper",
        _MYSTERY,
        "Told(frozenset(s.known_murderers), Plotted(seat, text, means))",
        "Told(EVERYONE, Plotted(seat, text, means))",
        (
            f"{_T_MYSTERY}::test_whispers_reach_the_murderers_alone_and_all_of_us_at_the_end",
            f"{_T_ATTACKS}::test_a_whisper_reaches_the_partner_as_a_quotation_and_nobody_else",
        ),
    ),
    Fault(
        "a tie hangs whoever was named first",
        _MYSTERY,
        "None if tied else tally[0][0]",
        "tally[0][0]",
        (f"{_T_MYSTERY}::test_a_tie_at_the_top_hangs_no_one", "tests/games/test_invariants.py"),
    ),
    Fault(
        "votes for nobody are not counted",
        _MYSTERY,
        "Counter(whom for _, whom in votes).most_common(2)",
        "Counter(whom for _, whom in votes if whom).most_common(2)",
        (f"{_T_MYSTERY}::test_nobody_on_top_hangs_no_one_and_neither_does_an_empty_vote",),
    ),
    Fault(
        "as many murderers as innocents play on",
        _MYSTERY,
        "    if guilty >= innocent:\n",
        "    if guilty > innocent:\n",
        (
            f"{_T_MYSTERY}::test_two_against_two_ends_it",
            f"{_T_MYSTERY}::test_murderers_win_after_a_dawn_when_they_are_as_many_as_the_innocents",
            f"{_T_MYSTERY}::test_murderers_win_after_a_hanging_when_they_are_as_many_as_the_innocents",
        ),
    ),
    Fault(
        "help arrives a day early",
        _MYSTERY,
        "    if s.day >= s.rules.most_nights:\n",
        "    if s.day + 1 >= s.rules.most_nights:\n",
        (f"{_T_MYSTERY}::test_after_the_last_night_its_day_is_still_played_and_then_the_innocents_win",),
    ),
    Fault(
        "somebody can put off the count for ever",
        _MYSTERY,
        "    if s.within is not None:\n",
        "    if not found and s.within is not None:\n",
        (f"{_T_MYSTERY}::test_when_the_time_is_over_the_votes_are_counted_however_often_somebody_changes_theirs",),
    ),
    Fault(
        "a changed vote is counted at once",
        _MYSTERY,
        'f"count:{s.day}:{s.changes}"',
        'f"count:{s.day}"',
        (f"{_T_MYSTERY}::test_a_vote_closes_when_all_are_in_and_unchanged_for_ten_seconds",),
    ),
    Fault(
        "one may follow the same one every night",
        _MYSTERY,
        'each not in (seat, s.last(seat, "follow"))',
        "each != seat",
        (
            f"{_T_MYSTERY}::test_nobody_follows_the_same_one_two_nights_running_but_every_other_night",
            "tests/games/test_invariants.py",
        ),
    ),
    Fault(
        "murderers may strike each other",
        _MYSTERY,
        '        if s.role(whom) == "murderer":\n',
        "        if whom == seat:\n",
        (f"{_T_MYSTERY}::test_only_murderers_strike_and_never_each_other_nor_themselves",),
    ),
    Fault(
        "an AI is said to play on for the dead",
        _MYSTERY,
        " if seat in s.gone and seat not in night.dead",
        " if seat in s.left",
        (f"{_T_MYSTERY}::test_nobody_plays_on_for_the_dead", "tests/games/test_invariants.py"),
    ),
    Fault(
        "what the host wrote for the house names seats",
        _MYSTERY,
        "escape(tidy(options.house_rules))",
        "options.house_rules",
        (f"{_T_MYSTERY}::test_what_the_host_wrote_for_the_house_cannot_name_seats_or_break_a_line",),
    ),
    Fault(
        "whoever comes back dies of fright all the same",
        _MYSTERY,
        "    if s.seats and s.doomed & s.people:\n",
        "    if False:\n",
        (f"{_T_MYSTERY}::test_whoever_comes_back_in_time_does_not_die_of_fright",),
    ),
    Fault(
        "whoever was murdered and frightened has their role told",
        _MYSTERY,
        "if seat in s.doomed and seat not in night.dead",
        "if seat in s.doomed",
        (
            f"{_T_MYSTERY}::test_whoever_is_struck_before_dying_of_fright_is_found_dead_and_their_role_is_not_told",
            "tests/games/test_invariants.py",
        ),
    ),
    Fault(
        "the living read along in the graveyard",
        _MYSTERY,
        'Channel("graveyard", "The graveyard", about, TABLE, dead)',
        'Channel("graveyard", "The graveyard", about, TABLE, None)',
        (f"{_T_MYSTERY}::test_the_graveyard_is_for_the_dead_and_hears_everything",),
    ),
    Fault(
        "whoever knows one seat's secrets may take another",
        _MYSTERY,
        "    if held - {seat}:\n",
        "    if held - set(s.alive):\n",
        (f"{_T_MYSTERY}::test_whoever_has_sat_elsewhere_can_only_come_back_to_that_seat",),
    ),
    Fault(
        "bets are taken when a role is known",
        _MYSTERY,
        "unhanged = not any(death.role is not None for death in s.deaths)",
        "unhanged = True",
        (f"{_T_MYSTERY}::test_onlookers_bet_on_who_did_it_until_somebody_hangs",),
    ),
    Fault(
        "the board tells roles before the end",
        _HOUSE,
        "dead.get(seat, part(s, seat))",
        'dead.get(seat, s.role(seat) or "")',
        (f"{_T_HOUSE}::test_before_the_end_nobodys_roster_shows_a_role_that_was_not_told",),
    ),
    Fault(
        "sealed votes are counted on their buttons",
        _HOUSE,
        "s.votes.values() if s.rules.open_votes else ()",
        "s.votes.values()",
        (f"{_T_HOUSE}::test_open_votes_are_counted_on_their_buttons_and_sealed_ones_nowhere",),
    ),
    Fault(
        "a page is no secret",
        _HOUSE,
        "        secret=mine is not None,\n",
        "        secret=False,\n",
        (f"{_T_HOUSE}::test_only_the_pages_of_the_living_are_secret_and_only_until_the_end",),
    ),
    Fault(
        "at night the board says who is waited for",
        _HOUSE,
        '        case "talk" | "vote":\n            return frozenset(s.alive) - s.answered\n',
        '        case "talk" | "vote" | "night":\n            return frozenset(s.alive) - s.answered\n',
        (f"{_T_HOUSE}::test_at_night_nobody_hears_who_is_waited_for",),
    ),
    Fault(
        "a quotation can be closed from within",
        "games/mystery/sentences.py",
        "“{text.translate(_INNER)}”",
        "“{text}”",
        (f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",),
    ),
)

TALK = (
    Fault(
        "what is said in a mystery stands in letters between bare quotation marks",
        "bot/players/briefing.py",
        "    return json.dumps(text, ensure_ascii=False)\n",
        "    return f'\"{text}\"'\n",
        (f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",),
    ),
    Fault(
        "odd names stand in letters of a mystery as they are",
        "bot/players/briefing.py",
        "return name if _NAME.fullmatch(name) else json.dumps(name[:32], ensure_ascii=False)",
        "return name",
        (f"{_T_ATTACKS}::test_an_odd_name_stands_in_letters_as_a_json_string_wherever_it_stands",),
    ),
    Fault(
        "lines and directions of what is said in a mystery are kept",
        "games/core.py",
        "escape(tidy_lines(text) if lines else tidy(text))",
        "escape(text)",
        (
            f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",
            f"{_T_ATTACKS}::test_a_statement_of_nothing_visible_is_none",
        ),
    ),
    Fault(
        "who talks in a mystery can write marks of seats",
        "games/core.py",
        "escape(tidy_lines(text) if lines else tidy(text))",
        "(tidy_lines(text) if lines else tidy(text))",
        (
            "tests/games/test_core.py::test_names_in_what_somebody_says_become_seats_and_nothing_else_does",
            f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",
        ),
    ),
    Fault(
        "a name is found within other words of a mystery",
        "games/core.py",
        "(?<![\\w{{])(?:{longest_first})(?!\\w)",
        "(?<![{{])(?:{longest_first})",
        ("tests/games/test_core.py::test_names_in_what_somebody_says_become_seats_and_nothing_else_does",),
    ),
    Fault(
        "who talks in a mystery can call everyone on Discord",
        "bot/surfaces/discord/words.py",
        'text.replace("@", "@" + _GAP).replace',
        "text.replace",
        (f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",),
    ),
    Fault(
        "invitations of an older spelling in a mystery become links",
        "bot/surfaces/discord/words.py",
        "(discord(?:app)?)",
        "(discord)",
        (f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",),
    ),
    Fault(
        "the feed of a mystery does not clean what was said",
        "bot/surfaces/discord/feed.py",
        "    line = said(text, names)\n",
        "    line = text\n",
        (f"{_T_ATTACKS}::test_a_statement_is_a_quotation_wherever_it_is_shown",),
    ),
)

FAULTS = (*RULES, *CLUES, *STORY, *TABLE, *STORE, *BRIEFING, *SURFACES, *MYSTERY, *TALK)
