"""What guests claim, in words: where they were, whom they saw, what happened, whom they suspect; and how people type it.

The first words of a name are the kinds of claims that are made (“was hid”), what follows a colon tells alike ones apart. `{whom}` is of whom
it is said, `{other}` whom they struck. In what is said, more slots tell whom one saw, followed, guarded …; `{when}` is a night, if any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.core import Seat
from games.mystery.events import PLACES, Claim
from games.phrases import Heard, Phrasebook, Words

# ── what is said ──────────────────────────────────────────────────────────────────────────────────────────────────────

SAYS: Mapping[str, tuple[str, ...]] = {
    "was": (
        "(I was|I sat|I stayed|I waited|I stood|I kept watch) in the {place} {when}",
        "{when} (I was|I sat|I stayed|I waited|I stood|I kept watch|I ended up) in the {place}",
        "I (spent|passed) {when} in the {place}", "(I chose|I took|I picked) the {place} {when}",
        "(I went|I headed) to the {place} {when}", "{when} (I went to|I chose|I took) the {place}",
    ),
    "was hid": (
        "(I hid|I was hiding|I kept out of sight|I stayed hidden) in the {place} {when}",
        "{when} (I hid|I was hiding|I kept out of sight|I stayed hidden) in the {place}", "I was in the {place} {when}, hidden",
    ),
    "was followed": (
        "(I followed|I went after|I tailed) {followed} to the {place} {when}",
        "{when} (I followed|I went after|I tailed|I crept after) {followed}, and (ended up|was|found myself) in the {place}",
        "(I went after|I followed|I tailed) {followed} and (was|ended up) in the {place} {when}",
    ),
    "was guarded": (
        "I was in the {place} {when} and guarded {guarded}", "{when} (I guarded|I protected|I watched over) {guarded} in the {place}",
        "(I stood guard over|I kept watch over|I protected|I shielded) {guarded} in the {place} {when}",
    ),
    "was followed guarded": (
        "(I followed|I went after|I tailed) {followed} to the {place} {when} and (guarded|protected|watched over|stood guard over) {guarded}",
        "{when} (I followed|I went after|I tailed) {followed} to the {place}, and (guarded|kept watch over|protected|looked after) {guarded}",
    ),
    "was followed hid": (
        "(I followed|I went after|I tailed) {followed} to the {place} {when} and (hid|kept out of sight) there",
        "{when} (I followed|I went after|I tailed) {followed} to the {place}, and (hid there|kept out of sight|stayed hidden)",
    ),
    "alone": (
        "(I saw nobody|I met nobody|I was alone|I saw no one|I met no one|I saw not a soul)", "(nobody else|no one else) (was there|came|came by|showed up|showed up there)",
        "(not a soul|nobody) (came in|showed up|joined me|turned up|walked in|came by)", "(I had no company|I was all by myself|I was the only one there)",
    ),
    "alone:hid": ("(I saw nobody|I saw no one|I saw not a soul)", "(nobody|not a soul) (came in|showed up|came by|turned up)"),
    "saw alone": (
        "(I saw|I met|I noticed) {seen}( there|), and (nobody else|no one else)", "I (saw|met|noticed) only {seen}( there|)",
        "{seen} {were} (there|with me|around), (and nobody else|and no one else|nobody else|no one else)",
        "(nobody besides|nobody except) {seen} (was there|came|showed up)",
        "(I saw|I met|I noticed) (nobody besides|nobody except) {seen}( there|)",
    ),
    "saw alone:crowd": (
        "(I saw|I met|I noticed) {seen}( there|), and (nobody else|no one else)", "(I was with|I was together with) {seen}, and (nobody else|no one else)( was there|)",
    ),
    "saw alone:hid": ("(I saw|I noticed) {seen}( there|), and (nobody else|no one else)", "I (saw|noticed) only {seen}( there|)", "(nobody besides|nobody except) {seen} (came|came in|showed up)"),
    "saw:hid": ("(I saw|I noticed) {seen}( there|)",),
    "saw": ("(I saw|I met|I noticed) {seen}( there|)", "{seen} {were} (there|with me|around)", "(I was with|I was together with) {seen}"),
    "saw:in": ("I saw {seen} in the {place} {when}",),
    "was:they": ("{whom} {were} in the {place}",),
    "fell": (
        "{fell} fell there", "(I was there|I stood there|I was in the room) when {fell} fell",
        "(in the dark|with the lamps out|before a lamp was lit|suddenly|in the middle of the night), {fell} ({were} struck down|fell) (there|right there|beside me|next to me|near me)",
        "{fell} (died|fell|collapsed) (right there|there|beside me|next to me|near me|at my feet)(, and I could not see whose hand it was|, and it was dark|, and it was too dark for more|)",
        "(then|and then|so), {fell} (fell|{were} struck down|died) (right there|there|beside me|near me)",
    ),
    "blocked": (
        "a blow at {blocked} was blocked", "(somebody's blow|a blow) at {blocked} was (stopped|blocked|parried|turned aside)", "an attack on {blocked} was (stopped|blocked|turned aside)",
        "there was a struggle over {blocked}(, and it came to nothing|)", "somebody struck at {blocked}(, and was stopped|, but a guard held|)",
    ),
    "saved": (
        "somebody struck at me, and a guard saved me", "a blow at me was (blocked|stopped|parried)",
        "(somebody|someone) (tried to kill|struck at|attacked) me, and a guard saved me", "I was (attacked|struck at), and a guard saved me",
    ),
    "struck": (
        "I saw {whom} strike {other}", "(with my own eyes|clearly enough|plainly), I saw {whom} (strike|strike at|stab|attack) {other}",
        "I saw {whom} (strike|strike at|stab|attack) {other}(, as clearly as I see you|, as near as this chair|, and I did not breathe|)",
    ),
    "cry": (
        "I heard a cry from the {place}", "(a cry|a scream|a shriek|a yell) came from the {place}", "there was a (cry|scream|shriek|shout) in the {place}",
        "I heard (a scream|a shriek|a shout|a terrible cry|a loud cry|an awful scream) from the {place}", "(somebody|someone) (cried|screamed) in the {place}",
        "(then|late|once|at some hour), I heard a (cry|scream|shriek) from the {place}", "(next door|somewhere near), there was a (cry|scream|shriek) from the {place}",
    ),
    "guilty": ("(it was|it must have been|the murderer is|the killer is|it can only have been|it has to be) {whom}", "{whom} (did it|is the murderer|is the killer)"),
    "accuses": ("(I suspect|I accuse|my suspicion falls on|my suspect is) {whom}",),
    "accuses:some": ("(I suspect|I accuse|my suspicion falls on) {whom}",),
    "accuses:to the end": ("look closely at {whom}", "(I suspect|I accuse) {whom}"),
    "clears": (
        "I believe {whom}", "(I trust|I can vouch for|I vouch for|I do not suspect) {whom}", "{whom} (tells the truth|is innocent|is honest|is in the clear)",
    ),
    "innocent": ("(it was not me|I am innocent|I did not do it)",),
}  # fmt: skip
"""What built-in players say, and code where it speaks for somebody, in English: one of each `(a|b)`, in code's own words the first."""

