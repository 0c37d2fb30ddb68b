"""What people type in any game, by language: how they name nights, ask, doubt, quote, joke and take back; and words that say nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import replace
from functools import cached_property

from games.core import state


def _all(words: str) -> frozenset[str]:
    """“ok|so|to be honest”, which may stand on several lines."""
    return frozenset(" ".join(each.split()) for each in words.split("|") if each.strip())


def _any(words: str) -> str:
    return "|".join(re.escape(each) for each in sorted(_all(words), key=len, reverse=True))


_NOT_AFTER = "".join(rf"(?<!\b{each} )" for each in ["think", "thinks", "believe", "believes", "say", "says", "know", "knew", "guess", "bet", "sure", "said", "feel", "reckon", "swear", "hope", "doubt", "wish", "like", "than", "that", "as", "if", "what", "who", "when", "where", "why", "how", "did", "do", "does", "was", "were", "is", "are", "am", "can", "could", "would", "should", "will", "have", "had", "has", "not", "no", "so", "may", "might", "must", "shall", "whether", "because", "and", "but", "or", "then", "glaube", "denke", "weiß", "dass", "ob", "wie", "wo", "warum", "bin", "ist", "war", "hat", "hab", "habe", "que", "si", "quand", "où", "comment", "pourquoi", "crois", "pense", "sais", "cuando", "como", "creo", "pienso", "sé"])  # fmt: skip
"""Where a subject begins no clause of its own."""


@state
class Idiom:
    """The common words of a language, each list split at “|”.

    `idle` say nothing and change nothing. `joins` stand between clauses, `lists` between things of a list, `either` between
    choices. `night` is a pattern whose group is the number of a night or one of `counted`; `last` means the night just gone,
    `before` the one before. Clauses with one of `doubts` claim nothing, nor does what follows in the sentence; the same for
    `hearsay`, what others say. Sentences that begin with one of `asking` are questions, or with one of `inverted` before a person.
    `jokes` take back all that was said before, `repairs` the clause before. `predicates` begin what is said of one person, and
    `singular` of nobody else: “{p2} and {p3} is …” is no list. `papers` is a pattern of others' wills and logs: what follows is
    read out from them. `either_of` says that one of several things is so, which is no doubt. `subjects` begin a clause, even
    where nobody has typed a comma. With `own` the speaker comes back to their own words; `he` is whoever was named last, and
    `be` what is left out in “hes”.
    """

    idle: str
    joins: str
    lists: str
    either: str
    night: str
    counted: str
    last: str
    before: str
    day: str
    doubts: str
    hearsay: str
    asking: str
    inverted: str
    jokes: str
    repairs: str
    denies: str
    predicates: str
    singular: str
    own: str
    he: str
    be: str
    papers: str
    either_of: str
    subjects: str

    @cached_property
    def idle_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.idle)}) ")

    @cached_property
    def borrowed(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S){self.papers}")

    def silent(self, but: Set[str]) -> re.Pattern[str]:
        """Those of the idle words that have none of these in them."""
        idle = "|".join(each for each in _all(self.idle) if but.isdisjoint(each.split()))
        return re.compile(rf"(?<!\S)(?:{_any(idle)}) ")

    @cached_property
    def break_words(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?:{_any(self.joins)}|[,&+|]|(?<!> )/|/(?= <)) |(?={self.repairing.pattern})|{_NOT_AFTER}(?=(?:{_any(self.subjects)}) |<he:\w+> (?:{_any(self.predicates)}) )"
        )

    @cached_property
    def possible(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<!\S)(?:{_any(self.either_of)}) (?:(?:a|an|the|ein|eine|der|un|une|le|la|el|una) )?(?=<(?!seats)\w+:[^>]*\+)"
        )

    @cached_property
    def join_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.joins)}|[,&+]) ")

    @cached_property
    def ironic(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:{_any(self.idle)}|sure|right|,) )*+(?:{_any(self.lists)}) ")

    @cached_property
    def marks(self) -> re.Pattern[str]:
        """A punctuation mark or picture that says nothing."""
        return re.compile(rf"(?!{self.doubtful.pattern})[^\w\s<>&+/|?*] ")

    @cached_property
    def night_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S){self.night.replace('COUNTED', _any(self.counted))} ")

    @cached_property
    def last_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.last)}) ")

    @cached_property
    def before_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.before)}) ")

    @cached_property
    def day_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{self.day}) ")

    @cached_property
    def doubtful(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?!(?<=my )will )(?:{_any(self.doubts)}) ")

    @cached_property
    def reported(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.hearsay)}) ")

    @cached_property
    def questions(self) -> re.Pattern[str]:
        asking = rf"(?!what a )(?:(?:{_any(self.asking)}) |(?:{_any(self.inverted)}) (?=<seats|<he))"
        # Nothing is tried twice: “so” both says nothing and joins.
        return re.compile(rf"(?:(?!{asking})(?:{_any(f'{self.idle}|{self.joins}')}|<seats:[^>]*> ,|,) )*+{asking}")

    @cached_property
    def joking(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{_any(self.jokes)}) ")

    @cached_property
    def repairing(self) -> re.Pattern[str]:
        again = _any(self.repairs)
        return re.compile(
            rf"(?:(?:(?:no|non|nein|ne|nan) (?!digo ))?(?!digo que )(?:{again}) (?:(?!(?:{again}) )(?:{_any(self.idle)}|,) )*+)++"
        )

    @cached_property
    def denial(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{_any(self.denies)}) <\w+:[^>]*> ")

    @cached_property
    def listing(self) -> re.Pattern[str]:
        """A list of people, of which the last may begin a clause of its own."""
        between = rf"(?:(?:,|&|\+|/|< ->|< >|{_any(self.lists)}) )"
        return re.compile(rf"<seats:[^>]*> (?:{between}{{1,2}}<seats:[^>]*> (?!(?:{_any(self.predicates)}) ))+")

    @cached_property
    def first_listing(self) -> re.Pattern[str]:
        """A list at the beginning, of which all that follows is said, unless it is said of one."""
        between = rf"(?:(?:,|&|\+|/|{_any(self.lists)}) )"
        begins = r"(?:^|(?<=:\d> )|(?<=:\d> , )|(?<=when )|(?<=wie )|(?<=cuando ))"
        of_all = rf"{begins}<seats:[^>]*> (?:{between}{{1,2}}<seats:[^>]*> (?!(?:{_any(self.singular)}) ))+"
        return re.compile(rf"{of_all}|(?<= at )<seats:[^>]*> (?:{between}{{1,2}}<seats:[^>]*> )+")

    @cached_property
    def own_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{_any(self.own)}) ")

    @cached_property
    def someone(self) -> Mapping[str, str]:
        """“he”, “hes” → an encoded person yet to be found."""
        he = {each: f"<he:{each}>" for each in _all(self.he)}
        return he | {
            f"{each}{end}": f"<he:{each}> {self.be}" for each in _all(self.he) for end in ("'s", "s", "'re") if self.be
        }

    @cached_property
    def choosing(self) -> re.Pattern[str]:
        """“doctor/escort/spy”, “doctor escort spy”, “a doctor, an escort or a spy”: things of one kind of which one is so."""
        between = rf"(?:/|\||{_any(self.either)}) (?:(?:a|an|the|ein|eine|un|une|una) )?"
        row = r"<(?!seats)(\w+):[^>]*> (?:(?:[,-] )?<\1:[^>]*> ){2,}"
        return re.compile(rf"{row}|<(?!seats)(\w+):[^>]*> (?:(?:, )?(?:{between}|, )?<\2:[^>]*> )*{between}<\2:[^>]*> ")

    def number(self, found: re.Match[str]) -> int:
        """The night that was found in `night_words`."""
        word = next(each for each in found.groups() if each)
        digits = re.match(r"\d+", word)
        return int(digits[0]) if digits else self.ordinals[word]

    @cached_property
    def ordinals(self) -> Mapping[str, int]:
        """“first” → 1: `counted` are names of one to nine, as often over as there are ways to say them."""
        return {word.strip(): at % 9 + 1 for at, word in enumerate(self.counted.split("|"))}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All words that stand here."""
        every = "|".join((self.idle, self.joins, self.lists, self.either, self.counted, self.last, self.before, self.doubts,
                          self.hearsay, self.asking, self.jokes, self.repairs, self.denies, self.predicates))  # fmt: skip
        return frozenset(word for each in _all(every) for word in each.split()) | {"night", "nacht", "nuit", "noche"}


