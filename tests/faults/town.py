"""Mistakes somebody could make in Town: in its nights, trials, rooms, papers and ends, and in what a seat is told, asked and sent."""

from __future__ import annotations

from tests.faults.faults import Fault

_NIGHT = "games/town/night.py"
_COURSE = "games/town/course.py"
_LEGAL = "games/town/legal.py"
_RULES = "games/town/rules.py"
_TRIAL = "games/town/trial.py"
_ROOMS = "games/town/rooms.py"
_STATE = "games/town/state.py"
_ASKS = "games/town/asks.py"
_WINNING = "games/town/winning.py"
_LETTERS = "games/town/letters.py"
_SUMMARIES = "games/town/summaries.py"
_TOOLS = "games/town/tools.py"
_CLAIMS = "games/town/claims.py"
_SCENES = "games/town/scenes.py"
_SENTENCES = "games/town/sentences.py"
_REDEAL = "games/town/redeal.py"
_LISTS = "games/town/lists.py"
_WILLS = "games/town/wills.py"
_STEPS = "bot/players/steps.py"

_T_NIGHT = "tests/games/town/test_night.py"
_T_PAGE = "tests/games/town/test_page.py"
_T_RULES = "tests/games/town/test_rules.py"
_T_ROOMS = "tests/games/town/test_channels.py"
_T_TOOLS = "tests/games/town/test_tools.py"
_T_CLAIMS = "tests/games/town/test_claims.py"
_T_DECLARING = "tests/games/town/test_declaring.py"
_T_SCENES = "tests/games/town/test_scenes.py"
_T_SENTENCES = "tests/games/town/test_sentences.py"
_T_SUMMARIES = "tests/games/town/test_summaries.py"
_T_WILLS = "tests/games/town/test_wills.py"
_T_AGENTS = "tests/bot/test_town_agents.py"
_T_LAWS = "tests/games/test_laws.py"
_T_GOLDEN = "tests/games/town/test_golden.py::test_every_seat_sees_what_it_saw_before"

_JAIL = f"{_T_GOLDEN}[jailed_tried_and_executed]"
_FORGED = f"{_T_GOLDEN}[wills_that_nobody_can_trust]"
_ALONE = f"{_T_GOLDEN}[everybody_for_themselves]"
_COFFINS = f"{_T_GOLDEN}[from_the_coffins]"
_KNOWLEDGE = f"{_T_LAWS}::test_every_seat_knows_what_it_should_and_no_more[town]"

