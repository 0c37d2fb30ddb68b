"""What guests claim, in words: where they were, whom they saw, what happened, whom they suspect; and how people type it.

The first words of a phrase's name are the kinds of claims that it makes (“was hid”), what follows a colon tells wordings of the same
apart. Slots: `{place}`; `{seen}`, whom one saw; `{followed}`, `{guarded}`, `{fell}`, `{blocked}`; `{whom}`, of whom anything else is said
(“somebody was there”, “struck”, “suspected”), and `{other}`, whom they struck. `{when}` is a night, if any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from games.core import Seat
from games.mystery.words import PLACES, Claim
from games.phrases import Heard, Phrase, Phrasebook

# ── what is said ──────────────────────────────────────────────────────────────────────────────────────────────────────

SAYS: Mapping[str, tuple[str, ...]] = {
    "was": (
        "I was in the {place} {when}.", "{when} I was in the {place}.", "I stayed in the {place} {when}.", "I kept watch in the {place} {when}.",
        "The {place} for me {when}.", "I sat in the {place} {when}.", "{when} I waited in the {place}.",
    ),
    "was hid": (
        "I hid in the {place} {when}.", "{when} I hid in the {place}.", "I was hiding in the {place} {when}.",
        "I was in the {place} {when}, hidden.", "I kept out of sight in the {place} {when}.",
    ),
    "was followed": (
        "I followed {followed} to the {place} {when}.", "{when} I followed {followed}, and ended up in the {place}.",
        "I went after {followed} and was in the {place} {when}.",
    ),
    "was guarded": (
        "I was in the {place} {when} and guarded {guarded}.", "{when} I guarded {guarded} in the {place}.",
        "I stood guard over {guarded} in the {place} {when}.",
    ),
    "was followed guarded": (
        "I followed {followed} to the {place} {when} and guarded {guarded}.",
        "{when} I followed {followed} to the {place}, and kept watch over {guarded}.",
    ),
    "was followed hid": (
        "I followed {followed} to the {place} {when} and hid there.",
        "{when} I followed {followed} to the {place}, and kept out of sight.",
    ),
    "alone": (
        "Nobody else was there.", "I saw no one.", "I was alone.", "I saw nobody.", "Not a soul came in.", "I had the room to myself, alone.",
    ),
    "saw alone": (
        "I saw {seen} there, and nobody else.", "{seen} (was|were) there, and no one else.", "I saw only {seen} there.",
        "{seen} (was|were) with me, nobody else.", "I met {seen}, and nobody else.",
    ),
    "saw": ("I saw {seen} there.", "{seen} (was|were) there.", "I met {seen}."),
    "saw:in": ("I saw {seen} in the {place} {when}.",),
    "was:they": ("{whom} (was|were) in the {place}.",),
    "fell": (
        "{fell} fell there.", "I was there when {fell} fell.", "In the dark, {fell} (was|were) struck down.",
        "{fell} died right there, and I could not see whose hand it was.",
    ),
    "blocked": ("A blow at {blocked} was blocked.", "Somebody's blow at {blocked} was stopped.", "There was a struggle over {blocked}."),
    "saved": ("Somebody struck at me, and a guard saved me.", "I was struck at, and I owe somebody my life.", "A blow at me was blocked."),
    "struck": (
        "I saw {whom} strike {other}.", "With my own eyes I saw {whom} strike {other}.", "I saw {whom} strike at {other}, as clearly as I see you.",
    ),
    "cry": ("I heard a cry from the {place}.", "A cry came from the {place}.", "There was a scream in the {place}."),
    "guilty:hedging": (
        "I am sorry to say it, but it must be {whom}.", "I see no way around it: it must have been {whom}.",
        "As far as I can tell, the murderer is {whom}.",
    ),
    "guilty:plain": ("It must have been {whom}.", "The murderer is {whom}.", "It can only have been {whom}.", "{whom} did it."),
    "guilty:firm": (
        "{whom} is the murderer, and I stake my life on it.", "It was {whom}, and there is no doubt about it.",
        "{whom} did it, and tonight it ends.", "No more talk: the murderer is {whom}.",
    ),
    "accuses:hedging": (
        "I am not certain, but I suspect {whom}.", "I do not quite trust {whom}.", "My guess is {whom}.", "I am a little wary of {whom}.",
    ),
    "accuses:plain": ("I suspect {whom}.", "My suspicion falls on {whom}.", "I do not trust {whom}.", "My vote goes to {whom}."),
    "accuses:firm": ("I accuse {whom}.", "I say we hang {whom}.", "I vote for {whom}, and you all should.", "All of it points to {whom}."),
    "accuses:contradicts me": ("{whom}'s story is not what I saw.", "What {whom} told us cannot be true, I know it."),
    "accuses:contradicts": ("{whom}'s story does not fit with the others.", "The story of {whom} does not hold together."),
    "accuses:to the end": ("Look closely at {whom}.", "When I am gone, hang {whom}.", "My suspicion falls on {whom}, to the end."),
    "clears": ("I believe {whom}.", "I trust {whom}.", "{whom} tells the truth.", "I can vouch for {whom}."),
    "innocent:hedging": ("Please, it was not me.", "I know how it looks. I did not do it.", "You are making a mistake, I am innocent."),
    "innocent:plain": ("It was not me.", "I am innocent.", "I did not do it, and I have told you where I was."),
    "innocent:firm": ("I am innocent, and whoever points at me had better explain why.", "It was not me. Look elsewhere."),
    "innocent:to the end": ("I am innocent, and you will see it in a moment.",),
}  # fmt: skip
"""What built-in players say, and code where it speaks for somebody, in English."""

# ── what is heard ─────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "I": "(i|ive|i've|i have|i had|we|me|^)",
        "WAS": """(was|were|stayed|sat|slept|stood|waited|remained|chilled|lurked|camped|hung out|hung around|went|kept watch|watched|spent [(all|the whole|the|my)]
            (night|time)|spent it|was watching|was sitting|was staying|was chilling|was standing|was sleeping|was waiting|was hanging out|watching|sitting|staying|
            chilling|sleeping|waiting|ended up|been|am|walked|moved|headed|made my way|passed the night|got|visited|wound up|found myself|hanging out|have been|went down|
            went up|went over|was posted up|posted up|chose|picked|was in|took|went back|moved over|snuck|sneaked|stuck|stuck around|hung|paired up|teamed up|stayed put|stayed over|stayed back|was stuck|stuck together|settled|rested|camped out|hid out|popped|took the night|laid low|lay low|was chillin|chillin|were chatting|was chatting|were sitting|were hanging out|were hiding|were talking|chilling out)""",
        "IN": "(in|at|inside|into|to|on|around|over in|up in|down in|@) [(the|da|teh|my)]",
        "THE": "[(the|da|teh)]",
        "SAW": """(saw|see|met|found|noticed|spotted|recognised|recognized|watched|ran into|bumped into|came across|have seen|had seen|seen|could see|encountered|caught|did see|crossed)""",
        "WITH": "(with|w|w/|alongside|beside|next to|together with|in the company of|same room as|in the same room as)",
        "ME": "(with me|beside me|next to me|with us|by my side|w me|w/ me|near me|alongside me|around me)",
        "ALONE": "(alone|by myself|on my own|solo|all by myself|on my lonesome|all by my lonesome|by my lonesome|all on my own)",
        "NOBODY": "(nobody|noone|no one|no-one|no1|not a soul|no soul|nobody else|no one else|noone else|none|no body|no other person|zero people|absolutely nobody|absolutely no one)",
        "FOLLOW": "(followed|tailed|trailed|shadowed|stalked|was following|was tailing|was shadowing|tailing|following|shadowing|went after|crept after|tracked|snuck after|kept behind|stayed behind|went with)",
        "GUARD": """(guarded|protected|shielded|watched over|was guarding|guarding|protecting|was protecting|kept watch over|stood guard over|defended|looked after|kept guard over|bodyguarded|
            was shielding|stood before|was watching over|was defending)""",
        "HID": "(hid|was hiding|hiding|was hidden|hidden|kept out of sight|hid myself|stayed hidden|concealed myself|in hiding|was in hiding|hid out|hid away|hided|tucked away|out of sight|from my hiding place)",
        "CRY": "(cry|cries|scream|screams|screamed|screaming|shriek|shrieks|yell|yells|crying|shout|shouting|yelling)",
        "A": "[(a|an|the|some|somebody|someone|some1|somebody's|someone's|people|this)]",
        "FELL": "(fell|went down|died|dropped dead|dropped|collapsed|was killed|got killed|was struck down|were struck down|was murdered|got murdered|was stabbed|got stabbed|was slain|fall|dead|were killed|got struck down)",
        "BY": "(there|right there|next to me|right next to me|beside me|right beside me|before me|in front of me|right in front of me|in front of my eyes|before my eyes|in my room|near me|at my feet|here|with me there)",
        "BLOW": "(blow|hit|strike|attack|stab|attempt|knife|swing|murder attempt)",
        "AT": "(at|on|against|for|to|over|meant for|aimed at|of|around)",
        "STOPPED": "(blocked|stopped|parried|fended off|warded off|turned aside|foiled|deflected|prevented)",
        "STRIKE": """(strike|stab|kill|murder|attack|hit|knife|slay|striking|stabbing|killing|murdering|attacking|struck|stabbed|killed|murdered|attacked|strike at|struck at|strike down|
            struck down|knifed|slew|going for|take out|swing at|swung at|raise a knife at)""",
        "MURDERER": "(murderer|killer|culprit|assassin|guilty one|guilty|baddie|bad guy|murderers|killers)",
        "IS": "(is|are|was|were|must be|has to be|have to be|is definitely|is certainly|is surely|gotta be|can only be|'s|' s|is clearly|is obviously)",
        "SURE": "(im sure|i'm sure|i am sure|i know|im certain|i'm certain|i swear|im telling you|i'm telling you|100 %|im positive|no doubt|certain|positive)",
        "ITIS": "(its gotta be|it's gotta be|it gotta be|it has got to be|its got to be|it's got to be|its definitely|it was|it is|it's|its|it must be|it must have been|must be|must have been|it can only be|it can only have been|it has to be|gotta be|it had to be|that was|has to be)",
        "THINK": "(i think|i believe|i guess|i bet|i feel|i suspect|i reckon|id say|i'd say|my guess is|my read is|i say|think|looks like|seems like|i feel like|im pretty sure|pretty sure|im thinking|prob|probably|most likely|likely|id bet|i have a feeling|my gut says|guessing)",
        "BAD": "(lying|a liar|liar|liars|suspicious|sus|sussy|suspish|fishy|shady|strange|weird|evil|fake|guilty to me|dodgy|scum|up to no good|hiding something|our best bet|quiet|too quiet|not innocent|bad|kinda sus|a suspect|my suspect|the prime suspect|odd)",
        "LOOKS": "(is|are|seems|seem|looks|look|sounds|sound|acts|acting|is acting|is being|was|were|feels)",
        "VERY": "[(so|very|really|pretty|super|kinda|too|quite|a bit|a little|so damn|extremely|way too|most|the most|totally)]",
        "GOOD": "(innocent|inno|honest|clear|clean|cleared|in the clear|trustworthy|telling the truth|safe|good|legit|fine|ok|okay|cool|not guilty|not the murderer|not the killer|not a murderer|not lying|ok with me|truthful|one of us)",
    },
    "de": {
        "I": "(ich|wir|ich hab|ich habe|hab|habe|ich bin|bin|ich war|hab ich|habe ich|bin ich|war ich|^)",
        "WAS": "(war|warn|waren|bin|blieb|saß|sass|ging|schlief|wartete|stand|habe|hab|wach in|lag|verbrachte die nacht|hielt wache|geblieben|landete|bin gegangen)",
        "IN": "(in|im|in der|in die|in den|in das|ins|auf|auf dem|auf den|am|beim|zur|zum|bis in|bis in den|bis in die|nach|inder)",
        "FROM": "(aus|aus der|aus dem|ausm|in|in der|im|von|vom|von der|ausn)",
        "NOBODY": "(niemand|niemanden|niemandem|keiner|keinen|kein mensch|keine menschenseele|niemand anders|niemand sonst|sonst niemand|sonst keiner|sonst niemanden|sonst keinen)",
        "ALONE": "(allein|alleine|ganz allein|ganz alleine|für mich|solo)",
        "SAW": "(sah|gesehen|gesehn|traf|getroffen|bemerkt|entdeckt|seh|sehe|begegnet)",
        "STRUCK": "(erstochen|umgebracht|getötet|ermordet|erschlagen|angegriffen|niedergestochen|gekillt|zugestochen)",
        "GUARDED": "(bewacht|beschützt|geschützt|behütet|verteidigt|aufgepasst)",
        "GUARD": "(bewachte|beschützte|schützte|verteidigte)",
        "FELL": "(fiel|umgefallen|gefallen|gestorben|starb|umgekippt|zusammengebrochen|getötet worden|tot umgefallen)",
        "BY": "(neben mir|direkt neben mir|vor mir|vor meinen augen|bei mir|genau neben mir|da|dort)",
        "MURDERER": "(mörder|mörderin|killer|täter|täterin|schuldig|schuldige|moerder)",
        "THINK": "(ich glaube|ich denke|ich finde|glaube|glaub|denke|vermute|ich vermute|ich tippe|tippe|ich tippe auf|tippe auf|wahrscheinlich|mein tipp|ich glaub|mein tipp ist|für mich)",
        "BAD": "(lügt|lügner|lügnerin|verdächtig|böse|sus|komisch|seltsam|merkwürdig|ein lügner|eine lügnerin|faul)",
        "GOOD": "(unschuldig|ehrlich|sauber|in ordnung|vertrauenswürdig|unverdächtig|nicht der mörder|nicht die mörderin|kein mörder|keine mörderin|clean)",
    },
    "fr": {
        "I": "(je|j'ai|jai|j'étais|moi|moi je|on|nous|je suis|j'|moi j'étais|moi j'ai|^)",
        "WAS": "(étais|était|étions|suis|suis resté|suis restée|resté|restée|dormi|attendu|j'étais|jetais|on était|passé la nuit|ai dormi|ai attendu|allé|allée|suis allé|suis allée|veillé|j'suis|chui|chuis|planté|fini|atterri|ai fini|surveillé|jusqu'à|je suis|arrivé|arrivée)",
        "IN": "(à|a|dans|au|en|vers|jusqu'au|jusqu'à) [(la|le|l'|les)]",
        "NOBODY": "(personne|vu personne|personne d'autre|pas un chat|aucune âme|personne là|y avait personne|il n'y avait personne)",
        "ALONE": "(seul|seule|tout seul|toute seule|solo)",
        "SAW": "(vu|vue|vus|croisé|croisée|rencontré|aperçu|l'ai vu|l'ai vue|ai vu)",
        "STRIKE": "(frapper|tuer|poignarder|attaquer|assassiner|frappé|tué|poignardé|attaqué|assassiné|a frappé|a tué|a poignardé|a attaqué|a assassiné)",
        "HID": "(caché|cachée|planqué|planquée|me suis caché|me suis cachée|étais caché|étais cachée|je me suis caché|je me suis cachée|je me cachais|en planque|j'étais caché|j'étais cachée|me suis planqué|me suis planquée|étais planqué|étais planquée|je me suis planqué|je me suis planquée)",
        "GUARD": "(gardé|gardée|protégé|protégée|veillé sur|surveillé|défendu|gardais|protégeais)",
        "FELL": "(est tombé|est tombée|tombé|tombée|mort|morte|est mort|est morte|s'est effondré|s'est effondrée|s'est écroulé|s'est écroulée|tué|tuée)",
        "BY": "(devant moi|à côté de moi|a côté de moi|sous mes yeux|près de moi|juste à côté de moi|juste devant moi|là|à mes pieds|à coté de moi)",
        "MURDERER": "(meurtrier|meurtrière|tueur|tueuse|coupable|assassin|assassine|l'assassin|meurtrier c'est)",
        "THINK": "(je pense que|je crois que|je pense|je crois|pour moi|à mon avis|perso|je dirais|sûrement|sans doute|je parie sur|probablement)",
        "BAD": "(ment|menteur|menteuse|louche|suspect|suspecte|bizarre|chelou|pas net|pas nette|un menteur|une menteuse|pas clair|pas claire)",
        "GOOD": "(innocent|innocente|honnête|clean|hors de cause|sincère|fiable|pas le tueur|pas la tueuse|pas le meurtrier|pas coupable|réglo)",
    },
    "es": {
        "I": "(yo|he|nosotros|me|estuve|estaba|^)",
        "WAS": "(estaba|estuve|estábamos|estuvimos|me quedé|me quede|dormí|dormi|esperé|fui|pasé la noche|soy|terminé|acabé|andaba|vigilé|vigilaba|quedé|llegué|hasta)",
        "IN": "(en|a|al|en el|en la|por|hasta|hasta el|hasta la|hacia|hacia el|hacia la|a la|dentro de|del|de la)",
        "NOBODY": "(nadie|a nadie|nadie más|nadie mas|a nadie más|a nadie mas|ni un alma)",
        "ALONE": "(solo|sola|sólo|a solas|solito|solita)",
        "SAW": "(vi a|vi|vimos a|encontré a|me encontré a|me encontré con|me crucé con|he visto a|crucé a)",
        "STRIKE": "(matar a|apuñalar a|atacar a|golpear a|asesinar a|mató a|apuñaló a|atacó a|golpeó a|asesinó a|mato a|matando a|atacando a|apuñalando a)",
        "HID": "(me escondí|me escondi|escondido|escondida|oculto|oculta|estaba escondido|estaba escondida|estuve escondido|estuve escondida|me oculté|me oculte)",
        "GUARD": "(custodié a|custodie a|protegí a|protegi a|guardé a|defendí a|cuidé a|cuidé de|cuide de|cuidando a|protegiendo a|vigilé a|custodiaba a|cuidaba a|protegía a)",
        "FELL": "(cayó|cayo|murió|murio|cayó muerto|cayó muerta|se desplomó|fue asesinado|fue asesinada)",
        "BY": "(a mi lado|delante de mí|delante de mi|frente a mí|frente a mi|ante mis ojos|junto a mí|junto a mi|ahí|allí|justo a mi lado|a mis pies)",
        "MURDERER": "(asesino|asesina|culpable|homicida|criminal|asesinos)",
        "THINK": "(creo que|pienso que|para mí|para mi|yo creo que|supongo que|sospecho que|seguramente|probablemente|diría que|apuesto por|creo|apuesto a que)",
        "BAD": "(miente|mentiroso|mentirosa|sospechoso|sospechosa|raro|rara|mintiendo|un mentiroso|una mentirosa|culpable para mí|turbio|turbia)",
        "GOOD": "(inocente|honesto|honesta|limpio|limpia|de fiar|sincero|sincera|no es el asesino|legal)",
    },
}  # fmt: skip
"""Words that stand in many wordings, by the name that stands for them there."""

HEARS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "was:bare": "IN {place} / THE {place}",
        "was": """I WAS IN {place} [again|once more] / I WAS [the] {place} / THE {place} for me / hidden IN {place} / my (place|room|spot|location) (was|is) THE {place}
            / my {place} / I (kept an eye on|kept watch over|kept watch in|GUARD) THE {place} / I WAS IN {place} [,] [and] not [IN] THE {elsewhere} / I WAS IN {place} [,] [and] not {elsewhere} / (me|i) IN {place} / same place THE {place} / {place} again / I had {place} / I watched [over] THE {place} / THE {place} is where I was""",
        "was:together": "we (were|was) IN {place} together / together IN {place} / we (were|was) [both] [together] IN {place} / both IN {place} / we (sat|stayed|hid|slept) [together] IN {place}",
        "was:they": """{whom} [both|all|also] (was|were|stayed|sat|slept|stood|waited|hid|hiding|watched) [both|all] IN {place} / {whom} (in|at|inside) THE {place}
            / {whom} (went|came|walked|moved) (to|into) THE {place} / {whom} (is|are) IN {place}""",
        "was:they with me": "{whom} (was|were|sat|stayed) [there] ME IN {place} / {whom} (was|were|sat|stayed) IN {place} [there] ME",
        "was:they with": "{whom} (was|were) IN {place} WITH {other} / {whom} (was|were) WITH {other} IN {place}",
        "saw": """I SAW {seen} [there|here|in there|only] [too|also] / I SAW both {seen} / I WAS [there] WITH {seen} / ^ WITH {seen} / {seen} [both|all] (was|were) [also] (there|here|around|present|in there|in it|in my room|in the room|w me|in the same room) [too|also|as well]
            / {seen} [was|were|sat|stayed|stood|came|hid] ME [too] / {seen} [both] [was|were] there / {seen} kept me company / {seen} (joined|came|came in|showed up|walked in|entered|popped in|came by|arrived|joined me|turned up|came along) / so (was|were) {seen}
            / there (was|were) {seen} / {seen} (and|n|&) (i|me) [WAS] [there|together|alone] / (me|i) (and|n|&|+) {seen} [WAS] [there|together] / company [was] {seen} / {seen} (saw me|can confirm|can vouch|met me|can vouch for me|saw me there|can confirm that|is my alibi)
            / we (was|were) together / (i|we) (was|were) in the same (room|place) as {seen} / {seen} [was|were] in (the same room|there) [with me] / had {seen} ME""",
        "too": "{whom} [was|were|is] (too|also|as well) / so (is|was|were) {whom} / also {whom} / same for {whom} / and {whom} (too|also|as well)",
        "saw:in": "I SAW {seen} [there] IN {place} / I SAW {seen} , {place} / I saw {seen} (sitting|standing|walking|hanging out|lurking|hiding|waiting) IN {place}",
        "was saw": """{seen} (and|n|&) (i|me) [both] [WAS] [all|both] [together] IN {place} [together] / (me|i) [,] [and|n|&|+] {seen} [both] [WAS] [all|both] [together] IN {place} [together] / THE {place} : {seen} / THE {place} : me [,] [and|n|&] {seen} / I shared THE {place} WITH {seen}""",
        "alone": """I [WAS] ALONE [there|again|in there|too] / I SAW NOBODY [there|else|in there|around] / NOBODY [else] [(was|came|showed up|showed|came in|entered|passed|passed by|joined|joined me|came by|walked in|turned up)] [(there|here|around|ME|in sight|besides me|but me|in there|about|with me there|in the room|in)]
            / I (didn't|didnt|did not|never|dint|didn't even|havent|haven't) (see|saw|meet|notice|find|spot|seen) (anyone|anybody|a soul|any one|any1|any body|nobody|another soul) [else] [there] / (it was|was|it's|its|room was|place was|totally|completely) empty / empty [room|there] / (just|only) me / I had (the|that) (place|room) to myself / (i was|was) the only (one|person) [there|in there|around]
            / nobody (joined|bothered) me / there (was|were) NOBODY [there|around|else|ME|in sight|in there] / I had (no|zero) company / no (company|visitors|visitor|witnesses) / didnt see anyone at all / all alone / didn't run into anyone / I ran into nobody""",
        "saw alone": """(only|just) [SAW] [WITH] {seen} [there] [was there|were there|ME] / I SAW (only|just) {seen} [there] / I [WAS] [WITH] (nobody|no one|noone|none) (but|except|besides|other than|apart from) {seen} [was|were] [there|ME] / ALONE WITH {seen} / I WAS ALONE WITH {seen} / (nobody|no one|noone) (but|except|besides) {seen} (came|came in|was there|were there|showed up|joined) / I SAW (nobody|no one|noone) (but|except|besides|other than|apart from) {seen} [there]
            / (just|only) me (and|n|&|+) {seen} [there|in there|together] / only {seen} (and|n|&) me / (just|only) {seen} [was|were] (there|here|ME) / I WAS [there] (just|only) WITH {seen} / (i|we) (was|were) (just|only) WITH {seen} / nobody else (but|except) {seen} / the only other (one|person|soul) (there|there was|was) {seen}""",
        "hid": "I HID [there|again|all night|myself|away|all alone] / I stayed out of sight / I used (my|a) (hide|hiding)",
        "followed": "I FOLLOW {followed} [there|around|all night] / I (decided to|chose to|tried to) (follow|tail|shadow|trail) {followed}",
        "guarded": "I GUARD {guarded} [there|all night] / I kept {guarded} safe / I (put|placed|used|set|had) my guard on {guarded} / I (was|stayed) guarding {guarded} / I was on guard (for|over|duty for) {guarded} / [my] guard (was|on|for|over) [on] {guarded}",
        "followed guarded": "I FOLLOW and GUARD {guarded} / I FOLLOW & GUARD {guarded} / I GUARD and FOLLOW {guarded}",
        "guarded blocked": """my guard STOPPED A BLOW AT {guarded} / my guard on {guarded} (STOPPED A BLOW|worked|held) / I GUARD {guarded} and STOPPED A BLOW / I saved {guarded} / I saved {guarded} from A BLOW / I GUARD {guarded} and (it worked|saved them|saved him|saved her)
            / I STOPPED A BLOW AT {guarded} (with my guard|by guarding) / my guard saved {guarded} / A BLOW AT {guarded} (was|got) STOPPED by (my guard|me)""",
        "blocked": """A BLOW AT {blocked} (was|got|has been) STOPPED / I STOPPED A BLOW AT {blocked} / the guard on {blocked} STOPPED A BLOW / there was A struggle AT {blocked} / {blocked} (was|were|got) (attacked|struck at|nearly killed|almost killed|saved|hit|targeted) [,] (but|and) [was|were|got|it was] (guarded|saved|STOPPED|protected|survived|the guard held|guard held)
            / A BLOW AT {blocked} (failed|came to nothing|was a fail) / somebody (tried to|nearly) STRIKE {blocked} / (someone|somebody|some1) (guarded|saved|protected) {blocked} / {blocked} (was|got) (saved|nearly killed|almost killed) / A BLOW AT {blocked} STOPPED / (a|the) guard saved {blocked} / {blocked} survived (a|an) BLOW""",
        "blocked:it": "[the|that|his|her|their] [BLOW] (was|got) STOPPED / it (was|got) STOPPED / [i] STOPPED it / [it was|was|got] STOPPED by (a guard|someone|somebody|the guard) / it STOPPED A BLOW / a guard was in the way / the guard held",
        "saved": """(somebody|someone|some1|a guard|my guard|the guard|who ever|whoever) [(just|actually)] (guarded|saved|protected|shielded) (me|my life|my ass|my butt|my skin) / (somebody|someone|some1|some one|they|killer|the murderer|the killer) (struck at|attacked|STRIKE|tried to kill|tried to STRIKE|came for|tried to murder|went for) me
            / A BLOW AT me [was] [STOPPED] / I (was|got|am|been) (attacked|struck at|saved|guarded|almost killed|nearly killed|targeted|hit|stabbed|almost stabbed|protected) / I owe (somebody|someone|my guard|my guardian) my life / it saved (my life|me) / (the|a) guard saved me
            / I (got|was|am) (saved|protected|guarded) by [a|an|the|someones|someone's|my|some|somebody's] [unknown|other] (guard|guards|guardian|bodyguard|someone|somebody|some1) / my own neck got saved [by a guard] / I survived (a|an|the) BLOW / i (almost|nearly) died / I (was|got) (attacked|struck at|hit) (but|and) [was|got] (guarded|saved|survived|protected|a guard saved me|lived) / saved me / my life was saved""",
        "fell": """{fell} FELL BY / I (saw|watched|seen|heard) {fell} (fall|die|drop|go down|get killed|collapse|dying|falling|fell|go) [BY] / when {fell} FELL [BY] / {fell} (fell|went down|collapsed) / I (was|stood) (there|next to {fell}|beside {fell}) when {fell} FELL / FELL BY was {fell} / {fell} FELL BY , {place}
            / I (was|stood) BY when {fell} FELL""",
        "fell:in": "{fell} (fell|went down|collapsed|dropped) [BY] IN {place} / {fell} FELL BY IN {place} / I (saw|watched|seen) {fell} (fall|die|drop|go down|get killed|collapse) [BY] IN {place}",
        "was fell": "I was IN {place} when {fell} FELL",
        "cry": """I [(heard|hear|there was|there were|there came|was|heard like|sounded like|it sounded like|i think i heard|got)] A [loud|terrible|awful|horrible|big|distant] CRY [(from|in|out of|near|coming from|over in|towards|by|at|over at|next door in|next door|in next door|coming out of)] [next door|direction of] [in|to] [,] THE {place} [side|direction|next door]
            / [A] CRY came from THE {place} / THE {place} CRY / someone (died|screamed|cried|was screaming|yelled) in THE {place} / heard someone (die|scream|cry) in THE {place} / I heard it from THE {place}""",
        "struck": """I SAW [how|that|as|when] {whom} STRIKE {other} [there|BY|dead] / {whom} [tried to|wanted to|went to|attempted to] STRIKE {other} [there|BY|dead|to death] [i saw it] / it was {whom} who STRIKE {other} / [i saw that] {other} (was|got) (struck|killed|stabbed|murdered) [down] by {whom} / I saw {whom} (do it|doing it) to {other}""",
        "struck:in": "I SAW {whom} STRIKE {other} IN {place} / {whom} STRIKE {other} IN {place}",
        "guilty": """{whom} IS [a|the|our|one of the] MURDERER / {whom} [def|definitely|clearly|totally] (did it|did this|has done it|must have done it|must have struck|must have killed|can only have done it|is behind it|is behind this|dun it) / [SURE] ITIS {whom} / (the|our|your) MURDERER IS {whom}
            / THE MURDERER : {whom} / only {whom} can have [done it] / I saw {whom} (do it|doing it) / {whom} MURDERER / its def {whom} / (definitely|def|clearly|obviously|for sure) {whom} / ITIS (definitely|def|clearly|obviously|100 %|for sure) {whom} / {whom} is who did it""",
        "accuses": """THINK [that] [it's|its|it is|it was|it's gotta be|it must be|of] {whom} / THINK [that] {whom} (did it|did this|is it|is the MURDERER|IS [a|the|our] MURDERER) / [MURDERER] [is|its|it's] (prob|probably|likely|most likely) {whom} / {whom} (prob|probably|likely|most likely) [did it] / {whom} is (prob|probably|likely|most likely) [the|a] MURDERER / [THINK] {whom} LOOKS VERY BAD [to me] / {whom} BAD [to me]
            / [THINK] {whom} (lies|lied|is lying|lyin|is a liar|must hang|should hang|ought to hang|worries me|makes me nervous|cannot be trusted|can't be trusted|cant be trusted|contradicts me|contradicts himself|contradicts herself|is hiding something|has to hang|has to go|needs to go|must go|frightens me|scares me|looks guilty|seems guilty|acts guilty|is the one|gives me bad vibes|keeps lying|isnt telling the truth|is not telling the truth|gotta go|is on my list)
            / {whom} (is lying|lied|lies) about THE {place} / {whom} (is lying|lied|lies) about (it|that|everything|where he was|where she was|where they were|last night|being there) / [i|we] (don't|dont|do not|can't|cant|cannot|never|no longer|hardly|wouldnt) [quite|really|fully|at all] (trust|believe|buy) [a word of|what] {whom} [says|story]
            / [i|we|i'd|i'm|im|let's|lets|i say|my] [we|i] [would|should|will|must|gonna|all] [say] (suspect|accuse|distrust|blame|hang|hanging|vote|vote for|voting|voting for|lynch|pointing at|point at|suspecting|accusing|name|go for|going with|go with|vote to hang|eyeing|doubt) {whom} [today|now|too|then|first] / [i am|im|i'm|am] [a little|a bit|very|so] (suspicious of|wary of|worried about|afraid of|leaning) {whom}
            / my (suspect|suspicion|vote|bet|money|top suspect|guess|finger|main suspect|prime suspect|eye|eyes|first suspect|suspicion falls|pick|number one) (is|would be|is on|goes to|falls on|for|goes on|points to|on|are on|are|points at) {whom} / i have my (eye|eyes) on {whom} / all of it points to {whom} / everything points to {whom} / look closely at {whom} / [today] (vote|rope|hang|votes) [on|for|to] {whom} [please|today|now]
            / something (is|seems|feels|'s) (off|wrong|fishy|weird) (about|with) {whom} / [i] [have|got|had] [a] bad (feeling|vibes|vibe|feelings) (about|from) {whom} / {whom} [(' s|'s)] (story|account|alibi|claim) [just] (is|does|doesn't|doesnt) [not] (what i saw|add up|fit|fishy|strange|a lie|fit with the others|hold up|match|fake|make sense|weird|makes no sense|sus) / (the|that) story of {whom} does not (hold together|fit|add up) / what {whom} told us cannot be true / (pretty|quite|very|so) (sus of|suspicious of) {whom} / {whom} on the rope / rope for {whom} / to the rope with {whom}
            / sus of {whom} / get rid of {whom} / {whom} is lying (his|her|their) (ass|butt) off / (not|never) trusting {whom} / [i] want to hang {whom} / [i] want {whom} (hanged|gone|dead) / {whom} is [a] (total|such a) liar / (hang|hanging) {whom} (is|seems) right""",
        "accuses:not": "[THINK] {whom} (isn't|isnt|is not|ain't|aint) [so] (innocent|clear|honest|trustworthy|clean|telling the truth)",
        "clears": """[THINK] [SURE] [that] {whom} (LOOKS|r|' s|'s|must be|has to be|have to be) VERY [def|definitely] [both] GOOD [to me|for me|imo] / {whom} GOOD / {whom} r GOOD / {whom} (cannot|can't|cant|could not|couldn't|couldnt) [possibly] [have] [be] (it|the murderer|the killer|done it|have done it|guilty|have been it|be it|been it|murderer|the one|a murderer|killer)
            / {whom} (isn't|isnt|is not|wasn't|wasnt|was not|ain't|aint|is no) [the|a|our] (MURDERER|it|lying|him|her) / {whom} (didn't|didnt|did not) (do it|kill|kill anyone|strike|strike anyone|do anything) / {whom} (tells the truth|speaks the truth|is telling the truth|told the truth)
            / [i|we] [do|fully|really|still|also|would|can|will] (trust|believe|vouch for|can vouch for|speak for|stand by|clear|cleared) {whom} / (it|that) (wasn't|wasnt|was not|isn't|isnt|is not|cannot be|can't be|cant be|cannot have been|can't have been|cant have been) {whom} / (its|it's) not {whom}
            / [i|we] (do not|don't|dont|never|no longer) (suspect|accuse|doubt|distrust|blame|hang|vote|vote for) {whom} / (don't|dont|do not|let's not|lets not) (hang|vote|vote for|lynch|accuse|suspect) {whom} / no reason to (suspect|hang|doubt) {whom} / leave {whom} alone""",
        "innocent": """[i am|im|i'm|i m] [really|100 %|totally|completely|an] (innocent|inno|clean|not guilty|innocent one|innocent guest) / [i am|im|i'm|i] (not|no|aint|ain't) [the|a] MURDERER / [it] (wasn't|wasnt|was not|isn't|isnt|is not|ain't|not) me / [i] (did not|didn't|didnt|never|dint) (do it|do this|kill|killed|kill anyone|killed anyone|strike|struck|kill anybody|killed anybody|strike anyone|struck anyone|kill no one|do anything|done it)
            / (it's|its|it is) not me / i (swear|promise) (it wasn't|it wasnt|its not) me / as an innocent""",
        "nothing": """[i] (dunno|idk|no idea|don't know|dont know|didnt see|didn't see|couldn't see|could not see|couldnt see|cant tell|can't tell) (who|whose hand|who did it|who it was|who struck|by whom|which one) [it was] / {whom} (got|was|were) (hit|attacked|struck|struck at|targeted) / (someone|somebody|some1) (took|aimed|swung|made) A BLOW AT {whom} / I (was|were|stood|sat) there / nothing [else] [happened|to report|much|special|new] / [it was] [a] [very] (boring|quiet|calm|peaceful) [night] / heard nothing / saw nothing / [i] heard [a] (nothing|cry|scream|screams|cries) / no (cry|cries|blow|blows|scream|screams|attack|attacks|one died|body) / I saw it / saw it [all] [myself|happen] / boring night / (till|until) (dawn|morning) / to (keep|protect|guard|watch|watch over) {whom} [safe] / my guard held / nobody (found|saw|noticed) me / I (just|only) watched [all night|around] / I watched / I kept watch / {whom} (wasn't|wasnt|was not) there / both times
            / (he|she|they) (wasn't|wasnt|was not) there / nobody (died|fell|was hurt|came to harm) / in the dark / i could not see (who|whose hand it was|anything|who did it|who it was) / as clearly as i see you / i know it / and i stake my life on it / you all should / it was (dark|too dark|so dark) / (he|she|they|{whom}) was not to be found / end of story / thats all [i know] / that's all [i know] / i survived / I lived / nothing else / first night / poor {whom} / all night long
            / i m {whom} / i am {whom} / im {whom} / i'm {whom} / {whom} here""",
    },
    "de": {
        "was:bare": "IN {place} / {place} / die {place} / der {place} / den {place}",
        "was": "I WAS I IN {place} [gewesen|geblieben] / IN {place} (gewesen|gesessen|gelandet|geblieben|gewartet|geschlafen)",
        "was:together": "[wir] [waren] (zusammen|beide) IN {place} / wir waren [zusammen|beide] IN {place}",
        "was:they": "{whom} (war|waren|saß|saßen|ging|gingen) [auch|beide|beid] IN {place} / {whom} IN {place}",
        "saw": "I SAW {seen} / I {seen} [dort|da|auch] SAW / mit {seen} [zusammen] / {seen} (war|waren|saß|saßen|stand|standen) [auch] (da|dort|bei mir|mit mir|dabei|mit da|auch da|hier) / zusammen mit {seen} / {seen} und ich [waren] / ich und {seen} / (war|waren) {seen} [auch] (da|dort) / {seen} (auch da|dabei) / da waren {seen} / da war {seen}",
        "too": "{whom} [war|waren|ist] auch / auch {whom}",
        "saw:in": "I SAW {seen} IN {place} / I {seen} IN {place} SAW / I IN {place} {seen} SAW",
        "was saw": "{seen} und ich waren [zusammen] IN {place} / ich und {seen} [waren] IN {place} / ich war mit {seen} IN {place}",
        "alone": "I [war] ALONE [da|dort|gewesen] / I NOBODY [da|dort] [SAW] / NOBODY [war] (da|dort|dabei|gesehen|gesehn|hier) / sah NOBODY / NOBODY / nur ich / hab NOBODY gesehen / da war NOBODY / da lag NOBODY",
        "saw alone": "nur {seen} [war|waren] [da|dort|gesehen] / nur {seen} und ich / nur ich und {seen} / ALONE mit {seen} / NOBODY außer {seen}",
        "hid": "I versteckt / (hab mich versteckt|habe mich versteckt|ich hab mich versteckt|ich habe mich versteckt|versteckte mich|ich versteckte mich|ich lag versteckt|lag versteckt|war versteckt|ich war versteckt|im versteck|aus meinem versteck) / I mich versteckt",
        "hid was": "I [mich] IN {place} versteckt / I mich IN {place} versteckt / versteckt IN {place}",
        "followed": "I {followed} (gefolgt|verfolgt|nachgelaufen|nachgegangen|beschattet|hinterher|hinterhergelaufen|nachgeschlichen) / (folgte|verfolgte|beschattete) {followed} / ich (folgte|verfolgte|beschattete) {followed}",
        "was followed": "I {followed} IN {place} (gefolgt|verfolgt|nachgelaufen|nachgegangen|hinterhergelaufen|nachgeschlichen) / ich folgte {followed} IN {place}",
        "guarded": "I I {guarded} GUARDED / [ich] GUARD {guarded} / [ich] passte auf {guarded} auf / I auf {guarded} aufgepasst",
        "guarded blocked": "I [einen|den] (schlag|angriff|hieb) (auf|gegen) {guarded} (abgewehrt|geblockt|blockiert|pariert|verhindert|abgefangen) / [da] I I [einen|den] (schlag|angriff|hieb) (auf|gegen) {guarded} (abgewehrt|geblockt|abgefangen)",
        "blocked": "(ein|der) (schlag|angriff|hieb) (auf|gegen) {blocked} (wurde|ist) (abgewehrt|geblockt|blockiert|verhindert)",
        "blocked:it": "(den|einen|der) (schlag|angriff|hieb) [wurde] (abgewehrt|geblockt|blockiert|pariert|abgefangen) / wurde aber (geblockt|abgewehrt|blockiert)",
        "saved": "(jemand|irgendwer|irgendjemand|wer|einer) (hat|hatte) (mich|mir) (beschützt|bewacht|gerettet|das leben gerettet|geschützt) / (ich) (wurde|wurd|bin) [ich] [selber|selbst] (beschützt|bewacht|gerettet|angegriffen|angegriffen worden) / (wurde|wurd|bin) [ich] [selber|selbst] [von (nem|einem|einer|der|dem|ner)] [wächter|wache|jemandem] (beschützt|bewacht|gerettet|angegriffen|geguardet) [worden] / jemand wollte mich (umbringen|töten|ermorden) / I geguardet worden / (jemand|irgendwer) hat (mich angegriffen|auf mich eingeschlagen)",
        "fell": "{fell} [ist|is] FELL BY / {fell} [ist|is] BY FELL / {fell} (fiel|ist gefallen) / (ist|is) {fell} BY FELL / FELL {fell} BY / ich (sah|hab gesehen wie) {fell} FELL",
        "fell:in": "{fell} [ist] [BY] IN {place} FELL / {fell} FELL [BY] IN {place} / FELL {fell} [BY] IN {place}",
        "cry": "[ich] [habe|hab|hörte|gehört|da war|es gab] [ich] [einen|ein|n|nen] (schrei|schreie|hilfeschrei) FROM {place} [gehört] / (aus|ausm|in) [der|dem] {place} [kam|war] [ein|einen] (schrei|schreie) [gehört]",
        "struck": "(ich sah|gesehen|gesehn|hab gesehen|ich hab gesehen|habe gesehen|ich habe gesehen|sah) [wie|dass|,] {whom} {other} STRUCK [hat] / {whom} hat {other} STRUCK / (wie|dass) {whom} {other} STRUCK [hat] / gesehn wie {whom} {other} STRUCK hat",
        "guilty": "{whom} (ist|is|war|muss) [der|die|ein|eine|unser|unsere] MURDERER [sein] / (es|das) (war|ist) {whom} / {whom} (war's|wars|war es|hat es getan|ists|ist es) / [der|die] MURDERER (ist|war|heißt) {whom} / MURDERER : {whom}",
        "accuses": "THINK [dass] [es] [war|ist|wars] [es] {whom} [ist|war|war's|wars|ist es|ist's] / THINK {whom} (war's|wars|war es|ist es|ist der MURDERER|ist die MURDERER) / [THINK] {whom} (ist|is|wirkt|klingt|kommt mir|war|find ich|finde ich) [für mich] [auch] [sehr|echt|total|irgendwie|ziemlich|so|am] BAD [vor] / {whom} (lügt|lügt doch|muss hängen|soll hängen|muss weg|hat gelogen) / [ich] (verdächtige|beschuldige|misstraue|traue|hänge|wähle|vertraue) {whom} [nicht] [mehr] / BAD (ist|finde ich) [für mich] {whom} / (ich stimme für|stimme für|ich bin für|hängt|meine stimme [geht an|für]|mein verdacht [fällt auf|ist]|verdacht auf|hängen wir|wählt|stimmt für|ich wähle|lasst uns) {whom} [hängen] / {whom} an den (galgen|strick) / ich glaube {whom} (nicht|kein wort)",
        "clears": "{whom} (ist|is|sind|war|wirkt|waren|isch) [sicher|bestimmt|auch|für mich|mir|wohl] GOOD / {whom} [ist] GOOD / {whom} (isses|ist es|war es|wars|war's|ists|war das) nicht / (es|das) war nicht {whom} / [ich] (vertraue|glaube|traue) {whom} / {whom} (sagt die wahrheit|kann es nicht sein|kann es nicht gewesen sein|kanns nicht gewesen sein) / hängt {whom} nicht / ich bürge für {whom}",
        "innocent": "[ich] bin [ich] (unschuldig|nicht der mörder|nicht die mörderin|kein mörder|keine mörderin) / ich (war's|wars|war es|war das) nicht / (ich hab|ich habe) (niemanden|keinen) (umgebracht|getötet) / ich unschuldig",
        "nothing": "nichts (gehört|passiert|gesehen) / [ich] hab nichts (gehört|gesehen) / ruhige nacht / ich bin {whom} / bin {whom} / {whom} hier / hab gewacht / gewacht / nix (passiert|gehört|gesehen) / da lag keiner / sonst nichts / sonst (wär|wäre) ich tot [jetzt] / überlebt",
    },
    "fr": {
        "was:bare": "IN {place} / {place} / la {place} / le {place}",
        "was": "I I WAS IN {place} / I WAS {place}",
        "was:together": "[on était|nous étions|on est restés|ensemble] ensemble IN {place} / on était [tous] [les deux] IN {place}",
        "was:they": "{whom} (était|étaient|est|sont|est allé|est allée|est resté|est restée) [aussi] [tous les deux] IN {place} / {whom} IN {place}",
        "was:they with me": "{whom} (était|étaient) IN {place} avec moi / {whom} (était|étaient) avec moi IN {place}",
        "too": "{whom} [était] aussi / aussi {whom}",
        "saw": "I SAW {seen} [là|passer|aussi] / I avec {seen} / y avait [aussi] {seen} [aussi] / il y avait {seen} / {seen} [y] (était|étaient) [aussi] (là|avec moi|présent|présente|là aussi) / {seen} et moi / moi et {seen} / en compagnie de {seen} / {seen} [était] avec moi",
        "saw:in": "I SAW {seen} IN {place}",
        "was saw": "{seen} et moi [on] (était|étions|étaient) [ensemble] IN {place} / moi et {seen} [on] (était|étions) IN {place} / {seen} et moi IN {place}",
        "alone": "I [WAS] ALONE / I NOBODY / j'ai vu NOBODY / NOBODY [n'était|d'autre] [là|avec moi] / [je] n'ai vu NOBODY / j'ai rencontré NOBODY / y avait NOBODY / sans voir personne / que moi",
        "saw alone": "I [SAW] (que|seulement|juste) {seen} / ALONE avec {seen} / NOBODY (sauf|à part) {seen} / je n'ai vu que {seen} / juste {seen} et moi / juste moi et {seen}",
        "hid": "I HID [là] / (depuis|devant) ma cachette",
        "followed": "I (suivi|suivie|filé|pisté|suivais|filais|filé) {followed} [partout] / je (suivais|filais) {followed} / je l'ai suivi",
        "guarded": "I GUARD {guarded} / je GUARD {guarded}",
        "guarded blocked": "I (paré|bloqué|arrêté) (un|le) coup (sur|contre|destiné à|porté à|visant) {guarded}",
        "blocked": "(un|le) coup (sur|contre|destiné à|visant) {blocked} (a été|est) (paré|bloqué|arrêté) / (on|quelqu'un|qqn) a voulu STRIKE {blocked}",
        "blocked:it": "bloqué par un garde / I [a] (paré|bloqué|arrêté) (un|le) coup / (le|un) coup a été (paré|bloqué|arrêté)",
        "saved": "(quelqu'un|qqn|on|quelqu un|un garde|une garde) (m'a|ma|m a) (protégé|protégée|gardé|gardée|sauvé|sauvée|attaqué|attaquée|frappé|frappée|défendu|défendue|sauvé la vie) / I (été|ai été|étais) (attaqué|attaquée|protégé|protégée|sauvé|sauvée|gardé|gardée|frappé|frappée) / (quelqu'un|on|qqn) a (voulu|essayé de|tenté de) me tuer",
        "fell": "{fell} FELL BY / {fell} (est tombé|est tombée) / j'ai vu {fell} (tomber|mourir|s'effondrer) [BY] / (j'ai vu|vu) (tomber|mourir) {fell}",
        "fell:in": "{fell} FELL [BY] IN {place} / {fell} FELL IN {place} BY / j'ai vu {fell} (tomber|mourir) IN {place}",
        "cry": "[j'ai] [entendu|y avait|il y avait|y a eu|il y a eu] [un|des|le] (cri|cris|hurlement|hurlements) [venant|venait|qui venait|provenant] (du|de|de la|dans la|dans le|au|à|de l'|à la|vers la|vers le) [la|le|l'] {place}",
        "struck": "[j'ai vu|vu|on a vu] [que] {whom} STRIKE {other} [BY] / c'est {whom} qui STRIKE {other} / je (l'ai|ai|l ai) (vu|vue) STRIKE {other} / {whom} je l'ai (vu|vue) STRIKE {other}",
        "guilty": "{whom} (est|était|c'est|doit être) [le|la|un|une|notre] MURDERER / c'est {whom} [le|la] [MURDERER] / c'était {whom} / c'est {whom} qui l'a fait / (le|la|l') MURDERER (c'est|est) {whom} / ça ne peut être que {whom} / l'assassin (c'est|est) {whom}",
        "accuses": "THINK [c'est|que c'est|à] {whom} / THINK {whom} (ment|est le MURDERER|est la MURDERER|l'a fait) / THINK {whom} [est] [très|trop|un peu|plutôt] BAD / {whom} (est|a l'air|semble|me semble|paraît) [très|trop|un peu|plutôt|vraiment] BAD / {whom} (ment|a menti|m'inquiète|doit mourir|mérite la corde) / [THINK] [je|j'|moi je|on] (soupçonne|accuse|suspecte|me méfie de|vote|vote contre|vote pour|pends|pendons|doute de|vise) {whom} / (j'accuse|votez|votons|pendez|pendons|on pend|il faut pendre|mon vote|mon vote va à|mon suspect c'est|mes soupçons vont à|mon suspect|votez contre) {whom} / je ne (crois pas|fais pas confiance à|te crois pas) {whom} / je (crois pas|fais pas confiance à) {whom} / perso [je] soupçonne {whom}",
        "clears": "{whom} (est|sont|était|semble|me semble|a l'air|me paraît) [sûrement|clairement] GOOD / {whom} GOOD / (c'est|c'était|ce n'est|ce n'était) pas {whom} / je (crois|fais confiance à|crois en) {whom} / {whom} (dit la vérité|n'a rien fait|ne l'a pas fait|ne peut pas être) / je réponds de {whom} / {whom} n'est pas [le|la] MURDERER",
        "innocent": "[je|moi je] suis [totalement|vraiment] (innocent|innocente|pas le tueur|pas la tueuse|clean) / (c'est|c'était|ce n'est|ce n'était) pas moi / je (ne suis pas|suis pas) [le|la] MURDERER / [je n'ai|j'ai|jai] (tué personne|rien fait|pas tué)",
        "nothing": "rien (entendu|vu|à signaler|de spécial) / j'ai rien (vu|entendu) / {whom} c'est moi / c'est moi {whom} / c'est tout ce que je sais / nuit calme / {whom} a été (visé|visée|attaqué|attaquée) / je suis {whom} / j'ai survécu / c'est tout",
    },
    "es": {
        "was:bare": "IN {place} / {place} / el {place} / la {place}",
        "was": "I I WAS IN {place}",
        "was:together": "[estábamos|estuvimos] (juntos|juntas|los dos) IN {place}",
        "was:they": "{whom} (estaba|estaban|estuvo|estuvieron|fue|fueron|está) [los dos|también] IN {place} / {whom} IN {place}",
        "was:they with me": "[{whom}] (estaba|estuvo|estaban) conmigo IN {place} / {whom} (estaba|estuvo|estaban) IN {place} conmigo",
        "too": "{whom} [estaba|era|es] también / también {whom}",
        "saw": "I SAW {seen} [allí|ahí|también] / ahí vi a {seen} / allí vi a {seen} / {seen} (estaba|estaban|estuvo) [también] (allí|ahí|conmigo|también|alli|ahi) / también estaba {seen} / {seen} y yo / yo y {seen} / (estaba|estaban) {seen} también / I con {seen}",
        "saw:in": "I SAW {seen} IN {place}",
        "was saw": "{seen} y yo (estábamos|estuvimos) [juntos] IN {place} / {seen} y yo IN {place}",
        "alone": "I [WAS] ALONE / [yo] no (vi|había|encontré) [a] NOBODY / no había NOBODY / NOBODY [estaba|había|vino] [allí|ahí|conmigo] / sin ver a nadie / NOBODY",
        "saw alone": "(solo|sólo|solamente|únicamente) [vi a|estaba|con] {seen} / (solo|sólo|a solas) con {seen} / NOBODY (excepto|salvo|aparte de) {seen} / no vi a nadie más que a {seen}",
        "hid": "I HID / desde mi escondite",
        "followed": "I (seguí a|segui a|seguía a|perseguí a|siguiendo a|seguido a) {followed}",
        "guarded": "I (GUARD|[la|lo] estaba GUARD) {guarded} / (la|lo) estaba (cuidando|protegiendo|vigilando)",
        "guarded:it": "(la|lo|le) estaba (cuidando|protegiendo|vigilando|custodiando)",
        "blocked": "I (paré|bloqueé|detuve|frené) (el|un) (golpe|ataque) (contra|a|hacia|para) {blocked} / (el|un) (golpe|ataque) (contra|a) {blocked} fue (bloqueado|detenido|parado)",
        "saved": "[a mí] me (salvó|protegió) (alguien|un guardia|una guardia|la guardia|el guardia) / (salvado|salvada) por (un|una) guardia / (alguien|un guardia|una guardia) me (protegió|salvó|custodió|atacó|cuidó|protegio|salvo|defendió|salvó la vida) / me (atacaron|protegieron|salvaron|atacó alguien|custodiaron|intentaron matar|quisieron matar) [pero] / fui (atacado|atacada|salvado|salvada|protegido|protegida) / (intentaron|quisieron|trataron de) matarme",
        "fell": "{fell} FELL BY / {fell} (cayó|cayo) / vi (caer|morir) a {fell} [BY]",
        "fell:in": "{fell} FELL [BY] IN {place} / {fell} FELL IN {place} BY / vi (caer|morir) a {fell} IN {place}",
        "cry": "I [oí|oi|escuché|escuche|hubo|se oyó|había] [un|unos|el] (grito|gritos|chillido) (en|desde|de|del|que venía de|que venía del|proveniente de|por) [la|el|del] {place} / I (oí|escuché|oi) gritar en [la|el] {place}",
        "struck": "[yo] vi [a] [como|cómo|que] [{whom}] STRIKE {other} / [yo] vi a {whom} STRIKE {other} / vi (cómo|como) {whom} STRIKE {other} / {whom} STRIKE {other}",
        "guilty": "{whom} (es|era|fue|tiene que ser|debe ser) [el|la|un|una|nuestro] MURDERER / {whom} MURDERER / (es|fue) {whom} (el|la) MURDERER / (fue|es|era|ha sido|tiene que ser) {whom} / {whom} lo hizo / (el|la) MURDERER (es|era|fue) {whom}",
        "accuses": "THINK (es|fue|era|que es|que fue|a) {whom} / THINK [a] {whom} [es] [el|la] [MURDERER|lo hizo|fue|miente|BAD] / [THINK] {whom} (es|está|parece|me parece|suena) [muy|un poco|algo|demasiado] BAD / {whom} (miente|mintió|me huele mal|es un mentiroso|debe morir|tiene que colgar) / [yo] (sospecho de|acuso a|desconfío de|no confío en|no me fío de|voto a|voto por|voto contra|culpo a|no le creo a|no creo a) {whom} / (mi voto [va|es] [para|por|a|contra]|votad a|votemos a|voten a|colguemos a|hay que colgar a|a la horca con|mi sospechoso es|mi sospecha es|vamos a por|votemos por) {whom}",
        "clears": "{whom} (es|está|son|parece|era|me parece) GOOD / {whom} GOOD / {whom} no (fue|es|ha sido|lo hizo|puede ser|es culpable|es el asesino|es la asesina) / no (fue|es|ha sido) {whom} / [yo] (confío en|creo a|le creo a|creo en|me fío de) {whom} / {whom} dice la verdad / respondo por {whom}",
        "innocent": "[yo] soy (inocente|inocente yo) / [yo] tampoco fui / [yo] no (fui|soy [el|la] MURDERER|maté a nadie|he matado a nadie|lo hice) [yo]",
        "nothing": "nada / no (oí|vi|pasó) nada / noche tranquila / soy {whom} / {whom} aquí / sigo (vivo|viva) [de milagro] / es todo [lo que sé] / yo vi",
    },
}  # fmt: skip
"""What people type besides, several wordings to a line; what makes no claim is “nothing”, and known so that the rest is read."""

