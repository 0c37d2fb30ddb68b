"""How sides, quantities, choices and rounds are called in the languages that displays are written in.

Word lists: words are parted by spaces, a word's stem ends in `*`, `_` stands for a space within a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache


class Words:
    """Finds any of some words in a text, in capitals or not; the longest that fits."""

    def __init__(self, found: Iterable[str]) -> None:
        listed = sorted({word.lower() for word in found})
        spaced = [word for word in listed if word[0] < "\u3000"]
        tree = _tree([(word.replace("_", " "), "") for word in spaced])
        parts = [rf"(?<![\w{{]){tree}"] if spaced else []
        parts += sorted((re.escape(word) for word in listed if word[0] >= "\u3000"), key=len, reverse=True)
        self.source = f"(?:{'|'.join(parts)})" if parts else "(?!)"
        self._compiled = re.compile(self.source)

    def search(self, text: str) -> re.Match[str] | None:
        """Where one of the words stands first."""
        return self._compiled.search(text.lower())

    def match(self, text: str) -> re.Match[str] | None:
        """One of the words at the beginning."""
        return self._compiled.match(text.lower())

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Whether the whole text is one of the words."""
        return self._compiled.fullmatch(text.lower())

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Everywhere that one of the words stands."""
        return self._compiled.finditer(text.lower())


def _tree(found: list[tuple[str, str]]) -> str:
    """A regular expression for words that looks at each letter once: as a tree, by their first letters."""
    branches: dict[str, list[tuple[str, str]]] = {}
    ends = ""
    for word, _ in found:
        if word in {"", "*"}:
            ends = r"\w*" if word or ends == r"\w*" else r"(?!\w)"
        else:
            branches.setdefault(word[0], []).append((word[1:], ""))
    written = [(r"[\s_-]+" if each == " " else re.escape(each)) + _tree(rest) for each, rest in branches.items()]
    written += [ends] if ends else []
    return written[0] if len(written) == 1 else f"(?:{'|'.join(written)})"


@lru_cache(maxsize=1024)
def pattern(*lists: str) -> Words:
    """What finds any of the words of some lists."""
    return Words(word for each in lists for word in each.split())


# ── sides ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

YOURS = (
    "your yours dein deine deinen deinem deiner deines euer eure votre vos vôtre tuo tua tuoi tue vostro vostra"
    " vuestro vuestra seu sua seus suas jouw jullie twój twoja twoje twojego ditt din あなたの vuestra"
)
"""“your” in any tongue: it may belong to “your opponent”."""

HUMAN_WORDS = (
    f"you yourself you're you've you'll you'd thou dir dich vous tú usted ustedes vosotros você vocês jij jou ty tobie あなた {YOURS}"
    " llevas ricevi ottieni tieni guadagni vinci offri accetti rifiuti mantieni ottenuto_hai recibes obtienes ganas tienes ofreces quedas ofreciste"
    " ganaste recibiste aceptaste rechazaste aceptas rechazas eres obtuviste terminas cooperaste traicionaste recebes ganhas tens obténs"
    " zarabiasz dostajesz otrzymujesz masz oferujesz zaoferowałeś zaoferowałaś bekommst erhältst kriegst bietest behältst recevez gagnez gardez"
)
HUMAN_ONLY_IN = {
    "de": "du",
    "sv": "du dig",
    "da": "du dig din dit",
    "fr": "tu te toi ton ta tes t'",
    "es": "tu te ti tus contigo has vas vais propusiste enviaste devolviste pujaste pediste elegiste mandaste mandas envías pujas pides",
    "it": "tu te ti voi hai sei",
    "pt": "tu te ti tua teu teus contigo",
    "nl": "je u uw",
    "pl": "ci cię",
}
FORMAL = re.compile(r"(?<!\w)(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\w)")
"""German for you, if in capitals."""

PLAYER_WORDS = (
    "they them their theirs they're they've themselves opponent opponents opponent's other_side other_side's the_other_player other_party rival rivals"
    " counterpart counterparty counterpart's he she him his her hers adversary other_player other_player's other_one"
    " gegner gegners gegnerin gegenspieler* gegenüber gegenseite andere_seite ihm ihn anderer_spieler der_andere die_andere"
    " adversaire adversaires autre_joueur l'autre autre_côté autre_partie rivale"
    " oponente adversario adversaria contrincante otro_jugador el_otro la_otra otra_parte él ella"
    " avversario avversaria altro_giocatore l'altro altra_parte controparte"
    " adversário adversária outro_jogador o_outro outra_parte ele ela"
    " tegenstander tegenspeler tegenpartij andere_speler de_ander andere_partij hij haar hem"
    " przeciwnik* rywal rywala motståndare* motspelare* motpart* hans modstander* 相手 相手の"
)
PLAYER_NOUNS = PLAYER_WORDS
PLAYER_ONLY_IN = {
    "de": "er sie",
    "fr": "lui elle ils son",
    "it": "lui lei",
    "es": "su",
    "nl": "zij ze zijn",
    "sv": "han hon",
    "da": "han hun",
    "pl": "on ona jego",
}
BOTH_WORDS = (
    "both both_sides both_players both_of_you you_both each_side each_player each_of_you every_player either_side each neither"
    " beide beiden beiderseits jeder jede jeweils keiner chacun chacune les_deux tous_les_deux tous_deux ambos ambas cada_uno"
    " apiece a_testa cada_lado cada_jugador entrambi entrambe ciascuno ciascuna os_dois cada_um allebei ieder elk iedereen obaj obie oboje"
    " båda båda_två varje_sida 両者 双方 お互い 両方 ninguno nessuno nenhum geen_van_beiden aucun"
)
TITLES = {
    "proposer": "vorschlagende* vorschlager anbieter* proposant proponent* voorsteller aanbieder offrant proponente",
    "responder": "antwortende* empfänger* répondant répondante destinataire respondedor receptor respondente rispondente beantwoorder ontvanger",
    "buyer": "käufer* acheteu* comprador* acquirente compratore koper kupując* köpare* 買い手",
    "seller": "verkäufer* vendeu* vendedor* venditore verkoper sprzedając* säljare* sprzedawca 売り手",
    "investor": "investor* investisseu* inversor* inversionista investitore investeerder investidor*",
    "trustee": "treuhänder* fiduciaire fiduciario fideicomisario fiduciário vertrouwenspersoon gestor",
    "guesser": "rater* ratende* devineu* adivin* indovin* raader",
    "keeper": "hüter* bewahrer* gardien guardi*",
    "bidder": "bieter* enchérisseu* postor* licitador offerente licitante bieder",
}

# ── quantities ────────────────────────────────────────────────────────────────────────────────────────────────────────

GAIN = (
    "brought brings yields yielded went_to goes_to brachte bringt payoff payoffs pay-off pay-offs payout payouts earn earns earned earning earnings gain gains gained profit profits win wins won"
    " receive receives received receiving get gets got getting gotten scored take_home takes_home took_home goes_to go_to"
    " collect collects collected pockets pocketed net nets netted walks_away walk_away ended_up ends_up end_up reward share shares"
    " auszahlung* gewinn gewinne gewinnt gewinnst gewinnen gewonnen verdien* verdient erhält erhalten erhältst bekommt bekommst bekommen bekam"
    " bekamst kriegt kriegst kriegen erzielt* ertrag punktet"
    " gain gains gagne gagnes gagnez gagnent gagné reçoit recevez reçois reçoivent reçu recevoir obtient obtenez obtiens obtiennent obtenu"
    " remporte* remportez touche touchez perçoit percevez encaisse*"
    " ganancia* gana ganas ganan ganó ganaste gané ganado recibe recibes reciben recibió recibiste recibido obtiene obtienes obtuvo obtuviste obtienen"
    " guadagn* riceve ricevi ricevono ricevuto ottiene ottieni ottengono ottenuto vince vinci vinto incassa*"
    " ganho ganhos ganha ganham ganhou recebe recebem recebeu recebes obtém obteve lucro lucros"
    " krijgt krijg krijgen kreeg ontvangt ontvang ontving verdient uitbetaling* winst wint gewonnen opbrengst"
    " wypłat* otrzymuje* otrzymał* dostaje* zysk* zarabia* zarobił* får fick tjänar utbetalning* vinst vinner modtager 利得 獲得 得点 受け取"
)
SCORE = "score scores result results outcome ergebnis endergebnis résultat résultats score_final marcador resultado resultados risultato risultati punteggio placar uitslag wynik resultat 結果 スコア"
"""Of this round, or of all."""

TOTAL = (
    "in_all altogether all_in_all in_tutto en_tout no_total total totals totalling overall balance balances running_total so_far all_told cumulative tally standing standings"
    " summe gesamt* insgesamt punktestand kontostand stand bisher au_total totaux cumul* jusqu'ici solde totale totaal"
    " totales totali totais saldo in_totaal tussenstand eindstand zwischenstand endstand łącznie razem suma totalt summa 合計 累計 総"
)
KEEP = (
    "stay stays stayed keep keeps kept keeping retain retains retained remain remains remaining left leftover leave leaves leaving left_over rest"
    " behalt* behält* behielt* übrig verbleib* bleibt bleiben garde gardes gardez gardent gardé conserve* conservez reste restent"
    " queda quedas quedan quedó quedarte quedarse conserva* restante tieni tiene tengono mantieni resta restano rimane rimangono trattieni trattiene"
    " fica ficas ficam ficou guarda sobra sobram mantém houdt houd houden hield overhoud* overblijft blijft blijven"
    " zachow* zostaje behåll* 残り 手元"
)
DIFFERENCE = (
    "separat* menez mène mènent führst führt gap gaps apart spread abstand écart brecha divario outbid outbids outbidding outscored überbot* ahead behind trail trails lead leads leading difference margin more_than fewer_than less_than advantage vorsprung rückstand differenz unterschied"
    " mehr_als weniger_als avance différence écart de_plus de_moins ventaja diferencia más_que menos_que vantaggio differenza più_di"
    " vantagem diferença mais_que mais_do_que voorsprong verschil meer_dan minder_dan achterstand"
)
JOINT = (
    "surplus make_up makes_up add_up adds_up together combined joint jointly between_you between_them in_sum zusammen gemeinsam ensemble à_deux juntos conjunto entre_los_dos"
    " insieme juntos somados samen gezamenlijk tillsammans wspólnie 合わせて"
)
MEAN = "average averages averaged mean midpoint middle on_average durchschnitt* mittelwert mitte moyenne* promedio* media média gemiddeld* średni* genomsnitt* gennemsnit* 平均"
BECOMES = (
    "becomes become became becoming turns_into turned_into grew grows grow_to multiplied_to tripled_to tripled doubled quadrupled arrives arrived"
    " wurden_daraus daraus_wurden daraus_werden verdreifacht* verdoppelt* devenu* deviennent devient triplé* doublé* se_convirtieron se_convirtió convertid*"
    " divent* triplicat* tornaram* tornou* werd werden verdrievoudigd* verdubbeld* blev tredubbl*"
)
"""What a move has turned into."""
SHARED = (
    "to_share to_be_shared to_divide to_split on_the_table zu_teilen aufzuteilen geht_um es_geht_um à_partager a_partager sobre_la_mesa para_repartir a_repartir"
    " da_dividere da_spartire sul_tavolo para_dividir na_mesa te_verdelen op_tafel att_dela do_podziału at_dele auf_dem_tisch"
)
FACTOR = (
    "multiplied_by multiplied_with multiplier multipliers factor multipliziert multiplikator faktor multipliée multiplié multiplicado multiplica se_multiplica multiplicador multiplicada"
    " moltiplicata moltiplicato moltiplicatore vermenigvuldigd vermenigvuldiger factor_of facteur fattore fator"
)
EACH_ROUND = (
    "each_round every_round starts_each_round jeder_runde pro_runde à_chaque_manche chaque_manche chaque_tour en_cada_ronda cada_ronda a_ogni_turno ogni_turno"
    " em_cada_rodada cada_rodada elke_ronde iedere_ronde per_ronde each_of_them_you_start in_each_of_them"
)
QUANTITIES = {
    "offer": "put puts named names name_a_price vorgeschlagen propusiste proposto propôs stelde_voor stelde stelt propone_un propuesto slides goes_up_to offer offers offered offering propose proposes proposed proposal proposals angebot* biete* bietet bot bietest angeboten vorschlag* schlägt"
    " offre offres offrez offert offerte proposé propose* proposez proposition oferta ofertas ofrece ofreces ofrecen ofreció ofreciste ofrecido propone"
    " propuesta propuso offerta offri offerto offrono proposta oferece ofereceu oferecem oferecido propôs bod bood biedt bied aangeboden aanbod voorstel"
    " oferta oferuje* zaoferował* bud budet bjuder erbjud* erbjöd 提案 オファー",
    "price": "asks asked asking_price verlang* forder* demande demandé demandait pide pidió chiede chiesto pede pediu vraagt vroeg price prices priced preis preise prix precio prezzo preço prijs cena cenę pris 価格",
    "bid": "ofereceste ofereci bid bids bidding gebot* bot bietet bietest geboten enchère* enchéri* mise misé puntat* punti puntano puja* pujó pujaste ofert* offert* lance lances lanço bod boden bood biedt"
    " oferta bud budet 入札",
    "sent": "sent send sends sending invest invests invested transfer* schick* gesendet sende* gesandt geschickt überweis* envoi* envoy* enví* envia* envió"
    " invia* inviato mandato manda enviou stuur* gestuurd verstuur* wysł* skick* 送",
    "back": "back return returns returned returning gave_back gives_back sends_back sent_back zurück* renvoi* renvoy* retourn* rend rendu devuelv* devolv* devolvió"
    " restitu* terug* teruggestuurd zwr* tillbaka 返",
    "pie": "pie cake kuchen gâteau tarta torta bolo taart",
    "pot": "pot topf cagnotte bote piatto",
    "endowment": "endowment endowed startkapital ausstattung dotation dotación dotazione dotação budget",
    "demand": "demand demands demanded claim claims claimed forder* verlang* exig* demande* richied* eist*",
    "contribution": "contribut* beitrag beiträge* contribu*",
}
GIVES = frozenset(["offer", "offered", "proposal", "sent", "send", "gift", "give", "transfer", "share", "split"])
"""Moves that give a part of something to the other side."""

# ── choices ───────────────────────────────────────────────────────────────────────────────────────────────────────────

CHOICES = {
    "accept": "said_yes says_yes sagte_ja sagde_ja tackade_ja accept accepts accepted accepting agrees agreed agree took_it takes_it takes_the_deal akzeptier* angenommen annehm* nimmt_an nahm_an"
    " nimmst_an einverstanden accepte acceptes acceptez acceptent accepté acceptée accepter acepta aceptas aceptan aceptó aceptaste aceptado aceptada"
    " aceptar accetta accetti accettano accettato accettata accettò accettare aceita aceitam aceitou aceito aceite aceitar aceptou accepteert accepteer"
    " accepteerde geaccepteerd accepteren aanvaard* akceptuj* zaakcept* przyjmuje przyjął przyjęł* przyjęt* accepterar accepterade accepterat"
    " accepterer accepterede 受け入れ 承諾 deal_done deal_struck deal_reached it's_a_deal",
    "reject": "turned_you_down turns_you_down turned_them_down said_no says_no no_to sagt_nein sagte_nein say_no reject rejects rejected rejecting refuse refuses refused decline declines declined turned_down turns_down turn_down ablehn* abgelehnt"
    " lehnt_ab lehnte_ab lehnst_ab lehnt* zurückgewiesen verweiger* refuse* refusez refusé* refuser rejette* rejeté* rechaz* rifiut* rifiuta respin*"
    " rejeit* recus* weiger* geweigerd afgewezen afwijz* verwerp* verworpen wijst_af odrzuc* avvis* avböj* afvis* afslå* 拒否 断",
    "cooperate": "cooperate cooperates cooperated cooperating kooperier* kooperiert zusammengearbeitet coopère* coopér* coopérez coopera coopera*"
    " cooperas cooperó cooperaste coopéré collabor* cooperato cooperou coöper* gecoöpereerd samenwerk* werkt_samen werkte_samen samengewerkt"
    " współprac* samarbet* samarbejd* 協力",
    "defect": "defect defects defected defecting betray betrays betrayed betraying defektier* verrät verrat* verraten verrietst verriet trahi* trahit"
    " traicion* tradisc* tradit* tradi* defezion* traí* traiu trai traíste deserta* desertou desertó verraad* verraden verried svek sviker förråd*"
    " zdradz* zdradza 裏切",
    "yes": "yes ja oui sí si sì sim tak はい",
    "no": "no nein non não nee nie nej いいえ",
}
ALIKE = {
    "refuse": "reject",
    "decline": "reject",
    "no deal": "reject",
    "deal": "accept",
    "agree": "accept",
    "betray": "defect",
    "collaborate": "cooperate",
}
"""Choices that mean what another one does."""
CHOICE_NOUNS = pattern(
    "no_to acceptance rejection refusal cooperation defection betrayal annahme ablehnung kooperation verrat acceptation refus coopération"
    " trahison aceptación rechazo cooperación traición accettazione rifiuto cooperazione collaborazione tradimento aceitação rejeição"
    " cooperação traição weigering samenwerking verraad acceptatie aanvaarding acceptable"
)
SAYING = pattern(
    "answer* answered beantwort* beantwoord* repl* said says say respond* chose decid* decision choice antwort* sagt* gesagt répond* répondu dit réponse respond* respuesta"
    " dice dijo rispo* ha_detto disse resposta antwoord* zegt zei geantwoord odpow* svar* 答"
)
OR = re.compile(
    r"(?<!\w)(?:or|oder|ou|o|u|of|lub|albo|czy|eller|vs\.?|versus|bzw\.?|rather than|instead of)(?!\w)|[/|]|または|か"
)
NOT = pattern(
    "not didn't doesn't don't hasn't haven't has_yet yet_to never without nor neither cannot won't isn't wasn't nicht noch_nicht kein nie"
    " n'a n'avez ne pas jamais no todavía aún nunca non ancora não ainda niet nog geen nie jeszcze inte ännu ikke"
)
NOT_YET = pattern(
    "waiting awaiting wartet warten attend attente esper* attes* aguard* wacht* czeka* vänta* pending open turn_to"
)

# ── moods ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

IF = pattern(
    "if unless suppose supposing assuming whenever when should would could might in_case either_way whoever"
    " wenn falls sofern würde würdest würden könnte hättest"
    " si s'il s'ils au_cas supposons lorsque quand obtiendrait recevrait recevriez aurait auriez"
    " cuando supongamos recibiría recibirías ganaría quedaría se qualora quando riceverebbe riceveresti caso receberia ficaria"
    " als indien wanneer zou zouden stel jeśli jeżeli gdyby om ifall skulle hvis もし なら たら れば 場合"
    " provided provided_that in_a_tie bei_gleichstand vorausgesetzt pourvu_que siempre_que a_condición_de purché desde_que mits"
    " otherwise whoever wer sonst celui quien chi quem mutual per_round lone alone allein proposes_that want wants wants_to möchte möchten will_behalten veut souhaite souhaiterait garderait quiere quieren vuole vorrebbe terrebbe quer wil_houden vill chce chciałby"
)
WOULD = pattern(
    "would could had_they had_you hätte hättest wäre würde aurait auriez habría habrías hubiera avrebbe avresti teria terias zou zouden skulle byłoby"
)
MAY = pattern(
    "can may could might must should shall want like please choose decide enter type pick name reply options option whether your_turn"
    " your_move up_to_you ready possible allowed kann kannst können darfst dürfen darf musst müssen soll sollst möchtest möchten bitte wähle wählen"
    " entscheide entscheiden gib nenne  optionen  peux peut pouvez pourrez devez doit dois veuillez choisissez choisis décidez voulez veux options"
    " proposez  pour puedes puede podrás debes debe elige elija decide decida quieres quiere escribe  opciones puoi può potrai devi deve"
    " scegli scegliete decidi vuoi scrivi  opzioni pode podes deve deves escolha escolhe decida quer queres digite escreva opções kun kan mag moet"
    " kies beslis wil typ   opties  możesz może musisz wybierz czy chcesz kan måste välj vill att ください ますか"
)
PAST = pattern(
    "earlier previous previously last_round prior before vorherige* vorige* letzte_runde précédent* dernier_tour anterior* precedente*"
    " última_ronda ultimo_turno vorige_ronde förra"
)

# ── rounds and the end ────────────────────────────────────────────────────────────────────────────────────────────────

ROUND = (
    "round rounds lot lots rd runde runden manche manches tour tours ronda rondas turno turni rodada rodadas ronde rondes rondy runda rundę"
    " rundzie rund rundy omgång omgången omgångar ラウンド 回 回目 turn turns game games match matches zug züge partie spiel"
)
ROUNDISH = "question questions frage fragen pregunta preguntas domanda domande pergunta perguntas vraag vragen fråga frågor spørgsmål pytanie pytań pytanie attempt attempts guess guesses try tries 質問"
ANOTHER_ROUND = re.compile(
    r"(?i)(?<!\w)(?:another|one more|an extra|a bonus|an additional|a further|a new|(?:the|our|a) next|bonus|extra|(?<![^.!?\n] )next|eine weitere|noch eine|die nächste|neue"
    r"|zusätzliche|encore (?:une|un)|une autre|un autre|une nouvelle|(?:la|le) prochaine?|otra|una nueva|la próxima|una más|un altro|un'altra|ancora una?|un nuovo|il prossimo"
    r"|outra|mais uma|uma nova|a próxima|nog een|een nieuwe|de volgende|een extra|jeszcze jedna|en ny|en till)"
    r"\s+(?:final |last |bonus |extra |letzte |finale |dernière |última |última |laatste )?(?:round|runde|manche|tour|ronda|turno|rodada|ronde|runda|omgång)(?!\w)"
    r"|(?:manche|tour|ronda|turno|rodada)\s+(?:supplémentaire|bonus|extra|adicional|suivante?|siguiente|supplementare|aggiuntiv[oa])"
)
LAST_ROUND = re.compile(
    r"(?i)(?:(?:this|it|next) (?:is|was|will be)|here comes|welcome to|now,?) (?:the|our|your) (?:very )?(?:last|final) round|(?<!\w)final round"
    r"|last round begins|(?:das|dies|es) ist die letzte runde|c'est (?:la dernière manche|le dernier tour)|es la última ronda|è l'ultimo (?:turno|round)"
    r"|é a última rodada|dit is de laatste ronde|only one round (?:left|remains)"
)
GAME_OVER = re.compile(
    r"(?i)game over|(?:game|match) (?:is|has|was) (?:now )?(?:over|ended|finished|done|concluded)|game (?:ends|ended|concludes) here|game ends now|the end of the game"
    r"|spiel ist (?:nun |jetzt |hiermit |damit )?(?:vorbei|aus|zu ende|beendet)|(?:partie|jeu) est (?:maintenant )?(?:terminée?|finie?)"
    r"|(?:juego|partida) (?:ha|se ha) (?:terminado|acabado)|(?:juego|partida) (?:terminó|acabó)|fin del juego|fin de la partie"
    r"|(?:gioco|partita) è (?:finit|terminat)[oa]|fine del gioco|(?:jogo|partida) (?:acabou|terminou)|fim de jogo|fim do jogo"
    r"|spel is (?:nu )?(?:afgelopen|voorbij|klaar|over|gedaan)|einde (?:van het )?spel|spelet är slut|koniec gry|gra (?:jest )?skończona|ゲーム(?:は)?終了|ゲームオーバー"
)
NO_MORE = pattern(
    "no not keine kein nicht pas aucune ne no ninguna non nessun nessuna não nenhuma geen niet ingen without last"
)
LEFT = pattern(
    "to_spare kvar left remain remaining remains more to_go to_come übrig verbleib* noch weitere rest* encore quedan faltan más rimangono mancano ancora faltam"
    " restam mais resterend te_gaan nog kvar zostało zostały"
)
PLAYED = pattern(
    "played after past done completed so_far gespielt nach après jugad* después giocat* dopo jogad* depois gespeeld na bisher previous"
)

# ── what is private ───────────────────────────────────────────────────────────────────────────────────────────────────

DONE = {
    "found": "found_it found gefunden erraten trouvé trouvée deviné encontrado encontraste adivinado adivinaste trovato indovinato achou adivinhou gevonden geraden"
}
"""Yes-no fields in other words, as what somebody has done."""
PRIVATE = {
    "value": "value values valuation valuations valued worth reservation wert werte bewertung* valeur valeurs évaluation* valor valores valoración"
    " valoracion valore valori valutazione avaliação waarde waardering värde wartość wartości 価値 評価額",
    "cost": "cost costs kosten coût coûts coste costes costo costos costi custo custos kostnad koszt koszty 費用 コスト 原価",
    "secret": "secret geheim* secreto segreto segredo geheimnis hemlig* 秘密",
    "word": "mot_secret palabra_secreta parola_segreta palavra_secreta geheimes_wort geheim_woord",
    "type": "type typ",
}
KEPT = re.compile(
    r"(?i)(?<!\w)(?:private|privately|secret|secretly|hidden|sealed|confidential|only (?:you|they|known)|not (?:shown|known|public|revealed|told)|unknown|undisclosed|privat\w*"
    r"|geheim\w*|verborgen\w*|verdeckt\w*|unbekannt\w*|nur (?:du|sie|dir|ihnen)|privée?s?|secr[eè]te?s?|cachée?s?|vous seul|privad[oa]s?|secret[oa]s?|ocult[oa]s?|sólo tú|solo tú"
    r"|privat[oa]|segret[oa]|nascost[oa]|segred[oa]s?|só você|privé|verborgen|alleen (?:jij|u)|prywatn\w*|tajn\w*|hemlig\w*|秘密|非公開)(?!\w)"
)
KEPT_NEAR = re.compile(rf"\W*(?:[^\W\d]+\W+){{0,2}}(?:{KEPT.pattern[4:]})", re.IGNORECASE)
"""What is kept from others, within three words."""
FORMULA = re.compile(r"(?i)(?<!\w)(?:minus|less the|difference|moins|weniger|menos|meno|min|abzüglich)(?!\w)| [-−] ")
COMPARES = re.compile(
    r"(?i)(?<!\w)(?:high\w*|low\w*|above|below|over|under|more|less than|greater|smaller|at least|at most|around|about|near|between|exceeds?|big|small|large|tiny|huge|hoch|hohe\w*"
    r"|höher|niedrig\w*|über|unter|mehr|haut\w*|élevée?|bas|basse|alt[oa]|baj[oa]|plus|mayor|menor|maggiore|minore|baix[oa]|mais|hoog|laag|hoger|lager|meer)(?!\w)"
)

AHEAD = re.compile(
    r"(?i)(?<!\w)(?:ahead|leads?|leading|outbids?|more than|fewer for them|vorsprung|vorne?|führst|führt|mehr als|avance|de plus|ventaja|más que|vantaggio|più di|vantagem|mais (?:do )?que|voorsprong|meer dan)(?!\w)"
)
BEHIND = re.compile(
    r"(?i)(?<!\w)(?:behind|trails?|trailing|fewer than|less than|rückstand|hinten|weniger als|retard|de moins|menos que|desventaja|meno di|svantaggio|desvantagem|achterstand|minder dan)(?!\w)"
)
UNITS = (
    "points point pts pt dollars dollar bucks euros euro eur usd gbp pounds pound cents cent coins coin tokens token credits credit units unit punkte"
    " punkten punkt points puntos punto punti pontos ponto punten zł złotych kronor poäng punktów ポイント ドル 円 点 ユーロ 元 chips francs chf yen"
)
COUNTED = pattern(
    "player players side sides people person persons option options choice choices way ways step steps party parties second seconds sec minute minutes"
    " min hour hours day days word words letter letters character characters line lines sentence sentences thing things move moves stage stages phase phases"
    " spieler spielern seiten optionen möglichkeiten personen sekunden minuten stunden schritte parteien zeichen sätze joueurs joueur côtés choix secondes minutes"
    " étapes personnes parties jugadores jugador lados opciones partes segundos minutos pasos personas giocatori giocatore lati opzioni parti secondi minuti passi"
    " persone jogadores jogador opções spelers speler kanten opties partijen seconden minuten stappen mensen graczy spelare alternativ 人"
)