NIGHTS = (
    Fault(
        "a Doctor comes when the attacks are over",
        _NIGHT,
        "    heal,\n",
        "",
        (f"{_T_NIGHT}::test_a_doctor_saves_whom_the_mafia_came_for_and_both_hear_of_it", _JAIL),
    ),
    Fault(
        "Witches come before those who block",
        _NIGHT,
        "    block,\n    control,\n",
        "    control,\n    block,\n",
        (f"{_T_NIGHT}::test_a_witch_gets_nowhere_with_those_who_have_nothing_to_do",),
    ),
    Fault(
        "Investigators look before Framers and Arsonists have been",
        _NIGHT,
        "    frame,\n    wash,\n    douse,\n    investigate,\n",
        "    investigate,\n    frame,\n    wash,\n    douse,\n",
        (f"{_T_NIGHT}::test_frame_before_petrol_before_disguise", _FORGED),
    ),
    Fault(
        "an attack as strong as the defence kills",
        _NIGHT,
        "if attack.level > c.defence(attack):",
        "if attack.level >= c.defence(attack):",
        (f"{_T_NIGHT}::test_a_godfather_shrugs_off_a_bullet",),
    ),
    Fault(
        "defences add up",
        _COURSE,
        "max([own, *(level for _, level in self.protection(attack.on))])",
        "sum([own, *(level for _, level in self.protection(attack.on))])",
        (f"{_T_PAGE}::test_who_dies_where_many_meet[a Doctor and a defence of one's own do not add up against it]",),
    ),
    Fault(
        "a Doctor heals burns",
        _COURSE,
        "return own if attack.burns else max(",
        "return max(",
        (f"{_T_NIGHT}::test_an_absolute_heal_stops_everything_but_fire",),
    ),
    Fault(
        "Escorts can be blocked",
        _NIGHT,
        'if met is not None and "block" in c.role(met).immune:',
        'if met is not None and "detection" in c.role(met).immune:',
        (f"{_T_NIGHT}::test_a_consort_cannot_block_an_escort",),
    ),
    Fault(
        "Veterans do what a Witch wants",
        _NIGHT,
        '        if "control" in c.role(met).immune:\n',
        '        if "detection" in c.role(met).immune:\n',
        (f"{_T_NIGHT}::test_a_witch_who_goes_to_a_veteran_is_shot_at",),
    ),
    Fault(
        "the blocked act all the same",
        _NIGHT,
        'if deed is not None and deed.act != "block" and not _undeterred',
        'if deed is not None and deed.act == "block" and not _undeterred',
        (f"{_T_NIGHT}::test_the_blocked_do_nothing_and_leave_no_trace",),
    ),
    Fault(
        "a Serial Killer spares who blocks him",
        _NIGHT,
        'return c.was(seat).role == "serial killer" and not c.was(seat).cautious',
        "return False",
        (f"{_T_NIGHT}::test_a_serial_killer_kills_the_blocker_besides_and_bloodies_the_will", _FORGED),
    ),
    Fault(
        "nobody is seen where they went",
        _COURSE,
        "            self.visits.add((seat, met))\n",
        "            self.visits.add((seat, seat))\n",
        (f"{_T_NIGHT}::test_a_lookout_sees_a_killer_who_did_not_come_home", _JAIL),
    ),
    Fault(
        "visits are seen where they were meant to be, not where they led",
        _COURSE,
        "return self.visit(seat, self.place[target])",
        "return self.visit(seat, target) and self.place[target]",
        (f"{_T_PAGE}::test_a_lookout_sees_who_came_to_the_one_he_was_led_to",),
    ),
    Fault(
        "a Lookout sees himself",
        _NIGHT,
        "seats=tuple(who for who in c.visitors(target) if who != seat)",
        "seats=tuple(c.visitors(target))",
        (f"{_T_NIGHT}::test_a_lookout_does_not_see_himself_nor_ghosts",),
    ),
    Fault(
        "Transporters move only one of two",
        _NIGHT,
        "c.place[one], c.place[two] = c.place[two], c.place[one]",
        "c.place[one] = c.place[two]",
        (
            f"{_T_PAGE}::test_who_dies_where_many_meet[a healer goes with the killer, and another bullet finds the other]",
        ),
    ),
    Fault(
        "a second Transporter does not see what the first has done",
        _NIGHT,
        "        met = [c.go(seat, one), c.go(seat, two)]\n        if None not in met:\n"
        "            c.place[one], c.place[two] = c.place[two], c.place[one]\n",
        "        met = [c.go(seat, one), c.go(seat, two)]\n        if None not in met:\n"
        "            c.place[one], c.place[two] = two, one\n",
        (f"{_T_PAGE}::test_who_dies_where_many_meet[one Transporter moves on whom another has moved]",),
    ),
    Fault(
        "prisoners are moved out of jail",
        _NIGHT,
        "        if None not in met:\n",
        "        if True:\n",
        (f"{_T_NIGHT}::test_nobody_is_fetched_out_of_jail",),
    ),
    Fault(
        "who sits in jail can be reached",
        _COURSE,
        "if met != self.evening.prisoner:\n",
        "if True:\n",
        (f"{_T_NIGHT}::test_a_doctor_cannot_reach_who_is_to_be_executed", _JAIL),
    ),
    Fault(
        "a Bodyguard stops every attacker",
        _NIGHT,
        "_fight(c, guards.pop(0), attack.by)",
        "_fight(c, guards[0], attack.by)",
        (f"{_T_NIGHT}::test_a_bodyguard_stops_one_attacker_and_two_stop_two",),
    ),
    Fault(
        "nobody strikes back at a Bodyguard",
        _NIGHT,
        '    c.strike(attacker, bodyguard, "bodyguard")\n',
        "",
        (f"{_T_NIGHT}::test_a_bodyguard_and_the_attacker_fall_and_the_guarded_lives", _FORGED),
    ),
    Fault(
        "Bodyguards step before fire",
        _NIGHT,
        'POWER["arsonist"], "arsonist", burns=True)',
        'POWER["arsonist"], "arsonist", direct=True, burns=True)',
        (f"{_T_PAGE}::test_who_dies_where_many_meet[neither jail nor Doctor nor Bodyguard is any use against fire]",),
    ),
    Fault(
        "a Vigilante feels guilty of everybody",
        _NIGHT,
        'if attack.cause == "vigilante" and c.role(seat).faction == "town" else None',
        'if attack.cause == "vigilante" else None',
        (f"{_T_NIGHT}::test_a_vigilante_is_not_guilty_of_a_neutral_and_has_no_shot_in_the_first_night",),
    ),
    Fault(
        "nobody dies of guilt",
        _NIGHT,
        "        if c.was(seat).guilty:\n            c.attacks",
        "        if False:\n            c.attacks",
        (
            f"{_T_NIGHT}::test_a_vigilante_who_kills_a_townsman_dies_of_guilt",
            f"{_T_PAGE}::test_a_vigilante_who_shot_a_townsman_is_dead_in_the_second_morning",
        ),
    ),
    Fault(
        "guilt is forgotten by the next night",
        _RULES,
        "guilty=frozenset([each.seat for each in people if each.guilty])",
        "guilty=frozenset()",
        (f"{_T_PAGE}::test_a_vigilante_who_shot_a_townsman_is_dead_in_the_second_morning",),
    ),
    Fault(
        "petrol is gone in the morning",
        _RULES,
        "doused=frozenset([each.seat for each in people if each.doused])",
        "doused=frozenset()",
        (f"{_T_PAGE}::test_petrol_waits_for_its_night", _ALONE),
    ),
    Fault(
        "a Witch has her armour every night",
        _RULES,
        'bare=frozenset([each.seat for each in people if each.role == "witch" and not each.armoured])',
        "bare=frozenset()",
        (f"{_T_PAGE}::test_a_witch_has_her_armour_once_in_a_game",),
    ),
    Fault(
        "Vampires turn somebody every night",
        _RULES,
        "bitten=morning.bitten,",
        "bitten=False,",
        (f"{_T_PAGE}::test_vampires_turn_somebody_every_other_night_only",),
    ),
    Fault(
        "four Vampires turn people",
        _NIGHT,
        'len(c.living("vampire")) < 4',
        'len(c.living("vampire")) < 5',
        (f"{_T_NIGHT}::test_vampires_attack_whom_they_cannot_turn",),
    ),
    Fault(
        "the oldest Vampire bites",
        _NIGHT,
        "key=lambda s: _youth(c, s))\n",
        "key=lambda s: _youth(c, s), reverse=True)\n",
        (f"{_T_NIGHT}::test_vampires_vote_and_the_youngest_bites",),
    ),
    Fault(
        "a dead Godfather has no successor",
        _NIGHT,
        '    elif killers and all(each.role == "mafioso" for each in killers) and godfathers:\n',
        "    elif False:\n",
        (
            f"{_T_NIGHT}::test_a_mafioso_succeeds_a_godfather_and_others_a_mafioso",
            f"{_T_PAGE}::test_a_mafioso_is_godfather_after_the_night_that_follows_the_godfathers_rope",
        ),
    ),
    Fault(
        "a Mafioso does not listen to his Godfather",
        _NIGHT,
        'return Order(hands[0], "kill", boss.target) if hands else None',
        "return own[0] if own else None",
        (f"{_T_NIGHT}::test_a_mafioso_goes_where_the_godfather_says",),
    ),
    Fault(
        "an executed townsman costs a Jailor one execution",
        _NIGHT,
        '            c.change(jailor, uses=0)\n            c.tell(jailor, "forfeited")\n',
        '            c.tell(jailor, "forfeited")\n',
        (f"{_T_NIGHT}::test_executing_a_townsman_is_the_last_time",),
    ),
    Fault(
        "a Jailor executes in the first night",
        _LEGAL,
        "citizen.seat == evening.jailor and evening.night.number > 1",
        "citizen.seat == evening.jailor",
        (
            f"{_T_NIGHT}::test_nobody_is_executed_in_the_first_night_nor_without_executions_left",
            f"{_T_RULES}::test_nobody_is_executed_in_the_first_night",
        ),
    ),
    Fault(
        "the moon is full in odd nights",
        _LEGAL,
        "return number % 2 == 0 or",
        "return number % 2 == 1 or",
        (f"{_T_PAGE}::test_who_dies_where_many_meet[no moon, no harm]", _ALONE),
    ),
    Fault(
        "a Jester haunts whoever found him innocent",
        _STATE,
        'if seat in self.alive and (vote == "guilty" or',
        'if seat in self.alive and (vote == "innocent" or',
        (f"{_T_RULES}::test_a_jester_who_hangs_wins_and_haunts_one_of_those_who_found_him_guilty", _ALONE),
    ),
    Fault(
        "an Executioner's target may die by night",
        _NIGHT,
        '            _rise_to(c, seat, "jester")\n',
        "            pass\n",
        (f"{_T_NIGHT}::test_an_executioner_whose_target_dies_at_night_becomes_a_jester", _ALONE),
    ),
    Fault(
        "a Vampire Hunter becomes a Vigilante with all bullets",
        _RULES,
        "            left = ROLE[after.role].uses\n        if after.uses != left:\n",
        "            left = after.uses\n        if after.uses != left:\n",
        (f"{_T_RULES}::test_a_vampire_hunter_with_nobody_left_to_hunt_has_one_bullet", _COFFINS),
    ),
)

