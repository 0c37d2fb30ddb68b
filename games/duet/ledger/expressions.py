"""The small language of a header: arithmetic, comparisons, `a if b else c`, a few functions, over the values of a game.

It is Python's expressions, with less in it: no attributes but those of mappings, no methods, no way to
make anything large. Whatever is wrong is a `BadExpression`: one sentence for the author, which quotes the expression and
never a value. Numbers compare as they are written, to six digits, so that 0.1 + 0.2 is 0.3. What is not there yet is None:
it equals nothing, is neither more nor less than anything, and cannot be reckoned with.
"""

from __future__ import annotations

import ast
import math
import operator
import random
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar

from games.core import record

LONGEST = 500
"""Characters of an expression as somebody writes it."""
LONGEST_WHOLE = 40_000
"""Characters of one in which names of others, or a whole table, stand as what they are."""
LONGEST_TEXT = 5000
"""Characters of a text that an expression makes."""
MOST_ENTRIES = 1000
"""Entries of a list that an expression makes, those of lists in it included."""
MOST_STEPS = 100_000
"""Steps of one evaluation, which is some tenths of a second."""
MOST_AT_ONCE = 200_000
"""Steps of all that one move brings about."""
LARGEST = 10**15
"""A number beyond it is a mistake, not money."""
DEEPEST = 60
DIGITS = 6

_left: ContextVar[tuple[list[int], ...]] = ContextVar(
    "steps that are left to all that works things out together", default=()
)

T = TypeVar("T")


class BadExpression(ValueError):
    """What is wrong with an `expression`, in one sentence."""

    expression: str = ""


def evaluate(expression: str, names: Mapping[str, Any], dice: random.Random | None = None) -> Any:
    """What `expression` comes to. Mappings in `names` are read as `value.human` or `value['human']`; a key “cost.player” lets
    `cost` be a number and `cost.player` be known as well. `dice` let it use chance, between and pick."""
    node, most = parsed(expression).node, min([MOST_STEPS, *(each[0] for each in _left.get())])
    evaluator = _Evaluator(names, dice, most)
    try:
        return _settled(evaluator.value(node))
    except BadExpression as wrong:
        why = f": {wrong}"
    except (ArithmeticError, TypeError, ValueError, KeyError, RecursionError):
        why = " cannot be worked out."
    finally:
        for each in _left.get():
            each[0] -= evaluator.steps
    bad = BadExpression(f"{_quoted(expression)}{why}")
    bad.expression = expression
    raise bad


@contextmanager
def together(steps: int) -> Iterator[list[int]]:
    """Whatever is worked out within it takes no more than so many steps, all in all; what would is a BadExpression. How many are left
    stands in the list."""
    left = [steps]
    token = _left.set((*_left.get(), left))
    try:
        yield left
    finally:
        _left.reset(token)


def inlined(expression: str, lets: Mapping[str, str]) -> str:
    """The expression with what each of `lets` is in the place of its name; as it stands, where it names none or cannot be read."""
    try:
        if not lets.keys() & names_in(expression):
            return expression
        return ast.unparse(_Inlined(lets).visit(ast.parse(" ".join(expression.split()), mode="eval").body))
    except (BadExpression, SyntaxError, RecursionError):
        return expression


class _Inlined(ast.NodeTransformer):
    def __init__(self, lets: Mapping[str, str]) -> None:
        self.lets = lets

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.parse(self.lets[node.id], mode="eval").body if node.id in self.lets else node


def names_in(expression: str) -> frozenset[str]:
    """The names that must be known for it. BadExpression when it does not parse."""
    return frozenset(name for name, _ in parsed(expression).uses)


# ── what is read ──────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Parsed:
    """An expression that may be evaluated. `uses` are the names in it, each with what is read of it (“human” of
    `value.human`, “*” of `value[them]`, nothing of `value`); `calls` the functions."""

    node: ast.expr
    uses: frozenset[tuple[str, str]]
    calls: frozenset[str]