# ── what is read ──────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Words = {
    "": {"place": {place: place.casefold() for place in PLACES}},
    "en": {
        "sawit": "it all|everything|it happen|it myself|the whole thing|it go down",
        "place": {"Hall": "hallway|main hall|great hall|foyer|halls", "Library": "lib|bookroom|library room", "Kitchen": "kitch", "Garden": "gardens|yard|backyard", "Cellar": "basement|wine cellar", "Attic": "atic|loft", "Chapel": "church", "Study": "study|office"},
        "was": "was|were|stayed|sat|slept|stood|waited|remained|chilled|lurked|camped|hung out|hung around|went|kept watch|watched|spent|spent it|watching|sitting|staying|chilling|sleeping|waiting|ended up|been|am|walked|moved|headed|made my way|passed|got|visited|wound up|found myself|hanging out|went down|went up|went over|posted up|chose|picked|took|went back|moved over|snuck|sneaked|stuck|stuck around|hung|paired up|teamed up|stayed put|stayed over|stayed back|was stuck|settled|rested|camped out|hid out|popped|laid low|lay low|was chillin|chillin|chatting|talking|chilling out|kept an eye on|standing|posted|for me|lurking|guarding|came|walking",
        "in": "in|at|inside|into|to|on|around|over in|up in|down in|@|over at|over", "saw": "saw|see|met|found|noticed|spotted|recognised|recognized|watched|ran into|bumped into|came across|have seen|had seen|seen|could see|encountered|caught|did see|crossed",
        "with": "with|w|w/|alongside|beside|next to|together with|in the company of|same room as|in the same room as|stuck with|company|shared", "alone": "alone|by myself|on my own|solo|all by myself|on my lonesome|all by my lonesome|by my lonesome|all on my own|all alone|empty|only me|just me|had no company|no company|had zero company|no visitors|no witnesses|the only one|the only person|had the place to myself|had the room to myself|had that place to myself",
        "nobody": "nobody|noone|no one|no-one|no1|not a soul|no soul|nobody else|no one else|noone else|none|no body|no other person|zero people|absolutely nobody|absolutely no one", "only": "only|just|both", "besides": "but|except|besides|other than|apart from|but me|besides me", "came": "came|came in|showed up|showed|entered|passed|passed by|joined|joined me|came by|walked in|turned up|popped in|arrived|came along|walked in|kept me company|popped by|stopped by|dropped by",
        "vouch": "saw me|can vouch|can vouch for me|met me|saw me there|is my alibi", "there": "there|here|around|present|in there|in it|in my room|in the room|in the same room|in that room|about|in sight|in", "too": "too|also|as well|same for", "sowas": "so was|so were|so is", "together": "together", "someone": "someone|somebody|some1|a guard|the guard|my guard|guard|whoever|they|the murderer|the killer|some one|who ever|somebody's|someone's|someones|the guards|guardian|bodyguard", "by": "by|with",
        "follow": "followed|tailed|trailed|shadowed|stalked|following|tailing|shadowing|went after|crept after|tracked|snuck after|kept behind|stayed behind|went with|trailing", "guard": "guarded|protected|shielded|watched over|guarding|protecting|kept watch over|stood guard over|defended|looked after|kept guard over|bodyguarded|shielding|stood before|watching over|defending|put my guard on|placed my guard on|used my guard on|set my guard on|my guard on|my guard was on|on guard for|saved",
        "hid": "hid|hiding|hidden|kept out of sight|hid myself|stayed hidden|concealed myself|in hiding|hid out|hid away|hided|tucked away|out of sight|stayed out of sight|from my hiding place|hid there|hidden there", "heard": "heard|hear|there was|there were|there came|sounded like|it sounded like|got|was", "cry": "cry|cries|scream|screams|screamed|screaming|shriek|shrieks|yell|yells|crying|shout|shouting|yelling", "from": "from|out of|coming from|coming out of|towards|by|near|next door in|in next door|next door|came from|comes out of|came out of|comes from|side|direction|loud|terrible|awful|horrible|big|distant|somewhere|this",
        "fell": "fell|went down|dropped dead|dropped|collapsed|fall|die|drop|go down|get killed|collapse|dying|falling|dropping", "killed": "died|was killed|got killed|was struck down|were struck down|was murdered|got murdered|was stabbed|got stabbed|was slain|were killed|got struck down", "beside": "right there|next to me|right next to me|beside me|right beside me|before me|in front of me|right in front of me|in front of my eyes|before my eyes|in my room|near me|at my feet|with me there|there|here|to death|while i was there|while i stood there|as i stood there",
        "blow": "blow|hit|strike|attack|stab|attempt|knife|swing|murder attempt", "on": "at|on|against|for|to|over|meant for|aimed at|of|around", "stop": "blocked|stopped|parried|fended off|warded off|turned aside|foiled|deflected|prevented|bounced off|failed|was blocked|came to nothing|got stopped", "held": "held|worked|it worked|in the way", "struggle": "struggle",
        "strike": "strike|stab|kill|murder|attack|hit|knife|slay|striking|stabbing|killing|murdering|attacking|struck|stabbed|killed|murdered|attacked|strike at|struck at|strike down|struck down|knifed|slew|going for|take out|swing at|swung at|raise a knife at|tried to strike|tried to stab|tried to kill|tried to hit|tried to murder|went for|came for|targeted|hitting|went at|tried to attack", "survived": "survived|lived|survived a blow|survived an attack", "life": "owe somebody my life|owe someone my life|owe my guard my life|my life was saved|saved my life|saved my ass|it saved me|owe u my life|owe you my life|owe u one", "got": "was|were|got|been|am|get|had been|has been|almost|nearly",
        "murderer": "murderer|the murderer|the killer|killer|culprit|assassin|guilty one|guilty|baddie|bad guy|murderers|killers", "didit": "it|did it|have done it|be it|did this|has done it|must have done it|must have struck|must have killed|can only have done it|is behind it|is behind this|dun it|is who did it|done it|doing it|do it",
        "it+is": "its|it's|its gotta be|it's gotta be|it gotta be|it has got to be|its got to be|it's got to be|its definitely|it was|it is|it must be|it must have been|it can only be|it can only have been|it has to be|it had to be|that was|must have been|its def",
        "bad": "lying|a liar|liar|liars|suspicious|sus|sussy|suspish|fishy|shady|strange|weird|evil|fake|dodgy|scum|up to no good|hiding something|our best bet|too quiet|bad|a suspect|my suspect|the prime suspect|odd|lies|lied|lyin|worries me|makes me nervous|contradicts me|contradicts himself|contradicts herself|frightens me|scares me|looks guilty|seems guilty|acts guilty|guilty to me|gives me bad vibes|keeps lying|on my list|lied about|lies about|lying about|hang|sus af|off",
        "about": "about", "story": "story|will|claim", "untrue": "is strange|is not what i saw|is a lie|is fake|makes no sense|is weird|is off", "off": "theres smth off abt|theres smth off about|theres something off abt|i have my eye on|i have my eyes on|something is off about|smth off abt|something off about|something off abt|bad feeling about|have a bad feeling about|have my eye on|have my eyes on|eyes on|all of it points to|everything points to|look closely at|rope for|theres something off about|my eye is on",
        "must": "must|should|has to|needs to|gotta|have to|ought to", "go": "hang|go|die|swing", "trusted": "be trusted|add up|hold|hold together|be true|make sense|fit|telling the truth", "anyone": "anyone|anybody|a soul|any1|soul|any one|any body|another soul|someone|somebody", "good": "innocent|inno|honest|clear|clean|cleared|in the clear|trustworthy|telling the truth|tells the truth|safe|good|legit|fine|ok|okay|cool|ok with me|truthful|one of us|fine by me|told the truth|clean in my book",
        "vote": "suspect|accuse|distrust|blame|hang|hanging|vote|vote for|voting|voting for|lynch|pointing at|point at|suspecting|accusing|name|go for|going for|going with|go with|vote to hang|eyeing|doubt|suspicious of|wary of|worried about|afraid of|leaning|my vote|my vote is on|my vote goes to|my vote is for|getting my vote|my suspicion|my suspicion falls on|my suspect|my money is on|my money's on|my bet is|my bet|my guess|my finger points to|my top suspect|my prime suspect|votes on|my pick is|accusing",
        "lets": "lets|let's|we|we should|should|must|all|we all|can we|can we please|id|i'd|i will|i would|i say", "trust": "trust|believe|believe a word|believe a word of|believe anything|believe what|i believe|vouch for|can vouch for|back|defend",
        "notme": "not mine|i did nothing|i did nothing wrong|i'm innocent|i killed nobody|i killed no one|never killed anyone", "nothing": "nothing|heard nothing|saw nothing|quiet night|boring night|nothing weird|nothing to report|nothing special",
    },
    "de": {
        "sawit": "alles|es gesehen|alles gesehen|hab's gesehen|habs gesehen|habe es gesehen|hab es gesehen",
        "place": {"Hall": "halle|flur|saal|diele|eingangshalle", "Library": "bibliothek|bibo|bücherei|bib|biblio", "Kitchen": "küche|kueche|kuche", "Garden": "garten", "Cellar": "keller|weinkeller", "Attic": "dachboden|speicher|dach", "Chapel": "kapelle|kirche", "Study": "arbeitszimmer|büro|studierzimmer"},
        "was": "war|warn|waren|blieb|saß|sass|ging|schlief|wartete|stand|wach|lag|verbrachte die nacht|hielt wache|geblieben|landete|gegangen|gelandet|gewesen|gesessen|gewartet|geschlafen|saßen|standen|gingen", "in": "in|im|in der|in die|in den|in das|ins|auf|auf dem|auf den|am|beim|zur|zum|bis in|bis in den|bis in die|nach|inder", "from": "aus|aus der|aus dem|ausm|in|in der|im|von|vom|von der|ausn|da|kam|es gab",
        "notit": "isses nicht|ist es nicht|war es nicht|wars nicht|war's nicht|kann es nicht sein|kann es nicht gewesen sein", "anyone": "jemanden|wen|irgendwen", "nobody": "niemand|niemanden|niemandem|keiner|keinen|kein mensch|keine menschenseele|niemand anders|niemand sonst|sonst niemand|sonst keiner|sonst niemanden|sonst keinen", "alone": "allein|alleine|ganz allein|ganz alleine|solo|nur ich", "saw": "sah|gesehen|gesehn|traf|getroffen|bemerkt|entdeckt|seh|sehe|begegnet|sah wie|gesehn wie|gesehen wie", "seen": "gesehen|gesehn|getroffen|bemerkt|entdeckt|begegnet", "with": "mit|zusammen mit|bei|in begleitung von", "withme": "bei mir|mit mir|dabei", "there": "da|dort|hier", "too": "auch", "only": "nur", "besides": "außer", "together": "zusammen|beide",
        "struck": "erstochen|umgebracht|getötet|ermordet|erschlagen|angegriffen|niedergestochen|gekillt|zugestochen", "guarded": "bewacht|beschützt|geschützt|behütet|verteidigt|aufgepasst", "guard": "bewachte|beschützte|schützte|verteidigte|passte auf", "followed": "gefolgt|verfolgt|nachgelaufen|nachgegangen|beschattet|hinterher|hinterhergelaufen|nachgeschlichen", "follow": "folgte|verfolgte|beschattete|lief hinter", "hid": "versteckt|hab mich versteckt|habe mich versteckt|versteckte mich|im versteck|aus meinem versteck", "fell": "fiel|umgefallen|gefallen|gestorben|starb|umgekippt|zusammengebrochen|getötet worden|tot umgefallen", "beside": "neben mir|direkt neben mir|vor mir|vor meinen augen|bei mir|genau neben mir|da|dort",
        "cry": "schrei|schreie|hilfeschrei", "heard": "gehört|hörte|hab gehört", "blow": "schlag|angriff|hieb", "on": "auf|gegen", "stop": "abgewehrt|geblockt|blockiert|pariert|verhindert|abgefangen", "someone": "jemand|irgendwer|irgendjemand|wer|einer|wächter|wache|von jemandem", "by": "von|vom", "has": "hat|hatte|wollte", "got": "wurde|wurd|bin|worden", "saved": "gerettet|geguardet|angegriffen|beschützt|bewacht|umbringen|töten|ermorden", "survived": "überlebt",
        "murderer": "mörder|mörderin|killer|täter|täterin|schuldig|schuldige|moerder", "didit": "war's|wars|war es|hat es getan|ists|ist es", "it+is": "es ist|das ist|es war|das war", "bad": "lügt|lügner|lügnerin|verdächtig|böse|sus|komisch|seltsam|merkwürdig|faul|hat gelogen|an den galgen|lügt doch", "good": "unschuldig|ehrlich|sauber|in ordnung|vertrauenswürdig|unverdächtig|clean|sagt die wahrheit|ist ok",
        "vote": "verdächtige|beschuldige|misstraue|hänge|wähle|ich stimme für|stimme für|ich bin für|hängt|meine stimme geht an|mein verdacht fällt auf|verdacht auf|hängen wir|wählt|stimmt für|ich wähle|voten|vote", "trust": "vertraue|glaube|traue|bürge für|vertrau", "notme": "ich war's nicht|ich wars nicht|ich war es nicht|ich war das nicht|war ich nicht|habe niemanden umgebracht|hab niemanden umgebracht", "nothing": "nichts|nichts gehört|nichts gesehen|ruhige nacht", "lets": "lasst uns|wir", "up": "hängen",
    },
    "fr": {
        "sawit": "l'ai vu|l'ai vue|tout vu",
        "place": {"Hall": "salle|salon|entrée|grand hall|vestibule|couloir|grande salle", "Library": "bibliothèque|biblio|bibliotheque|bibli", "Kitchen": "cuisine", "Garden": "jardin|jardins", "Cellar": "cave|sous-sol|cellier", "Attic": "grenier|combles", "Chapel": "chapelle|église", "Study": "bureau"},
        "was": "étais|était|étions|étaient|resté|restée|dormi|attendu|passé la nuit|ai dormi|ai attendu|allé|allée|veillé|planté|fini|atterri|ai fini|surveillé|arrivé|arrivée|est|sont", "in": "à|a|dans|au|en|vers|jusqu'au|jusqu'à|ds|à la|au fond", "with": "avec|av|en compagnie de", "withme": "avec moi", "alone": "seul|seule|tout seul|toute seule|solo|que moi|sans voir personne", "nobody": "personne|vu personne|personne d'autre|pas un chat|aucune âme|personne là|y avait personne|il n'y avait personne|n'ai vu personne", "saw": "vu|vue|vus|croisé|croisée|rencontré|aperçu|l'ai vu|l'ai vue|ai vu|vu passer|y avait|il y avait", "there": "là|passer|présent|présente|y", "too": "aussi", "only": "que|seulement|juste", "besides": "sauf|à part", "together": "ensemble|tous les deux", "came": "passer|est venu|est venue|entré",
        "strike": "frapper|tuer|poignarder|attaquer|assassiner|frappé|tué|poignardé|attaqué|assassiné|a frappé|a tué|a poignardé|a attaqué|a assassiné", "follow": "suivi|suivie|filé|pisté|suivais|filais|l'ai suivi", "guard": "gardé|gardée|protégé|protégée|veillé sur|surveillé|défendu|gardais|protégeais", "hid": "caché|cachée|planqué|planquée|me suis caché|me suis cachée|je me suis caché|je me suis cachée|je me cachais|en planque|me suis planqué|me suis planquée|je me suis planqué|je me suis planquée|devant ma cachette|depuis ma cachette",
        "fell": "est tombé|est tombée|tombé|tombée|mort|morte|est mort|est morte|s'est effondré|s'est effondrée|s'est écroulé|s'est écroulée|tomber|mourir|s'effondrer", "beside": "devant moi|à côté de moi|a côté de moi|sous mes yeux|près de moi|juste à côté de moi|juste devant moi|là|à mes pieds|à coté de moi", "cry": "cri|cris|hurlement|hurlements", "heard": "entendu|y avait|il y avait|y a eu|il y a eu", "from": "vient|vient de|vient du|du|de|de la|dans|au|à|de l'|vers|venant|venait|qui venait|provenant|venant du|venant de", "blow": "coup", "on": "sur|contre|destiné à|porté à|visant", "stop": "paré|bloqué|arrêté|a été bloqué|a été paré",
        "someone": "quelqu'un|qqn|on|un garde|une garde|quelqu un|garde", "by": "par", "has": "a", "got": "été|ai été|étais|a été", "saved": "protégé|protégée|gardé|gardée|sauvé|sauvée|attaqué|attaquée|frappé|frappée|défendu|défendue|sauvé la vie|voulu me tuer", "survived": "survécu",
        "murderer": "meurtrier|meurtrière|tueur|tueuse|coupable|assassin|assassine|l'assassin", "didit": "l'a fait", "it+is": "c'est|c'était|ça ne peut être que|c'est lui|c'est clairement", "bad": "ment|menteur|menteuse|louche|suspect|suspecte|bizarre|chelou|a menti|m'inquiète|doit mourir|mérite la corde", "good": "innocent|innocente|honnête|clean|hors de cause|sincère|fiable|réglo|dit la vérité|n'a rien fait|ne l'a pas fait", "vote": "soupçonne|accuse|suspecte|me méfie de|vote|vote contre|vote pour|pends|pendons|doute de|vise|j'accuse|votez|votons|pendez|on pend|il faut pendre|mon vote|mon vote va à|mon suspect|mes soupçons vont à|votez contre", "trust": "crois|fais confiance à|crois en|réponds de",
        "notme": "c'est pas moi|c pas moi|c'était pas moi|ce n'est pas moi|ce n'était pas moi|n'ai tué personne|ai tué personne|pas moi", "nothing": "rien|rien entendu|rien vu|rien à signaler",
    },
    "es": {
        "sawit": "lo vi|la vi|lo he visto|vi todo|lo vi todo|yo lo vi",
        "place": {"Hall": "salón|salon|vestíbulo|vestibulo|recibidor|sala|entrada", "Library": "biblioteca|biblio", "Kitchen": "cocina", "Garden": "jardín|jardin|patio", "Cellar": "sótano|sotano|bodega|cave", "Attic": "ático|atico|desván|desvan|buhardilla", "Chapel": "capilla|iglesia", "Study": "estudio|despacho|oficina"},
        "was": "estaba|estuve|estábamos|estuvimos|estaban|estuvieron|estuvo|está|me quedé|me quede|dormí|dormi|esperé|fui|fue|fueron|pasé la noche|terminé|acabé|andaba|vigilé|vigilaba|quedé|llegué|me encontraba", "in": "en|a|al|en el|en la|por|hasta|hasta el|hasta la|hacia|hacia el|hacia la|a la|dentro de|del|de la", "with": "con|junto a", "withme": "conmigo", "alone": "solo|sola|sólo|a solas|solito|solita|sin ver a nadie|no vi a nadie|no había nadie", "notit": "no fue|no es|no lo hizo|no ha sido", "nobody": "nadie|a nadie|nadie más|nadie mas|a nadie más|a nadie mas|ni un alma", "saw": "vi a|vi|vimos a|encontré a|me encontré a|me encontré con|me crucé con|he visto a|crucé a", "there": "allí|ahí|alli|ahi", "too": "también|tampoco", "only": "solo|sólo|solamente|únicamente", "besides": "excepto|salvo|aparte de", "together": "juntos|juntas|los dos",
        "strike": "matar a|apuñalar a|atacar a|golpear a|asesinar a|mató a|apuñaló a|atacó a|golpeó a|asesinó a|mato a|matando a|atacando a|apuñalando a|pegarle a", "follow": "seguí a|segui a|seguía a|perseguí a|siguiendo a|seguido a", "guard": "custodié a|custodie a|protegí a|protegi a|guardé a|defendí a|cuidé a|cuidé de|cuide de|cuidando a|protegiendo a|vigilé a|custodiaba a|cuidaba a|protegía a", "hid": "me escondí|me escondi|escondido|escondida|oculto|oculta|me oculté|me oculte|desde mi escondite",
        "fell": "cayó|cayo|murió|murio|cayó muerto|cayó muerta|se desplomó|fue asesinado|fue asesinada", "fall": "caer a|morir a", "beside": "a mi lado|delante de mí|delante de mi|frente a mí|frente a mi|ante mis ojos|junto a mí|junto a mi|ahí|allí|justo a mi lado|a mis pies", "cry": "grito|gritos|chillido|gritar", "heard": "oí|oi|escuché|escuche|hubo|se oyó|había", "from": "en|desde|de|del|que venía de|proveniente de", "blow": "golpe|ataque", "on": "contra|a|hacia|para", "stop": "paré|bloqueé|detuve|frené|bloqueado|detenido|parado",
        "someone": "alguien|un guardia|una guardia|la guardia|el guardia", "by": "por", "got": "fui|fue", "saved": "salvó|protegió|atacó|cuidó|protegio|salvo|defendió|salvó la vida|custodió|atacaron|protegieron|salvaron|custodiaron|intentaron matar|quisieron matar|atacado|atacada|salvado|salvada|protegido|protegida", "survived": "sobreviví",
        "murderer": "asesino|asesina|culpable|homicida|criminal|asesinos", "didit": "lo hizo|fue", "is": "fue|ha sido", "bad": "miente|mintió|mentiroso|mentirosa|sospechoso|sospechosa|raro|rara|mintiendo|turbio|turbia|me huele mal|huele mal|debe morir|tiene que colgar", "good": "inocente|honesto|honesta|limpio|limpia|de fiar|sincero|sincera|legal|dice la verdad|no puede ser", "vote": "sospecho de|acuso a|desconfío de|voto a|voto por|voto contra|culpo a|mi voto va para|mi voto va a|mi voto es para|votad a|votemos a|voten a|colguemos a|hay que colgar a|a la horca con|mi sospechoso es|mi sospecha es|vamos a por|votemos por", "trust": "confío en|creo a|le creo a|creo en|me fío de|respondo por",
        "notme": "yo no fui|no fui yo|no fui|tampoco fui|yo tampoco fui|no maté a nadie|no he matado a nadie|no lo hice", "nothing": "nada|no oí nada|noche tranquila",
    },
}  # fmt: skip

