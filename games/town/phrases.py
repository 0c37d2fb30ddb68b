"""What people of a town claim, in words: how built-in players say each kind of claim, and what people type for it.

`meaning` makes claims of what is read; `voice` and `wills` say them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.core import Seat
from games.phrases import Phrasebook, Words
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

ELSEWHERE: Mapping[str, Mapping[str, str]] = {
    "de": {"doctor": "arzt|ärztin|doktor", "bodyguard": "leibwächter|leibwache", "investigator": "ermittler|detektiv", "mayor": "bürgermeister",
           "spy": "spion", "witch": "hexe", "werewolf": "werwolf", "jester": "narr", "survivor": "überlebender|überlebende", "jailor": "kerkermeister|wärter",
           "executioner": "henker", "arsonist": "brandstifter", "serial killer": "serienmörder|serienkiller", "godfather": "pate", "vampire": "vampir",
           "vampire hunter": "vampirjäger", "lookout": "ausguck|wachposten|späher|beobachter", "blackmailer": "erpresser", "janitor": "hausmeister"},
    "fr": {"doctor": "médecin|docteur|medecin", "bodyguard": "garde du corps", "investigator": "enquêteur|enquêtrice|enqueteur|détective", "sheriff": "shérif", "mayor": "maire",
           "spy": "espion|espionne", "witch": "sorcière", "werewolf": "loup-garou|loup garou", "jester": "bouffon", "survivor": "survivant", "jailor": "geôlier|geolier",
           "executioner": "bourreau", "arsonist": "pyromane", "serial killer": "tueur en série", "godfather": "parrain", "vampire hunter": "chasseur de vampires",
           "lookout": "guetteur|vigie", "transporter": "transporteur", "disguiser": "déguiseur", "escort": "escorte", "veteran": "vétéran", "vigilante": "justicier", "medium": "médium"},
    "es": {"doctor": "médico|medico|doctora", "bodyguard": "guardaespaldas", "investigator": "investigador|investigadora", "mayor": "alcalde", "spy": "espía|espia",
           "witch": "bruja", "werewolf": "hombre lobo", "jester": "bufón|bufon", "survivor": "superviviente", "jailor": "carcelero", "executioner": "verdugo",
           "arsonist": "pirómano", "serial killer": "asesino en serie", "godfather": "padrino", "vampire": "vampiro", "vampire hunter": "cazavampiros",
           "lookout": "vigía|vigia", "transporter": "transportista|transportador", "escort": "escolta", "consort": "consorte", "disguiser": "disfrazador", "veteran": "veterano", "vigilante": "justiciero", "medium": "médium"},
}  # fmt: skip

# ── what is said ──────────────────────────────────────────────────────────────────────────────────────────────────────

SAYS: Mapping[str, tuple[str, ...]] = {
    "role": (
        "I'm the {role}.", "I am the {role}.", "{role} here.", "My role is {role}.", "I claim {role}.", "I'm {role}.",
        "Fine, I'm the {role}.", "For the record, I am the {role}.", "Listen, I'm the {role}.",
    ),
    "accuse": (
        "I don't trust {target}.", "I suspect {target}.", "{target} is lying.", "My vote goes to {target}.", "I think {target} is lying.", "I say we hang {target}.", "My suspect is {target}.",
    ),
    "counter": ("I'm the {role}, so {target} is lying.", "{target} is lying, I am the {role}.", "I'm the real {role}. {target} is a liar."),
    "slander": ("I'm the {role}, so {target} is lying.", "{target} is lying, I am the {role}.", "I'm the {role}. {target} is lying."),
    "trust": ("I trust {target}.", "I believe {target}.", "I can vouch for {target}.", "{target} is on our side.", "I think {target} is honest."),
    "trust as": ("I believe {target} is the {role}.", "{target} is the {role}, I'm sure of it.", "I think {target} is the {role}."),
}  # fmt: skip
"""Of roles and opinions."""
DEEDS: Mapping[str, tuple[str, ...]] = {
    "heal": ("healed",), "guard": ("guarded", "stood guard over"), "question": ("questioned", "interrogated"), "investigate": ("investigated",),
    "watch": ("watched",), "shoot": ("shot",), "block": ("blocked", "roleblocked", "distracted"), "execute": ("executed",),
    "revive": ("revived", "brought back"), "stake": ("hunted",), "consult": ("looked up",), "jail": ("jailed", "locked up"), "swap": ("swapped", "transported"),
}  # fmt: skip
"""What was done to somebody at night."""
ALONE: Mapping[str, tuple[str, ...]] = {
    "alert": ("was on alert", "went on alert"), "vest": ("wore my vest", "put on my vest"), "home": ("stayed at home", "stayed home"),
    "jailed": ("was jailed", "was in jail", "sat in jail"), "blocked": ("was blocked", "was roleblocked"),
    **{what: (f"was {what}",) for what in ("attacked", "healed", "guarded", "transported", "controlled", "doused")},
}  # fmt: skip
"""What was done without anybody else, and what befell oneself."""
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

# ── what is read ──────────────────────────────────────────────────────────────────────────────────────────────────────

SIDES: Mapping[str, str] = {
    "town investigative": "town investigative|town invest|ti", "town killing": "town killing|tk", "town protective": "town protective|town prot",
    "town support": "town support|town supp", "neutral evil": "neutral evil|ne", "neutral killing": "neutral killing|nk", "mafia": "mafia|maf|mafs|mob|mafiosi|mafieux|mafieuse",
    "town": "town|ville|townie|townsperson|townsman|townsmen|townies|villager|townsfolk|dorf|bürger|dorfbewohner|villageois|citoyen|pueblo|ciudadano|ciudadana|du village|del pueblo|vom dorf|stadt",
}  # fmt: skip

WORDS: Words = {
    "": {
        "role": {role: said + "".join(f"|town {each}" for each in said.split("|")) for role, said in CALLED.items()}, "side": SIDES,
        "found": {"suspicious": "suspicious|suspish|susp|suss|sussy|sus", "innocent": "not suspicious|not susp|not sus|not guilty|non sus|n / s|ns|innocent|inno|clean"},
    },
    "en": {
        "did": {
            "heal": "healed|doctored|doc'd|doced|patched up|nursed|healing|saved|healed up", "guard": "guarded|bodyguarded|bg'd|bged|bgd|watched over|stood guard over|standing in front of|been standing in front of|been guarding|stood in front of|guarding",
            "question": "questioned|interrogated|sheriffed|sherriffed|sheriff'd", "investigate": "investigated|inv'd|inved|invd|invested|invest'd|examined",
            "watch": "watched|lo'd|lo'ed|loed|camped|staked out|sat outside|looked out for|looked out on|kept watch on|kept an eye on|observed|watching|was watching|stood outside",
            "shoot": "shot|fired at|took a shot at|took out|gunned down|vigged|vig'd", "block": "blocked|roleblocked|distracted|role blocked|role-blocked|rb'd|rbed|rbd|rb'ed|escorted|esc'd|kept busy|entertained|blocking",
            "execute": "executed|exe'd|exed|exec'd|execd", "revive": "revived|brought|brought back|resurrected|raised|retri'd", "stake": "hunted|staked|vh'd", "consult": "looked up|consulted|consig'd|consiged",
            "jail": "jailed|locked up|imprisoned|hauled in|put in jail", "swap": "swapped|transported|trans'd|transed|transd|tp'd|tped|switched|transporting", "check": "checked|tested|looked into|scanned|checking",
            "protect": "protected|shielded|protecting", "visit": "visited|went to|was on|was at|targeted|picked|chose|went on|on|went for|had|went with|been on|been at|sat on|stayed on|took", "frame": "framed", "douse": "doused", "control": "controlled|witched", "blackmail": "blackmailed|bmed|bm'd",
        },
        "order": {"heal": "heal", "guard": "guard", "question": "interrogate", "investigate": "investigate", "watch": "watch", "shoot": "shoot", "block": "rb", "revive": "revive", "jail": "jail", "swap": "swap", "check": "check", "protect": "protect", "visit": "visit|target"},
        "solo": {
            "alert": "was on alert|went on alert|alerted|alert|on alert|sat on alert|stayed on alert|used an alert|used alert|used my alert", "vest": "wore my vest|put on my vest|vested|vest|vest on|used a vest|used vest|used my vest|wore a vest|wore vest|used one vest|vest held|vest saved me|vest worked",
            "home": "didnt do anything|didn't do anything|stayed|stayed at home|stayed home|held|held fire|held my fire|did not shoot|didn't shoot|didnt shoot|afk|was afk|stayed in|slept|slept in|did nothing|home|stayed idle|idled|rested|no action|skipped|was home|was at home|i visited nobody|i visited no one|kept to myself|did not act|didn't act|didnt act|did not go out|didn't go out|didnt go out|healed nobody|healed no one|watched nobody|jailed nobody|jailed no one",
            "jailed": "was in jail|sat in jail|in jail",
        },
        "befell": {
            "jailed": "jailed|in jail|in the jail|locked up|imprisoned|dragged to jail|dragged off to jail", "blocked": "blocked|roleblocked|role blocked|role-blocked|rbed|rb'd|rbd|rb|distracted",
            "attacked": "attacked|shot at|stabbed|hit|tried to kill|came for|went for", "healed": "healed|saved|patched|nursed", "guarded": "guarded|protected|bg'd|bged", "transported": "transported|swapped|transed|trans'd|transd|moved|switched",
            "controlled": "controlled|witched", "doused": "doused",
        },
        "got": "was|got|am|been|have been|had been|was being|get|were|getting", "hit": "attacked|hit|struck", "by": "by", "someone": "someone|somebody|some1|they", "claim": "claiming|playing|literally|actual|confirmed|vanilla|simple|plain|real|your|loyal|good|only|true|rolled|dealt|drew|claim|call me|admit|class|as the|as your|as our|my role|role|my claim|my class|already said|i already said|i said|told you",
        "here": "here|speaking|reporting|reporting in|claim|btw|obv|obvs|obviously|out|duh|role|fyi", "log": "log|logs|results|info|report", "at": "at|on|for|to|over|up", "came": "came|visited|there|went there|was there|were there|dropped by|showed up|come|go in|arrive|went in|visited them|visited him|visited her|visit them|visit him|visit her|came by|go there|visit|came in|came over|walked in|stopped by",
        "saw": "saw|seen|see|only saw|noticed|spotted|caught|got|visitors|visitor|visits from|visitors were|visit from|heard", "visit": "visited|visit|visiting|visits|went to|came to|go to|entered|enter|enters|going to|come to|entering|went for|went after|targeted|hit|was at|were at|was on|at|on|goes to|went into|go into|attacked", "nobody": "nobody|no one|noone|no visitors|no visitor|none|no visits|no1|nobody else|no one else|not a soul",
        "cameback": "came back|came up|turned up|turned out|showed up|came up as|came back as|as|result|check|results|to be|read|comes back|reads|shows", "find": "found|got|find|get|have|result|results|res|info|check|my result|my read",
        "bad": "lying|liar|liars|lies|lied|fake|faking|fakes|faked|fake claiming|fakeclaiming|fake claimed|evil|evils|bad|scum|scummy|shady|fishy|guilty|killer|murderer|the killer|the murderer|culprit|dangerous|hiding something|dodgy|lying to us|snake|full of it|up to no good|capping|did it|worries me|keeps lying|weird|strange|odd|nervous|on trial|to the gallows|hang|lyin|a liar|made up|my suspect|my top suspect|covers for|too quiet",
        "good": "townread|town read|lock town|clear|cleared|clean|honest|legit|good|confirmed|trustworthy|telling the truth|tells the truth|told the truth|safe|genuine|on our side|one of us|a good guy|town confirmed|fine|solid",
        "story": "story|claim|will|log|claims|logs|role claim|results", "untrue": "a lie|makes no sense|bs|bullshit|nonsense|false", "true": "checks out|makes sense|adds up|real|legit|true|fits", "join": "about",
        "vote": "vote|voting|lynch|lynching|hang|hanging|vote for|voting for|vote up|voting up|vg|vote guilty on|guilty on|push|pushing|accuse|accusing|suspect|nominate|nominating|execute|up|get|hard sus|sussing|sus of|suspicious of|wary of|votes on|put|send|my vote|my vote goes to|my vote is on|my suspect|my top suspect|my main suspect|my first suspect|top sus|my money is on|my money's on|vibes from|put my vote on|finger on",
        "must": "must|should|has to|needs to|gotta|have to|ought to|must be|deserves to", "go": "hang|go|die|swing|hanged", "lets": "lets|let's|we|just|should|must|need to|wanna|want|to|you should|we should|we must|we need to|i vote|everyone|can we|can we please|can we pls|can we pls just|can we just|have", "up": "up|on trial|on the stand|hanged|lynched|gone|dead|out|hanging|today|first|instead",

        "trusted": "be trusted|add up|hold|be true|make sense", "trust": "trust|believe|like|buy|buy a word of|believe a word of|believe a word|believe anything|believe what|i believe|vouch for|can vouch for|back|stand by|support|side with|town read|townread|trusting|clear|vote inno|vote innocent|voting inno|voting innocent|inno on|innocent on|defend|vote innocent on|vote inno on|do trust|still trust",
        "spare": "leave|lay off", "alone": "alone|be|live|go",
        "thanks": "ty|thx|thanks|thank you|thank u|cheers|props|told|to", "cc": "cc|counterclaim|counter claim|counterclaiming|cced", "exed": "executed|exed|exe'd|exec'd|executed it|exed them|exed him|exed her", "nothing": "nothing|no result|no results|nobody died|no info|no feedback|nothing happened|quiet|no feedback",
        "injail": "in jail|in the jail|in my jail|jailed", "seats": {"me": "myself|self|my self"}, "house": "house|place|door",
    },
    "de": {
        "role": ELSEWHERE["de"], "found": {"suspicious": "verdächtig|verdaechtig|sus", "innocent": "unschuldig|unverdächtig|nicht verdächtig|nicht sus|sauber"},
        "done": {"heal": "geheilt|verarztet", "guard": "bewacht|beschützt", "question": "befragt|verhört", "investigate": "untersucht|ermittelt", "watch": "beobachtet|überwacht", "shoot": "erschossen|geschossen", "block": "blockiert|abgelenkt|geblockt", "execute": "hingerichtet", "revive": "wiederbelebt", "stake": "gejagt|gepfählt", "consult": "nachgeschlagen", "jail": "eingesperrt|verhaftet|eingekerkert", "swap": "vertauscht|getauscht|transportiert", "check": "überprüft|geprüft|gecheckt", "protect": "geschützt|gerettet", "visit": "besucht|genommen"},
        "did": {"visit": "auf|bei|war bei|stand vor|war auf"}, "solo": {"alert": "war auf alarm|war alarmiert|alarm", "vest": "weste|weste an|trug eine weste|trug weste", "home": "zuhause|zu hause|daheim|war daheim|blieb daheim|war zuhause|war zu hause|blieb zuhause|blieb zu hause|zuhause geblieben|zu hause geblieben|nichts gemacht|geschlafen|war ich daheim|war ich zuhause", "jailed": "im gefängnis|im knast|saß im gefängnis|saß im knast|war im gefängnis|war im knast"},
        "befell": {"jailed": "eingesperrt", "blocked": "blockiert|geblockt", "attacked": "angegriffen", "healed": "geheilt", "guarded": "beschützt|bewacht|gerettet", "transported": "transportiert|vertauscht", "controlled": "kontrolliert|verhext", "doused": "übergossen|mit benzin übergossen"}, "hit": "angegriffen", "got": "wurde|wurd|worden|bin|war", "has": "hat", "someone": "jemand|einer|wer",
        "claim": "meine rolle|rolle|als|echte|der echte", "here": "hier|übrigens|btw|claim", "at": "auf|bei", "came": "kam|kamen|war da|waren da|war|waren|reingegangen sind|reingegangen ist", "saw": "sah|habe gesehen|besuch von|hab gesehen|gesehen", "visit": "besuchte|besucht|war bei|ging zu|bei|waren bei", "nobody": "niemand|niemand kam|niemand da|kein besuch|keiner kam|keiner",
        "bad": "lügt|lügner|lügnerin|böse|schuldig|fake|faul|mörder|verdammt verdächtig|gelogen|sus|war es|war's|wars|an den galgen|hängen|lynchen|aufhängen", "good": "ehrlich|gut|sauber|vertrauenswürdig|sagt die wahrheit|auf unserer seite|safe", "vote": "hängt|hängen|lyncht|wählt|stimmt für|stimme für|ich stimme für|ich wähle|voten|lasst uns|ich bin für|vote|votet|verdächtige|misstraue|beschuldige|mein verdacht|verdacht auf", "up": "hängen|lynchen|wählen|anklagen|auf|hinterher|gleich hinterher",
        "trust": "vertraue|vertrau|glaube|traue", "spare": "lasst", "alone": "in ruhe|leben", "thanks": "danke|danke an", "nothing": "kein ergebnis|nichts|nix", "exed": "hingerichtet", "injail": "im knast|im gefängnis", "seats": {"me": "mich selbst|mich"},
    },
    "fr": {
        "role": ELSEWHERE["fr"], "found": {"suspicious": "suspect|suspecte|louche", "innocent": "pas suspect|pas suspecte|innocent|innocente|pas sus|clean|réglo|rien de suspect"},
        "did": {"heal": "soigné|soignée|guéri|guérie|soigne", "guard": "gardé|protégé", "question": "interrogé|interrogée|interroge", "investigate": "enquêté sur|enquete sur|examiné", "watch": "surveillé|observé|guetté", "shoot": "tiré sur|abattu", "block": "bloqué|distrait|bloque", "execute": "exécuté", "revive": "ressuscité|ranimé", "stake": "chassé", "consult": "consulté", "jail": "emprisonné|enfermé|mis en prison", "swap": "échangé|transporté|echange", "check": "vérifié|verifie|checké", "protect": "sauvé", "visit": "visité|rendu visite à|allé chez|chez|étais chez"},
        "solo": {"alert": "étais en alerte|j'étais en alerte|en alerte|alerte", "vest": "mis un gilet|gilet|mis mon gilet", "home": "suis resté chez moi|suis restée chez moi|je suis resté chez moi|je suis restée chez moi|resté chez moi|restée chez moi|rien fait|n'ai rien fait|ai dormi|dormi|étais chez moi|j'étais chez moi", "jailed": "étais en prison|j'étais en prison|en prison|passé en prison|passé la nuit en prison"},
        "befell": {"jailed": "emprisonné|emprisonnée|enfermé", "blocked": "bloqué|bloquée", "attacked": "attaqué|attaquée|attaquer", "healed": "soigné|soignée", "guarded": "protégé|protégée|gardé", "transported": "transporté|transportée", "controlled": "contrôlé|contrôlée", "doused": "aspergé|arrosé"},
        "hit": "attaquer|attaqué|attaquée", "got": "passé|été|ai été|étais|s'est fait|a été|me suis fait|suis fait", "claim": "mon rôle|mon role|rôle|votre|vrai|vraie|en tant que", "here": "ici|d'ailleurs|au fait", "at": "chez|sur", "came": "est venu|est venue|sont venus|est passé|passer", "saw": "vu|j'ai vu|vu passer|j'ai vu passer|visité par|il y avait|y avait", "visit": "a visité|visiter|est allé chez|aller chez|a rendu visite à|chez|est venu chez|entrer chez|n'a visité", "nobody": "personne|personne n'est venu|aucun visiteur|personne est venu",
        "bad": "ment|menteur|menteuse|coupable|méchant|mauvais|tueur|bizarre|chelou", "good": "honnête|clean|réglo|sincère|gentil|gentille|fiable|dit la vérité|de notre côté", "vote": "vote|je vote pour|je vote|votez|votez pour|votez contre|votons|votons pour|pendons|pendez|on pend|on vote|on vote pour|il faut pendre|faut pendre|lynchons|vote pour|soupçonne|accuse|suspecte|me méfie de|mon suspect",
        "trust": "crois|fais confiance à|confiance en|soutiens|fais confiance|lui fais confiance|je lui fais confiance", "spare": "laissez", "alone": "tranquille", "thanks": "merci|merci au|merci à", "nothing": "rien|donc rien", "seats": {"me": "moi-même|moi-meme"}, "exed": "exécuté",
    },
    "es": {
        "role": ELSEWHERE["es"], "found": {"suspicious": "sospechoso|sospechosa", "innocent": "no sospechoso|no sospechosa|no es sospechoso|no es sospechosa|inocente|no sus|limpio|limpia"},
        "did": {"heal": "curé|cure|sané", "guard": "protegí|protegi", "question": "interrogué|interrogue", "investigate": "investigué|investigue", "watch": "vigilé|vigile|observé|vigilaba|vigilé la casa de", "shoot": "disparé|dispare", "block": "bloqueé|bloquee|bloqué|distraje", "execute": "ejecuté|ejecute", "revive": "reviví|resucité", "stake": "cacé", "jail": "encarcelé|encarcele|encerré", "swap": "intercambié|transporté|cambié", "check": "revisé|comprobé|chequeé", "protect": "salvé|salve", "visit": "visité|visite|fui a casa de|fui a ver"},
        "done": {"jail": "encarcelado por mí|encarcelada por mí", "heal": "curado por mí|curada por mí"},
        "solo": {"alert": "estuve en alerta|estaba en alerta|en alerta|alerta", "vest": "usé un chaleco|usé chaleco|me puse el chaleco|chaleco", "home": "me quedé en casa|me quede en casa|en casa|no hice nada|dormí|no salí|estuve en casa|estaba en casa", "jailed": "estuve en la cárcel|estaba en la cárcel|en la cárcel"},
        "befell": {"jailed": "encarcelaron|encarcelado|encarcelada|encarceló|encerró", "blocked": "bloquearon|bloqueado|bloqueada|bloqueó", "attacked": "atacaron|atacado|atacada|atacó", "healed": "curaron|curado|curada|curó|salvó", "guarded": "protegieron|protegió", "transported": "transportaron|transportado|transportó", "controlled": "controlaron|controló", "doused": "rociaron|roció"},
        "hit": "atacaron|atacado|atacada", "got": "fui|fue|la|lo", "claim": "mi rol|rol|mi papel|vuestro|verdadero|verdadera", "here": "aquí|por cierto", "at": "en|con", "came": "vino|vinieron|pasó|entró|entraron|fueron", "saw": "vi a|vi", "visit": "visitó a|visitar a|fue a casa de|visitando a|entrar en casa de|visitó|en casa de|con|en lo de", "nobody": "nadie|nadie vino|no vino nadie|sin visitas|ninguna visita",
        "bad": "miente|mintiendo|mentiroso|mentirosa|culpable|malo|mala|asesino|asesina|raro|rara|falso|falsa", "good": "honesto|honesta|bueno|buena|sincero|de fiar|confiable|dice la verdad|de los nuestros", "vote": "voto por|voto a|votad a|voten a|voten por|votemos a|votemos por|colguemos a|colgad a|hay que colgar a|a la horca|linchen a|vamos por|ahorquemos a|votar a|vota a|vota por|sospecho de|acuso a|desconfío de|mi sospechoso",
        "trust": "confío en|le creo a|creo en|me fío de", "spare": "dejad a", "alone": "en paz", "thanks": "gracias|gracias al", "nothing": "nada|no hice nada", "seats": {"me": "mí mismo|mi mismo|a mí mismo|a mi mismo"}, "exed": "ejecuté", "has": "se",
    },
}  # fmt: skip
"""“check”, “protect” and “visit” are what several roles do; an `order` tells others to do it, if no “I” or night stands with it."""

SHAPES: Mapping[str, str] = {
    "role": "I [IS|GOT] [CLAIM] ({role}|{side}) [CLAIM|HERE] / CLAIM [IS] [CLAIM] ({role}|{side}) [CLAIM] / ({role}|{side}) HERE",
    "bare role": "{role} [LOG] / {side}",
    "role on": "{role} [GOT] AT {target}",
    "accuse": "{target} [IS|YOU] BAD / BAD {target} / [I|LETS] [LETS] VOTE [AT] {target} [UP] / [I] NOT TRUST [AT] {target} [SAYS] / [I] TRUST {target} NICHT / {target} [POSS] [STORY] NOT TRUSTED / {target} [IS] NOT (GOOD|TRUE) / {target} [LETS] MUST GO / {target} [POSS] STORY [IS] (BAD|{found}) / {target} [POSS] STORY [IS] UNTRUE / IT IS {target}",
    "trust": "{target} [IS] GOOD / {target} [IS] NOT [IS] BAD / [I|LETS] TRUST [AT] {target} / {target} [POSS] STORY [IS] TRUE / {target} [I] TRUST",
    "spare": "[LETS] SPARE {target} [ALONE] / [I|LETS] NOT [LETS] VOTE [AT] {target} [UP] / VOTE {target} NICHT",
    "is": "[TRUST] {target} [POSS] [IS] [CAMEBACK] ({role}|{side}|{found}) / {target} [POSS] GOT [CAMEBACK] {found} / ({found}|{role}) AT {target} / {found} {target} / {role} IS {target} / [I] FIND {target} [IS] [CAMEBACK] ({found}|{role}) / [I] FIND ({found}|{role}) AT {target} / FIND AT {target} [IS] [CAMEBACK] ({found}|{role}) / IT IS {target} ({role}|{side}|{found})",
    "is not": "{target} [IS] NOT [IS] ({role}|{side}|{found})",
    "named": "{target} [POSS] [HOUSE]",
    "came found": "[HE|IT|FIND] [IS|GOT] [CAMEBACK] {found}",
    "came role": "(HE|IT|FIND) [IS|GOT] [CAMEBACK] {role} / CAMEBACK {role}",
    "came struck": "HE [AUX] GOT HIT",
    "came attacked": "[{target}] [AUX] GOT HIT",
    "came visitors": "[I|HE] [GOT] SAW {seats} [CAME|VISIT] / {seats} CAME / CAME {seats} / [HE] [GOT] VISIT BY {seats}",
    "came nobody": "[I|HE] [SAW|GOT] NOBODY [CAME|VISIT]",
    "came empty": "NOTHING",
    "visited": "[I] [SAW] {seats} VISIT [AT] {target} [POSS] [HOUSE]",
    "visited by": "{target} [POSS] [GOT] VISIT BY {seats} / {target} [GOT] VISIT BY NOBODY / {target} [GOT|FIND] SAW {seats} / {target} (GOT|SAW) NOBODY / NOBODY VISIT {target} / VISIT {target} [SAW] [CAME] ({seats}|NOBODY) [CAME]",
    "spied": "[I] [SAW] {side} [GOT] VISIT ({seats}|NOBODY) [POSS]",
    "executed": "EXED [IT]",
    "aside": "CC [{target}] / THANKS {role} / {target} HERE",
    "jail": "^ {did} {target} INJAIL",
    "deed": "^ [CLAIM] {did} [AT] {target} [POSS] [HOUSE] / I {order} [AT] {target} / [I] [AT] {target} [I] {done}",
    "order": "{order} [AT] {target}",
    "solo": "^ [GOT|WAS] {solo} [I]",
    "befell": "^ [IS] GOT [I] {befell} [I] / [HAS] ME {befell}",
    "befell by": "^ [GOT] {befell} BY ({role}|{side}|{seats}|SOMEONE) / (SOMEONE|{role}|{side}|{seats}|HE) [HAS] {befell} ME [UP] / (SOMEONE|{role}|{side}) [HAS] ME [SOMEONE] {befell}",
    "too": "{befell}",
}  # fmt: skip

BOOK = Phrasebook(
    SHAPES,
    {"target": "seats", "seats": "seats"} | {kind: kind for kind in ("role", "side", "found", "did", "done", "order", "solo", "befell")},
    WORDS,
)  # fmt: skip


def listed(seats: Iterable[Seat]) -> str:
    """“{p1}, {p2} and {p3}”."""
    return and_([f"{{{seat}}}" for seat in seats] or ["nobody"])


def and_(items: Sequence[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