@lru_cache(maxsize=4096)
def parsed(expression: str) -> Parsed:
    """The expression as it is evaluated. BadExpression when there is something in it that the language does not have."""
    text = expression.strip()
    if not text:
        raise BadExpression("An expression is empty.")
    if len(text) > LONGEST_WHOLE:
        raise BadExpression(f"“{text[:30]}…” is longer than {LONGEST_WHOLE} characters.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            node = ast.parse(" ".join(text.split("\n")), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadExpression(f"{_quoted(text)} cannot be read: {_hint(text)}.") from None
    reading = _Reading()
    try:
        reading.read(node, frozenset(), 0)
    except BadExpression as wrong:
        raise BadExpression(f"{_quoted(text)}: {wrong}") from None
    return Parsed(node, frozenset(reading.uses), frozenset(reading.calls))


def _short(text: str) -> str:
    return f"{text[:57]}…" if len(text) > 60 else text


def _quoted(text: str) -> str:
    return f"“{_short(' '.join(text.split()))}”"


def _shown(node: ast.AST) -> str:
    return _short(ast.unparse(node))


def _hint(text: str) -> str:
    """What to write instead of something that cannot be read."""
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "''", text[:LONGEST])
    for pattern, hint in _HINTS:
        if found := re.search(pattern, bare, re.I):
            return hint.format(found[0], _PLAIN.get(found[0].casefold()))
    if bare.count("(") != bare.count(")"):
        return "its round brackets do not match"
    if bare.count("'") % 2 or bare.count('"') % 2:
        return "a quotation mark is not closed"
    return "something is missing or too much in it"


_PLAIN = {
    "&&": "and", "||": "or", "!": "not", "<>": "!=", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/",
    "minus": "-", "plus": "+", "times": "*", "divided by": "/", "equals": "==", "is more than": ">", "is less than": "<",
    "is at least": ">=", "is at most": "<=", "more than": ">", "less than": "<", "at least": ">=", "at most": "<=",
}  # fmt: skip
_IN_WORDS = "|".join(sorted(filter(str.islower, _PLAIN), key=len, reverse=True))
_HINTS = (
    (r"\bthen\b|\botherwise\b", "“if A then B else C” is written “B if A else C”"),
    (rf"\b(?:{_IN_WORDS})\b", "write “{1}” for “{0}”"),
    (r"[\w.']+ beats [\w.']+", "which number is more is asked with “>”; what beats what in a list, “beats: [{0}]”, and then “winner == 'human'”"),
    (r"[“”„‘’]", "texts stand in straight quotation marks, as in 'accept'"),
    (r"(?<![=<>!])=(?!=)", "“==” compares, and a single “=” has no meaning here"),
    (r"&&|\|\||!(?!=)|<>|≤|≥|≠|×|÷", "write “{1}” for “{0}”"),
    (r"^(?!.*\belse\b).*\bif\b", "“if” needs an “else”, as in “10 if answer == 'accept' else 0”"),
    (r"\d\s*%\s*$|\d%\s", "“30 %” is written 0.3 here"),
)  # fmt: skip