TRIALS = (
    Fault(
        "half of the town is enough for a trial",
        _TRIAL,
        "return alive // 2 + 1",
        "return (alive + 1) // 2",
        (f"{_T_RULES}::test_a_trial_takes_more_than_half_of_the_living[10-6]",),
    ),
    Fault(
        "a tie hangs",
        _RULES,
        "    if guilty > innocent:\n        return told\n",
        "    if guilty >= innocent:\n        return told\n",
        (f"{_T_RULES}::test_a_tie_acquits_and_so_do_no_votes", _FORGED),
    ),
    Fault(
        "a Mayor's verdict counts once",
        _TRIAL,
        "        count[verdict] += weight(seat, mayors)\n",
        "        count[verdict] += 1\n",
        (f"{_T_RULES}::test_a_mayor_weighs_three_in_judgement", _COFFINS),
    ),
    Fault(
        "a Mayor's nomination counts once",
        _TRIAL,
        "count[whom] += weight(seat, mayors)",
        "count[whom] += 1",
        (f"{_T_RULES}::test_a_revealed_mayor_and_two_are_enough_of_nine",),
    ),
    Fault(
        "a Mayor weighs three before anybody knows him",
        _STATE,
        "    s = _put(s, event.seat, nominations=event.whom)\n",
        "    s = _put(s, event.seat, nominations=event.whom)\n"
        '    s = altered(s, mayors=s.mayors | ({event.seat} if s.role(event.seat) == "mayor" else set()))\n',
        (f"{_T_RULES}::test_a_mayor_who_reveals_himself_lifts_his_candidate_at_once",),
    ),
    Fault(
        "a day has room for a fourth trial",
        _RULES,
        "    if s.trial < s.rules.trials:\n",
        "    if s.trial <= s.rules.trials:\n",
        (f"{_T_RULES}::test_three_trials_and_the_day_is_over",),
    ),
    Fault(
        "who stands trial may judge",
        _RULES,
        '    require(seat != s.accused, "You cannot judge yourself.")\n',
        "",
        (f"{_T_RULES}::test_the_accused_does_not_judge",),
    ),
    Fault(
        "abstaining counts for innocent",
        _TRIAL,
        'return count["guilty"], count["innocent"]',
        'return count["guilty"], count["innocent"] + count["abstain"]',
        (f"{_T_RULES}::test_the_condemned_has_last_words_and_nobody_else", _ALONE),
    ),
    Fault(
        "everybody hears a verdict before the count",
        _RULES,
        "told = [Told(frozenset({seat}), Judged(seat, action.verdict))]",
        "told = [Told(EVERYONE, Judged(seat, action.verdict))]",
        (f"{_T_RULES}::test_a_verdict_may_be_changed_and_is_told_to_nobody_before_the_count", _JAIL),
    ),
    Fault(
        "who changes a verdict is heard to",
        _RULES,
        "return told if seat in s.answered else [*told, Told(EVERYONE, Answered(seat))]",
        "return [*told, Told(EVERYONE, Answered(seat))]",
        (f"{_T_RULES}::test_a_verdict_may_be_changed_and_is_told_to_nobody_before_the_count",),
    ),
    Fault(
        "a blackmailed prisoner of the rope has last words",
        _ROOMS,
        "    if seat not in s.alive or seat in s.gagged:\n        return False\n    match",
        "    if seat not in s.alive:\n        return False\n    match",
        (f"{_T_ROOMS}::test_who_may_write[discussion-Say-writers0]",),
    ),
    Fault(
        "a gag is never taken off",
        _STATE,
        "waited=_NOBODY, gagged=(), **_blank(",
        "waited=_NOBODY, **_blank(",
        (f"{_T_RULES}::test_the_blackmailed_are_silent_for_a_day_and_vote",),
    ),
    Fault(
        "somebody is accused on the first day",
        _RULES,
        "return _nightfall(s, dice) if s.day == 1 else [",
        "return _nightfall(s, dice) if s.day == 0 else [",
        (f"{_T_RULES}::test_nobody_is_accused_on_the_first_day",),
    ),
    Fault(
        "a hanged Jester has not won",
        _RULES,
        'wanted = [s.accused] if role == "jester" else []',
        "wanted = []",
        (f"{_T_RULES}::test_a_jester_who_hangs_wins_and_haunts_one_of_those_who_found_him_guilty", _ALONE),
    ),
)