CALLED: Mapping[str, Mapping[str, str]] = {
    "": {place: place.casefold() for place in PLACES},
    "en": {"Hall": "hallway|main hall|great hall|foyer|halls", "Library": "lib|bookroom|library room", "Kitchen": "kitch",
           "Garden": "gardens|yard|backyard", "Cellar": "basement|wine cellar", "Attic": "atic|loft", "Chapel": "church", "Study": "study|office"},
    "de": {"Hall": "halle|flur|saal|diele|eingangshalle", "Library": "bibliothek|bibo|bücherei|bib|biblio", "Kitchen": "küche|kueche|kuche", "Garden": "garten", "Cellar": "keller|weinkeller", "Attic": "dachboden|speicher|dach",
           "Chapel": "kapelle|kirche", "Study": "arbeitszimmer|büro|studierzimmer"},
    "fr": {"Hall": "salle|salon|entrée|grand hall|vestibule|couloir|grande salle", "Library": "bibliothèque|biblio|bibliotheque|bibli", "Kitchen": "cuisine|la cuisine", "Garden": "jardin|jardins", "Cellar": "cave|sous-sol|cellier",
           "Attic": "grenier|combles", "Chapel": "chapelle|église", "Study": "bureau"},
    "es": {"Hall": "salón|salon|vestíbulo|vestibulo|recibidor|sala|entrada", "Library": "biblioteca|biblio", "Kitchen": "cocina", "Garden": "jardín|jardin|patio", "Cellar": "sótano|sotano|bodega|cave", "Attic": "ático|atico|desván|desvan|buhardilla",
           "Chapel": "capilla|iglesia", "Study": "estudio|despacho|oficina"},
}  # fmt: skip
"""What people call the places, and one that no house has and everybody speaks of."""