class _Reading:
    """Goes through an expression, before anything of it is worked out: what it names, and that there is nothing in it which the
    language does not have."""

    def __init__(self) -> None:
        self.uses, self.calls = set[tuple[str, str]](), set[str]()

    def read(self, node: ast.AST, own: frozenset[str], depth: int) -> None:
        """`own` are the names that a “for” around it gives."""
        if depth > DEEPEST:
            raise BadExpression("it is nested too deeply; make it simpler.")
        inside: list[Any] = list(ast.iter_child_nodes(node))
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name.startswith("_") or "__" in name:
                raise BadExpression(f"“{name[:40]}” is not a name that can be used here.")
            case ast.Name(id=name):
                self.use(name, "", own)
            case ast.Attribute(value=ast.Name(id=name), attr=part):
                self.use(name, part, own)
                inside = []
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(part))):
                self.use(name, part, own)
                inside = []
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                self.use(name, "*", own)
                inside = [index]
            case ast.Call(func=ast.Name(id=name), args=inside, keywords=[]):
                if name not in FUNCTIONS:
                    raise BadExpression(f"there is no function “{name[:40]}”{meant(name, FUNCTIONS)}.")
                self.calls.add(name)
            case ast.Call(func=ast.Attribute(attr=name)):
                there = f"there are the functions {', '.join(FUNCTIONS)}."
                raise BadExpression(f"“.{name[:40]}(…)” is not available here; {there}")
            case ast.Call():
                raise BadExpression("a function is called by its name, with plain values between the brackets.")
            case ast.Constant(value=int() | float() as value):
                if not abs(value) <= LARGEST:
                    raise BadExpression("a number in it is too large.")
            case ast.Constant(value=value) if value is not None and not isinstance(value, str):
                raise BadExpression(f"“{_shown(node)}” is neither a number nor a text.")
            case ast.ListComp(elt=elt, generators=loops) | ast.GeneratorExp(elt=elt, generators=loops):
                for loop in loops:
                    if not isinstance(loop.target, ast.Name):
                        raise BadExpression("in “for … in …” there is one name after “for”.")
                    self.read(loop.iter, own, depth + 2)
                    own |= {loop.target.id}
                    for condition in loop.ifs:
                        self.read(condition, own, depth + 2)
                inside = [elt]
            case ast.Compare(ops=ops, comparators=others):
                for op, other in zip(ops, others, strict=True):
                    if isinstance(op, ast.Is | ast.IsNot) and ast.unparse(other) != "None":
                        raise BadExpression("“==” compares; “is” stands before None alone.")
            case _ if not isinstance(node, _ALSO):
                shown = f"“{_shown(node)}”" if isinstance(node, ast.expr) else "something in it"
                raise BadExpression(f"{_CALLED.get(type(node).__name__, shown)} is not available here.")
        for each in inside:
            self.read(each, own, depth + 1)

    def use(self, name: str, part: str, own: frozenset[str]) -> None:
        if name not in own and name not in _CONSTANTS:
            self.uses.add((name, part))


_ALSO = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Attribute, ast.Subscript, ast.Slice, ast.Constant, ast.List, ast.Tuple,
    ast.Set, ast.Dict, ast.boolop, ast.cmpop, ast.expr_context, ast.Not, ast.USub, ast.UAdd,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow,
)  # fmt: skip
_CALLED = {"BitAnd": "“&” (write “and”)", "BitOr": "“|” (write “or”)", "BitXor": "“^” (a power is “**”)"}


def meant(name: str, known: Iterable[str]) -> str:
    """“ (did you mean …?)” where one of `known` is close, else nothing."""
    known = list(known)
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), list(folded), 1, 0.6)
    return f" (did you mean “{folded[close[0]]}”?)" if close else ""


# ── what it comes to ──────────────────────────────────────────────────────────────────────────────────────────────────

_CONSTANTS = {"true": True, "false": False, "none": None}
"""Besides Python's own."""


