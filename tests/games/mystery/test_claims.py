"""What is understood of statements, and who is caught lying at the end."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from games.core import Seat, Temper, marked
from games.manners import manners
from games.mystery import voice
from games.mystery.claims import Account, accounts, as_claims, lies, sentence
from games.mystery.events import PLACES, Choice, Claim, Ended, Facts, Role
from games.mystery.grounds import Answer, Ground, Plea
from games.mystery.options import MysteryOptions
from games.mystery.phrases import SAYS, understood
from games.mystery.state import Death, State, Statement, evolve
from games.mystery.voice import Memory, Voice
from tests.games.mystery.balance import play

# {p1} speaks on day 2, so “last night” is night 2; another night stands behind an @.
SENTENCES = """
I was in the Hall. | p1 in Hall
I was in the hall last night. | p1 in Hall
i was in the kitchen | p1 in Kitchen
Last night I stayed in the Library. | p1 in Library
I spent the whole night in the Attic. | p1 in Attic
I slept in the Chapel, and heard nothing. | p1 in Chapel
I went to the Cellar. | p1 in Cellar
I've been in the Garden all night. | p1 in Garden
Me, I sat in the Kitchen. | p1 in Kitchen
As for me, I waited in the Hall. | p1 in Hall
In night 1 I was in the Hall. | p1 in Hall @1
On the first night I was in the Garden. | p1 in Garden @1
On the first night I was in the Garden. Last night I was in the Attic. | p1 in Garden @1; p1 in Attic
The night before, I was in the Cellar. | p1 in Cellar @1
I was in the Hall in night 1 and in the Library last night. | p1 in Hall @1; p1 in Library
I was in the Hall with {p2}. | p1 in Hall; saw p2 Hall
I was in the Hall with {p2} and {p3}. | p1 in Hall; saw p2 Hall; saw p3 Hall
I was in the Hall with {p2}, {p3} and {p4}. | p1 in Hall; saw p2 Hall; saw p3 Hall; saw p4 Hall
{p2} and I were in the Kitchen. | p1 in Kitchen; saw p2 Kitchen
{p2}, {p3} and I were in the Kitchen. | p1 in Kitchen; saw p2 Kitchen; saw p3 Kitchen
I saw {p2} in the Library. | saw p2 Library
I saw {p2} and {p3} in the Library. | saw p2 Library; saw p3 Library
I was in the Attic and saw {p4}. | p1 in Attic; saw p4 Attic
I was in the Attic. I saw {p4} there. | p1 in Attic; saw p4 Attic
I was in the Attic; {p4} was there too. | p1 in Attic; saw p4 Attic
I was in the Attic, and so was {p4}. | p1 in Attic; saw p4 Attic
In the Garden I met {p5}. | p1 in Garden; saw p5 Garden
I noticed {p5} in the Chapel. | saw p5 Chapel
I ran into {p6} in the Cellar. | saw p6 Cellar
{p2} was with me in the Hall. | p1 in Hall; saw p2 Hall
{p2} kept me company. | saw p2
{p2} was with me. | saw p2
I was beside {p3} in the Kitchen. | p1 in Kitchen; saw p3
I was alone in the Cellar. | p1 in Cellar; alone
I was in the Cellar, alone. | p1 in Cellar; alone
I was in the Cellar. Nobody else was there. | p1 in Cellar; alone
I was in the Hall by myself. | p1 in Hall; alone
I was in the Hall and saw nobody. | p1 in Hall; alone
I was in the Hall and saw no one. | p1 in Hall; alone
I was in the Hall and didn't see anyone. | p1 in Hall; alone
I did not see a soul. | alone
I was on my own in the Library. | p1 in Library; alone
I saw only {p2}. | saw p2; alone
Only {p2} was there. | saw p2; alone
Nobody but {p2} was there. | saw p2; alone
I was alone with {p2} in the Garden. | p1 in Garden; saw p2; alone
I was in the Hall with {p2} and nobody else. | p1 in Hall; saw p2 Hall; alone
{p2} was in the Hall. | p2 in Hall
{p2} and {p3} were in the Hall. | p2 in Hall; p3 in Hall
{p2} was in the Hall with {p3}. | p2 in Hall; p3 in Hall
{p2} was in the Hall and {p3} was in the Attic. | p2 in Hall; p3 in Attic
I was with {p2} and {p3} was in the Attic. | saw p2; p3 in Attic
I hid in the Library. | p1 in Library; hid
I was hiding in the Library. | p1 in Library; hid
I was in the Library, hidden. | p1 in Library; hid
I hid. | hid
I hid in the Attic and saw {p2}. | p1 in Attic; hid; saw p2 Attic
From my hiding place in the Chapel I saw {p3}. | p1 in Chapel; hid; saw p3 Chapel
I followed {p2}. | followed p2
I followed {p2} to the Attic. | p1 in Attic; followed p2
I trailed {p3} and ended up in the Hall. | p1 in Hall; followed p3
I followed {p2} into the Garden and hid. | p1 in Garden; followed p2; hid
I guarded {p4}. | guarded p4
I was in the Hall and guarded {p4}. | p1 in Hall; guarded p4
I protected {p4} in the Kitchen. | p1 in Kitchen; guarded p4
I watched over {p5}. | guarded p5
I stood guard over {p5} in the Cellar. | p1 in Cellar; guarded p5
I followed {p5} and guarded {p5}. | followed p5; guarded p5
I heard a cry from the Hall. | cry Hall
I heard a scream in the Library. | cry Library
There was a cry from the Garden. | cry Garden
A scream came from the Attic. | cry Attic
I was in the Kitchen and heard a cry from the Library. | p1 in Kitchen; cry Library
I was alone in the Kitchen, but I heard a cry from the Library. | p1 in Kitchen; alone; cry Library
I heard nothing. | -
{p2} fell. | fell p2
{p2} fell in the Hall. | fell p2 Hall
I was in the Hall when {p2} fell. | p1 in Hall; fell p2 Hall
I saw {p2} fall in the Hall. | fell p2 Hall
{p2} was killed in the Library. | -
{p2} died next to me. | fell p2
{p2} was struck down beside me. | fell p2
A blow at {p2} was blocked. | blocked p2
Somebody's blow at {p2} was stopped. | blocked p2
I blocked a blow at {p2}. | blocked p2
There was a struggle around {p2}. | blocked p2
{p2} was attacked, but the guard held. | blocked p2
Somebody struck at me, but I was guarded. | saved
I was attacked last night. | saved
A guard saved me. | saved
I owe somebody my life. | saved
Somebody tried to kill me. | saved
I saw {p2} strike {p3}. | struck p2>p3
I saw {p2} kill {p3}! | struck p2>p3
I saw {p2} stab {p3} in the Hall. | struck p2>p3
I hid in the Hall and saw {p2} strike {p3}. | p1 in Hall; hid; struck p2>p3
I watched {p2} murder {p3}. | struck p2>p3
With my own eyes I saw {p2} strike {p3}. | struck p2>p3
{p2} struck {p3} before my eyes. | struck p2>p3
{p2} struck {p3}. | guilty p2
{p2} killed {p3}. | guilty p2
{p3} was killed by {p2}. | guilty p2
I saw that {p3} was struck by {p2}. | struck p2>p3
{p2} is the murderer. | guilty p2
{p2} is a murderer. | guilty p2
{p2} must be the murderer. | guilty p2
The murderer is {p2}. | guilty p2
The killer must be {p2}! | guilty p2
It was {p2}. | guilty p2
It must have been {p2}. | guilty p2
It can only be {p2}. | guilty p2
{p2} did it. | guilty p2
{p2} is guilty. | guilty p2
{p2} and {p3} are the murderers. | guilty p2; guilty p3
I suspect {p2}. | accuses p2
I accuse {p2}. | accuses p2
I don't trust {p2}. | accuses p2
I do not believe {p2}. | accuses p2
{p2} is lying. | accuses p2
{p2} lies. | accuses p2
{p2} is a liar. | accuses p2
{p2} is very suspicious. | accuses p2
{p2}'s story is strange. | accuses p2
My vote goes to {p2}. | accuses p2
I vote for {p2}. | accuses p2
I will vote for {p2}. | accuses p2
We should hang {p2}. | accuses p2
Let's hang {p2}! | accuses p2
Hang {p2}. | accuses p2
My money is on {p2}. | accuses p2
I have my eye on {p2}. | accuses p2
{p2} cannot be trusted. | accuses p2
I suspect {p2} and {p3}. | accuses p2; accuses p3
I suspect {p2} because I saw {p2} in the Hall. | accuses p2; saw p2 Hall
{p2} is innocent. | clears p2
{p2} is not the murderer. | clears p2
{p2} didn't do it. | clears p2
It wasn't {p2}. | clears p2
It cannot have been {p2}. | clears p2
I trust {p2}. | clears p2
I believe {p2}. | clears p2
I can vouch for {p2}. | clears p2
{p2} tells the truth. | clears p2
I don't suspect {p2}. | clears p2
Don't hang {p2}. | clears p2
I am innocent. | clears p1
I'm innocent! | clears p1
I am not the murderer. | clears p1
It wasn't me. | clears p1
I didn't do it. | clears p1
{p2} says {p3} was in the Hall. | -
{p2} claims to have been in the Hall. | -
{p2} said he saw {p3} in the Attic. | -
According to {p2}, {p3} was in the Attic. | -
{p2} claims to have been in the Hall, but I was there. | -
Where were you, {p2}? | -
Was {p2} in the Hall? | -
{p2}, did you see {p3} in the Kitchen? | -
Why should I have been in the Hall? | -
I was not in the Hall. | -
I wasn't in the Hall. | -
I never saw {p2}. | -
I did not see {p2} in the Library. | -
I didn't follow {p2}. | -
I did not hide. | -
I did not guard {p3}. | -
{p2} was not in the Hall. | -
If {p2} was in the Hall, then {p3} is lying. | -
If I were the murderer, I would be in the Hall. | -
Nobody fell. | -
Good evening, everyone. | -
What a dreadful night. | -
I have nothing to say. | -
Tell us where you were, {p2}. | -
I wonder who did it. | -
I was in the Hall with {p2}. {p2} is innocent. | p1 in Hall; saw p2 Hall; clears p2
I was in the Hall. {p2} and {p3} were there. {p2} fell. It must have been {p3}. | p1 in Hall; saw p2 Hall; saw p3 Hall; fell p2 Hall; guilty p3
I was in the Kitchen, alone, and heard a cry from the Library. I suspect {p4}. | p1 in Kitchen; alone; cry Library; accuses p4
In night 1 I saw {p2} strike {p3}. | struck p2>p3 @1
In the first night {p4} was in the Hall. | p4 in Hall @1
I'm {p1}, and I was in the Hall. | p1 in Hall
I was in the Hall – alone. | p1 in Hall; alone
I was in the Hall: nobody came. | p1 in Hall; alone
""".strip().splitlines()

# The same as people type it, with names, on day 2.
TYPED = """
kitchen n1, library n2 with basil | p1 in Kitchen @1; p1 in Library; saw p2
ok so i was chilling in the garden w/ dante | p1 in Garden; saw p4
i was w clio and dante in the attic all night | p1 in Attic; saw p3; saw p4
attic, nobody there | p1 in Attic; alone
n2: hall. saw bas n felix | p1 in Hall; saw p2; saw p6
N1 - Hall, alone. N2 - Kitchen, saw Edda | p1 in Hall @1; alone @1; p1 in Kitchen; saw p5
i hid in teh library | hid; p1 in Library
was hiding so nobody saw me | hid
hid n1 and n2 | hid @1; hid
edda and me were in the kitchen together | p1 in Kitchen; saw p5
me n dante garden | p1 in Garden; saw p4
only saw felix | saw p6; alone
just me and basil in there | saw p2; alone
nobody but edda came in | saw p5; alone
i followed bas n1 to the hall | followed p2 @1; p1 in Hall @1
tailed felix, ended up in the attic | followed p6; p1 in Attic
protected clio last night | guarded p3
i guarded dante, nothing came of it | guarded p4
somebody tried to kill me but i was guarded | saved
i got stabbed at but a guard saved me | saved
heard a scream from the kitchen | cry Kitchen
there was screaming in the library | cry Library
a scream came from the chapel i think | cry Chapel
felix died right in front of me | fell p6
saw felix go down in the hall | fell p6 Hall
blow on clio got blocked | blocked p3
somebody tried to stab edda but it was blocked | blocked p5
saw basil stab clio with my own eyes | struck p2>p3
from my hiding place i saw felix kill dante | hid; struck p6>p4
its basil | guilty p2
basil is the killer 100% | guilty p2
it has to be edda | guilty p5
felix did it | guilty p6
i think its clio | accuses p3
clio is sus | accuses p3
vote felix | accuses p6
hang edda today | accuses p5
im voting basil | accuses p2
i dont trust dante | accuses p4
dante is lying | accuses p4
edda is lying about the hall | accuses p5
my vote is on clio | accuses p3
basil seems fishy tbh | accuses p2
lets hang felix | accuses p6
felix is clear | clears p6
i trust clio | clears p3
dante cant be the killer | clears p4
basil didnt do it | clears p2
im innocent | clears p1
it wasnt me | clears p1
i didnt kill anyone | clears p1
basil was in the cellar n1 | p2 in Cellar @1
basil and clio were in the garden | p2 in Garden; p3 in Garden
the hall n1. no wait kitchen | p1 in Kitchen @1
saw basil, sorry i meant clio | saw p3
i was in the hall. edit: library | p1 in Library
n1 in the hall with 2 and 3 | p1 in Hall @1; saw p2 @1; saw p3 @1
guarded 5 | guarded p5
hall w 4 | p1 in Hall; saw p4
library. clio. nobody else | p1 in Library; alone
kithen with edda | p1 in Kitchen; saw p5
ich war in der küche mit felix | p1 in Kitchen; saw p6
letzte nacht im garten, niemand da | p1 in Garden; alone
hab clio bewacht | guarded p3
ich glaube es war dante | accuses p4
basil lügt | accuses p2
nacht 1 war ich im keller | p1 in Cellar @1
j'étais dans la cuisine avec clio | p1 in Kitchen; saw p3
cette nuit au jardin, seul | p1 in Garden; alone
j'ai suivi dante | followed p4
c'est edda | guilty p5
je suis innocente | clears p1
estuve en la cocina con basil | p1 in Kitchen; saw p2
anoche en el jardín, solo | p1 in Garden; alone
seguí a clio | followed p3
creo que es felix | accuses p6
soy inocente | clears p1
kitchen last nite, bas and clio were there with me | p1 in Kitchen; saw p2; saw p3
clio sat with me in the kitchen all night so shes innocent, next | p1 in Kitchen; saw p3; clears p3
theres smth off abt dante, way too quiet | accuses p4
war mit edda in der küche | p1 in Kitchen; saw p5
jetais ds la cuisine av hugo | p1 in Kitchen; saw p8
c pas moi svp!! votez greta plutot | clears p1; accuses p7
sospecho de hugo hace rato | accuses p8
guarded basil n1 and clio n2 | guarded p2 @1; guarded p3
i would lose my head in the kitchen | -
kitchen nightmares is a great show | -
who was in the kitchen | -
where was felix last night | -
was anyone in the hall | -
did u see dante | -
anyone in library n1 | -
clio were you in the garden or not | -
basil says he was in the hall | -
felix told me he guarded edda | -
apparently dante was in the attic | -
if i was in the kitchen id say so | -
i wasnt in the hall | -
not in the kitchen | -
i didnt follow anyone | -
i wasn't alone | -
tonight im going to the library | -
ill guard clio tonight | -
lets meet in the kitchen | -
everyone go to the hall | -
“I was in the Hall” | -
> i hid in the cellar | -
i was in the hall jk | -
im the murderer lol | -
obviously i killed him /s | -
maybe it was felix | -
could be edda or dante | -
idk who to vote | -
somebody is lying here | -
rip dante | -
poor felix | -
the kitchen smells funny | -
i love the library | -
good morning | -
what a night | -
brb | -
lol | -
who do we hang | -
why is basil so quiet | -
nobody should vote yet | -
someone in this hall is a killer | -
so basil was in the hall, or is he lying? | -
suppose clio hid in the attic | -
edda claims she saw felix in the garden | -
is it true that dante was alone | -
i would have been in the cellar | -
maybe i was in the hall, who knows | -
wer war im keller | -
warst du in der küche | -
wenn basil lügt ist er der mörder | -
vielleicht war es edda | -
felix sagt er war im garten | -
qui était dans la cuisine | -
clio dit que j'étais là | -
si c'est edda on la pend | -
peut-être que c'est dante | -
quién estaba en la cocina | -
basil dice que vio a clio | -
tal vez fue dante | -
i was sitting in the library the whole night and didnt see a soul | p1 in Library; alone
library for me. greta popped in | p1 in Library; saw p7
my night 1: attic. night 2: hall with hugo | p1 in Attic @1; p1 in Hall; saw p8
went down to the cellar, iris was already there | p1 in Cellar; saw p9
i stuck with clio all night | saw p3
stayed put in the hall | p1 in Hall
got to the kitchen and dante was there | p1 in Kitchen; saw p4
me, edda and felix were all in the garden | p1 in Garden; saw p5; saw p6
edda, felix and i were in the garden | p1 in Garden; saw p5; saw p6
i saw hugo but not iris | saw p8
was alone in there | alone
no one came by | alone
there was nobody with me | alone
i had no company | alone
i kept an eye on the hall | p1 in Hall
i was hiding in the attic and felix walked in | hid; p1 in Attic; saw p6
hid in kitchen, saw greta hit hugo | hid; p1 in Kitchen; struck p7>p8
i shadowed greta into the chapel | followed p7; p1 in Chapel
i put my guard on dante | guarded p4
i had greta's back last night | -
i blocked the attack on hugo | blocked p8
someone went for me but i survived | saved
they came for me, my guard held | saved
whoever protected me thanks, saved my life | saved
loud cry from the garden side | cry Garden
felix was killed right beside me | fell p6
iris dropped dead in front of me in the hall | fell p9
hugo fell while i was there | fell p8
i watched greta stab felix | struck p7>p6
greta stabbed felix, i was hidden and saw everything | struck p7>p6; hid
it can only be iris | guilty p9
iris is our murderer | guilty p9
iris and hugo are the killers | guilty p9; guilty p8
im sure its greta | guilty p7
its gotta be hugo | guilty p8
id say greta | accuses p7
my guess would be hugo | accuses p8
im leaning felix | accuses p6
felix looks guilty to me | accuses p6
something is off about clio | accuses p3
clio acts weird | accuses p3
clios story doesnt add up | accuses p3
i have a bad feeling about dante | accuses p4
dante should hang | accuses p4
we hang hugo | accuses p8
rope for greta pls | accuses p7
edda is lying, she was never in the garden | accuses p5
i believe iris | clears p9
hugo is innocent i swear | clears p8
i vouch for greta | clears p7
it wasnt felix, he was with me | clears p6; saw p6
greta cant have done it | clears p7
i know hugo is clean | clears p8
i did nothing wrong im innocent | clears p1
swear it wasnt me | clears p1
dante was in the hall with clio | p4 in Hall; p3 in Hall
iris went to the chapel n1 | p9 in Chapel @1
hugo hid in the cellar | p8 in Cellar
oh wait i was in the library not the kitchen | p1 in Library
library, i mean kitchen | p1 in Kitchen
n1 attic (alone) n2 cellar (w/ iris) | p1 in Attic @1; alone @1; p1 in Cellar; saw p9
N1: hall - saw clio, dante. N2: garden - nobody | p1 in Hall @1; saw p3 @1; saw p4 @1; p1 in Garden; alone
first night i was in the attic, second night kitchen | p1 in Attic @1; p1 in Kitchen
the night before i was in the chapel | p1 in Chapel @1
ich hab mich in der küche versteckt | hid; p1 in Kitchen
ich war alleine im keller | p1 in Cellar; alone
bin felix gefolgt und im garten gelandet | followed p6; p1 in Garden
da war ein schrei aus dem keller | cry Cellar
ich glaub clio wars | accuses p3
clio ist unschuldig | clears p3
ich vertraue greta | clears p7
greta fiel direkt neben mir | fell p7
jemand hat mich angegriffen aber ich wurde beschützt | saved
n2 kapelle, iris war auch da | p1 in Chapel; saw p9
moi j'étais au grenier toute seule | p1 in Attic; alone
j'ai vu hugo au jardin | saw p8
je me suis cachée dans la cave | hid; p1 in Cellar
j'ai protégé iris | guarded p9
on m'a attaquée mais j'ai été protégée | saved
je pense que c'est greta | accuses p7
greta ment | accuses p7
je vote hugo | accuses p8
un cri dans la bibliothèque | cry Library
yo estaba sola en el ático | p1 in Attic; alone
vi a hugo en el jardín | saw p8
me escondí en la bodega | hid; p1 in Cellar
protegí a iris | guarded p9
me atacaron pero alguien me salvó | saved
voto por hugo | accuses p8
confío en iris | clears p9
escuché un grito en la biblioteca | cry Library
where did everyone go n1 | -
so nobody saw felix? | -
i bet nobody will believe me | -
felix you were in the kitchen right | -
hugo keeps saying he was alone | -
greta: i was in the hall | -
what if iris hid in the attic | -
we should all meet in the library tomorrow | -
next night ill hide | -
the cry from the library was real apparently | -
trust nobody | -
dont vote yet | -
everyone says where they were pls | -
hall or kitchen, i forget | -
i cant remember if it was the hall or the kitchen | -
not saying its hugo but | -
i never said it was hugo | -
nobody was in the library?? | -
if hugo is innocent then its iris | -
i would never kill felix | -
iris thinks its hugo | -
last game i was in the attic the whole time | -
i wish i had been in the hall | -
the murderer was in the hall | -
one of greta or hugo | -
there are two murderers left | -
is anyone going to claim the hall | -
hugo, you followed me? | -
wo warst du felix | -
niemand hat was gesehen | -
wen hängen wir | -
personne ne sait rien | -
on vote qui | -
a quién votamos | -
no sé quién fue | -
ada saw clio in the hall and she saw me | -
i was in the hall n1 and n2 i followed clio to the cellar | p1 in Hall @1; followed p3; p1 in Cellar
i was in the attic. no, cellar, sorry, attic was n1. saw edda there. in the cellar i mean | -
i was in the hall, saw bas, no wait kitchen | -
i was in the hall no wait kitchen no wait garden | -
sorry i was afk. hall, with bas | p1 in Hall; saw p2
bas killed clio. dont need to have been there to know it | guilty p2
hugo mató a clio, lo vi | struck p8>p3
hugo a tué clio, je l'ai vu | struck p8>p3
hidden me saw it all: bas stabbed clio | hid; struck p2>p3
yo cocina, greta jardín | p1 in Kitchen
guarded bas n1 and n2 clio | guarded p2 @1; guarded p3
hall n1, kitchen n2. garden | p1 in Hall @1
ich folge heute nacht clio und dann garten | -
hall n1, guarded clio and hugo n1 | p1 in Hall @1
jetzt geh ich in die küche | -
""".strip().splitlines()

SEATS = tuple(Seat(f"p{n}") for n in range(1, 11))
P1, P2, P3 = SEATS[:3]
NAMES = dict(zip(SEATS, "Ada Basil Clio Dante Edda Felix Greta Hugo Iris".split(), strict=False))  # noqa: SIM905


def written(claim: Claim, last: int = 2) -> str:
    place = f" {claim.place}" if claim.place else ""
    match claim.kind:
        case "was":
            text = f"{claim.whom} in {claim.place}"
        case "struck":
            text = f"struck {claim.whom}>{claim.other}"
        case "alone" | "hid" | "saved":
            text = claim.kind
        case "cry":
            text = f"cry{place}"
        case _:
            text = f"{claim.kind} {claim.whom}{place}"
    return text if claim.night == last else f"{text} @{claim.night}"


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_claims_what_it_says(line: str):
    said, expected = line.split(" | ")
    read_as = {written(claim) for claim in understood(said, P1, 2)}
    assert read_as == (set() if expected == "-" else set(expected.split("; ")))


@pytest.mark.parametrize("line", TYPED)
def test_what_people_type_claims_what_they_mean(line: str):
    said, expected = line.split(" | ")
    claims = understood(marked(said, NAMES, lines=True), P1, 2, NAMES)
    read_as = {
        written(each if each.kind == "was" else replace(each, place=each.place if each.kind == "cry" else None))
        for each in claims
    }
    want = set() if expected == "-" else {re.sub(r"(fell p\d) \w+", r"\1", each) for each in expected.split("; ")}
    assert read_as == want


# ── who says in their words what built-in players say is understood, and never as anything else ──


@pytest.mark.parametrize("text", ["I never did this", "This is my first, I never did it before", "It wasn't me"])
def test_nobody_is_innocent_before_anything_was_done(text: str):
    assert understood(text, Seat("p1"), 0, {Seat("p2"): "Basil"}) == ()
    assert [each.kind for each in understood(text, Seat("p1"), 1, {Seat("p2"): "Basil"})] == ["clears"]


@pytest.mark.parametrize(
    "text",
    ["I hid", "I protected {p4}", "I followed {p4} and guarded him", "I guarded {p4} on night 1. Last night I hid."],
)
def test_what_was_done_nobody_knows_where_is_said_back(text: str):
    claims = understood(text, Seat("p1"), 2)
    assert claims and set(understood(voice.in_words(claims), Seat("p1"), 2)) == set(claims)


@pytest.mark.parametrize("text", ["{p2}, you're lying", "you're lying, {p2}!", "I don't believe a word {p2} says"])
def test_whom_one_calls_a_liar_to_their_face_is_accused(text: str):
    assert [(each.kind, each.whom) for each in understood(text, Seat("p1"), 2)] == [("accuses", "p2")]


def test_some_guest_is_nobody_who_is_called_so():
    names = {Seat("p1"): "Ada", Seat("p2"): "Guest"}
    for text in ("one guest is lying", "I think some guest is a murderer"):
        assert understood(marked(text, names), Seat("p1"), 1, names) == ()
    assert understood(marked("guest is lying", names), Seat("p1"), 1, names)


def test_an_account_is_read_as_what_was_told_and_as_nothing_else():
    told_all, read_all = 0, 0
    for seed in range(400):
        rng = random.Random(seed)
        speaker, *others = rng.sample(SEATS, len(SEATS))
        day = rng.randint(1, 4)
        night = rng.randint(1, day)
        told = some_account(others, rng)
        means = as_claims(told, speaker, night)
        assert accounts(means) == {night: told}
        for text in (voice.account(told, night, day, rng), voice.in_words(means)):
            read = {
                replace(each, place=None) if each.kind in ("saw", "fell") else each
                for each in understood(text, speaker, day)
            }
            meant = {replace(each, place=None) if each.kind in ("saw", "fell") else each for each in means}
            assert read <= meant, text
            told_all, read_all = told_all + len(meant), read_all + len(read)
    assert read_all > 0.9 * told_all


def some_account(others: list[Seat], rng: random.Random) -> Account:
    seen = tuple(others[: rng.randint(0, 4)])
    hid = rng.random() < 0.3
    return Account(
        place=rng.choice(PLACES),
        seen=seen,
        alone=not seen or rng.random() < 0.8,
        hid=hid,
        followed=rng.choice(others) if rng.random() < 0.3 else None,
        guarded=rng.choice(others) if not hid and rng.random() < 0.3 else None,
        saved=rng.random() < 0.1,
        fell=seen[: rng.choice((0, 0, 1, 2))],
        blocked=seen[2:3] if rng.random() < 0.3 else (),
        blows=((others[6], seen[0]),) if hid and seen and rng.random() < 0.5 else (),
        cries=tuple(rng.sample(PLACES, rng.choice((0, 0, 1, 2)))),
    )


SLOTS = {
    "place": "Hall", "when": "last night", "seen": "{p2} and {p3}", "followed": "{p2}", "guarded": "{p3}", "fell": "{p4}", "blocked": "{p2}",
    "whom": "{p2}", "other": "{p3}", "were": "were", "by": "{p3}", "about": "{p4}", "along": "{p3}", "victim": "{p4}", "company": "the Hall held {p3} and {p5}", "among": "{p6}", "plea": "No",
}  # fmt: skip


def wordings(template: str) -> Iterator[str]:
    """Every way of taking one of each `(a|b)`, filled."""
    pieces = [piece.split("|") for piece in re.split(r"[()]", template)]
    for chosen in product(*pieces):
        yield voice.filled("".join(chosen), **SLOTS)


@pytest.mark.parametrize("name", SAYS)
def test_every_wording_claims_what_its_name_says_or_nothing(name: str):
    kinds = set(name.partition(":")[0].replace("innocent", "clears").split())
    every = [text for template in SAYS[name] for text in wordings(template)]
    read = {text: {claim.kind for claim in understood(f"{text}.", P1, 2)} for text in every}
    assert {text: found for text, found in read.items() if found - kinds} == {}
    assert sum(found == kinds for found in read.values()) >= 0.85 * len(every), "most of it is read back whole"


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_company_is_read_back_whole_or_not_at_all(count: int):
    """Half a list with “nobody else” would be a lie that nobody told."""
    others = tuple(Seat(f"p{n}") for n in range(2, 2 + count))
    whole = 0
    for seed in range(150):
        fell = others[: seed % 4]
        text = voice.account(Account("Hall", others, seed % 2 == 0, fell=fell), 2, 2, random.Random(seed))
        claims = understood(text, P1, 2)
        seen = {claim.whom for claim in claims if claim.kind == "saw"}
        dead = {claim.whom for claim in claims if claim.kind == "fell"}
        assert seen in (set(), {*others}) and dead in (set(), {*fell}), text
        assert seen or not any(claim.kind == "alone" for claim in claims), text
        whole += bool(seen)
    assert whole > 135


REMARKS = (
    *(text for said in voice.REMARKS.values() for text in said), *voice.GREETINGS, *voice.DISMAY, *voice.QUIET_NIGHT, *voice.FAREWELL,
    *voice.FIRST_MORNING, *voice.INSTEAD, *voice.CLEARED, *voice.NOBODY_NEAR, *voice.WHISPER, *voice.WAITING_WHISPER,
    *(
        text for kind in (voice.BECAUSE, voice.PLEAS)
        for said in kind.values() for text in said
    ),
)  # fmt: skip


def test_all_else_that_players_say_claims_nothing():
    read = {text: understood(f"{text}.", P1, 2) for template in REMARKS for text in wordings(template)}
    assert {text: claims for text, claims in read.items() if claims} == {}


ROOMS = (("Hall", (P1, Seat("p6"), Seat("p7"))), ("Kitchen", (Seat("p8"),)))
P3, P4, PAIR = Seat("p3"), Seat("p4"), (Seat("p2"), Seat("p5"))
GROUNDS = (
    Ground("told"), Ground("false witness"), Ground("only one", None, P4, "Hall", among=PAIR[:1]), Ground("only one", P3, P4, "Hall", among=PAIR[:1]),
    Ground("elsewhere", None, P4, "Library", among=PAIR[:1], company=ROOMS), Ground("elsewhere", None, P4, "Library", among=PAIR, company=ROOMS[1:]),
    Ground("near", None, P4, "Hall", among=PAIR[:1]), Ground("contradicts me", P1, P3, "Hall", "Library"), Ground("contradicts me", P1, P1, "", "Library"),
    Ground("contradicts", P3, P4, "Hall", ""), Ground("contradicts", P3, P3, "Hall", "Library"), Ground("belied"),
)  # fmt: skip


@pytest.mark.parametrize("why", GROUNDS, ids=str)
def test_an_accusation_with_its_ground_accuses_nobody_else_and_says_nothing_else(why: Ground):
    for seed in range(60):
        rng = random.Random(seed)
        temper = Temper(boldness=rng.random(), talkativeness=rng.random(), manner=rng.choice(("", *manners())))
        speaks = Voice(P1, 2, rng, temper, Memory((), P1))
        said = speaks.accusation(why.among or PAIR[:1], rng.random() < 0.5, why, rng.random() < 0.2)
        assert {*understood(said.text, P1, 2)} <= {*said.means} and "None" not in said.text, said.text
        plea = rng.choice(list[Plea](voice.PLEAS))
        answer = speaks.defence(Answer(plea, (Seat("p5"), Seat("p6")), Seat("p7"), "Hall"), 2)
        assert {*understood(answer.text, P1, 2)} <= {*answer.means}, answer
        said = speaks.last_words(Seat("p2"), why)
        assert {*understood(said.text, P1, 2)} <= {*said.means}, said.text
        said = speaks.trust(Seat("p3"))
        assert {*understood(said.text, P1, 2)} <= {*said.means}, said.text


def test_nothing_is_read_in_what_players_say_in_whole_games_but_what_they_meant():
    for size in range(4, 11):
        story, _ = play(MysteryOptions(players=size), f"read back/{size}")
        said = [each for each in story.state.statements if each.text]
        assert said
        for each in said:
            read = {(claim.kind, claim.whom, claim.night) for claim in understood(each.text, each.seat, each.day)}
            assert read <= {(claim.kind, claim.whom, claim.night) for claim in each.means}, each.text


@pytest.mark.parametrize("talkativeness", [0.1, 0.5, 0.9])
def test_no_two_guests_of_an_evening_introduce_themselves_with_the_same_remark(talkativeness: float):
    temper, rng = Temper(talkativeness=talkativeness), random.Random(1)
    for guests in range(4, 11):
        said = [voice.introduction(place, guests, rng, temper) for place in range(guests) for _ in range(20)]
        made = [{r for r in voice.REMARKS[voice.length(temper)] if r in text} for text in said]
        by_guest = [set().union(*made[20 * place : 20 * (place + 1)]) for place in range(guests)]
        assert all(len(remarks) > 1 for remarks in by_guest), "nobody has only one"
        assert sum(map(len, by_guest)) == len(set().union(*by_guest)), "what one may say, no other does"


def test_no_statement_is_longer_than_allowed():
    parts = [
        voice.Said(f"In night {n} I was in the Library with {{p{n}}}.", (Claim("was", P1, n, P1, "Library"),))
        for n in range(1, 31)
    ]
    said = voice.statement(parts)
    assert 500 < len(said.text) <= 600 and said.text.count("Library") == len(said.means)


# ── who lied ──


def statement(seat: Seat, text: str) -> Statement:
    return Statement(1, 1, seat, text, understood(text, seat, 1))


def ended(*said: Statement) -> State:
    """Night 1: p1 struck p4 in the Hall, where p2 hid; p3 watched in the Library next door."""
    facts = (
        Facts("Hall", (Seat("p4"),), fell=(Seat("p4"),), struck="fell"),
        Facts("Hall", (P1, Seat("p4")), (Seat("p4"),), hid=True, blows=((P1, Seat("p4")),)),
        Facts("Library", cries=("Hall",)),
        Facts("Hall", (P1,), (Seat("p4"),)),
    )
    choices = (
        Choice(None, Seat("p4"), "strike", Seat("p4")), Choice("Hall", None, "hide"), Choice("Library", None), Choice("Hall", None),
    )  # fmt: skip
    roles: tuple[Role, ...] = ("murderer", "innocent", "innocent", "innocent")
    begun = State(
        seats=SEATS[:4], places=PLACES[:3], murderers=1, statements=said, deaths=(Death(Seat("p4"), 1, "Hall"),)
    )
    return evolve(begun, Ended("innocent", "all hanged", roles, (choices,), (facts,)))


def test_lies_are_named_with_the_truth():
    said = statement(P1, "I was in the Kitchen, alone. {p2} is the murderer. I am innocent.")
    found = lies(ended(said))
    assert [(lie.claim.kind, lie.truth) for lie in found] == [
        ("was", "{p1} was in the Hall."),
        ("alone", "{p1} saw {p4} in the Hall."),
        ("guilty", "{p2} was innocent, and {p1} knew it."),
        ("clears", "{p1} was a murderer."),
    ]
    assert sentence(found[0].claim) == "{p1} claimed to have been in the Kitchen on night 1."
    assert all((lie.day, lie.seat) == (1, P1) for lie in found)


@pytest.mark.parametrize(
    "text",
    [
        "I hid in the Hall and saw {p1} strike {p4}.",
        "I was in the Hall with {p1} and {p4}, and nobody else. {p4} fell there.",
        "I suspect {p3}.",
        "The murderer is {p3}.",
        "{p3} was in the Kitchen.",
        "Did {p3} hide?",
    ],
)
def test_the_truth_and_mistaken_suspicions_are_no_lies(text: str):
    assert lies(ended(statement(P2, text))) == ()


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("I hid in the Library.", "{p3} did not hide."),
        ("I saw {p2} in the Library.", "{p2} was in the Hall, and {p3} in the Library."),
        ("I followed {p1}.", "{p3} followed nobody."),
        ("I guarded {p2}.", "{p3} guarded nobody."),
        ("I heard a cry from the Kitchen.", "{p3} heard no cry from there."),
        ("{p2} fell.", "{p2} did not fall that night."),
        ("{p4} fell in the Library.", "{p4} fell in the Hall."),
        ("A blow at {p2} was blocked.", "No blow at {p2} was blocked."),
        ("A guard saved me.", "Nobody saved {p3} from a blow."),
        ("I saw {p2} strike {p4}.", "{p2} struck at nobody."),
        ("I saw {p1} strike {p2}.", "{p1} struck at {p4}."),
    ],
)
def test_each_kind_of_lie_is_found(text: str, truth: str):
    assert truth in [lie.truth for lie in lies(ended(statement(P3, text)))]


@pytest.mark.parametrize("typed", ["I'm {p99}, and I was in the Library.", "I followed {p1}.", "{p2} is the murderer."])
def test_a_mark_that_somebody_types_names_nobody(typed: str):
    text = marked(typed, {P1: "Ann", P2: "Ben"})
    assert all(claim.whom in (None, P3) for claim in understood(text, P3, 1))
    assert lies(ended(statement(P3, text))) == ()


def test_the_same_lie_counts_once_and_nothing_is_told_before_the_end():
    twice = ended(statement(P1, "I was in the Kitchen."), statement(P1, "I was in the Kitchen last night."))
    assert len(lies(twice)) == 1
    assert lies(State(statements=twice.statements)) == ()


@pytest.mark.parametrize("size", [5, 7, 10])
def test_built_in_innocents_never_lie(size: int):
    for n in range(6):
        story, _ = play(MysteryOptions(players=size), f"honest/{n}")
        assert all(story.state.role(lie.seat) == "murderer" for lie in lies(story.state))