SHAPES: Mapping[str, str] = {
    "they": "{whom} [WAS|IS] [TOGETHER] IN {place} [TOGETHER] / {whom} (WAS|IS|HID) [IN] {place}",
    "they:with": "{whom} WAS [IN] {place} WITH {other} / {whom} WAS WITH {other} IN {place}",
    "was saw": "{whom} WAS WITH ME [IN] {place} / {whom} WAS [IN] {place} WITH ME / {whom} [WAS] WITHME [IN] {place} / {whom} [WAS] [IN] {place} WITHME / {place} {whom}",
    "was alone": "NOBODY WAS IN {place} (WITH ME|WITHME)",
    "was": "I [IS] [WAS|IN] [IN] {place} / ME {place} / ^ [IS] WAS [IN] {place}",
    "was saw:together": "^ [WAS] TOGETHER IN {place} / ^ WAS IN {place} TOGETHER",
    "was hid": "^ ME [IN] {place} HID",
    "was saw:and": "{whom} LIST (I|ME) [WAS] [TOGETHER] IN {place} [TOGETHER] / (I|ME) (LIST|COMMA) {whom} [WAS] [TOGETHER] IN {place} [TOGETHER] / (I|ME) LIST {whom} {place}",
    "was fell": "^ WAS [IN] {place} WHEN {whom} FELL",
    "was:bare": "[IN] {place} [WAS] [TOGETHER]",
    "saw alone": "[I] ONLY [SAW] [WITH] {whom} [WAS] [THERE|WITH ME|WITHME|CAME] [LIST ME|LIST I] / ^ SAW ONLY {whom} [THERE] / ^ [WAS] ALONE WITH {whom} / NOBODY BESIDES {whom} [WAS|CAME] [THERE] / ^ SAW NOBODY BESIDES {whom} / ONLY (ME|I) LIST {whom} [WAS] [THERE]",
    "saw:in": "^ SAW {whom} [THERE|WAS] IN {place} / I [IN] {place} {whom} SEEN / I {whom} IN {place} SEEN",
    "saw": "^ [IS] [WAS] [THERE] WITH {whom} [THERE|TOO] / ^ SAW {whom} [THERE] [TOO] / I {whom} SAW / [I] {whom} SEEN / {whom} [WAS|IS] [TOO] (THERE|CAME|VOUCH|WITH ME|WITHME) [TOO] / {whom} LIST (I|ME) [WAS] [TOGETHER] / (I|ME) LIST {whom} [WAS] [TOGETHER] / THERE WAS {whom} / WAS {whom} THERE / SOWAS {whom}",
    "too": "{whom} [WAS|IS] TOO / TOO {whom} / SOWAS {whom}",
    "alone": "^ [WAS] NOT SAW ANYONE [ANYONE] [THERE] / ^ [IS] [WAS|GOT] ALONE [THERE] / ^ SAW NOBODY [THERE] / [WAS|HEARD] NOBODY [SAW] [WAS|CAME] [THERE|WITH ME|WITHME|SAW] / I NOBODY [SAW] / ^ WAS WITH NOBODY",
    "hid": "^ [IS] [WAS] HID [THERE] / ^ ME HID",
    "followed": "^ [IS] [WAS] FOLLOW {whom} [THERE] / I [IS] {whom} FOLLOWED",
    "followed guarded": "^ FOLLOW LIST GUARD {whom}",
    "guarded": "^ [IS] [WAS] GUARD {whom} [THERE] / [I] {whom} [I] GUARDED",
    "guarded blocked": "SOMEONE STOP BLOW ON {whom} / GUARD {whom} (STOP BLOW|HELD) / BLOW ON {whom} [GOT] STOP BY SOMEONE / GUARD {whom} LIST STOP IT",
    "blocked": "[SOMEONE] BLOW ON {whom} [GOT] [STOP] [STOP] [BY SOMEONE|SOMEONE] / ^ STOP BLOW ON {whom} / ^ BLOW ON {whom} STOP / [HEARD] STRUGGLE ON {whom} / {whom} GOT STRIKE BESIDES [GOT] [SOMEONE] (STOP|SURVIVED|HELD|GUARD) / SOMEONE STRIKE {whom} / {whom} SURVIVED [BLOW]",
    "blocked:it": "[BLOW] [GOT] STOP [BY SOMEONE] / IT [GOT] STOP [BLOW] / ^ STOP (IT|BLOW) / SOMEONE [WAS] HELD",
    "saved": "SOMEONE [HAS] (GUARD|SAVED|STRIKE) ME / SOMEONE [HAS] ME (SAVED|GUARDED|STRUCK) / ME [SOMEONE] SAVED [SOMEONE] / SOMEONE ME SAVED / BLOW ON ME [GOT] [STOP] / ^ [IS] GOT [I] (SAVED|STRIKE|GUARD|GUARDED|STRUCK) [BY SOMEONE] [GOT] / ^ LIFE / SOMEONE LIFE / ^ GOT BY SOMEONE SAVED / SAVED BY SOMEONE / GUARD ME",
    "fell": "{whom} [IS] FELL [BESIDE] / {whom} KILLED BESIDE / {whom} [IS] BESIDE FELL / ^ SAW {whom} (FELL|KILLED) [BESIDE] / WHEN {whom} (FELL|KILLED) [BESIDE] / ^ SAW FALL {whom} / FELL {whom} BESIDE / ^ SAW FELL {whom} / FELL BESIDE WAS {whom}",
    "fell:in": "{whom} [IS] FELL [BESIDE] IN {place} [BESIDE] / {whom} KILLED BESIDE IN {place} / ^ SAW {whom} FELL [BESIDE] IN {place} / {whom} [IS] [BESIDE] IN {place} FELL / FELL {whom} [BESIDE] IN {place}",
    "cry": "^ [HEARD] [FROM] [WAS] [SOMEONE] CRY [FROM] [FROM] [IN] {place} [FROM] / CRY [FROM] [IN] {place} [HEARD] / {place} CRY / [FROM] {place} [FROM] CRY [HEARD]",
    "struck": "^ SAW STRIKE {other} / ^ SAW {whom} STRIKE {other} [BESIDE] [IN {place}] / ^ SAW IT {other} (GOT STRIKE|KILLED) BY {whom} / ^ SAW {whom} [HAS] {other} STRUCK / {whom} STRIKE {other} BESIDE [IN {place}] / {whom} HAS {other} BESIDE STRUCK",
    "struck:told": "{whom} STRIKE {other} [IN {place}] / {other} (GOT STRIKE|KILLED) BY {whom} / {whom} [HAS] {other} STRUCK",
    "hid:saw": "^ [IS] [WAS] HID [ME] [LIST] [SAW] SAWIT",
    "watched": "^ [SAW] SAWIT / I SAW / ^ SAW IT / I [IS] WAS THERE / I [IS] THERE WAS",
    "guilty": "{whom} IS MURDERER / {whom} DIDIT / MURDERER [IS] {whom} / [IT] IS {whom} [MURDERER|DIDIT] / {whom} MURDERER / ^ SAW {whom} DIDIT",
    "clears": "{whom} [IS|WAS] GOOD / {whom} [IS|WAS] [IT] NOT [IS] (MURDERER|BAD|DIDIT|STRIKE ANYONE) / {whom} (IT|DIDIT) NOT / IT [IS|WAS] NOT [IS|WAS] {whom} / NOTIT {whom} / {whom} NOTIT / [I|LETS] TRUST {whom} / [I|LETS] NOT VOTE {whom} / VOTE {whom} NICHT",
    "accuses": "THINK [IT] [IS] {whom} [DIDIT] / {whom} [IS|WAS] BAD [ABOUT] [{place}] / BAD [IS|IN] {whom} / [I|I IS] [LETS] VOTE {whom} [UP] / [I] NOT TRUST {whom} [SAYS] / [I] TRUST {whom} NICHT / {whom} [IS] NOT GOOD / {whom} [POSS] [STORY] NOT TRUSTED / {whom} MUST GO / {whom} [POSS] STORY [IS] (BAD|UNTRUE) / STORY OF {whom} (UNTRUE|NOT TRUSTED) / [I|IT IS|IT] OFF {whom} / {whom} VOTE",
    "innocent": "I [IS] GOOD / NOTME / [IT] [IS|WAS] NOT ME / I [IS] NOT (MURDERER|BAD|DIDIT|STRIKE ANYONE) / NOT DIDIT / I DIDIT NOT",
    "again": "{whom}",
    "nothing": "{whom} GOT STRIKE / NOTHING / {whom} HERE / I IS {whom}",
}  # fmt: skip