EARS = (
    Fault(
        "everybody hears what is said in a room of the night",
        _ROOMS,
        "    return told + _reaching(heard.named, Said(room, seat, text, means=means))\n",
        "    return [*told, Told(EVERYONE, Said(room, seat, text, means=means))]\n",
        (f"{_T_ROOMS}::test_who_hears[Confer of godfather, night]", _FORGED),
    ),
    Fault(
        "a Spy hears who of the Mafia speaks",
        _ROOMS,
        "        told += _reaching(heard.unnamed, Overheard(room, heard.voice, text))\n",
        "        told += _reaching(heard.unnamed, Said(room, seat, text, means=means))\n",
        (f"{_T_ROOMS}::test_who_hears[Confer of godfather, night]", _FORGED),
    ),
    Fault(
        "whispers are public",
        _ROOMS,
        '_reaching(frozenset({seat, to}) | listeners, Said("whisper", seat, text, to, means))',
        '[Told(EVERYONE, Said("whisper", seat, text, to, means))]',
        (f"{_T_RULES}::test_everybody_sees_a_whisper_and_two_hear_it", _JAIL),
    ),
    Fault(
        "nobody sees that somebody whispers",
        _ROOMS,
        "Told(EVERYONE, WhisperSeen(seat, to))",
        "Told(frozenset({seat, to}), WhisperSeen(seat, to))",
        (f"{_T_RULES}::test_everybody_sees_a_whisper_and_two_hear_it", _JAIL),
    ),
    Fault(
        "Lookouts read whispers",
        _ROOMS,
        '_of(s, s.alive, {"spy", "blackmailer"})',
        '_of(s, s.alive, {"spy", "blackmailer", "lookout"})',
        (f"{_T_RULES}::test_everybody_sees_a_whisper_and_two_hear_it",),
    ),
    Fault(
        "dead Spies read whispers",
        _ROOMS,
        '_of(s, s.alive, {"spy", "blackmailer"})',
        '_of(s, s.seats, {"spy", "blackmailer"})',
        (f"{_T_TOOLS}::test_who_dies_hears_no_more_whispers",),
    ),
    Fault(
        "everybody is told who is what",
        _RULES,
        "told.append(Told(frozenset({seat}), given))",
        "told.append(Told(EVERYONE, given))",
        (_KNOWLEDGE,),
    ),
    Fault(
        "everybody hears who is of the Mafia",
        _RULES,
        "[Told(frozenset(seat for seat, _ in met), MatesMet(met))",
        "[Told(EVERYONE, MatesMet(met))",
        (f"{_T_RULES}::test_the_mafia_knows_who_becomes_one_of_them_and_nobody_else", _COFFINS),
    ),
    Fault(
        "the Mafia does not hear who joins it",
        _RULES,
        "changed = {seat for seat, role in living.items() if role != before[seat].role or not before[seat].alive}",
        "changed = {seat for seat, role in living.items() if not before[seat].alive}",
        (f"{_T_RULES}::test_the_mafia_knows_who_becomes_one_of_them_and_nobody_else", _COFFINS),
    ),
    Fault(
        "everybody hears what a night told somebody",
        _RULES,
        "[Told(frozenset({notice.seat}), Noticed(s.day, notice))",
        "[Told(EVERYONE, Noticed(s.day, notice))",
        (_JAIL, _KNOWLEDGE),
    ),
    Fault(
        "everybody hears what somebody means to do",
        _RULES,
        "return [Told(frozenset({seat}), Ordered(seat, order))]",
        "return [Told(EVERYONE, Ordered(seat, order))]",
        (_JAIL, _KNOWLEDGE),
    ),
    Fault(
        "everybody reads what somebody writes",
        _RULES,
        "[Told(frozenset({seat}), Wrote(seat, chosen, action.text.strip(), action.means))]",
        "[Told(EVERYONE, Wrote(seat, chosen, action.text.strip(), action.means))]",
        (f"{_T_RULES}::test_a_will_is_for_its_owner_until_death_and_counts_as_it_stands_then", _FORGED),
    ),
    Fault(
        "everybody reads what a model keeps of a day",
        _RULES,
        "[Told(frozenset({seat}), Summed(seat, day, text))]",
        "[Told(EVERYONE, Summed(seat, day, text))]",
        (f"{_T_SUMMARIES}::test_what_somebody_keeps_is_told_to_them_alone", _COFFINS),
    ),
    Fault(
        "everybody hears whom a Jailor chooses",
        _RULES,
        "return [Told(frozenset({seat}), Picked(seat, whom))]",
        "return [Told(EVERYONE, Picked(seat, whom))]",
        (_JAIL, _KNOWLEDGE),
    ),
    Fault(
        "everybody sees who is jailed",
        _RULES,
        "Told(frozenset({seat, prisoner}), Jailed(s.day, prisoner))",
        "Told(EVERYONE, Jailed(s.day, prisoner))",
        (f"{_T_RULES}::test_the_jailor_and_the_prisoner_alone_know_of_the_jail", _JAIL),
    ),
    Fault(
        "everybody hears whom a dead Medium reaches",
        _RULES,
        "Told(frozenset({seat, whom}), SeanceBegan(s.day, seat, whom))",
        "Told(EVERYONE, SeanceBegan(s.day, seat, whom))",
        (_COFFINS, _KNOWLEDGE),
    ),
    Fault(
        "everybody hears who has got what they wanted",
        _RULES,
        "Told(frozenset({seat}), Triumphed(seat))",
        "Told(EVERYONE, Triumphed(seat))",
        (f"{_T_RULES}::test_an_executioner_wins_when_the_target_hangs_and_the_game_goes_on", _ALONE),
    ),
    Fault(
        "everybody hears who has become something else",
        _RULES,
        "told.append(Told(me, Became(after.seat, after.role)))",
        "told.append(Told(EVERYONE, Became(after.seat, after.role)))",
        (f"{_T_RULES}::test_an_executioner_whose_target_dies_at_night_is_a_jester", _ALONE),
    ),
    Fault(
        "a prisoner hears the Jailor's name",
        _ROOMS,
        'else Hearing(jailors, cell, "Jailor")',
        "else Hearing(jailors | cell)",
        (f"{_T_ROOMS}::test_who_hears[Confer of jailor, night]", _JAIL),
    ),
    Fault(
        "the Mafia hears its mate in jail",
        _ROOMS,
        "return Hearing(jailors | cell) if seat == s.prisoner",
        "return Hearing(jailors | cell | frozenset(mates(s, seat))) if seat == s.prisoner",
        (
            f"{_T_RULES}::test_the_jailor_and_the_prisoner_alone_know_of_the_jail",
            f"{_T_ROOMS}::test_who_hears[Confer of jailed, night]",
        ),
    ),
    Fault(
        "a prisoner hears the Mafia",
        _ROOMS,
        "return Hearing(_of(s, free, kin) | here",
        "return Hearing(_of(s, s.alive, kin) | here",
        (f"{_T_ROOMS}::test_who_hears[Confer of godfather, night]",),
    ),
    Fault(
        "a Spy in jail hears the Mafia",
        _ROOMS,
        "_of(s, free, {listener}))",
        "_of(s, s.alive, {listener}))",
        (f"{_T_ROOMS}::test_who_sits_in_jail_hears_nothing_but_the_cell[spy-godfather-spy]",),
    ),
    Fault(
        "the dead hear a Medium's name",
        _ROOMS,
        'return Hearing(frozenset({seat}), dead | (mediums - {seat}), "Medium")',
        "return Hearing(frozenset({seat}) | dead | (mediums - {seat}))",
        (f"{_T_ROOMS}::test_who_hears[Confer of medium, night]", _COFFINS),
    ),
    Fault(
        "a Medium hears the dead by day",
        _ROOMS,
        '(mediums if s.phase == "night" else frozenset())',
        "mediums",
        (f"{_T_ROOMS}::test_who_hears[Confer of dead janitor, discussion]",),
    ),
    Fault(
        "the dead hear a seance",
        _ROOMS,
        "_reaching(frozenset({medium, whom}), Said(",
        "_reaching(frozenset({medium, whom, *s.dead}), Said(",
        (
            f"{_T_ROOMS}::test_who_hears[Reach of escort, night]",
            f"{_T_ROOMS}::test_who_hears[Reach of dead medium, night]",
        ),
    ),
    Fault(
        "a Spy reads along in the Mafia's room",
        _ROOMS,
        "_thread(room, s.day, kin - {s.prisoner})",
        '_thread(room, s.day, kin - {s.prisoner} | _of(s, s.alive, {"spy"}))',
        (f"{_T_ROOMS}::test_nobody_reads_in_a_room_who_is_not_to_be_known_there",),
    ),
    Fault(
        "a prisoner reads along in the Mafia's room",
        _ROOMS,
        "_thread(room, s.day, kin - {s.prisoner})",
        "_thread(room, s.day, kin)",
        (
            f"{_T_ROOMS}::test_nobody_reads_in_a_room_who_is_not_to_be_known_there",
            f"{_T_ROOMS}::test_a_mate_in_jail_cannot_be_told_from_there_being_no_room",
        ),
    ),
    Fault(
        "whether a mate sits in jail shows in there being a room",
        _ROOMS,
        "if len(kin) > 1]",
        "if len(kin - {s.prisoner}) > 1]",
        (f"{_T_ROOMS}::test_a_mate_in_jail_cannot_be_told_from_there_being_no_room",),
    ),
    Fault(
        "a Jailor sits in the cell's room by name",
        _ROOMS,
        'found.append(_thread("jail", s.day, frozenset({s.prisoner})))',
        'found.append(_thread("jail", s.day, frozenset({s.prisoner}) | _of(s, s.alive, {"jailor"})))',
        (f"{_T_ROOMS}::test_nobody_reads_in_a_room_who_is_not_to_be_known_there",),
    ),
    Fault(
        "all nights share a room",
        _ROOMS,
        'return GRAVEYARD if room == "dead" else Seat(f"{room}-{night}")',
        'return GRAVEYARD if room == "dead" else Seat(room)',
        (f"{_T_ROOMS}::test_a_room_of_one_night_is_over_at_dawn_and_its_ears_hear_nothing_later",),
    ),
    Fault(
        "the living read along in the graveyard",
        _ROOMS,
        'Channel("graveyard", "The graveyard", about, GRAVEYARD, dead, writers, Confer, over)',
        'Channel("graveyard", "The graveyard", about, GRAVEYARD, None, writers, Confer, over)',
        (f"{_T_ROOMS}::test_nobody_reads_in_a_room_who_is_not_to_be_known_there",),
    ),
    Fault(
        "people write in the graveyard of a game that is over",
        _ROOMS,
        "writers = nobody if over else dead",
        "writers = dead",
        (f"{_T_ROOMS}::test_every_room_is_over_with_the_game",),
    ),
    Fault(
        "the blackmailed whisper",
        _ROOMS,
        "return s.by_day and seat in s.alive and seat not in s.gagged and seat not in s.mayors",
        "return s.by_day and seat in s.alive and seat not in s.mayors",
        (f"{_T_ROOMS}::test_who_may_write[discussion-Whisper-writers6]",),
    ),
    Fault(
        "somebody may take a seat after having sat in another",
        _RULES,
        "    if held - {seat}:\n",
        "    if False:\n",
        (
            f"{_T_RULES}::test_whoever_has_sat_elsewhere_comes_back_to_that_seat_only_and_nobody_sits_down_among_the_dead",
        ),
    ),
)

