"""What a display says of who is ahead, who won, and whether it is a draw, without a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.core import Seat
from games.duet.clauses import Sentence, short
from games.duet.cues import BOTH, Lexicon
from games.duet.readings import PAYOFF, TOTAL, other
from games.duet.words import HUMAN, PLAYER, SIDES

_LEADS = re.compile(
    r"(?i)(?:in the lead|(?<!\w)leads?(?!\w)|(?<!\w)leading|(?:is|are|'re|'s|comes?|come out|pulls?) (?:well |clearly |now |still )?(?:ahead|winning|on top|in front)|ahead of"
    r"|lieg(?:t|st) (?:\w+ )?vorne?|führst?(?!\w)|in führung|en tête|mène(?!\w)|menez|va(?:s)? ganando|en cabeza|in vantaggio|in testa|na frente|vencendo|sta(?:at)? (?:\S+ )?voor|aan de leiding)"
)
_TRAILS = re.compile(
    r"(?i)(?:(?:is|are|'re|'s|falls?) (?:now |still )?(?:behind|losing|trailing)|(?<!\w)trails?(?!\w)|lieg(?:t|st) (?:\w+ )?hinten|va(?:s)? perdiendo|in svantaggio|staat achter|menée?s?(?!\w))"
)
_WINS = re.compile(
    r"(?i)(?<!\w)(?:wins?|won|beats?|outbids?|victory|triumphs?|(?:ist|war) (?:der )?sieger\w*|gewinnt?|gewinnst|(?:hast|hat|habt) (?:\w+ )*gewonnen|gagnez|a gagné|gagne|ganas|ganaste|ganó|has ganado|ha ganado|vince|vinci"
    r"|ha vinto|hai vinto|ganha|ganhou|vence|venceu|wint|heeft gewonnen|ging an|goes to|takes? (?:the )?(?:\w+ )?(?:lot|thing|item|prize))(?!\w)"
)
_DRAW = re.compile(
    r"(?i)(?<!\w)(?:a draw|a tie|tied|unentschieden|égalité|empate|pareggio|gelijkspel|gelijk spel)(?!\w)"
)
_LOT = re.compile(r"(?i)(?<!\w)(?:lot|thing|item|prize|auction|sold|outbids?)(?!\w)")
_NOTHING = re.compile(r"(?i)(?<!\w)(?:nothing|nichts|rien|nada|nulla|niets|ingenting)(?!\w)")
_SPARED = re.compile(
    r"(?i)(?<!\w)(?:higher|highest|höhere|höchste|plus élevée|maior|puja más alta|hoogste|whoever|wer|qui)(?!\w)|\?"
)


class Standings:
    """Reads clauses for who is ahead or has won."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon, self.ledger, self.facts = lexicon, lexicon.ledger, lexicon.facts

    def read(self, text: str, sentence: Sentence, seat: str, round: int | None) -> Iterator[str]:
        """Mistakes of a clause; `seat` and `round` are carried over from the words before."""
        if sentence.asks or sentence.supposes or (sentence.may and _SPARED.search(text)) or _SPARED.search(text):
            return
        who = self._who(text, seat)
        if _DRAW.search(text) and self.facts.over and self.leader() is not None and not self.ledger.level():
            yield f"“{short(sentence.raw)}”: it is no draw."
        if who is None:
            return
        wrong = False
        if not self.ledger.open and not self.ledger.amounts:
            return
        if _LEADS.search(text) and not re.search(r"(?i)more|would|round", text):
            wrong = self._known(round) and self.leader() != who
        elif _TRAILS.search(text):
            wrong = self._known(round) and self.leader() != other(who)
        elif _WINS.search(text) and not _NOTHING.search(text):
            wrong = self._won(text, who, round)
        if wrong:
            yield f"“{short(sentence.raw)}”: that is not how it stands."

    def _who(self, text: str, seat: str) -> Seat | None:
        found = self.lexicon.seats(text)
        mine = [each for each in found if not each.before] or [each for each in found if each.before in {"an", "to"}]
        name = mine[0].name if mine else seat if not found else ""
        if name == BOTH or name not in SIDES:
            return None
        return Seat(name)

    def leader(self) -> Seat | None:
        """Who has more in total; else, where totals are not known, who won more rounds. None if nobody."""
        each = [self.ledger.value(TOTAL, seat) for seat in SIDES]
        if each[0] is None or each[1] is None:
            won = self.ledger.wins()
            each = [float(won[seat]) for seat in SIDES]
        return None if each[0] == each[1] else HUMAN if (each[0] or 0) > (each[1] or 0) else PLAYER

    def _known(self, round: int | None) -> bool:
        return self.ledger.open or bool(self.ledger.wins())

    def _won(self, text: str, who: Seat, round: int | None) -> bool:
        """Whether a win is told that was none. What is won of a number (“won 40”) is not looked at here."""
        if re.search(r"(?i)(?:wins?|won|gagn\w+|gan\w+|vin\w+|gewonnen|gewinn\w+|wint)\s+⟦", text) and "by" not in text:
            return False
        if re.search(r"(?i)(?<!\w)(?:both|all|every|beide|alle)(?!\w)", text) and "⟦" not in text:
            return self.ledger.wins()[who] < (self.ledger.last or 0)
        if re.search(r"(?i)(?:wins?|won) one(?!\w)", text):
            return False
        if "⟦" in text and not re.search(
            r"(?i)(?:by|with|against|for|mit|gegen|um|por|con|contro|frente|met|tegen|avec|contre|de|at|round|lot|:|to|–|-)\s*(?:a bid of |your |a )?⟦",
            text,
        ):
            return False
        if round is not None:
            winner = self.ledger.winner(round)
            return winner is not None and winner != who
        if self.facts.over and self.ledger.open:
            last = self.ledger.winner(self.facts.round) if re.search(r"(?i)last|lot|letzte|round", text) else None
            highest = self.ledger.highest()
            if highest is not None and _LOT.search(text):
                return highest != who
            return who not in {self.leader(), last, highest}
        if self.ledger.value(PAYOFF, who, self.ledger.paid or None) is not None and "⟦" not in text:
            return False
        if (
            re.search(r"(?i)goes to|ging an|takes?", text)
            and self.facts.over
            and self.ledger.highest() not in {None, who}
        ):
            return True
        latest = self.ledger.winner(self.ledger.last or 0)
        return latest is not None and latest != who and len(self.ledger.amounts) == 1 and not self.ledger.open