LAUGHS = re.compile(
    r"(?<!\S)(?:lo+l|lmf?ao|rofl|(?:ha){2,}h?|(?:he){2,}|(?:hi){2,}|(?:ja){2,}j?|(?:je){2,}|xd+|p?td?r|mdr+|😂|🤣|😅|😆) "
)
"""In any language. Who laughs may mean what they say, but nobody gives themselves away so."""

_IDIOMS: Mapping[str, Idiom] = {
    "en": Idiom(
        idle="""at all|ok|okay|k|kk|so|well|hi|hello|hey|hiya|morning|good morning|gm|guys|all|everyone|everybody|folks|yall|y'all|town|btw|fyi|tbh|
            to be honest|honestly|imo|imho|omg|obv|obvs|wtf|just realised|just realized|turns out|all along|i guess|ur welcome|you're welcome|youre welcome|yw|chill|whoever u are|whoever you are|idc what the rest says|idc what u say|idc|confirmed|as promised|my turn|since you asked|since u ask|ppl|actually|really|definitely|def|clearly|obviously|also|too|just|only|again|now|here|there|then|
            yes|yeah|yep|yea|ye|ya|alright|look|listen|pls|please|plz|ty|thanks|sorry to say|i swear|swear|trust me|believe me|
            for the record|as i said|like i said|in fact|of course|ofc|ngl|for real|fr|100 %|100|%|for sure|by the way|still|already|
            i repeat|as well|in the end|if you ask me|if you must know|if anyone asks|if it helps|bro|dude|mate|man|friends|people|
            my friends|that night|all night|the whole night|the night|at night|it seems|with my own eyes|myself|gotta say|i have to say|
            i must say|i can tell you|i can say|i can confirm|ill be honest|i'll be honest|full claim|claiming|hard claim|hc|reporting in|
            rip|ugh|oh|ah|um|uh|hmm|hm|wow|damn|finally|sadly|unfortunately|luckily|thank god|ffs|smh|very|quite|totally|absolutely|
            anyway|anyways|first of all|lads|ladies|friend|buddy|team|tho|though|simply|today|this morning|as usual|next|later|alive|still here|
            in short|thank you|thank u|thx|tysm|cheers|poor|both|somehow|info|my info|result|results|update|log|my log|my will|my notes""",
        joins="and|but|so|then|although|even though|even tho|because|cause|cuz|coz|bc|cos|since|while|when|whereas|as|plus|yet|which means|that means|means|therefore|thus|hence|however|who|which|where|&|n",
        lists="and|n|&",
        either="or",
        night=r"(?:(?:on|in|during|at|for|from|by) )?(?:the )?(?:(?:night|nite|nght|n) (?:# )?(?P<n>\d\d?|COUNTED)|(?P<m>COUNTED|\dst|\dnd|\drd|\dth) (?:night|nite))",
        counted="one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth",
        last="last night|last nite|lastnight|ln|l n|this past night|the past night|this night|tonight just gone|earlier tonight|overnight",
        before="the night before last|night before last|two nights ago|2 nights ago|the night before",
        day=r"(?:on )?(?:d|day) \d\d?",
        doubts="""not saying|never said|never claimed|not claiming|didnt say|didn't say|don't say|dont say|dreamt|dreamed|dreaming|if|unless|suppose|supposing|imagine|assume|assuming|remember|remember when|voted|voted for|pretend|pretending|hypothetically|let's say|lets say|say i|say you|say he|say she|say they|say im|say i'm|say you're|say youre|wish|whether|would|wouldn't|wouldnt|
            could|couldn't|might|may|maybe|mayb|perhaps|possibly|probably not|not sure|idk|dunno|don't know|dont know|no idea|unsure|doubt|
            hopefully|hope|what if|should i|will|i'll|gonna|going to|tonight|tn|tomorrow|tmrw|tmr|next night|planning|plan|want to|wanna|
            let me|about to|last game|other game|last round|previous game|prev game|next game|this game i wanted|irl|real life|🙄|yeah right|yeah sure|sure sure|
            totally not|😜|😉|;p|:p|as if|sounds like|like a|roleplay|quote|?""",
        hearsay="""says|said|saying|sez|claims|claimed|told|tells|whispered|whispers|wrote|writes|asked|asks|thinks|thought|believes|insists|insisted|
            pretends|pretended|swears|swore|denies|denied|mentioned|typed|hinted|implied|implies|accused|accuses|reported|reports|reads|
            according|apparently|supposedly|allegedly|rumor|rumour|word is|heard that|i was told|you said|you claimed|wants|called|'s will|
            you think|u think|they think|people think|everyone thinks|you know|you saying|u saying|will said|will says|his will|her will|their will|'s log|his log|her log|guesses|suspects""",
        inverted="was|were|did",
        asking="""who|what|why|when|where|how|are|is|did i|did you|did u|did we|did they|did anyone|did anybody|did someone|did somebody|did the|did it|did that|did any|did no|do|does|was i|was there|was that|was it|was anyone|was anybody|was someone|was somebody|was this|was the|were you|were u|were we|were they|were there|can|could|should|shall|which|whose|anyone|anybody|any|has|have|had|would|will|
            whos|who's|what's|whats|wheres|wdym|am|may|u|you guys|tell me|tell us|ask""",
        jokes="jk|j k|just kidding|kidding|joking|just joking|/s|/ s|/j|/ j|sarcasm|nvm|never mind|nevermind|not really|just messing|scratch that|ignore that|forget it|forget that|forget what i said|april fools|i lied|gotcha|psych",
        repairs="no wait|wait no|wait|no i mean|i mean|i meant|sorry i meant|sorry|sry|correction|edit|oops|ups|whoops|my bad|actually no|no sorry|err|erm|rather|make that|not n|typo|* |*",
        denies="not|no|never|isn't|isnt|wasn't|wasnt",
        predicates="is|was|has|lies|lied|died|did|must|can|could|should|would|wouldn't|wouldnt|didn't|didnt|got|isn't|isnt|claims|claimed|'s|fell|killed|struck",
        singular="is|was|has|lies|isn't|isnt|wasn't|'s",
        own="but i|but im|but i'm|but my|but me|but ive|but i've|but we|yet i",
        he="he|she|him|her|they|them",
        be="is",
        papers=r"(?:(?:<seats:[^>]*>|his|her|their|the dead) (?:' s |'s )?(?:last )?(?:will|log|notes|journal)|(?:will|log|notes|words|pm|dm|message|whisper) (?:of|from) <seats:[^>]*>) (?=:|=|-|>|said|says|reads)",
        either_of="could be|can be|might be|may be|must be|either|is either|are either|has to be|gotta be|they are either|one of",
        subjects="he|she|they|i|im|i'm|ive|i've|he's|hes|she's|shes|theyre|they're|you|u|its|it's|thats|that's",
    ),
    "de": Idiom(
        idle="""ok|okay|also|hallo|hi|hey|moin|morgen|guten morgen|leute|alle|ihr|übrigens|ehrlich|ehrlich gesagt|eigentlich|wirklich|definitiv|klar|
            auch|nur|wieder|jetzt|hier|da|dort|dann|ja|jo|jep|sicher|gut|schaut|hört|bitte|danke|ich schwöre|glaubt mir|vertraut mir|wie gesagt|
            natürlich|noch|schon|mal|halt|eben|doch|echt|voll|ganz|total|sehr|die ganze nacht|in der nacht|nachts|selbst|leider|zum glück|
            oh|ah|hm|hmm|naja|so|so leute|bin dafür|im ernst|meiner meinung nach|mmn|m m n|freunde|mein log|log|info|ergebnis|meine meinung|heute|stadt|wie gedruckt|mein testament|testament|gerne|mal ehrlich|echt jetzt|gell|ne|na gut|na ja|glaubt's mir|glaubts mir|glaub mir|bestimmt|einfach|nämlich|vorher|danach|arme|armer|beide""",
        joins="und|aber|dann|weil|denn|während|wo|das heißt|deshalb|daher|u|wobei",
        lists="und|u|&",
        either="oder",
        night=r"(?:(?:in|während) )?(?:der )?(?:(?:nacht|n) (?:# )?(?P<n>\d\d?|COUNTED)|(?P<m>COUNTED|\d ?\.) nacht)",
        counted="eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|erste|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten",
        last="letzte nacht|in der letzten nacht|letzter nacht|heute nacht|gestern nacht|diese nacht|vergangene nacht|ln|gestern",
        before="vorletzte nacht|die nacht davor|in der nacht davor|vorgestern",
        day=r"(?:an )?(?:tag) \d\d?",
        doubts="""sag nicht|sage nicht|nicht gesagt|geträumt|träumte|wenn|falls|ob|angenommen|stellt euch vor|vielleicht|evtl|eventuell|könnte|könnten|würde|möglich|möglicherweise|wahrscheinlich nicht|
            keine ahnung|weiß nicht|weiss nicht|unsicher|hoffentlich|hoffe|werde|wird|will|möchte|heute abend|morgen nacht|nächste nacht|letzte runde|
            letztes spiel|letzten spiel|ja klar|na klar|ja genau|ja sicher|ja ne|🙄|😜|😉|als ob|?""",
        hearsay="""sagt|sagte|gesagt|meint|meinte|behauptet|behauptete|behauptest|erzählt|erzählte|schrieb|schreibt|flüsterte|laut|angeblich|anscheinend|
            denkt|glaubt ihr|fragt|fragte|hörte|habe gehört|hab gehört|schwört|leugnet|testament von|wirft""",
        inverted="war|waren|hat",
        asking="wer|was|warum|wieso|weshalb|wann|wo|wie|ist|bist|hast|hat jemand|hat er|hat sie|hat wer|hat irgendwer|haben|seid|sind|kann|könnt|welche|welcher|wen|wem|war jemand|war wer|war noch|war das|war es|war da|warst|wollt|soll|sollen|glaubst|darf",
        jokes="scherz|war ein scherz|nur spaß|nur spass|spaß|spass|nicht wirklich|vergesst es|egal|jk|/s|/ s|war nur spaß",
        repairs="nein warte|ne warte|warte|ich meine|ich meinte|meinte|sorry|entschuldigung|korrektur|ups|quatsch|stopp|halt nein|nein halt|äh|*",
        denies="nicht|kein|keine|nie",
        predicates="ist|war|hat|lügt|muss|kann|kam|besuchte|fiel|tötete",
        singular="ist|war|hat|lügt",
        own="aber ich|aber mir|aber wir|ich aber",
        he="er|ihn|ihm|sie",
        be="",
        papers=r"(?:testament|log|notizen) (?:von|vom) <[^>]*>|<seats:[^>]*> (?:' s |'s )?(?:testament|log)",
        either_of="könnte|kann|entweder|ist entweder|könnte sein",
        subjects="ich hab|ich habe|ich war|ich bin|ich glaube",
    ),
    "fr": Idiom(
        idle="""ok|alors|bon|salut|bonjour|coucou|tout le monde|les gars|les amis|au fait|franchement|honnêtement|en fait|vraiment|clairement|
            évidemment|aussi|juste|encore|maintenant|ici|là|y|oui|ouais|bien|bien sûr|svp|s'il vous plaît|merci|je jure|je vous jure|croyez moi|croyez-moi|
            faites moi confiance|comme je disais|déjà|toujours|toute la nuit|la nuit|moi|très|trop|oh|ah|hmm|euh|sérieux|sérieusement|à mon avis|
            malheureusement|heureusement|mon journal|slt|sérieux|mon testament|donc voilà|franchement|en vrai|genre|bref|info|mon info|aujourd'hui|du coup|même|bah|ben|voilà|ville|perso|c'est sûr|sûr|pauvre|avant|après|croyez-le|les deux""",
        joins="et|mais|donc|alors|puis|parce que|car|pendant que|quand|comme|où|qui|parce qu'|et puis|ensuite",
        lists="et|&",
        either="ou",
        night=r"(?:(?:la|pendant la|à la|durant la) )?(?:(?:nuit|n) (?:# )?(?P<n>\d\d?|COUNTED)|(?P<m>COUNTED|\d ?(?:e|ère|ere|ème|eme)) nuit)",
        counted="un|deux|trois|quatre|cinq|six|sept|huit|neuf|première|deuxième|troisième|quatrième|cinquième|sixième|septième|huitième|neuvième|premiere|seconde|troisieme|quatrieme|cinquieme|sixieme|septieme|huitieme|neuvieme",
        last="la nuit dernière|la nuit derniere|nuit dernière|cette nuit|hier soir|hier|la dernière nuit|hier nuit",
        before="la nuit d'avant|l'avant-dernière nuit|avant-hier",
        day=r"(?:le )?(?:jour) \d\d?",
        doubts="""dis pas|ai pas dit|rêvé|si|peut-être|peut être|peutêtre|supposons|imaginons|imaginez|pourrait|serait|aurait|devrait|probablement pas|je ne sais pas|je sais pas|
            jsp|sais pas|pas sûr|pas sur|aucune idée|j'espère|espérons|vais|va|allons|veux|ce soir|demain|la prochaine nuit|partie précédente|dernière partie|
            oui c'est ça|bien sûr que|mais bien sûr|🙄|😜|😉|comme si|?""",
        hearsay="""dit|disait|dis|prétend|prétendait|affirme|affirmait|raconte|a raconté|écrit|a écrit|selon|d'après|apparemment|soi-disant|soi disant|
            il paraît|paraît|pense que tu|jure que|nie|demande|testament de|j'ai entendu dire|a murmuré|accuse""",
        inverted="était|est",
        asking="qui|que|quoi|pourquoi|quand|où|comment|est-ce|est ce|es-tu|est-il|as-tu|a-t-il|avez-vous|êtes-vous|peux-tu|quel|quelle|qu'est-ce|c'est qui|t'es|tu es|tu étais|vous",
        jokes="je rigole|je plaisante|je déconne|blague|c'est une blague|pas vraiment|laissez tomber|oubliez|jk|/s|/ s|nan je rigole",
        repairs="non attends|non attendez|attends|attendez|je veux dire|je voulais dire|pardon|désolé|désolée|correction|oups|enfin non|euh non|*",
        denies="pas|ne|n'|jamais|aucun",
        predicates="est|était|a|ment|doit|peut|est venu|est venue|c'est",
        singular="est|était|a|ment|c'est",
        own="mais moi|mais je|mais j'ai|mais j'étais",
        he="il|elle|lui|eux",
        be="",
        papers=r"(?:testament|journal) (?:de|d'|du) <[^>]*>",
        either_of="pourrait être|peut être|soit|est soit",
        subjects="il|elle|j'ai|je|tu|c'est|on",
    ),
    "es": Idiom(
        idle="""ok|vale|bueno|hola|buenas|buenos días|buenos dias|a todos|todos|chicos|gente|amigos|por cierto|sinceramente|honestamente|la verdad|en realidad|
            realmente|de verdad|claramente|obviamente|también|tambien|solo|sólo|otra vez|ahora|aquí|aqui|allí|alli|ahí|ahi|sí|si señor|claro|seguro|
            por favor|gracias|lo juro|os juro|les juro|créanme|creedme|confíen en mí|como dije|ya|todavía|toda la noche|por la noche|yo mismo|muy|
            oh|ah|pues|eh|en serio|en mi opinión|por desgracia|por suerte|mi registro|mi testamento|creo yo|oigan|bueno pues|perdonad|eh|tío|info|hoy|mismo|pueblo|total|tb|tmb|antes|después|pobre|sin duda|los dos|créanme|yo|además""",
        joins="y|pero|así que|asi que|entonces|luego|porque|mientras|cuando|como|donde|que|e|pues|y luego",
        lists="y|e|&",
        either="o|u",
        night=r"(?:(?:en|durante) )?(?:la )?(?:(?:noche|n) (?:# )?(?P<n>\d\d?|COUNTED)|(?P<m>COUNTED|\d ?(?:a|ª|ra|da)) noche)",
        counted="uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|primera|segunda|tercera|cuarta|quinta|sexta|séptima|octava|novena",
        last="anoche|esta noche pasada|la noche pasada|la última noche|la ultima noche|ayer por la noche|ayer",
        before="anteanoche|antenoche|la noche anterior|antes de ayer",
        day=r"(?:el )?(?:día|dia) \d\d?",
        doubts="""no digo|no dije|soñé|si|quizás|quizas|quizá|tal vez|a lo mejor|supongamos|imaginen|imaginad|podría|podria|sería|seria|habría|debería|probablemente no|no sé|no se|
            ni idea|no estoy seguro|no estoy segura|ojalá|espero|voy a|vamos a|quiero|esta noche|mañana por la noche|próxima noche|partida anterior|última partida|
            claro que sí|sí claro|ya claro|🙄|😜|😉|como si|?""",
        hearsay="""dice|dijo|dicen|dijeron|afirma|afirmó|asegura|aseguró|cuenta|contó|escribió|según|segun|aparentemente|supuestamente|al parecer|
            piensa|cree que|jura|niega|pregunta|preguntó|testamento de|oí que|me dijeron|acusa""",
        inverted="estaba",
        asking="quién|quien|qué|por qué|cuándo|dónde|cómo|cuál|eres|es cierto|has|tienes|estabas|puedes|alguien sabe|alguien vio|alguien tiene|alguien ha|alguien más|sabéis|saben|quiénes|fue quién",
        jokes="es broma|era broma|broma|no es cierto|olvídenlo|olvidadlo|olvídalo|jk|/s|/ s|mentira|es coña",
        repairs="no espera|no esperen|espera|esperen|quiero decir|quise decir|perdón|perdon|lo siento|corrección|ups|digo|mejor dicho|*",
        denies="no|nunca|ni",
        predicates="es|era|estaba|ha|miente|debe|puede|vino|visitó|fue",
        singular="es|era|estaba|ha|miente|fue",
        own="pero yo|pero a mí|pero nosotros",
        he="él|ella|ellos|ellas",
        be="",
        papers=r"(?:testamento|registro) (?:de|del) <[^>]*>",
        either_of="podría ser|puede ser|es o",
        subjects="yo|él|ella|tú",
    ),
}  # fmt: skip


IDIOMS: Mapping[str, Idiom] = {
    language: each
    if language == "en"
    else replace(each, hearsay=f"{each.hearsay}|{_IDIOMS['en'].hearsay}", jokes=f"{each.jokes}|{_IDIOMS['en'].jokes}")
    for language, each in _IDIOMS.items()
}
"""By language. Who writes another one reports and jokes in English, too."""