PAPERS = (
    Fault(
        "a cleaned body shows its role",
        _NIGHT,
        "return Death(seat, causes, None, None, notes,",
        "return Death(seat, causes, _guise(c, seat), None, notes,",
        (f"{_T_NIGHT}::test_a_janitor_keeps_a_death_for_himself", _FORGED),
    ),
    Fault(
        "a cleaned body's will is found",
        _NIGHT,
        "return Death(seat, causes, None, None, notes,",
        "return Death(seat, causes, None, c.was(seat).will, notes,",
        (f"{_T_NIGHT}::test_a_janitor_keeps_a_death_for_himself", _FORGED),
    ),
    Fault(
        "a Janitor pays whether anybody dies or not",
        _NIGHT,
        "        if target in c.dead:\n            c.spend(seat)\n",
        "        c.spend(seat)\n        if target in c.dead:\n",
        (f"{_T_NIGHT}::test_a_janitor_pays_for_success_only_and_a_forger_always", _FORGED),
    ),
    Fault(
        "the true will is found in place of the forged one",
        _NIGHT,
        "(c.was(forger).forgery for forger, target in",
        "(c.was(target).will for forger, target in",
        (f"{_T_NIGHT}::test_a_forged_will_is_found_unless_a_janitor_was_there", _FORGED),
    ),
    Fault(
        "a will soaked in blood can be read",
        _NIGHT,
        'will = "" if bloodied else next(',
        "will = next(",
        (f"{_T_NIGHT}::test_a_serial_killer_kills_the_blocker_besides_and_bloodies_the_will",),
    ),
    Fault(
        "death notes lie with whom others killed",
        _NIGHT,
        "killers = {attack.by for attack in attacks if attack.by is not None}",
        "killers = {attack.by for attacks in c.dead.values() for attack in attacks if attack.by is not None}",
        (_FORGED,),
    ),
    Fault(
        "a will counts as it stood first",
        _STATE,
        "papers={**s.papers[at], event.paper: event}",
        "papers={event.paper: event, **s.papers[at]}",
        (f"{_T_RULES}::test_a_will_is_for_its_owner_until_death_and_counts_as_it_stands_then", _FORGED),
    ),
    Fault(
        "the dead write their wills",
        _RULES,
        "case Confer() | Reach() | Seance():",
        "case Confer() | Reach() | Seance() | Write():",
        (f"{_T_RULES}::test_a_will_is_for_its_owner_until_death_and_counts_as_it_stands_then",),
    ),
    Fault(
        "a will may be as long as one likes",
        _RULES,
        "    _measured(action.text, LONGEST_PAPER)\n",
        "",
        (f"{_T_RULES}::test_papers_are_for_those_who_have_them",),
    ),
    Fault(
        "a will can close its own quotation",
        _SENTENCES,
        "“{text.translate(_INNER)}”",
        "“{text}”",
        (f"{_T_SENTENCES}::test_a_will_cannot_pass_for_the_tables_own_words",),
    ),
    Fault(
        "a will that a built-in player writes outgrows the paper",
        _WILLS,
        "        if len(text) <= LONGEST_PAPER:\n",
        "        if True:\n",
        (f"{_T_WILLS}::test_of_a_long_life_the_nights_are_kept_that_brought_something",),
    ),
)