def _wordings(text: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """“I SAW {seen} / WITH {seen}” with what the capitals stand for, as one wording each."""
    for _ in range(2):  # a word may have another in it
        text = re.sub(r"\b[A-Z]+\b", lambda found: words.get(found[0], found[0]), text)
    return tuple(" ".join(each.split()) for each in text.split(" / "))


def _phrases() -> Iterator[Phrase]:
    names = dict.fromkeys((*SAYS, *(name for heard in HEARS.values() for name in heard)))
    for name in names:
        heard = {language: _wordings(told[name], WORDS[language]) for language, told in HEARS.items() if name in told}
        yield Phrase(name, {"en": SAYS[name]} if name in SAYS else {}, heard)


def _lexicon(called: Mapping[str, str]) -> dict[str, str]:
    return {said: place for place, all_ in called.items() for said in all_.split("|")}


BOOK = Phrasebook(
    _phrases(),
    {"place": "place", "elsewhere": "place"}
    | dict.fromkeys(("seen", "followed", "guarded", "fell", "blocked", "whom", "other"), "seats"),
    {f"place.{language}".rstrip("."): _lexicon(called) for language, called in CALLED.items()},
)


# ── what it claims ────────────────────────────────────────────────────────────────────────────────────────────────────


def understood(text: str, by: Seat, day: int, names: Mapping[Seat, str] | None = None) -> tuple[Claim, ...]:
    """What the words of `by` claim on that day; `text` has {seat} marks, `names` are all at the table. A claim that names no night
    is about last night, until one is named; “there” is the place that was spoken of last."""
    if day == 0 and "{" not in text and not names:
        return ()
    return tuple(dict.fromkeys(_claims(BOOK.read(text, names or {}, day), by, day)))


def _claims(heard: Iterable[Heard], by: Seat, day: int) -> Iterator[Claim]:
    here: dict[int, str] = {}
    of: tuple[str, ...] = ()
    before = Heard("saw", {})
    for each in heard:
        if each.name == "too":
            name = before.name if _TOO.match(before.name) else "saw"
            each = replace(each, name=name, slots={**before.slots, **each.slots, "seen": each.slots["whom"]})
        if each.name == "was:bare" and before.name.startswith(("fell", "cry", "was:they")) and not each.dated:
            continue
        of = of if each.clause - before.clause <= 1 else ()
        if len(each.slots.get("place", ())) > 1:
            continue  # “the hall or the kitchen”
        kinds = each.name.partition(":")[0].split()
        for night in each.nights or (day,):
            if "place" in each.slots and "cry" not in kinds:
                here[night] = each.slots["place"][0]
            for kind in kinds if 0 < night <= day else [kind for kind in kinds if kind in OPINIONS]:
                yield from _claim(kind, each, by, night if kind not in OPINIONS else day, here.get(night), of)
        of = next((value for slot, value in reversed([*each.slots.items()]) if slot != "place"), of)
        before = each


_TOO = re.compile("was:they$|guilty|accuses|clears")
OPINIONS = ("guilty", "accuses", "clears", "innocent")


def _claim(kind: str, heard: Heard, by: Seat, night: int, here: str | None, of: tuple[str, ...]) -> Iterator[Claim]:
    """The claims of one kind that a phrase makes; `of` are those who were spoken of before."""
    place = next(iter(heard.slots.get("place", ())), None)
    whom = [
        Seat(seat) for seat in heard.slots.get(kind, ()) or heard.slots.get("seen" if kind == "saw" else "whom", ())
    ]
    whom = whom or [Seat(seat) for seat in of]
    match kind:
        case "was" if heard.name.startswith("was:they"):
            for seat in (*whom, *heard.slots.get("other", ())):
                if seat != by:
                    yield Claim("was", by, night, Seat(seat), place)
            if heard.name.endswith("me"):
                yield Claim("was", by, night, by, place)
                yield from (Claim("saw", by, night, seat, place) for seat in whom if seat != by)
        case "was":
            yield Claim("was", by, night, by, place)
            if heard.name.endswith("together"):
                yield from (Claim("saw", by, night, seat, place) for seat in whom if seat != by)
        case "alone" | "hid" | "saved":
            yield Claim(kind, by, night)
        case "cry":
            yield Claim("cry", by, night, None, place)
        case "innocent":
            yield Claim("clears", by, night, by)
        case "struck":
            for seat in whom:
                yield from (Claim("struck", by, night, seat, None, Seat(each)) for each in heard.slots["other"])
        case "saw" | "fell":
            yield from (Claim(kind, by, night, seat, place or here) for seat in whom if seat != by)
        case "followed" | "guarded" | "blocked" | "guilty" | "accuses" | "clears":
            yield from (Claim(kind, by, night, seat) for seat in whom if seat != by or kind == "clears")