BOOK = Phrasebook(
    SHAPES,
    {"place": "place", "whom": "seats", "other": "seats"},
    WORDS,
)


# ── what it claims ────────────────────────────────────────────────────────────────────────────────────────────────────


def understood(text: str, by: Seat, day: int, names: Mapping[Seat, str] | None = None) -> tuple[Claim, ...]:
    """What the words of `by` claim on that day; `text` has {seat} marks, `names` are all at the table. A claim that names no night
    is about last night, until one is named; “there” is the place that was spoken of last. Nobody is in two places, or follows
    or guards two, in one night: neither is claimed."""
    if day == 0 and "{" not in text and not names:
        return ()
    claims = tuple(dict.fromkeys(_claims(BOOK.read(text, names or {}, day), by, day)))
    once = Counter(
        (each.kind, each.night) for each in claims if each.kind in ONCE and (each.kind != "was" or each.whom == by)
    )
    return tuple(each for each in claims if once[each.kind, each.night] < 2 or (each.kind == "was" and each.whom != by))


def _claims(heard: Sequence[Heard], by: Seat, day: int) -> Iterator[Claim]:
    seen = {
        night
        for each in heard
        if each.name.partition(":")[0].endswith(("hid", "watched"))
        for night in each.nights or (day,)
    }
    here: dict[int, str] = {}
    of: tuple[str, ...] = ()
    before = Heard("saw", {})
    for each in heard:
        if each.name == "again":
            if not each.dated or before.name not in ("followed", "guarded", "saw"):
                before = each
                continue
            each = replace(each, name=before.name)  # “guarded {p2} n1 and {p3} n2”
        elif each.name == "too":
            again = before.name in ("they", "guilty", "accuses", "clears")
            each = replace(each, name=before.name if again else "saw", slots={**before.slots, **each.slots})
        befell = before.line == each.line and before.name.startswith(("fell", "cry", "they"))
        befell = befell or (before.clause == each.clause and before.name == "again")  # “{p2} hall”
        if (each.name == "was:bare" and (each.thinks or befell)) or len(each.slots.get("place", ())) > 1:
            continue  # “{p2} fell, in the hall”, “the hall or the kitchen”
        of = each.slots.get("whom") or (of if each.clause - before.clause <= 1 else ())
        kinds = each.name.partition(":")[0].split()
        if each.name == "struck:told" and seen.isdisjoint(each.nights or (day,)):
            kinds = ["guilty"]  # A blow was seen only where seeing it, or being there, is said.
        if each.thinks:
            kinds = ["accuses" if kind == "guilty" else kind for kind in kinds if kind in (*OPINIONS, "cry")]
        for night in each.nights or (day,):
            if "place" in each.slots and "cry" not in kinds:
                here[night] = each.slots["place"][0]
            for kind in kinds:
                if kind == "innocent" and not day:
                    continue  # “I never did this”: nothing has been done yet
                if kind in OPINIONS:
                    yield from _claim(kind, each, by, day, None, of)
                elif 0 < night <= day:
                    yield from _claim(kind, each, by, night, here.get(night), of)
        before, of = each, each.slots.get("other", of)


