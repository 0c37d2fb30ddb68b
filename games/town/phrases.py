"""What people of a town claim, in words: each kind of claim with how built-in players say it and what people type for it.

`meaning` makes claims of what is read; `voice` and `wills` say them. Names of phrases begin with what is done with them: “deed
heal”, “befell jailed”, “opinion accuse”; those of “aside” claim nothing, and are known so that the rest of a clause is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.core import Seat
from games.phrases import Phrase, Phrasebook
from games.town.people import RoleName

CALLED: Mapping[RoleName, str] = {
    "investigator": "investigator|inv|invest|investi|invs", "sheriff": "sheriff|sher|sherif|sherriff|sherrif|shrf|sheri", "lookout": "lookout|look-out|look out|lo",
    "spy": "spy", "jailor": "jailor|jailer|jail role|jai", "vampire hunter": "vampire hunter|vampire-hunter|vamp hunter|vh", "veteran": "veteran|vet",
    "vigilante": "vigilante|vigi|vig", "bodyguard": "bodyguard|body guard|bg", "doctor": "doctor|doc", "escort": "escort|esc|tavern keeper", "mayor": "mayor",
    "medium": "medium|med", "retributionist": "retributionist|retri|retrib|ret", "transporter": "transporter|trans|transp|tporter|tran",
    "godfather": "godfather|god father|gf", "mafioso": "mafioso|mafio|mafi", "framer": "framer", "janitor": "janitor|jani", "forger": "forger|forg",
    "disguiser": "disguiser|disg|disguise", "blackmailer": "blackmailer|bmer|bm", "consigliere": "consigliere|consig|consi", "consort": "consort|cons",
    "amnesiac": "amnesiac|amne|amnes|amn", "survivor": "survivor|surv|survi", "vampire": "vampire|vamp", "executioner": "executioner|exe|exec|exer",
    "jester": "jester|jest", "witch": "witch", "serial killer": "serial killer|serial-killer|sk", "arsonist": "arsonist|arso|arson",
    "werewolf": "werewolf|were wolf|ww",
}  # fmt: skip
"""What players call the roles, in any language."""

ELSEWHERE: Mapping[str, Mapping[RoleName, str]] = {
    "de": {"doctor": "arzt|ärztin|doktor", "bodyguard": "leibwächter|leibwache", "investigator": "ermittler|detektiv", "mayor": "bürgermeister",
           "spy": "spion", "witch": "hexe", "werewolf": "werwolf", "jester": "narr", "survivor": "überlebender|überlebende", "jailor": "kerkermeister|wärter",
           "executioner": "henker", "arsonist": "brandstifter", "serial killer": "serienmörder|serienkiller", "godfather": "pate", "vampire": "vampir",
           "vampire hunter": "vampirjäger", "lookout": "ausguck|wachposten|späher|beobachter", "blackmailer": "erpresser", "janitor": "hausmeister"},
    "fr": {"doctor": "médecin|docteur|medecin", "bodyguard": "garde du corps", "investigator": "enquêteur|enqueteur|détective", "sheriff": "shérif", "mayor": "maire",
           "spy": "espion|espionne", "witch": "sorcière", "werewolf": "loup-garou|loup garou", "jester": "bouffon", "survivor": "survivant", "jailor": "geôlier|geolier",
           "executioner": "bourreau", "arsonist": "pyromane", "serial killer": "tueur en série", "godfather": "parrain", "vampire hunter": "chasseur de vampires",
           "lookout": "guetteur|vigie", "transporter": "transporteur", "disguiser": "déguiseur", "escort": "escorte", "veteran": "vétéran", "vigilante": "justicier", "medium": "médium"},
    "es": {"doctor": "médico|medico|doctora", "bodyguard": "guardaespaldas", "investigator": "investigador|investigadora", "mayor": "alcalde", "spy": "espía|espia",
           "witch": "bruja", "werewolf": "hombre lobo", "jester": "bufón|bufon", "survivor": "superviviente", "jailor": "carcelero", "executioner": "verdugo",
           "arsonist": "pirómano", "serial killer": "asesino en serie", "godfather": "padrino", "vampire": "vampiro", "vampire hunter": "cazavampiros",
           "lookout": "vigía|vigia", "transporter": "transportista|transportador", "escort": "escolta", "consort": "consorte", "disguiser": "disfrazador", "veteran": "veterano", "vigilante": "justiciero", "medium": "médium"},
}  # fmt: skip

SIDES: Mapping[str, str] = {
    "town investigative": "town investigative|town invest|ti", "town killing": "town killing|tk", "town protective": "town protective|town prot|tp",
    "town support": "town support|town supp", "neutral evil": "neutral evil|ne", "neutral killing": "neutral killing|nk", "mafia": "mafia|maf|mafs|mob|mafiosi|mafieux|mafieuse|la mafia|der mafia",
    "town": "town|ville|townie|townsperson|townsman|townsmen|townies|villager|townsfolk|dorf|bürger|dorfbewohner|villageois|citoyen|pueblo|ciudadano|ciudadana|du village|del pueblo|vom dorf|stadt",
}  # fmt: skip
FOUND: Mapping[str, Mapping[str, str]] = {
    "": {"suspicious": "suspicious|suspish|susp|suss|sussy|sus", "innocent": "not suspicious|not susp|not sus|not guilty|non sus|n / s|ns|innocent|inno|clean"},
    ".de": {"suspicious": "verdächtig|verdaechtig|sus", "innocent": "unschuldig|unverdächtig|nicht verdächtig|nicht sus|sauber"},
    ".fr": {"suspicious": "suspect|suspecte|louche", "innocent": "pas suspect|pas suspecte|innocente|pas sus|clean|réglo|rien de suspect"},
    ".es": {"suspicious": "sospechoso|sospechosa", "innocent": "no sospechoso|no sospechosa|no es sospechoso|no es sospechosa|inocente|no sus|limpio|limpia"},
}  # fmt: skip
MYSELF = "myself|self|my self|mich selbst|mich|moi-même|moi-meme|a mí mismo|a mi mismo"

# What is done at night: the words of built-in players, and what else people type, by language: participles in German and French.
DEEDS: Mapping[str, Mapping[str, str]] = {
    "heal": {"": "healed", "en": "doctored|doc'd|doced|patched up|nursed|healing|heal|saved", "de": "geheilt|verarztet", "fr": "soigné|soignée|guéri|guérie|soigne", "es": "curé a|cure a|sané a|curé|cure"},
    "guard": {"": "guarded|stood guard over", "en": "bodyguarded|bg'd|bged|bgd|watched over|guard", "de": "bewacht|beschützt", "fr": "gardé|protégé", "es": "protegí a|protegi a"},
    "question": {"": "questioned|interrogated", "en": "sheriffed|sherriffed|sheriff'd|interrogate", "de": "befragt|verhört", "fr": "interrogé|interrogée|interroge", "es": "interrogué a|interrogue a"},
    "investigate": {"": "investigated", "en": "inv'd|inved|invd|invested|invest'd|examined|investigate", "de": "untersucht|ermittelt", "fr": "enquêté sur|enquete sur|examiné", "es": "investigué a|investigue a"},
    "watch": {"": "watched", "en": "lo'd|lo'ed|loed|camped|staked out|sat outside|looked out for|looked out on|kept watch on|kept an eye on|observed|watch|watching|was watching", "de": "beobachtet|überwacht", "fr": "surveillé|observé|guetté", "es": "vigilé a|vigile a|observé a"},
    "shoot": {"": "shot", "en": "fired at|took a shot at|took out|gunned down|shoot|vigged|vig'd", "de": "erschossen|auf|geschossen auf", "fr": "tiré sur|abattu", "es": "disparé a|dispare a"},
    "block": {"": "blocked|roleblocked|distracted", "en": "role blocked|role-blocked|rb'd|rbed|rbd|rb|rb'ed|escorted|esc'd|kept busy|entertained|blocking", "de": "blockiert|abgelenkt|geblockt", "fr": "bloqué|distrait|bloque", "es": "bloqueé a|bloquee a|bloqué a|distraje a"},
    "execute": {"": "executed", "en": "exe'd|exed|exec'd|execd", "de": "hingerichtet", "fr": "exécuté", "es": "ejecuté a|ejecute a"},
    "revive": {"": "revived|brought back", "en": "resurrected|raised|retri'd|revive", "de": "wiederbelebt", "fr": "ressuscité|ranimé", "es": "reviví a|resucité a"},
    "stake": {"": "hunted", "en": "staked|vh'd", "de": "gejagt|gepfählt", "fr": "chassé", "es": "cacé a"},
    "consult": {"": "looked up", "en": "consulted|consig'd|consiged", "de": "nachgeschlagen", "fr": "consulté", "es": "consulté a"},
    "jail": {"": "jailed|locked up", "en": "imprisoned|hauled in|put in jail|jail", "de": "eingesperrt|verhaftet|eingekerkert", "fr": "emprisonné|enfermé|mis en prison", "es": "encarcelé a|encarcele a|encerré a"},
    "swap": {"": "swapped|transported", "en": "swap|trans'd|transed|transd|tp'd|tped|switched|transporting", "de": "vertauscht|getauscht|transportiert", "fr": "échangé|transporté|echange", "es": "intercambié a|transporté a|cambié a"},
    "check": {"en": "checked|check|tested|looked into|scanned|checking", "de": "überprüft|geprüft|gecheckt", "fr": "vérifié|verifie|checké", "es": "revisé a|comprobé a|chequeé a"},
    "protect": {"en": "protected|shielded|protect|protecting", "de": "geschützt|gerettet", "fr": "sauvé", "es": "salvé a|salve a"},
    "visit": {"en": "visited|visit|went to|was on|was at|targeted|target|picked|chose|went on|on|went for", "de": "besucht", "fr": "visité|rendu visite à|allé chez", "es": "visité a|visite a|fui a casa de|fui a ver a"},
    "frame": {"en": "framed"}, "douse": {"en": "doused"}, "control": {"en": "controlled|witched"}, "blackmail": {"en": "blackmailed|bmed|bm'd"},
}  # fmt: skip
"""“check”, “protect” and “visit” are what several roles do."""

ORDERS = {"heal", "guard", "interrogate", "investigate", "watch", "shoot", "rb", "revive", "jail", "swap", "check", "protect", "visit", "target"}  # fmt: skip
"""What tells others to do it, if no “I” or night stands with it."""

# What befell oneself, or what one did without anybody else.
ALONE: Mapping[str, Mapping[str, str]] = {
    "alert": {"": "was on alert|went on alert", "en": "alerted|alert|on alert|sat on alert|stayed on alert|used an alert|used alert|used my alert", "de": "war auf alarm|war alarmiert|alarm", "fr": "étais en alerte|en alerte|alerte", "es": "estuve en alerta|estaba en alerta|en alerta|alerta"},
    "vest": {"": "wore my vest|put on my vest", "en": "vested|vest|used a vest|used vest|used my vest|wore a vest|wore vest|used one vest|vest held|vest saved me|vest worked", "de": "weste|weste an|trug eine weste|trug weste", "fr": "mis un gilet|gilet|mis mon gilet", "es": "usé un chaleco|usé chaleco|me puse el chaleco|chaleco"},
    "home": {"": "stayed at home|stayed home", "en": "held|held fire|held my fire|did not shoot|didn't shoot|didnt shoot|afk|was afk|stayed in|slept|slept in|did nothing|home|stayed idle|idled|rested|no action|skipped|was home|was at home|visited nobody|visited no one|kept to myself|did not act|didn't act|didnt act|did not go out|didn't go out|didnt go out|healed nobody|healed no one|watched nobody|jailed nobody|jailed no one", "de": "zuhause|zu hause|daheim|war daheim|blieb daheim|war zuhause|war zu hause|blieb zuhause|blieb zu hause|bin zuhause geblieben|bin zu hause geblieben|habe nichts gemacht|hab nichts gemacht|nichts gemacht|habe geschlafen|geschlafen", "fr": "suis resté chez moi|suis restée chez moi|resté chez moi|restée chez moi|rien fait|n'ai rien fait|ai dormi|dormi|étais chez moi", "es": "me quedé en casa|me quede en casa|en casa|no hice nada|dormí|no salí|estuve en casa|estaba en casa"},
    "jailed": {"": "was jailed|was in jail|sat in jail", "de": "im gefängnis|im knast|wurde eingesperrt|saß im gefängnis|saß im knast|war im gefängnis|war im knast", "fr": "étais en prison|été emprisonné|été emprisonnée|en prison", "es": "me encarcelaron|estuve en la cárcel|estaba en la cárcel|en la cárcel|fui encarcelado|fui encarcelada"},
    "blocked": {"": "was blocked|was roleblocked", "de": "wurde blockiert|wurde geblockt|geblockt worden", "fr": "été bloqué|été bloquée", "es": "me bloquearon|fui bloqueado|fui bloqueada"},
    "attacked": {"": "was attacked", "de": "wurde angegriffen|angegriffen worden", "fr": "été attaqué|été attaquée", "es": "me atacaron|fui atacado|fui atacada"},
    "healed": {"": "was healed", "de": "wurde geheilt|geheilt worden", "fr": "été soigné|été soignée", "es": "me curaron|fui curado|fui curada"},
    "guarded": {"": "was guarded", "de": "wurde beschützt|wurde bewacht", "fr": "été protégé|été protégée", "es": "me protegieron"},
    "transported": {"": "was transported", "de": "wurde transportiert|wurde vertauscht", "fr": "été transporté|été transportée", "es": "me transportaron|fui transportado"},
    "controlled": {"": "was controlled", "de": "wurde kontrolliert|wurde verhext", "fr": "été contrôlé|été contrôlée", "es": "me controlaron"},
    "doused": {"": "was doused", "de": "wurde übergossen", "fr": "été aspergé|été arrosé", "es": "me rociaron"},
}  # fmt: skip
BEFELL: Mapping[str, str] = {
    "jailed": "jailed|in jail|in the jail|locked up|imprisoned|dragged to jail|dragged off to jail", "blocked": "blocked|roleblocked|role blocked|role-blocked|rbed|rb'd|rbd|rb|distracted",
    "attacked": "attacked|shot at|stabbed|hit", "healed": "healed|saved", "guarded": "guarded|protected|bg'd|bged", "transported": "transported|swapped|transed|trans'd|transd",
    "controlled": "controlled|witched", "doused": "doused",
}  # fmt: skip
"""In English that is said in many ways: “got rbd”, “been jailed”, “someone attacked me”."""

OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "suspicious": (": suspicious", " and they are suspicious", ": SUSPICIOUS"),
    "innocent": (": innocent", ": not suspicious", " and they seem innocent"),
    "attacked": (" and they were attacked", ", who was attacked"),
    "nobody": (": nobody came", " and nobody came", ": no visitors", " and nobody visited"),
    "roles": (": {roles}", " and they are {roles}", ": could be {roles}"),
    "role": (": {roles}", " and they are the {roles}"),
    "visitors": (": {seats} visited", ": {seats} came", ": {seats}", " and saw {seats}"),
}  # fmt: skip
"""What built-in players say came of a deed: by what was found, or the kind of it."""
NIGHTS = ("On night {n} I {did}.", "Night {n}: I {did}.", "Night {n}: {did}.", "N{n}: {did}.")
SPIED = ("On night {n} the Mafia visited {seats}.", "Night {n}: the Mafia visited {seats}.", "N{n}: Mafia visited {seats}.")  # fmt: skip

_I = {"en": "[^|i|ive|i've|i have|we|i had|i did|i only|i decided to|i went and|i chose to]", "de": "[ich|^] [habe|hab|hatte|bin|ich habe|ich hab] [ich] [den|die]", "fr": "[^|j'ai|jai|j ai|g|je l'ai|on a|je suis|je]", "es": "[^|yo] [he]"}  # fmt: skip
_THINK = "[i think|i believe|i guess|i bet|i feel|i suspect|im sure|i'm sure|pretty sure|im pretty sure|i know|i reckon|id say|my guess is|my read is|i say|think|looks like|seems like|i'm certain|i am sure|confident|fairly sure|i can confirm|can confirm|i feel like] [that]"  # fmt: skip
_IS = "(is|are|was|were|'s|' s|must be|has to be|have to be|seems|seem|looks|look|acts|acting|is acting|is being|has been|been acting|has been acting|gotta be|is definitely|is probably|is prob|is clearly|is obviously|is def|sounds)"  # fmt: skip
_NOW = _IS.replace("was|were|", "")
"""Of the dead everybody knows who they were."""
_A = "[a|an|the|so|very|really|pretty|super|kinda|too|quite|our|my|one of the|part of the|in the|with the|both|all|super|hella|af|being|like|either|actually|confirmed|real]"  # fmt: skip
_BAD = "(lying|a liar|liar|liars|lies|fake|faking|fake claiming|fakeclaiming|evil|evils|bad|scum|scummy|shady|fishy|guilty|killer|murderer|the culprit|dangerous|hiding something|dodgy|lying to us|not town|not to be trusted|a snake|full of it|up to no good|suspicious af|capping)"  # fmt: skip
_GOOD = "(clear|cleared|clean|honest|legit|good|confirmed|trustworthy|telling the truth|real|safe|genuine|fine|on our side|not lying|not evil|not bad|one of us|a good guy|not fake|not scum)"  # fmt: skip


def _each(words: str) -> tuple[str, ...]:
    return tuple(" ".join(each.split()) for each in words.split("|") if each.strip())


def _deeds() -> Iterator[Phrase]:
    for act, verbs in DEEDS.items():
        whom = (
            "{target} [(and|with|&|/|+|<>|for|et|avec|y|con|por) {other}]"
            if act == "swap"
            else "[up|over|for|at] {target}"
        )
        english = _each(f"{verbs.get('', '')}|{verbs['en']}")
        hears = {"en": tuple(f"{_I['en']} {verb} {whom}" for verb in english if verb not in ORDERS)}
        hears["en"] += tuple(f"i {verb} {whom}" for verb in english if verb in ORDERS)
        if "de" in verbs:
            hears["de"] = tuple(f"{_I['de']} {{target}} {verb}" for verb in _each(verbs["de"]))
            hears["fr"] = tuple(f"{_I['fr']} {verb} {whom}" for verb in _each(verbs["fr"]))
            hears["es"] = tuple(f"{_I['es']} {verb.replace(' a', ' [a]')} {whom}" for verb in _each(verbs["es"]))
        hears["de"] = (*hears.get("de", ()), *(("[ich] [habe|hab] auf {target} geschossen",) if act == "shoot" else ()))
        said = "{target} and {other}" if act == "swap" else "{target}"
        yield Phrase(f"order {act}", {}, {"en": tuple(f"{verb} {whom}" for verb in english if verb in ORDERS)})
        yield Phrase(f"deed {act}", {"en": tuple(f"^ {verb} {said}" for verb in _each(verbs.get("", "")))}, hears)


_WAS = "(étais|j'étais) "
_SINGULAR = {"jailed": "encarceló|encerró", "blocked": "bloqueó", "attacked": "atacó", "healed": "curó|salvó", "guarded": "protegió", "controlled": "controló", "doused": "roció", "transported": "transportó"}  # fmt: skip


def _alone() -> Iterator[Phrase]:
    for what, words in ALONE.items():
        by = "[by [the|a|an|some|our] {role}|by someone|by somebody|by {seats}|by the {side}]"
        hears = {"en": tuple(f"{_I['en']} {each}" for each in _each(words.get("en", "")))}
        hears["de"] = tuple(f"[ich] {each} [ich]" for each in _each(words["de"])) + tuple(f"(war|wurde|bin) ich {each.partition(' ')[2]}" for each in _each(words["de"]) if each.startswith(("war ", "wurde ", "bin ")))  # fmt: skip
        hears["fr"] = tuple(
            f"[j'ai|jai|j'|j|je|je suis|je n'ai] {each.replace('été ', '[été] ').replace('étais ', _WAS)}"
            for each in _each(words["fr"])
        )
        hears["es"] = tuple(f"[yo] {each}" for each in _each(words["es"]))
        if what in BEFELL:
            done = f"({BEFELL[what]})"
            hears["en"] += (f"[i|i've|ive] (was|got|am|been|have been|had been|was being) {done} {by}",)
            hears["en"] += (
                f"(someone|somebody|they|[the|a|an|some|my] {{role}}|[the] {{side}}|the killer|{{seats}}) {done} me",
            )
            hears["en"] += ("(someone|somebody|they) (tried to kill|came for) me",) if what == "attacked" else ()
            hears["de"] += tuple(
                f"(jemand|einer|[der|die|ein|eine] {{role}}) hat mich {each}"
                for each in _each(words["de"].replace("wurde ", "").replace(" worden", ""))
                if " " not in each
            )
            hears["fr"] += tuple(
                f"(on|quelqu'un|[un|une|le|la] {{role}}) m'a {each.removeprefix('été ')}" for each in _each(words["fr"])
            )
            hears["es"] += (f"[alguien|el|la|un|una] [{{role}}] me ({_SINGULAR[what]})",)
        yield Phrase(f"befell {what}", {"en": _each(words[""])}, hears)


PHRASES = (
    Phrase("role", {"en": (
        "I'm the {role}.", "I am the {role}.", "{role} here.", "My role is {role}.", "I claim {role}.", "I'm {role}.",
        "Fine, I'm the {role}.", "For the record, I am the {role}.", "Listen, I'm the {role}.",
    )}, {
        "en": ("(im|i'm|i am|i was|ive been|i've been|i have been|i m|me) [claiming|playing|literally|the actual|a confirmed|a vanilla|a simple|a plain|the real|a real] [the|a|an|your] [real|actual|only|true|confirmed|vanilla|loyal|good] ({role}|{side}) [role|all along|all game|this game|this whole time|the whole time|confirmed|btw]",
               "(claiming|i rolled|rolled|i got|i was dealt|i drew|i'll claim|call me|i admit im|i admit i'm) [the|a|an] {role} [this game]", "[the|your] ({role}|{side}) (here|speaking|reporting|claim)",
               "(my role|role|my claim|claim|my role is|my class|class) [is] [the|a|an] ({role}|{side})", "as (the|your|our) {role}", "{role} (claim|btw|tbh|fyi|role|obv|obvs|obviously|out|duh)", "{role} (with|w|w/) [1|2|3|no|my] (vest|vests|bullet|bullets|shot|shots|alert|alerts|heals) [left]", "[the|a|an|your|humble|local|your local|friendly] {role} (here|speaking|reporting in)", "i (said|already said|told you|repeat) [that] (im|i'm|i am|i was) [the|a|an] {role} [already|before]"),
        "de": ("{role} (übrigens|btw)", "[ich] (bin|binne|ich war) [ich] [der|die|das|ein|eine|euer|der echte|die echte] ({role}|{side})", "({role}|{side}) hier", "(meine rolle|rolle) [ist] {role}", "als {role}"),
        "fr": ("{role} (d'ailleurs|au fait)", "(je suis|j'suis|chuis|jsuis|moi je suis|j'étais|suis) [le|la|l'|un|une|votre|le vrai|la vraie] ({role}|{side})", "({role}|{side}) ici", "(mon rôle|mon role|rôle) [est|c'est] [le|la] {role}", "en tant que {role}"),
        "es": ("{role} por cierto", "[yo] (soy|fui|yo era) [el|la|un|una|vuestro|el verdadero|la verdadera] ({role}|{side})", "({role}|{side}) aquí", "(mi rol|rol|mi papel) [es] [el|la] {role}", "como {role}"),
    }),
    Phrase("plea", {"en": ("I'm the {role}, please don't execute me.", "I am the {role}, Jailor.", "{role} here. Please let me live.", "I'm the {role}, I swear.", "I'm the {role}. You'd be wasting an execution.")}),
    Phrase("last role", {"en": ("I'm the {role}, and you'll see it in a moment.", "I was the {role}.", "I am the {role}. This is a mistake.", "I'm the {role}. Remember what I told you.")}),
    Phrase("bare role", {}, {"en": ("{role} [log|logs|results|info|report]", "{side}")}),
    Phrase("bare role on", {}, {"en": ("{role} [was] on {target}",)}),
    Phrase("opinion accuse", {"en": (
        "I don't trust {target}.", "I suspect {target}.", "{target} is lying.", "My vote goes to {target}.", "I think {target} is lying.", "I say we hang {target}.", "My suspect is {target}.",
    )}, {
        "en": (f"{_THINK} [it's|its|it is] {{target}} {_IS} {_A} {_A} {_BAD}", f"{{target}} {_BAD}", f"{_THINK} {{target}} [just|clearly|obviously] (lies|lied|lie|fakes|faked|fake claimed|fakeclaimed|did it|must hang|should hang|has to hang|has to go|must go|needs to hang|needs to go|should go|worries me|keeps lying|cannot be trusted|can't be trusted|cant be trusted|does not add up|doesn't add up|doesnt add up|needs to die|should die|up|on trial|to the gallows)",
               "[i|we] (don't|dont|do not|can't|cant|cannot|never|didn't|no longer) (trust|believe|buy|like) [a word of|anything from|what] {target}",
               f"{_THINK} [lets|let's|we|i|please|pls|just|im|i'm|i am|we should|we must|we need to|you should|i want to|i vote|i vote to|i'm gonna|my vote|vote|voting|to|should|town should|everyone|guys] (vote|voting|lynch|lynching|hang|hanging|vote for|voting for|vote up|voting up|guilty|vg|vote guilty on|guilty on|push|pushing|accuse|accusing|suspect|sus|nominate|nominating|execute|up|get|hard sus|sussing|sus of|suspicious of|wary of|votes on|gotta be) {{target}} [up|today|now|out|first|then|instead|again]",
               "[lets|let's|please|i say|just|i say we|we should|i want] (put|get|bring|have|want|send|see) {target} (up|on trial|on the stand|hanged|lynched|gone|dead|out)", f"{_THINK} (its|it's|it is|it was|it must be|it has to be|must be|gotta be|it's gotta be|its gotta be|has to be|it's clearly|its clearly|it's obviously|its obviously|its def|it's def) {{target}}",
               "[my] [main|top|first|only|biggest|prime|number one] (suspect|suspects|suspicion|vote|bet|money|votes|sus) [is|are|goes to|go to|is on|on|still|for] {target}", "{target} (story|claim|will|log|claims|logs) (is fake|is a lie|makes no sense|doesn't add up|doesnt add up|does not add up|is bs|is bullshit|is made up|cant be true|can't be true|is nonsense|doesn't hold|is false|is sus)",
               "{target} (' s|'s) [role] (story|claim|will|log|claims|logs) (is fake|is a lie|makes no sense|doesn't add up|doesnt add up|does not add up|is bs|is bullshit|is made up|cant be true|can't be true|is nonsense|doesn't hold|is false|is sus)",
               "(put|got|i have|ive got) (my|a) (vote|finger) on {target}", "{target} sus af", "{target} (ur|you're|youre|you are|u are) (lying|fake|sus|evil|mafia|maf|a liar|scum|bad|full of it)", "{target} (covers for|is covering for|is protecting|is defending) {other}", "{target} (faked|is faking|made up) [his|her|their] (log|claim|role|results|will)", "(mafia|maf|evil|{role}|jester|gf) vibes from {target}", "vote {target} out", "(fake|liar|scum|evil) {target}"),
        "de": ("[ich glaube|ich denke|ich finde|glaube|denke|finde] {target} [ist|sind|war|wirkt|klingt] [total|sehr|echt|ein|eine|der|die|voll|ziemlich|super] (lügt|lügner|lügnerin|böse|schuldig|fake|faul|der mörder|verdammt verdächtig|nicht ehrlich|ein lügner|eine lügnerin|gelogen|sus)", "(hängt|hängen|lyncht|wählt|stimmt für|stimme für|ich stimme für|ich wähle|voten|wir sollten|lasst uns|ich bin für|vote|votet) {target} [hängen|lynchen|wählen|anklagen|auf]",
               "[ich] (traue|vertraue|glaube) {target} nicht", "[ich] (verdächtige|misstraue|beschuldige) {target}", "(es ist|es war|das ist|das war) {target}", "{target} (hängen|lynchen|aufhängen|muss weg|muss hängen|soll hängen|war es|war's|wars|an den galgen)", "mein verdacht [ist|fällt auf] {target}"),
        "fr": ("[je pense que|je crois que|pour moi|je trouve que|je pense|je crois] {target} [est|sont|était|c'est] [un|une|trop|très|vraiment|le|la] (ment|menteur|menteuse|coupable|méchant|mauvais|le tueur|bizarre|un menteur|une menteuse|pas net|pas nette|chelou)", "(je vote pour|je vote|votez|votez pour|votons|votons pour|pendons|pendez|on pend|on le pend|on vote|on vote pour|il faut pendre|faut pendre|lynchons|vote|vote pour|on pend) {target}",
               "[je] (soupçonne|accuse|suspecte|me méfie de) {target}", "je (ne fais pas confiance à|fais pas confiance à|ne crois pas|crois pas|n'ai pas confiance en) {target}", "c'est {target}", "mon suspect [est|c'est] {target}"),
        "es": ("[creo que|pienso que|para mí|yo creo que] {target} [es|está|esta|son|era] [un|una|muy|el|la] (miente|mintiendo|mentiroso|mentirosa|culpable|malo|mala|el asesino|la asesina|raro|rara|falso|falsa)", "(voto por|voto a|votad a|voten a|voten por|votemos a|votemos por|colguemos a|colgad a|hay que colgar a|a la horca|linchen a|vamos por|ahorquemos a|votar a|vota a|vota por) {target}",
               "[yo] (sospecho de|acuso a|desconfío de|no confío en|no me fío de|no creo a|no le creo a) {target}", "(es|fue|tiene que ser) {target}", "mi (sospechoso|sospechosa) [es] {target}"),
    }),
    Phrase("vote", {"en": ("Let's put {target} on trial.", "Vote {target}.", "I'm voting {target}.", "Let's hang {target}.", "Put {target} on trial, please.", "I say we vote {target}.")}),
    Phrase("counter", {"en": ("I'm the {role}, so {target} is lying.", "{target} is lying, I am the {role}.", "I'm the real {role}. {target} is a liar.", "There's only one {role}. I'm the {role}, and {target} is fake.")}),
    Phrase("opinion trust", {"en": ("I trust {target}.", "I believe {target}.", "I can vouch for {target}.", "{target} is on our side.", "I think {target} is honest.")}, {
        "en": (f"{_THINK} {{target}} {_NOW} {_A} {_A} {_GOOD}", f"{{target}} {_GOOD}", "[i|we] [do|fully|really|still|also|completely|can|would] (trust|believe|vouch for|can vouch for|back|stand by|support|side with|town read|townread|clear) {target}", "[vote|voting|im voting|i vote|i'm voting] (inno|innocent|not guilty) [on|for] {target}", "{target} (tells the truth|is telling the truth|told the truth)", "{target} (' s|'s) (claim|story|will|log) (checks out|makes sense|adds up|is real|is legit|is true|fits)"),
        "de": ("[ich] (vertraue|glaube|traue) {target}", "{target} [ist|wirkt] (ehrlich|gut|sauber|vertrauenswürdig|sagt die wahrheit|auf unserer seite)"),
        "fr": ("(je crois|je fais confiance à|j'ai confiance en|je soutiens) {target}", "{target} [est] (honnête|clean|réglo|sincère|gentil|gentille|innocent|fiable|dit la vérité|de notre côté)"),
        "es": ("(confío en|le creo a|creo en|me fío de|yo confío en) {target}", "{target} [es] [de] (honesto|honesta|bueno|buena|sincero|de fiar|confiable|dice la verdad|de los nuestros)"),
    }),
    Phrase("spare", {"en": ("Don't hang {target}.", "Let's not hang {target}.", "Leave {target} alone.", "There's no reason to hang {target}.")}, {
        "en": ("[please|pls|guys|lets|let's|we] (don't|dont|do not|not|stop|no need to|shouldn't|should not|never|no reason to) (hang|lynch|vote|vote for|kill|accuse|hanging|lynching|voting|execute) {target}", "[please] let {target} (live|be|go)", "leave {target} [be|alone]"),
        "de": ("(hängt|lyncht|wählt) {target} nicht", "lasst {target} (in ruhe|leben)"), "fr": ("ne (pendez|votez|tuez) pas {target}", "laissez {target} [tranquille]"), "es": ("no (colguéis a|colguemos a|voten a|votéis a|maten a|voten por) {target}", "dejad a {target} [en paz]"),
    }),
    Phrase("opinion trust as", {"en": ("I believe {target} is the {role}.", "{target} is the {role}, I'm sure of it.", "I think {target} is the {role}.")}),
    Phrase("is", {}, {
        "en": (f"{_THINK} [it's|its|if anyone|that] {{target}} [(' s|'s)|{_NOW[1:-1]}|=|came back|came up|turned up|turned out|showed up|came up as|came back as|as|either|result|check|must be either] {_A} {_A} ({{role}}|{{side}}|{{found}})", f"{_THINK} {{target}} (was|were) {_A} {{found}}", "{found} (on|for) {target}", "{role} for {target}", "{found} {target}", "{role} (is|=) {target}", "[i|we] (found|got|find) [that] {target} [is|to be|as] [a|an|the] ({found}|{role})", "[i|we] (found|got|get|have) ({found}|{role}) (on|for) {target}",
               "[my] (results|result|res|info|check|read) (on|for|from) {target} [is|was|:|came back] [a|an|the] ({found}|{role})", "their {role}"),
        "de": ("[ich glaube|ich denke|glaube] {target} (ist|war|sind) [der|die|das|ein|eine|echt|total|sehr|voll|in der|bei der] [echte|wahre] ({role}|{side}|{found})", "{target} [=] ({role}|{side}|{found})", "{target} (seh ich|sehe ich|halte ich) [auch] (als|für) {side}"),
        "fr": ("[je pense que|je crois que|pour moi] {target} (est|était|c'est|sont) [le|la|un|une|l'|trop|très|vraiment] ({role}|{side}|{found})", "{target} [=] ({role}|{side}|{found})"),
        "es": ("[creo que|pienso que] {target} (es|era|está|son) [el|la|un|una|muy] ({role}|{side}|{found})", "{target} [=] ({role}|{side}|{found})"),
    }),
    Phrase("is not", {}, {"en": (f"{_THINK} {{target}} (is not|isn't|isnt|is no|ain't|aint|can't be|cant be|cannot be|was not|wasn't|not) [really|our|actually] {_A} ({{role}}|{{side}}|{{found}})",), "de": ("{target} (ist nicht|ist kein|ist keine|ist nicht der|ist nicht die) ({role}|{side})",), "fr": ("{target} n'est pas [le|la|un|une|de la] ({role}|{side})",), "es": ("{target} no es [el|la|un|una|de la] ({role}|{side})",)}),
    Phrase("self", {}, {"en": ("me",)}),
    Phrase("named", {}, {"en": ("{target}", "{target} (' s|'s) house"), "es": ("a {target}",)}),
    Phrase("came found", {}, {"en": ("[and|they|he|she|it|who|result|came] [is|was|are|were|'s|came back|came up|came up as|turned out|seem|seems|looks|back|up|a|to be|got|back as] [a|an|the|so] {found}", "(theyre|they're|hes|he's|shes|she's|its|it's|got|found them|found him|found her|result was) {found}"), "de": ("[er|sie|und] [ist|war|sind] {found}",), "fr": ("[il|elle|et] [est|était] {found}",), "es": ("[y] [es|era|está|salió|resultó] {found}",)}),
    Phrase("came role", {}, {"en": ("[and|they|he|she|it|who|result|came] [is|was|are|were|'s|came back as|came up as|turned out|seem|must be|has to be|could be|can be|either|are either|is either|got] [a|an|the] [either] {role}", "(theyre|they're|hes|he's|shes|she's|its|it's|got) [either|a|an|the] {role}"), "de": ("[er|sie] (ist|war) [der|die|ein|eine] {role}",), "fr": ("[il|elle] (est|était) [le|la|un|une] {role}",), "es": ("(es|era) [el|la|un|una] {role}",)}),
    Phrase("came struck", {}, {"en": ("(he|she|they|target|my target|who) (was attacked|were attacked|got attacked|got hit|was hit|were hit|is attacked)",), "fr": ("(il|elle) (s'est fait attaquer|a été attaqué|a été attaquée)",)}),
    Phrase("came attacked", {}, {"en": ("[and|{target}] (was attacked|were attacked|got attacked|got hit|was hit|attacked|were hit)",), "de": ("[{target}] wurde angegriffen",), "fr": ("[{target}] a été (attaqué|attaquée)",), "es": ("(fue atacado|fue atacada|lo atacaron|la atacaron)",)}),
    Phrase("came visitors", {}, {"en": ("[and|only|i] [saw|i saw|visited by|was visited by|were visited by|visitors|visitor|just|saw only] {seats} (visited|came|visit|visiting|there|went there|was there|were there|dropped by|showed up|come|go in|arrive|went in|visited them|visit them|visited him|visit him|visit her|visited her|came by|go there)", "(and saw|saw|i saw|visited by|was visited by|visitors|they were visited by|he was visited by|she was visited by|only) {seats}"), "de": ("{seats} (kam|kamen|war da|waren da)", "(besuch von|sah) {seats}"), "fr": ("{seats} (est venu|est venue|sont venus|est passé)", "(visité par|vu) {seats}"), "es": ("{seats} (vino|vinieron|pasó|entró)", "vi a {seats}")}),
    Phrase("came nobody", {}, {"en": ("[and|i|they|but|he|she] [saw|i saw|had|was] (nobody|no one|noone|no visitors|no visitor|none|no visits|no1) [else|at all] [came|visited|visited them|visited him|visited her|there|showed up|came by|was there|visit|come]",), "de": ("(niemand kam|niemand da|kein besuch|keiner kam|niemand)",), "fr": ("(personne|personne n'est venu|aucun visiteur|personne est venu)",), "es": ("(nadie vino|nadie|no vino nadie|sin visitas|ninguna visita)",)}),
    Phrase("came empty", {}, {"en": ("(nothing|no result|no results|nobody died|no info|no feedback)",), "de": ("(kein ergebnis|nichts)",), "fr": ("rien",), "es": ("nada",)}),
    Phrase("visited", {}, {"en": ("[saw|i saw|i watched|i noticed|i spotted|i caught] [only] {seats} [else|also|only] (visited|visit|visiting|visits|went to|came to|go to|entered|enter|enters|going to|come to|entering|on|at|going into) {target} [' s|'s] [house|place]",), "de": ("[ich sah|sah|habe gesehen] {seats} (besuchte|besucht|war bei|ging zu) {target}", "[ich] (habe|hab|sah) {seats} bei {target} [gesehen]"), "fr": ("[j'ai vu|vu] {seats} (a visité|visiter|est allé chez|aller chez|a rendu visite à|chez|est venu chez|entrer chez) {target}",), "es": ("[vi a|vi que] {seats} (visitó a|visitar a|fue a casa de|visitando a|entrar en casa de) {target}",)}),
    Phrase("visited by", {}, {"en": ("{target} (was|got|is|had been) [only] visited by [only|just] ({seats}|nobody|no one|noone)", "{target} (had|got|has) (no visitors|no one|nobody|no visits|no visitor)", "{target} (had|got|has) [1|2|3|4|one|two|three] (visitors|visitor|guests|visits from|visit from) {seats}", "(nobody|no one|noone) (visited|came to|went to|visits) {target}"), "de": ("{target} (wurde von|bekam besuch von) {seats} [besucht]", "niemand (besuchte|war bei) {target}", "bei {target} [war|kam] [nur] ({seats}|niemand|keiner)", "bei {target} [waren|war|kamen|kam] [nur] {seats}"), "fr": ("{target} a été (visité|visitée) par {seats}", "personne (n'a visité|chez|n'est allé chez) {target}", "chez {target} [j'ai vu|j'ai vu passer|il y avait|y avait|sont venus|est venu] {seats}", "chez {target} [il y avait|y avait] personne"), "es": ("{target} fue (visitado|visitada) por {seats}", "nadie visitó a {target}", "(en casa de|con|en lo de) {target} [entraron|entró|estuvieron|estuvo|vi a|vinieron|vino] ({seats}|nadie)")}),
    Phrase("spied", {}, {"en": ("[the|i saw|i heard|i saw the|i heard the|i noticed the|saw|heard|saw the] {side} [have|has|only|also] (visited|went to|visits|visit|visiting|targeted|went for|went after|at|on|were at|hit|was at|go to) ({seats}|nobody|no one|noone)",), "de": ("[die] {side} (besuchte|war bei|hat|war|waren bei) {seats} [besucht]",), "fr": ("[la] {side} (a visité|est allée chez|chez) {seats}",), "es": ("[la] {side} (visitó a|fue a casa de|visito a) {seats}",)}),
    Phrase("executed it", {}, {"en": ("(executed|exed|exe'd|exec'd) [it]",), "de": ("hingerichtet",)}),
    Phrase("aside", {}, {
        "en": ("(cc|counterclaim|counter claim|counterclaiming|im counterclaiming|cced) [{target}]", "[so] [please|pls] [don't|dont|do not] (hang|lynch|kill|execute|vote|shoot) me", "(im|i'm|i am) (not|no|confirmed|clear|innocent|inno|clean|not sus) [a|an|the] [{role}|{side}|evil|lying|bad|scum]", "i", "i (said|repeat|told you) [that]", "[i] told [the] {role} [that]", "(ty|thx|thanks|thank you|thank u|cheers|props) [to] [the|our|my] {role}", "{target} (here|speaking)", "nothing happened", "idk about [the rest of] (u|you|the rest|u guys|others)", "(with no|no) (info|results|result|leads)", "(saving|holding) my (revive|shots|bullets|execution|alerts)"),
        "de": ("(hängt|lyncht|wählt) mich nicht", "ich", "[ich] bin (unschuldig|nicht böse|kein {role})", "danke [an] [den|die|dem] {role}", "{target} hier", "nichts passiert"), "fr": ("(ne me|me) (pendez|tuez) pas", "je suis (innocent|innocente)", "merci [au|le|à la] {role}", "{target} ici"), "es": ("no me (cuelguen|colguéis|maten|voten)", "soy inocente", "gracias [al] {role}", "{target} aquí"),
    }),
    *_deeds(), *_alone(),
    *(Phrase(f"too {what}", {}, {"en": (f"({done})",), "fr": tuple(each[4:] for each in _each(ALONE[what]["fr"]) if each[:4] == "été "),
                               "de": tuple(each[6:] for each in _each(ALONE[what]["de"]) if each[:6] == "wurde "), "es": tuple(each[4:] for each in _each(ALONE[what]["es"]) if each[:4] == "fui ")})
      for what, done in BEFELL.items()),
    Phrase("watched", {}, {"en": ("[i] watched {seats} (went there|came|visited|were there|showed up)",)}),
)  # fmt: skip


def _lexicon(words: Mapping[str, str] | Mapping[RoleName, str]) -> dict[str, str]:
    return {said: meant for meant, all_ in words.items() for said in _each(all_)}


BOOK = Phrasebook(
    PHRASES,
    {"role": "role", "side": "side", "found": "found", "target": "seats", "other": "seats", "seats": "seats"},
    {"role": _lexicon(CALLED) | {f"town {said}": role for said, role in _lexicon(CALLED).items()}, "side": _lexicon(SIDES), "seats": _lexicon({"me": MYSELF}),
     **{f"role.{language}": _lexicon(called) for language, called in ELSEWHERE.items()},
     **{f"found{language}": _lexicon(found) for language, found in FOUND.items()}},
)  # fmt: skip


def wordings(name: str) -> tuple[str, ...]:
    """How built-in players say it."""
    return BOOK.phrases[name].says["en"]


def listed(seats: Iterable[Seat]) -> str:
    """“{p1}, {p2} and {p3}”."""
    return and_([f"{{{seat}}}" for seat in seats] or ["nobody"])


def and_(items: Sequence[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