ENDS = (
    Fault(
        "a Serial Killer beats a Jailor with executions left",
        _WINNING,
        '    if other.role == "jailor" and other.uses:\n        return None\n',
        "",
        (f"{_T_RULES}::test_who_is_left_decides[serial-killer jailor:1-None]",),
    ),
    Fault(
        "a Godfather and a Transporter go on for ever",
        _WINNING,
        '    "godfather": frozenset({"transporter"}),\n',
        "",
        (f"{_T_RULES}::test_who_is_left_decides[godfather transporter-mafia]",),
    ),
    Fault(
        "the Mafia wins when it is as many as the others",
        _WINNING,
        'if parity and sides == {"town", "mafia"} and',
        'if sides == {"town", "mafia"} and',
        (f"{_T_RULES}::test_who_is_left_decides[godfather sheriff-None]",),
    ),
    Fault(
        "the Town wins while a Witch can make a Vigilante shoot",
        _WINNING,
        'return None if {"witch", "vigilante"} <= armed else next(iter(sides))',
        "return next(iter(sides))",
        (f"{_T_RULES}::test_who_is_left_decides[vigilante witch-None]",),
    ),
    Fault(
        "dead Survivors win",
        _WINNING,
        '(role == "survivor" and seat in alive)',
        '(role == "survivor")',
        (f"{_T_RULES}::test_a_whole_side_wins_dead_or_alive_and_some_for_themselves",),
    ),
    Fault(
        "a Witch wins with the Town",
        _WINNING,
        'seat in alive and how != "town")',
        "seat in alive)",
        (f"{_T_RULES}::test_a_whole_side_wins_dead_or_alive_and_some_for_themselves",),
    ),
    Fault(
        "only those of a side win who live",
        _WINNING,
        "or side(role) == how\n",
        "or (side(role) == how and seat in alive)\n",
        (f"{_T_RULES}::test_a_whole_side_wins_dead_or_alive_and_some_for_themselves", _COFFINS),
    ),
    Fault(
        "who got what they wanted has not won",
        _WINNING,
        "if seat in content\n        or side",
        "if side",
        (f"{_T_RULES}::test_a_whole_side_wins_dead_or_alive_and_some_for_themselves", _ALONE),
    ),
    Fault(
        "it is a draw after one quiet day",
        _WINNING,
        "QUIET_DAYS = 2\n",
        "QUIET_DAYS = 1\n",
        (f"{_T_RULES}::test_two_quiet_days_from_the_seventh_on_are_a_draw", _ALONE),
    ),
    Fault(
        "quiet days count from the first",
        _RULES,
        "quiet = s.day >= QUIET_FROM and not",
        "quiet = not",
        (f"{_T_RULES}::test_two_quiet_days_from_the_seventh_on_are_a_draw",),
    ),
    Fault(
        "a hanging does not break the quiet",
        _RULES,
        "    quiet = quiet and not any(grave.lynched and grave.day == s.day for grave in s.graves)\n",
        "",
        (f"{_T_RULES}::test_a_death_on_the_eighth_day_puts_the_draw_off",),
    ),
    Fault(
        "everybody hears in the game what they hear in the end",
        _STATE,
        "        nights=(*s.nights, s.orders),\n",
        "        nights=(*s.nights, s.orders),\n        knowers=(None,) * len(s.seats),\n",
        (_KNOWLEDGE,),
    ),
    Fault(
        "a town of one side is dealt",
        _LISTS,
        "if roles and len({side(role) for role in roles} - {None}) > 1:",
        "if roles:",
        (
            f"{_T_RULES}::test_a_list_that_cannot_be_drawn_is_refused_in_a_sentence[RT, RT, RT, RT, RT, RT, Jester-No town can be drawn]",
        ),
    ),
    Fault(
        "a unique role is dealt twice",
        _LISTS,
        "if not (ROLE[role].unique and role in roles.values()) and",
        "if",
        (f"{_T_RULES}::test_every_list_is_good_for_every_number_of_players[7-all-any]",),
    ),
)