ONCE = frozenset({"was", "followed", "guarded"})
OPINIONS = ("guilty", "accuses", "clears", "innocent")


def _claim(kind: str, heard: Heard, by: Seat, night: int, here: str | None, of: tuple[str, ...]) -> Iterator[Claim]:
    """The claims of one kind that a phrase makes; `of` are those who were spoken of, `here` is where."""
    place = next(iter(heard.slots.get("place", ())), None)
    others = [Seat(seat) for seat in heard.slots.get("other", ())]
    whom = [Seat(seat) for seat in of if seat != by or kind == "clears"]
    match kind:
        case "was":
            yield Claim("was", by, night, by, place)
        case "they":
            yield from (Claim("was", by, night, seat, place) for seat in (*whom, *others))
        case "alone" | "hid" | "saved":
            yield Claim(kind, by, night)
        case "cry":
            yield Claim("cry", by, night, None, place)
        case "innocent":
            yield Claim("clears", by, night, by)
        case "struck":
            yield from (Claim("struck", by, night, seat, None, other) for seat in whom for other in others)
        case "saw" | "fell":
            yield from (Claim(kind, by, night, seat, place or here) for seat in whom)
        case "followed" | "guarded" | "blocked" | "guilty" | "accuses" | "clears":
            yield from (Claim(kind, by, night, seat) for seat in whom)
