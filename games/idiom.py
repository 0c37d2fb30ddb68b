"""What people type in any game, by language: how they name nights, ask, doubt, quote, joke and take back; and words that say nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from games.core import state


@state
class Night:
    """How nights are named. `before` stands for “in the”, `night` for “night”; `counted` are names of one to nine, as often over as there
    are ways to say them; `last` is the night just gone, `earlier` the one before, `every` all so far."""

    before: str
    night: str
    counted: str
    last: str
    earlier: str
    every: str

    @cached_property
    def _number(self) -> re.Pattern[str]:
        said = rf"\d\d?|{self.counted}"
        return re.compile(
            rf"(?<!\w)(?:(?:{self.before}) )*(?:(?:{self.night}) ?# ?|(?:{self.night}) ?)({said})(?!\w)"
            rf"|(?<!\w)(?:(?:{self.before}) )*((?:{said}) ?(?:st|nd|rd|th|\.|e|ère|ère|ème|a|ª|ra|da)?) (?:{self.night})(?!\w)"
        )

    @cached_property
    def _named(self) -> Mapping[str, re.Pattern[str]]:
        return {
            each: re.compile(rf"(?<!\w)(?:(?:{self.before}) )*(?:{getattr(self, each)})(?!\w)")
            for each in ("every", "earlier", "last")
        }

    def marked(self, text: str, day: int) -> str:
        """The text with “\\x012 ” for “night 2”."""
        days = {
            "every": "+".join(f"{n}" for n in range(1, day + 1)) or "1",
            "earlier": f"{max(1, day - 1)}",
            "last": f"{max(1, day)}",
        }
        for each, pattern in self._named.items():
            text = pattern.sub(f" \x01{days[each]} ", text)
        return self._number.sub(lambda found: f" \x01{self._count(found[1] or found[2])} ", text)

    def _count(self, said: str) -> int:
        digits = re.match(r"\d+", said)
        return int(digits[0]) if digits else self.counted.split("|").index(said.split()[0].strip(".")) % 9 + 1


NIGHTS: Mapping[str, Night] = {
    "en": Night(
        "on|in|during|at|for|from|by|the|both",
        "night|nite|nght|n",
        "one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth",
        "last ?(?:night|nite|nght|ngiht)|ln|l n|this past night|past night|tonight just gone|earlier tonight|overnight",
        "(?:night|nite) before last|two nights ago|2 nights ago|(?:night|nite) before",
        "both nights(?: so far)?|all nights|every (?:single )?(?:night|nite)(?: so far)?|each night",
    ),
    "de": Night(
        "in|während|der|die",
        "nacht|n",
        "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|erste|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten",
        "letzten? nacht|letzter nacht|(?:heute?|gestern|diese|vergangene) nacht|ln|gestern",
        "vorletzte nacht|nacht davor|davor|vorgestern",
        "beide nächte|jede nacht|alle nächte",
    ),
    "fr": Night(
        "la|pendant|à|durant",
        "nuit|n",
        "un|deux|trois|quatre|cinq|six|sept|huit|neuf|première|deuxième|troisième|quatrième|cinquième|sixième|septième|huitième|neuvième|premiere|seconde|troisieme|quatrieme|cinquieme|sixieme|septieme|huitieme|neuvieme",
        "nuit derni[eè]re|cette nuit|hier soir|hier nuit|hier|dernière nuit",
        "nuit d'avant|l'avant-dernière nuit|avant-hier",
        "les deux nuits|chaque nuit|toutes les nuits",
    ),
    "es": Night(
        "en|durante|la|a",
        "noche|n",
        "uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|primera|segunda|tercera|cuarta|quinta|sexta|séptima|octava|novena",
        "anoche|esta noche pasada|noche pasada|últi?ma noche|ultima noche|ayer por la noche|ayer",
        "anteanoche|antenoche|noche anterior|antes de ayer",
        "las dos noches|ambas noches|cada noche|todas las noches",
    ),
}  # fmt: skip

LAUGHS = re.compile(
    r"lo+l|lmf?ao+|rofl|(?:ha){2,}h?|(?:he){2,}|(?:hi){2,}|(?:ja){2,}j?|(?:je){2,}|xd+|p?td?r|mdr+|[😂🤣😅😆]"
)
"""In any language. Who laughs may mean what they say, but nobody gives themselves away so."""

IDIOMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "idle": """my|sorry not sorry|back|im sure|i'm sure|i am sure|i know|i'm certain|im certain|im positive|im telling you|im telling u|( sry )|idk about the rest of u|idk about the rest|
            idk about you|idk about u|at all|ok|okay|k|kk|okok|okie|so|well|hi|hello|hey|hiya|yo|morning|good morning|gm|guys|all|everyone|everybody|folks|yall|
            y'all|town|btw|fyi|tbh|to be honest|honestly|imo|imho|omg|obv|obvs|obviously|wtf|just realised|just realized|turns out|all along|ur welcome|
            you're welcome|youre welcome|yw|chill|whoever u are|whoever you are|idc what the rest says|idc what u say|idc what u all think|idc|confirmed|
            as promised|my turn|since you asked|since u ask|ppl|actually|really|definitely|def|clearly|also|too|just|only|again|now|here|there|then|yes|yeah|yep|
            yup|yea|ye|ya|alright|right|look|listen|pls|please|plz|ty|thanks|sorry to say|i swear|swear|trust me|believe me|for the record|as i said|like i said|
            in fact|of course|ofc|ngl|for real|fr|100 %|100|for sure|by the way|still|already|i repeat|as well|in the end|if you ask me|if you must know|
            if anyone asks|if it helps|bro|dude|mate|man|friends|my friends|that night|all night|all night long|the whole night|whole night|the whole time|
            the night|at night|it seems|with my own eyes|myself|gotta say|i have to say|i must say|i can tell you|i can say|i can confirm|can confirm|
            ill be honest|i'll be honest|full claim|hard claim|hc|reporting in|rip|ugh|oh|ah|um|uh|hmm|hm|wow|damn|finally|sadly|unfortunately|luckily|thank god|
            ffs|smh|very|quite|totally|absolutely|anyway|anyways|first of all|lads|ladies|friend|buddy|team|tho|though|simply|today|this morning|as usual|next|
            later|alive|still here|in short|thank you|thank u|thx|tysm|cheers|poor|both|somehow|info|my info|result|results|update|my log|my will|my notes|a|an|
            the|da|teh|pretty|super|kinda|af|being|either|real|our|such|so far|even|literally|no joke|no offense|single|lovely|damn|straight up|fine|gg|
            nothing else|nothing happened|both of them|some|one of the|one of our|one of|lil|little|bit|in total|this time|this game|for me""",
        "join": "and|but|so|then|after|before|although|even though|even tho|because|cause|cuz|coz|bc|cos|since|while|when|whereas|as|plus|yet|which means|that means|means|therefore|thus|hence|however|who|which|where|n",
        "but": "but|yet", "who": "who|which", "when": "when", "list": "and|n|&|+", "with": "with|w|w/", "comma": ",|\\|", "slash": "/", "either": "or", "mark": "%",
        "doubt": """not saying|never said|never claimed|not claiming|didnt say|didn't say|don't say|dont say|dreamt|dreamed|dreaming|if|unless|suppose|supposing|imagine|
            assume|assuming|remember|remember when|voted|voted for|pretend|pretending|hypothetically|let's say|lets say|say i|say you|say he|say she|say they|
            say im|say i'm|say you're|say youre|wish|whether|would|wouldn't|wouldnt|could|might|may|maybe|mayb|perhaps|possibly|probably not|
            not sure|idk|dunno|don't know|dont know|no idea|unsure|doubt|hopefully|hope|what if|should i|will|i'll|ill|gonna|going to|tonight|tn|tomorrow|tmrw|tmr|
            this night|nxt night|nxt nite|next nite|next night|planning|plan|want to|wanna|let me|about to|last game|other game|last round|previous game|prev game|next game|irl|real life|🙄|yeah right|
            yeah sure|sure sure|totally not|😜|😉|as if|sounds like|like a|roleplay|quote|take back|cant decide|can't decide|bet|almost|nearly|dont think|
            don't think|forget|must have""",
        "says": """says|said|say|saying|sez|claims|claimed|told|tells|whispered|whispers|wrote|writes|asked|asks|thinks|thought|believes|insists|insisted|pretends|
            pretended|swears|swore|denies|denied|mentioned|typed|hinted|implied|implies|accused|accuses|reported|reports|reads|according|according to|apparently|
            supposedly|allegedly|rumor|rumour|word is|heard that|i was told|you said|you claimed|wants|called|you think|u think|they think|people think|
            everyone thinks|you know|you saying|u saying|guesses|suspects|meant|knows|knew|pm from|last words of""",
        "ask": """who|what|why|when|where|how|any|anyone|anybody|can|could|should|shall|which|whose|has anyone|has anybody|have you|have u|had|would|will|whos|who's|
            what's|whats|wheres|wdym|are you|are u|may|tell me|tell us|ask|is there|was there anyone|was there anybody|are there|were we|did we|how come|
            anybody got|anyone got""",
        "aux": "is|are|was|were|did|do|does|has|have|am|can|cant|will", "you": "you|u", "youre": "ur|you're|youre|you are|u are|u r", "someone": "someone|somebody|some1|anyone|anybody|they|no one|nobody",
        "joke": """jk|j k|just kidding|kidding|joking|just joking|/s|/ s|/j|/ j|sarcasm|nvm|never mind|nevermind|not really|just messing|scratch that|ignore that|
            forget it|forget that|forget what i said|april fools|i lied|gotcha|psych""",
        "nay": "no|nope|nah", "meant": "i mean|i meant|make that|correction|typo", "fix": "wait|i mean|i meant|sorry i meant|sorry|sry|correction|edit|oops|ups|whoops|my bad|actually no|err|erm|rather|make that|not n|typo|*|no wait|wait no|no sorry|no i mean", "no": "no|nope|not",
        "not": "couldn't|couldnt|do not|does not|did not|not|no|never|isn't|isnt|wasn't|wasnt|don't|dont|didn't|didnt|doesn't|doesnt|cannot|can't|cant|haven't|havent|won't|wont|aint|ain't|weren't|werent|aren't|arent|without|neither|nor|none|nvr",
        "pred": """is|was|has|lies|lied|died|did|must|can|could|should|would|wouldn't|wouldnt|didn't|didnt|got|isn't|isnt|claims|claimed|'s|fell|killed|struck|joined|
            came|visited|saw|stabbed""",
        "single": "is|was|has|lies|isn't|isnt|wasn't|'s",
        "i": "i|ive|i've|i have|we|we've|i did|i only", "i+is": "im|i'm|i m|ima", "me": "me|us", "he": "he|she|they", "him": "him|her|them|em", "he+is": "hes|he's|shes|she's|theyre|they're|hes def",
        "it": "it|thats|that's|that", "imp": "dont|don't|lets|let's|please|pls", "it+is": "its|it's", "that": "that|than|like|as|because|until|till",
        "is": """is|are|am|ur|you're|youre|you are|u are|u r|'s|been|be|seems|seem|looks|look|acts|acted|acting|sounds|feels|gotta be|must be|has to be|have to be|had to be|
            has been|have been|=|r|smells|can only be""",
        "was": "was|were|wuz",
        "think": """i think|i believe its|i believe that|i believe it's|i guess|i feel|i reckon|id say|i'd say|my guess is|my guess would be|my read is|i say|think|
            looks like|seems like|pretty sure|im pretty sure|fairly sure|i feel like|im thinking|prob|probably|likely|most likely|my gut says|guessing|to me|
            imma say|i suppose|suspect|i bet|i'd bet|id bet|i'd guess|id guess|i fear|i assume|i figure|i have a feeling|i've a feeling|ive a feeling|
            i've got a feeling|ive got a feeling|i have the feeling|i'm pretty sure|i am pretty sure|i'm fairly sure|i'm quite sure|i'm almost sure|
            i'm thinking|i'm guessing|im guessing|i'm convinced|im convinced|i would say|i would guess|i'd wager|my bet is|my theory is|my suspicion is|my hunch is|i have a hunch|i've got a hunch|ive got a hunch|i smell""",
        "irony": "sure|right", "paper": "will|log|notes|journal|diary|last will", "of": "of|from", "his": "his|her|their|the dead", "poss": "'s|' s",
        "seat": "player|seat|p|number|nr|no", "possible": "could be|can be|might be|may be|must be|either|is either|are either|has to be|gotta be|they are either|one of",
    },
    "de": {
        "idle": """ok|okay|also|hallo|hi|hey|moin|morgen|guten morgen|leute|alle|ihr|übrigens|ehrlich|ehrlich gesagt|eigentlich|wirklich|definitiv|klar|auch|nur|wieder|
            jetzt|hier|da|dort|dann|ja|jo|jep|sicher|gut|schaut|hört|bitte|danke|ich schwöre|glaubt mir|vertraut mir|wie gesagt|natürlich|noch|schon|mal|halt|eben|
            doch|echt|voll|ganz|total|sehr|die ganze nacht|in der nacht|nachts|selbst|selber|leider|zum glück|oh|ah|hm|hmm|naja|so|so leute|bin dafür|im ernst|
            meiner meinung nach|mmn|m m n|freunde|mein log|log|info|ergebnis|meine meinung|heute|stadt|wie gedruckt|mein testament|testament|gerne|mal ehrlich|
            echt jetzt|gell|ne|na gut|na ja|glaubt's mir|glaubts mir|glaub mir|bestimmt|einfach|nämlich|vorher|danach|arme|armer|beide|der|die|das|den|dem|ein|
            eine|einen|einem|nem|ner|n|irgendwie|ziemlich|am|für mich|zusammen|nix passiert|is aber|nichts passiert""",
        "join": "und|aber|dann|weil|denn|während|wo|das heißt|deshalb|daher|u|wobei|sonst|der mich|wie", "but": "aber", "who": "", "list": "und|u|&|+", "with": "mit", "comma": ",", "slash": "/", "either": "oder", "mark": "%",
        "doubt": """sag nicht|sage nicht|nicht gesagt|geträumt|träumte|wenn|falls|ob|angenommen|stellt euch vor|vielleicht|evtl|eventuell|könnte|könnten|würde|würd|wär|
            wäre|hätt|hätte|möglich|möglicherweise|wahrscheinlich nicht|keine ahnung|weiß nicht|weiss nicht|unsicher|hoffentlich|hoffe|werde|wird|will|möchte|
            heute abend|heute nacht|heut nacht|heut abend|morgen nacht|nächste nacht|letzte runde|letztes spiel|letzten spiel|ja klar|na klar|ja genau|ja sicher|
            ja ne|🙄|😜|😉|als ob|streicht|vertan""",
        "says": "sagt|sagte|gesagt|meint|meinte|behauptet|behauptete|behauptest|erzählt|erzählte|schrieb|schreibt|flüsterte|laut|angeblich|anscheinend|denkt|glaubt|fragt|fragte|hörte|schwört|leugnet|testament von|wirft|soll|sei",
        "ask": """wer|was|warum|wieso|weshalb|wann|wo|wie|ist|bist|hast|hat jemand|hat er|hat sie|hat wer|hat irgendwer|seid|sind|kann|könnt|welche|welcher|wen|wem|
            war jemand|war wer|war noch|war das|war es|warst|wollt|sollen|glaubst|darf""",
        "aux": "war|waren|hat|ist", "you": "du|ihr", "someone": "jemand|einer|irgendwer|irgendjemand|wer|keiner|niemand|er|sie",
        "joke": "scherz|war ein scherz|nur spaß|nur spass|spaß|spass|nicht wirklich|vergesst es|egal|jk|war nur spaß",
        "nicht": "nicht|nich|ned|net", "nay": "nein|ne|nö|nee", "meant": "ich meine|ich meinte|korrektur", "fix": "nein warte|ne warte|warte|ich meine|ich meinte|sorry|entschuldigung|korrektur|ups|quatsch|ach quatsch|stopp|halt nein|nein halt|äh|*", "no": "nein|ne|nö|nicht", "not": "nicht|kein|keine|keinen|nie|nich|ned|net",
        "pred": "ist|war|hat|lügt|muss|kann|kam|besuchte|fiel|tötete|is|wars", "single": "ist|war|hat|lügt|is|wars",
        "i": "ich|wir|ich hab|ich habe|hab|habe|hab ich|habe ich|hatte|ich hatte|hatte ich|habs", "i+is": "bin|ich bin|bin ich|binne", "me": "mich|mir", "he": "er|sie",
        "him": "ihn|ihm", "it": "es|das", "it+is": "es ist|das ist", "that": "dass|als", "is": "ist|sind|is|isch|wirkt|klingt|finde ich|find ich|seh ich|sehe ich",
        "was": "war|waren|warn", "i+was": "ich war|war ich|wir waren|waren wir",
        "think": "ich glaube|ich denke|ich finde|glaube|glaub|denke|vermute|ich vermute|ich tippe|tippe|ich tippe auf|tippe auf|wahrscheinlich|mein tipp|ich glaub|mein tipp ist|glaub ich|denk ich",
        "irony": "klar|sicher", "paper": "testament|log|notizen", "of": "von|vom", "his": "sein|ihr", "poss": "'s|' s", "seat": "spieler|nr", "possible": "könnte|kann|entweder|ist entweder|könnte sein",
    },
    "fr": {
        "idle": """ok|alors|bon|salut|bonjour|coucou|tout le monde|les gars|les amis|au fait|franchement|honnêtement|en fait|vraiment|clairement|évidemment|aussi|juste|
            encore|maintenant|ici|là|y|oui|ouais|bien|bien sûr|svp|s'il vous plaît|merci|je jure|je vous jure|croyez moi|croyez-moi|faites moi confiance|
            comme je disais|déjà|toujours|toute la nuit|la nuit|moi|très|trop|oh|ah|hmm|euh|sérieux|sérieusement|à mon avis|malheureusement|heureusement|
            mon journal|slt|mon testament|donc voilà|en vrai|genre|bref|info|mon info|aujourd'hui|du coup|même|bah|ben|voilà|ville|perso|c'est sûr|sûr|pauvre|
            avant|après|croyez-le|les deux|le|la|l'|un|une|les|de|d'ailleurs|plutôt|plutot|un peu|tous|que|bon sang|donc""",
        "join": "et|mais|donc|alors|puis|parce que|car|pendant que|quand|comme|où|qui|parce qu'|et puis|ensuite", "but": "mais", "list": "et|&|+", "with": "avec|av", "comma": ",", "slash": "/", "either": "ou", "mark": "%",
        "doubt": """dis pas|ai pas dit|rêvé|si|peut-être|peut être|peutêtre|supposons|imaginons|imaginez|pourrait|serait|aurait|devrait|probablement pas|je ne sais pas|
            je sais pas|jsais|jsp|sais pas|pas sûr|pas sur|aucune idée|j'espère|espérons|vais|va|allons|veux|ce soir|demain|la prochaine nuit|partie précédente|
            dernière partie|oui c'est ça|bien sûr que|mais bien sûr|oui bien sur|🙄|😜|😉|comme si|à voir|voulu""",
        "says": """dit|disait|dis|prétend|prétendait|affirme|affirmait|raconte|a raconté|écrit|a écrit|selon|d'après|apparemment|soi-disant|soi disant|il paraît|paraît|
            pense que tu|jure que|nie|demande|testament de|j'ai entendu dire|a murmuré|accusent""",
        "ask": "qui|quoi|pourquoi|quand|où|comment|est-ce|est ce|es-tu|est-il|as-tu|a-t-il|avez-vous|êtes-vous|peux-tu|quel|quelle|qu'est-ce|c'est qui|t'es|t'étais|tu es|tu étais|vous",
        "aux": "était|est", "you": "tu|vous|t'es|toi", "someone": "on|quelqu'un|qqn|quelqu un",
        "joke": "je rigole|je plaisante|je déconne|blague|c'est une blague|pas vraiment|laissez tomber|oubliez|jk|nan je rigole|nan je déconne",
        "nay": "non|nan", "meant": "je veux dire|je voulais dire|correction", "fix": "non attends|non attendez|attends|attendez|je veux dire|je voulais dire|pardon|désolé|désolée|correction|oups|enfin non|euh non|*", "no": "non|nan", "not": "pas|ne|n'|jamais|aucun|aucune|n'est|sans|pas le|pas la",
        "pred": "est|était|a|ment|doit|peut|est venu|est venue|c'est", "single": "est|était|a|ment|c'est",
        "i": "je|j'ai|jai|j ai|g|j'|nous|je l'ai|on a|moi j'ai|moi je|j'avais", "i+is": "je suis|chuis|chui|jsuis|j'suis|suis|moi je suis", "me": "m'a|me|moi|ma|m a|m'",
        "he": "il|elle", "him": "lui|eux", "it": "ce|ça", "it+is": "c'est|c|c'était", "he+is": "il est|elle est", "that": "que",
        "is": "est|sont|a l'air|semble|me semble|me paraît", "was": "était|étaient|étions",
        "i+was": "j'étais|jetais|j'etais|on était|j’étais|moi j'étais|nous étions|étais|je me trouvais",
        "think": "je pense que|je crois que|je pense|je crois|pour moi|je dirais|sûrement|sans doute|je parie sur|probablement|je trouve que", "now": "je|moi je|j'", "irony": "sûr",
        "paper": "testament|journal", "of": "de|d'|du", "his": "son|leur", "poss": "'s", "seat": "joueur", "possible": "pourrait être|peut être|soit|est soit",
    },
    "es": {
        "idle": """ok|vale|bueno|hola|buenas|buenos días|buenos dias|a todos|todos|chicos|gente|amigos|por cierto|sinceramente|honestamente|la verdad|la vdd|en realidad|
            realmente|de verdad|claramente|obviamente|también|tambien|solo|sólo|otra vez|ahora|aquí|aqui|allí|alli|ahí|ahi|sí|si señor|claro|seguro|por favor|
            gracias|lo juro|os juro|les juro|créanme|creedme|confíen en mí|como dije|ya|todavía|toda la noche|por la noche|yo mismo|muy|oh|ah|pues|eh|en serio|
            en mi opinión|por desgracia|por suerte|mi registro|mi testamento|creo yo|oigan|bueno pues|perdonad|tío|info|hoy|mismo|pueblo|total|tb|tmb|antes|
            después|pobre|sin duda|los dos|además|el|la|los|las|un|una|a|al|de|lo|del|fijo|hace rato|algo|un poco|asi q nada|así q nada|nada""",
        "join": "y|pero|así que|asi que|así q|asi q|entonces|luego|porque|mientras|cuando|como|donde|que|e|pues|y luego", "but": "pero", "list": "y|e|&|+", "with": "con", "comma": ",", "slash": "/", "either": "o|u", "mark": "%",
        "doubt": """no digo|no dije|soñé|si|quizás|quizas|quizá|tal vez|a lo mejor|supongamos|imaginen|imaginad|podría|podria|sería|seria|habría|debería|probablemente no|
            no sé|no se|ni idea|no estoy seguro|no estoy segura|ojalá|espero|voy a|vamos a|quiero|esta noche|mañana|mañana por la noche|próxima noche|
            partida anterior|última partida|claro que sí|sí claro|ya claro|🙄|😜|😉|como si|lo de q|lo de que""",
        "says": "dice|dijo|dicen|dijeron|afirma|afirmó|asegura|aseguró|cuenta|contó|escribió|según|segun|aparentemente|supuestamente|al parecer|piensa|cree que|jura|niega|pregunta|preguntó|testamento de|oí que|me dijeron|acusa",
        "ask": """quién|quien|qué|por qué|cuándo|dónde|donde|cómo|cuál|eres|es cierto|has|tienes|estabas|puedes|alguien sabe|alguien vio|alguien tiene|alguien ha|
            alguien más|sabéis|saben|quiénes|fue quién|a quién""",
        "aux": "estaba|es|fue", "you": "tú|tu|vosotros|ustedes", "someone": "alguien|él|ella",
        "joke": "es broma|era broma|broma|no es cierto|olvídenlo|olvidadlo|olvídalo|jk|mentira|es coña|era chiste|chiste|no fue en serio",
        "nay": "no", "meant": "quiero decir|quise decir|corrección|digo|mejor dicho", "fix": "no espera|no esperen|espera|esperen|quiero decir|quise decir|perdón|perdon|lo siento|corrección|ups|digo|mejor dicho|*", "no": "no", "not": "no|nunca|ni|tampoco|sin",
        "pred": "es|era|estaba|ha|miente|debe|puede|vino|visitó|fue", "single": "es|era|estaba|ha|miente|fue",
        "i": "yo|he|nosotros|nos", "i+is": "soy|yo soy|fui|yo era", "me": "me|mí|a mí", "he": "ellos|ellas", "him": "él|ella|ellas", "it": "eso", "that": "que",
        "is": "es|son|está|esta|parece|me parece|era|suena|tiene que ser|debe ser", "was": "estaban|estuvieron|estaba|estuvo",
        "i+was": "yo estaba|estuve|yo estuve|estábamos|estuvimos",
        "think": "creo que|pienso que|para mí|para mi|yo creo que|supongo que|sospecho que|seguramente|probablemente|diría que|apuesto por|creo|apuesto a que", "irony": "claro|sí",
        "paper": "testamento|registro", "of": "de|del", "his": "su", "poss": "'s", "seat": "jugador", "possible": "podría ser|puede ser|es o",
    },
}  # fmt: skip
"""By language and kind, each list split at “|”.

`idle` say nothing and change nothing. `join` stands between clauses, `list` between things of a list, `either` between choices. Clauses with one of
`doubt` claim nothing, nor does what follows in the sentence; the same for `says`, what others say. Sentences that begin with one of `ask` are
questions, or with one of `aux` before a person. `joke` takes back all that was said before, `fix` the clause before. `pred` begins what is said of
one person, and `single` of nobody else: “{p2} and {p3} is …” is no list. A `paper` is another's will or log: what follows is read out from it.
`possible` says that one of several things is so, which is no doubt. `he` is whoever was named last.
"""