ASKED = (
    Fault(
        "who can do nothing at night is not asked: who is gives away their role",
        _ASKS,
        "    return talks_due(s, seat) or (_order_ask(s, seat),)\n",
        "    return talks_due(s, seat) or ((_order_ask(s, seat),) if doable(s, seat).orders else ())\n",
        (_JAIL,),
    ),
    Fault(
        "whoever is asked at night is publicly waited for",
        _SCENES,
        '        case "judgement":\n            return living - s.answered - {s.accused}\n',
        '        case "judgement":\n            return living - s.answered - {s.accused}\n'
        '        case "night":\n            return living - frozenset(s.ready)\n',
        (f"{_T_SCENES}::test_at_night_nobody_is_waited_for_and_the_public_has_no_buttons",),
    ),
    Fault(
        "what somebody is asked at night is asked in public",
        _ASKS,
        "allowed, _SLEEP, time, private=True)",
        "allowed, _SLEEP, time)",
        (_JAIL,),
    ),
    Fault(
        "what a Jailor is asked is asked in public",
        _ASKS,
        "        invites=invites,\n        private=True,\n    )\n\n\ndef _can_reveal",
        "        invites=invites,\n    )\n\n\ndef _can_reveal",
        (_JAIL,),
    ),
    Fault(
        "who sits in jail may order something",
        _ASKS,
        "or not ROLE[role].acts or seat == prisoner or",
        "or not ROLE[role].acts or",
        (f"{_T_RULES}::test_the_jailor_and_the_prisoner_alone_know_of_the_jail",),
    ),
    Fault(
        "the Mafia may kill its own",
        _ASKS,
        "ours, jailor = frozenset((seat, *friends)), seat",
        "ours, jailor = frozenset[Seat](), seat",
        (_FORGED,),
    ),
    Fault(
        "one may name oneself",
        _RULES,
        '    require(whom != seat, "You cannot choose yourself.")\n',
        "",
        (f"{_T_RULES}::test_a_nomination_may_be_changed_and_nobody_names_themselves",),
    ),
    Fault(
        "an AI is asked again though nothing was said",
        _RULES,
        "    if s.spoken > s.heard and _anybody",
        "    if s.spoken >= s.heard and _anybody",
        (f"{_T_RULES}::test_the_talk_of_ais_is_over_when_nobody_wants_to_speak",),
    ),
    Fault(
        "an AI takes the floor as often as it likes",
        _ASKS,
        "return said < rules.ai_statements and said",
        "return said",
        (f"{_T_RULES}::test_an_ai_takes_the_floor_only_so_often",),
    ),
    Fault(
        "who is named has no more right to answer than others",
        _RULES,
        '        seat: bid + (f"{{{seat}}}" in last)\n',
        "        seat: bid\n",
        (f"{_T_RULES}::test_ais_are_asked_how_eager_they_are_and_the_one_that_is_named_speaks",),
    ),
)

SENT = (
    Fault(
        "what others wrote and were told stands in a town's letters",
        "games/story.py",
        "        return [told.event for told in self.log if told.heard_by(seat)]\n",
        "        return [told.event for told in self.log]\n",
        (f"{_T_AGENTS}::test_a_summary_is_asked_for_with_what_the_seat_heard_and_nothing_else",),
    ),
    Fault(
        "a letter quotes words as they are",
        _LETTERS,
        "    return as_data(line, longest)\n",
        "    return line\n",
        (f"{_T_AGENTS}::test_what_somebody_says_or_writes_forges_nothing",),
    ),
    Fault(
        "a letter names who speaks to those who hear a voice",
        _SENTENCES,
        'Overheard: lambda e: f"{e.voice.capitalize()}, ',
        'Overheard: lambda e: f"You, ',
        (f"{_T_AGENTS}::test_a_summary_is_asked_for_with_what_the_seat_heard_and_nothing_else",),
    ),
    Fault(
        "the talk of earlier days stands in letters for ever",
        _LETTERS,
        "self.past, self.today = heard[: breaks[-1]], heard[breaks[-1] + 1 :]",
        "self.past, self.today = heard[: breaks[-1]], heard",
        (f"{_T_AGENTS}::test_engine_facts_are_never_summed_up_and_talk_is_only_at_dawn",),
    ),
    Fault(
        "a seat sums up what others heard",
        _SUMMARIES,
        "    for line in s.lines_of(seat):\n",
        "    for line in reversed(s.lines):\n",
        (
            f"{_T_SUMMARIES}::test_a_seat_sums_up_what_it_heard_and_nothing_else",
            f"{_T_TOOLS}::test_what_was_claimed_is_found_by_those_who_heard_it",
        ),
    ),
    Fault(
        "another model's summary stands for one's own",
        _SUMMARIES,
        "        if who == seat and of == day:\n",
        "        if of == day:\n",
        (f"{_T_SUMMARIES}::test_a_model_sums_up_yesterday_before_it_is_asked_anything_else",),
    ),
)

SPOKEN = (
    Fault(
        "what a model in a town says within its thinking is said",
        _STEPS,
        "    if name in finals and (opened > closed or (thinking and not closed)):\n        raise Unreadable(OPEN)\n",
        "",
        (f"{_T_AGENTS}::test_nothing_is_said_that_is_not_clearly_meant_to_be",),
    ),
    Fault(
        "a model in a town may write its own observations",
        _STEPS,
        '    if name == "observation":\n        raise Unreadable(FORGED)\n',
        "",
        (f"{_T_AGENTS}::test_nothing_is_said_that_is_not_clearly_meant_to_be",),
    ),
    Fault(
        "a model in a town says tags, thinking and all",
        _STEPS,
        "    if _MARKUP.search(text):\n        raise Unreadable(TAG_IN_SPEECH)\n",
        "",
        (f"{_T_AGENTS}::test_nothing_is_said_that_is_not_clearly_meant_to_be",),
    ),
)