class _Evaluator:
    """Works an expression out, a step for every piece of it and for what it has to look through."""

    def __init__(self, names: Mapping[str, Any], dice: random.Random | None, most: int) -> None:
        self.names, self.dice, self.most, self.steps = names, dice, most, 0

    def spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.most:
            raise BadExpression("it takes too long; make it simpler.")

    def value(self, node: ast.AST) -> Any:
        self.spend(1)
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.named(name)
            case ast.Attribute(value=of, attr=key):
                return self.part(of, key)
            case ast.Subscript(value=of, slice=key):
                return self.part(of, self.value(key))
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self.value(then if self.value(test) else otherwise)
            case ast.BoolOp(op=op, values=[*first, last]):
                for each in first:
                    value = self.value(each)
                    if bool(value) == isinstance(op, ast.Or):
                        return value
                return self.value(last)
            case ast.BinOp():
                return _small(self.reckon(node))
            case ast.UnaryOp(op=op, operand=operand):
                value = self.value(operand)
                if isinstance(op, ast.Not):
                    return not value
                number = self.number(value, operand, node)
                return -number if isinstance(op, ast.USub) else number
            case ast.Call(func=ast.Name(id=name), args=args):
                return _small(self.call(name, args, node))
            case ast.List(elts=entries) | ast.Tuple(elts=entries) | ast.Set(elts=entries):
                return _small([self.value(each) for each in entries])
            case ast.ListComp(elt=elt, generators=loops) | ast.GeneratorExp(elt=elt, generators=loops):
                return _small(list(self.gather(elt, loops)))
            case ast.Dict(keys=keys, values=values):
                if not all(isinstance(key, ast.Constant) for key in keys):
                    raise BadExpression("in a table between { and }, plain values stand before the colons.")
                return _small(dict(zip((key.value for key in keys), map(self.value, values), strict=True)))  # type: ignore[union-attr]
            case ast.Slice(lower=lower, upper=upper, step=step):
                ends = [each and self.value(each) for each in (lower, upper, step)]
                if not all(each is None or isinstance(each, int) for each in ends) or ends[2] == 0:
                    raise BadExpression("between [ and ] stand whole numbers.")
                return slice(*ends)
        raise AssertionError(node)

    def named(self, name: str) -> Any:
        for known in (self.names, _CONSTANTS):
            if name in known:
                return known[name]
        if name in FUNCTIONS:
            raise BadExpression(f"“{name}” is a function, and needs something in brackets after it.")
        raise BadExpression(f"there is nothing called “{name[:40]}”{meant(name, (*self.names, *_CONSTANTS))}.")

    def part(self, of: ast.expr, key: Any) -> Any:
        if isinstance(of, ast.Name) and (whole := f"{of.id}.{key}") in self.names:
            return self.names[whole]
        value = self.value(of)
        if isinstance(value, Mapping):
            if _settled(key) in value:
                return value[_settled(key)]
            among = meant(key, (each for each in value if isinstance(each, str))) if isinstance(key, str) else ""
            raise BadExpression(f"“{_shown(of)}” has nothing called “{str(key)[:40]}”{among}.")
        if isinstance(value, list | str) and isinstance(key, int | slice):
            try:
                return value[key]
            except IndexError:
                has = f"only {len(value)} in it" if value else "nothing in it yet"
                raise BadExpression(f"“{_shown(of)}[{key}]” does not exist: “{_shown(of)}” has {has}.") from None
        if value is None:
            return None
        raise BadExpression(f"“{_shown(of)}” is {_kind(value)}, and there is no “{str(key)[:40]}” in it.")

    def reckon(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        for kind in (str, list):
            if isinstance(node.op, ast.Add) and isinstance(left, kind) and isinstance(right, kind):
                self.spend((len(left) + len(right)) // 20)
                return left + right  # type: ignore[operator]
        left, right = self.number(left, node.left, node), self.number(right, node.right, node)
        try:
            return _ARITHMETIC[type(node.op)](left, right)
        except ZeroDivisionError:
            raise BadExpression(f"it divides by zero, as “{_shown(node.right)}” can be 0.") from None
        except OverflowError:
            raise BadExpression("it comes to too large a number.") from None

    def number(self, value: Any, node: ast.expr, within: ast.expr) -> int | float:
        if isinstance(value, int | float):
            return value
        what = _shown(node)
        if value is None:
            mend = f"say what holds then, as in “… if {what} != None else 0”."
            raise BadExpression(f"“{what}” is not there yet, and cannot be reckoned with; {mend}")
        raise BadExpression(f"“{what}” is {_kind(value)}, and “{_shown(within)}” needs numbers.")

    def compare(self, node: ast.Compare) -> bool:
        right = self.value(node.left)
        for op, other in zip(node.ops, node.comparators, strict=True):
            left, right = right, self.value(other)
            if not self.holds(op, left, right, node):
                return False
        return True

    def holds(self, op: ast.cmpop, left: Any, right: Any, node: ast.Compare) -> bool:
        if isinstance(op, ast.In | ast.NotIn):
            return self.within(left, right, node) == isinstance(op, ast.In)
        for each in (left, right):
            if isinstance(each, str | list | Mapping):
                self.spend(len(each) // 20 if isinstance(each, str) else _weight(each))
        left, right = _settled(left), _settled(right)
        if isinstance(op, ast.Eq | ast.Is | ast.NotEq | ast.IsNot):
            return bool(left == right) == isinstance(op, ast.Eq | ast.Is)
        if left is None or right is None:
            return False
        if not any(isinstance(left, kind) and isinstance(right, kind) for kind in (int | float, str)):
            raise BadExpression(f"“{_shown(node)}” compares {_kind(left)} with {_kind(right)}.")
        return bool(_ORDER[type(op)](left, right))

    def within(self, item: Any, among: Any, node: ast.Compare) -> bool:
        if among is None or item is None:
            return False
        if isinstance(among, str) and isinstance(item, str):
            return item in among
        if isinstance(among, list | Mapping):
            self.spend(_weight(among) // 2)
            return _settled(item) in [_settled(each) for each in among]
        raise BadExpression(f"“{_shown(node)}”: {_kind(item)} cannot be in {_kind(among)}.")

    def call(self, name: str, given: list[ast.expr], node: ast.expr) -> Any:
        function, takes = FUNCTIONS[name]
        fewest, most = 1 if name in ("min", "max", "round") else len(takes), len(takes)
        if not fewest <= len(given) <= most:
            counted = {1: "one value", 99: "values"}.get(
                most, f"{fewest} to {most} values" if fewest < most else f"{most} values"
            )
            raise BadExpression(f"“{name}” takes {counted} between its brackets.")
        args = [self.value(each) for each in given]
        for value in args:
            self.spend(len(value) // 5 if isinstance(value, str | list | Mapping) else 1)
        if name in DICE and self.dice is None:
            raise BadExpression(f"“{name}” throws dice, which only strategies may.")
        try:
            read = [take(value) for take, value in zip(takes, args, strict=False)]
            return _small(function(*([self] if name in DICE or name == "mentions" else []), *read))
        except BadExpression as wrong:
            raise BadExpression(f"in “{_shown(node)}” {wrong}") from None

    def gather(self, elt: ast.expr, loops: list[ast.comprehension]) -> Iterator[Any]:
        """What “for” comes to, one after another."""
        if not loops:
            yield self.value(elt)
            self.spend(1)
            return
        (first, *rest), outer = loops, self.names
        for entry in _listed(self.value(first.iter), first.iter):
            self.names = {**outer, first.target.id: entry}  # type: ignore[attr-defined]
            self.spend(2 + len(self.names) // 10)
            if all(self.value(condition) for condition in first.ifs):
                yield from self.gather(elt, rest)
        self.names = outer


def _settled(value: Any) -> Any:
    """Numbers to six digits, and whole ones as whole numbers."""
    if isinstance(value, float):
        value = round(value, DIGITS)
        return int(value) if value.is_integer() else value
    if isinstance(value, list | tuple):
        return [_settled(each) for each in value]
    return value


def _small(value: T) -> T:
    """`value`, if it is not too large for anything that a game can mean."""
    if isinstance(value, int | float):
        if not abs(value) <= LARGEST:
            raise BadExpression("it comes to too large a number.")
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise BadExpression("it makes too long a text.")
    elif isinstance(value, list | dict) and _weight(value) > MOST_ENTRIES:
        raise BadExpression("it makes too long a list.")
    return value


def _weight(value: Any, most: int = MOST_ENTRIES, depth: int = 0) -> int:
    """How many entries there are in a list, all in all; counted no further than `most`."""
    if not isinstance(value, list | tuple | Mapping):
        return 1
    if depth > 8:
        return most + 1
    total = 1
    for each in value.values() if isinstance(value, Mapping) else value:
        total += _weight(each, most - total, depth + 1)
        if total > most:
            break
    return total


def _kind(value: Any) -> str:
    if value is None:
        return "nothing yet"
    for kind, called in ((bool, "yes or no"), (int | float, "a number"), (str, "a text"), (Mapping, "a table")):
        if isinstance(value, kind):
            return called
    return "a list"


# ── arithmetic ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _power(base: float, exponent: float) -> float:
    if abs(exponent) > 100:
        raise OverflowError
    return _settled(math.pow(base, exponent))  # type: ignore[no-any-return]


def _whole(left: float, right: float) -> int:
    """How often `right` goes into `left`; to six digits, so that 0.1 goes three times into 0.3."""
    return math.floor(round(left / right, DIGITS))


_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: _whole, ast.Mod: lambda a, b: a - b * _whole(a, b), ast.Pow: _power,
}  # fmt: skip
_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


# ── functions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of(value: Any, kind: Any, called: str, node: ast.expr | None = None) -> Any:
    """`value`, if it is of that kind."""
    if isinstance(value, kind):
        return value
    raise BadExpression(f"{f'“{_shown(node)}”' if node else 'there'} is {_kind(value)} where {called} should be.")


def _listed(value: Any, node: ast.expr | None = None) -> list[Any]:
    return list(_of(value, list | tuple | Mapping, "a list", node))


def _filled(value: Any) -> list[Any]:
    if not (entries := _listed(value)):
        raise BadExpression("the list is empty.")
    return entries


def _numeric(value: Any) -> int | float:
    return _settled(_of(value, int | float, "a number"))  # type: ignore[no-any-return]


def _numbers(value: Any) -> list[int | float]:
    return [_numeric(each) for each in _listed(value)]


def _alike(value: Any) -> list[Any]:
    """Entries that can be put in order."""
    entries = _listed(value)
    return entries if all(isinstance(each, str) for each in entries) else _numbers(entries)


def _text(value: Any) -> str:
    return _of(value, str, "a text")  # type: ignore[no-any-return]


def _read_number(value: Any) -> int | float:
    if isinstance(value, str) and not re.fullmatch(r"\s*[-+]?\d{1,15}([.]\d{0,15})?\s*", value, re.ASCII):
        raise BadExpression("the text is not a number.")
    return _numeric(float(value) if isinstance(value, str) else value)


def _as_it_is(value: Any) -> Any:
    return value


def _best(choose: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *values: choose(_alike(_filled(values[0] if len(values) == 1 else values)))


def _round(number: float, digits: Any = 0) -> Any:
    """Halves go away from zero, as people round."""
    if not isinstance(digits, int) or not 0 <= digits <= DIGITS:
        raise BadExpression(f"the number of digits is not one of 0 to {DIGITS}.")
    shifted = math.floor(round(abs(number) * 10**digits, DIGITS) + 0.5) / 10**digits
    return _settled(math.copysign(shifted, number))


def _mentions(run: _Evaluator, text: Any, words: Any) -> bool:
    """Whether one of the words stands in the text as a word, in any case, in the singular or the plural."""
    if text is None or words is None:
        return False
    wanted = [words] if isinstance(words, str) else _listed(words)
    if not isinstance(text, str) or not all(isinstance(word, str) for word in wanted):
        raise BadExpression("stands something else than a text and words to look for.")
    run.spend(20 + len(text) * len(wanted) // 20 + sum(map(len, wanted)) // 4)
    found = _any_of(tuple(wanted))
    return found is not None and found.search(text) is not None


@lru_cache(maxsize=1024)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str] | None:
    alternatives = [part.split() for word in words for part in word.split("|")]
    patterns = [r"\s+".join(map(re.escape, parts)) for parts in alternatives if parts]
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?:e?s)?(?!\w)", re.IGNORECASE) if patterns else None


def _between(run: Any, low: int | float, high: int | float) -> int | float:
    if low > high:
        raise BadExpression("the first number is more than the second.")
    whole = isinstance(low, int) and isinstance(high, int)
    return run.dice.randint(low, high) if whole else run.dice.uniform(low, high)  # type: ignore[no-any-return]


FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[Callable[[Any], Any], ...]]] = {
    "abs": (abs, (_numeric,)),
    "min": (_best(min), (_as_it_is,) * 99),
    "max": (_best(max), (_as_it_is,) * 99),
    "round": (_round, (_numeric, _as_it_is)),
    "floor": (math.floor, (_numeric,)),
    "ceil": (math.ceil, (_numeric,)),
    "sum": (sum, (_numbers,)),
    "len": (len, (lambda value: _of(value, str | list | tuple | Mapping, "a text or a list"),)),
    "any": (any, (_listed,)),
    "all": (all, (_listed,)),
    "sorted": (sorted, (_alike,)),
    "int": (int, (_read_number,)),
    "float": (float, (_read_number,)),
    "str": (str, (lambda value: _settled(_of(value, str | int | float, "a number or a text")),)),
    "lower": (str.lower, (_text,)),
    "mentions": (_mentions, (_as_it_is, _as_it_is)),
    "chance": (lambda run, probability: run.dice.random() < probability, (_numeric,)),
    "between": (_between, (_numeric, _numeric)),
    "pick": (lambda run, entries: run.dice.choice(entries), (_filled,)),
}
"""The functions, and as what each reads its values. “round” is also the number of the round: it is a function before a bracket."""

DICE = frozenset({"chance", "between", "pick"})