LOOKED_UP = (
    Fault(
        "the wills of the living can be looked up",
        _TOOLS,
        '    if player == seat and s.grave(player) is None:\n        own = s.paper(seat, "will").text\n',
        '    if s.grave(player) is None:\n        own = s.paper(player, "will").text\n',
        (f"{_T_TOOLS}::test_a_will_is_read_when_its_writer_is_dead",),
    ),
    Fault(
        "the roles of the living can be looked up",
        _TOOLS,
        'known = s.role(player) if s.knows(seat, player) else "mayor" if player in s.mayors else None',
        "known = s.role(player)",
        (f"{_T_TOOLS}::test_nothing_found_depends_on_what_the_seat_cannot_see",),
    ),
    Fault(
        "the true will is looked up in place of the shown one",
        _TOOLS,
        "{as_data(_will(grave))}",
        "Their will: {quoted(s.paper(grave.seat, 'will').text)}",
        (f"{_T_TOOLS}::test_a_forged_will_is_what_was_found",),
    ),
    Fault(
        "what a Janitor found, everybody can look up",
        _TOOLS,
        'if night == grave.day and n.seat == seat and n.kind == "cleaned"]',
        'if night == grave.day and n.kind == "cleaned"]',
        (f"{_T_TOOLS}::test_a_cleaned_body_tells_nothing_but_to_the_janitor",),
    ),
    Fault(
        "everybody looks up what others heard",
        _TOOLS,
        '    for line in s.lines_of(seat):\n        if line.room == "whisper"',
        '    for line in reversed(s.lines):\n        if line.room == "whisper"',
        (f"{_T_TOOLS}::test_everybody_sees_who_whispers_and_some_hear_what",),
    ),
    Fault(
        "one looks up another's notebook",
        _TOOLS,
        '    own = s.paper(seat, "notebook").text\n',
        '    own = max(s.paper(each, "notebook").text for each in s.seats)\n',
        (f"{_T_TOOLS}::test_a_notebook_is_read_by_whose_it_is",),
    ),
    Fault(
        "claims are looked up that one did not hear",
        _TOOLS,
        "    if not any(line.heard for line in s.lines):\n        return s\n",
        "    return s\n",
        (f"{_T_TOOLS}::test_two_who_heard_different_whispers_find_different_claims",),
    ),
    Fault(
        "tags stand in what is looked up",
        _TOOLS,
        'json.dumps(text.replace("<", "‹"), ensure_ascii=False)',
        "json.dumps(text, ensure_ascii=False)",
        (f"{_T_TOOLS}::test_nothing_that_people_write_looks_like_a_tag_or_a_line_of_ours",),
    ),
    Fault(
        "a claim that stands beside the words only is not said aloud",
        "games/town/reading.py",
        "    return replace(action, text=text, claims=",
        "    return replace(action, claims=",
        (f"{_T_DECLARING}::test_a_claim_beside_words_that_do_not_say_it_is_said_aloud",),
    ),
    Fault(
        "a whisper is corrected before everybody",
        _RULES,
        "Told(heard_last(s, seat), Corrected(",
        "Told(EVERYONE, Corrected(",
        (f"{_T_DECLARING}::test_a_whisper_is_corrected_before_whoever_heard_it",),
    ),
    Fault(
        "a forged will claims nothing",
        _RULES,
        "    forged = next((each.means for each in forgeries if each.text == death.will), None)\n",
        "    forged = ()\n",
        (f"{_T_DECLARING}::test_what_a_forger_writes_is_claimed_by_whoever_dies",),
    ),
    Fault(
        "what the Mafia says among itself counts as claimed",
        _CLAIMS,
        "or line.seat is None or line.room in SECRET_ROOMS:",
        "or line.seat is None:",
        (f"{_T_CLAIMS}::test_what_the_mafia_says_among_itself_claims_nothing",),
    ),
    Fault(
        "a whispered claim speaks against somebody before the town",
        _CLAIMS,
        'if claim.kind == "role" and claim.role is not None and claim.source != "whispered":',
        'if claim.kind == "role" and claim.role is not None:',
        (f"{_T_CLAIMS}::test_what_was_only_whispered_speaks_against_nobody",),
    ),
)

SHOWN = (
    Fault(
        "the nights are told before the end",
        _SCENES,
        '    if s.ended is not None:\n        found.append(Sheet(NIGHTS, replay(s), "🌙"))\n',
        '    if s.nights:\n        found.append(Sheet(NIGHTS, replay(s), "🌙"))\n',
        (f"{_T_SCENES}::test_before_the_end_pages_are_secret_and_no_night_is_told",),
    ),
    Fault(
        "the nights are charted before the end",
        _SCENES,
        "*(charts(s) if s.ended is not None else ()),",
        "*(charts(s) if s.nights else ()),",
        (f"{_T_SCENES}::test_before_the_end_pages_are_secret_and_no_night_is_told",),
    ),
    Fault(
        "what somebody was, the table tells before the end",
        _RULES,
        'return s.role(seat) or "" if s.ended is not None else ""',
        'return s.role(seat) or ""',
        (f"{_T_RULES}::test_what_somebody_was_is_said_when_all_is_over",),
    ),
    Fault(
        "a page is no secret",
        _SCENES,
        "        secret=own is not None,\n",
        "        secret=False,\n",
        (f"{_T_SCENES}::test_before_the_end_pages_are_secret_and_no_night_is_told",),
    ),
    Fault(
        "the roster shows the true role of a cleaned body",
        _SCENES,
        'return Row(seat, _died(grave), "black"',
        'return Row(seat, f"{_died(grave)} ({s.role(seat)})", "black"',
        (f"{_T_SCENES}::test_a_cleaned_body_says_nothing",),
    ),
    Fault(
        "the button that only a Mayor has stands on everybody's screen",
        _SCENES,
        'if s.by_day and s.role(seat) == "mayor" and',
        "if s.by_day and",
        (f"{_T_SCENES}::test_only_a_mayor_has_the_button_that_says_so_and_presses_it_twice",),
    ),
    Fault(
        "whispers stand on everybody's screen",
        _SCENES,
        "return tuple(f\"{{{seat}}} → {{{to}}}{f' ×{count}' if count > 1 else ''}\" for (seat, to), count in seen.items())",
        'return tuple(f"{{{each.seat}}} → {{{each.to}}}: {each.text}" for each in s.lines if each.to) if seen else ()',
        (f"{_T_SCENES}::test_that_somebody_whispers_is_seen_and_what_is_not",),
    ),
    Fault(
        "re-dealing keeps everybody's role",
        _REDEAL,
        "        if roles[at] is not None and not s.knows(seat, each):\n",
        "        if False:\n",
        ("tests/games/town/test_redeal.py::test_all_that_a_seat_was_not_told_may_be_otherwise",),
    ),
    Fault(
        "re-dealing keeps everybody's orders",
        _REDEAL,
        "orders=_others(s, seat, s.orders, _order, rng),",
        "orders=s.orders,",
        ("tests/games/town/test_redeal.py::test_all_that_a_seat_was_not_told_may_be_otherwise",),
    ),
    Fault(
        "re-dealing keeps everybody's wills",
        _REDEAL,
        '"papers": _written, ',
        "",
        ("tests/games/town/test_redeal.py::test_all_that_a_seat_was_not_told_may_be_otherwise",),
    ),
    Fault(
        "re-dealing deals anew what the seat knows",
        _REDEAL,
        "jails=s.jails if seat in s.seats",
        "jails=() if seat in s.seats",
        (_KNOWLEDGE,),
    ),
)

FAULTS = (*NIGHTS, *TRIALS, *EARS, *PAPERS, *ENDS, *ASKED, *SENT, *SPOKEN, *LOOKED_UP, *SHOWN)
