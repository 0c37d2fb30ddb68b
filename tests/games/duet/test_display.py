"""What a display may say, and what it may not: every kind of claim against the ledger of six games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.duet.display import check, plain
from games.duet.facts import Facts
from games.duet.words import HUMAN, PLAYER
from tests.games.duet import ledgers as of

MOMENTS = {
    "ultimatum opens": of.ultimatum(),
    "ultimatum offered": of.ultimatum(40),
    "ultimatum offered to the human": of.ultimatum(40, maker=PLAYER),
    "ultimatum over": of.ultimatum(40, "accept"),
    "ultimatum refused": of.ultimatum(10, "reject"),
    "bargaining opens": of.bargaining(),
    "bargaining goes on": of.bargaining(50, 60),
    "bargaining over": of.bargaining(50, 60, deal=True),
    "bargaining over late": of.bargaining(50, 60, 55, deal=True),
    "bidders with numbers in their titles": replace(
        of.auction((50, 40), over=True), titles={HUMAN: "First Bidder", PLAYER: "Second Bidder"}
    ),
    "three answers": replace(
        of.bargaining(50, 60), choices={"answer": of.ACCEPT | {"leave": ("leaves", "left", "walks away", "part")}}
    ),
    "dilemma opens": of.dilemma(),
    "dilemma goes on": of.dilemma(("cooperate", "cooperate"), ("cooperate", "defect")),
    "dilemma over": of.dilemma(("cooperate", "cooperate"), ("cooperate", "defect"), over=True),
    "trust opens": of.trust(),
    "trust sent": of.trust(4),
    "trust over": of.trust(4, 6),
    "auction opens": of.auction(),
    "auction goes on": of.auction((50, 40)),
    "auction over": of.auction((50, 40), (30, 45), (10, 64), over=True),
    "questions open": of.questions(),
    "questions go on": of.questions(("Is it an animal?", "yes"), ("Is it furry?", "no")),
    "questions over": of.questions(("Is it an animal?", "yes"), ("Is it a cat?", "correct"), over=True),
}


@pytest.mark.parametrize("facts", MOMENTS.values(), ids=MOMENTS)
def test_the_plain_display_passes(facts: Facts) -> None:
    assert not check(plain(facts), facts)


HONEST = {
    "bidders with numbers in their titles": """
        The First Bidder bid $50, the Second Bidder $40. The First Bidder wins and earns 70 − 50 = $20.
        First Bidder: $20, Second Bidder: $0.
        You bid 50, they bid 40. You win the thing and pay 50.
        You gain 20; they gain nothing.
    """,
    "three answers": """
        You have 3 rounds left after this one. The Seller asks 60 €.
        If you leave, both get 0.
        The Seller left your 50 € on the table and wants 60 €.
        1) accept 2) reject 3) leave
    """,
    "ultimatum opens": """
        Welcome! You are the Proposer. There are $100 to share; offer the Responder anything from 0 to 100.
        You have 100 dollars to divide between you and the Responder. How much do you offer (0–100)?
        Round 1 of 1. The pie is $100. What is your offer?
        Du bist der Proposer. Es gibt 100 $ zu teilen. Wie viel bietest du an (0 bis 100)?
        Vous avez 100 $ à partager. Combien offrez-vous, entre 0 et 100 ?
        Tienes 100 dólares para repartir. ¿Cuánto ofreces (de 0 a 100)?
        Hai 100 $ da dividere. Quanto offri, da 0 a 100?
        Você tem 100 dólares para dividir. Quanto você oferece (0 a 100)?
        Je hebt 100 dollar om te verdelen. Hoeveel bied je (0 tot 100)?
        Masz 100 $ do podziału. Ile oferujesz (od 0 do 100)?
        分けるのは100ドルです。いくら提案しますか(0〜100)?
        If you offer 30 and the Responder accepts, you keep 70. If the Responder refuses, both get 0. What do you offer?
        If the Responder accepts, you get what is left of the 100; if they reject, you both get nothing.
        **Ultimatum** 🎲\\n\\n- Pie: **$100**\\n- You propose, the Responder answers\\n- 1️⃣ offer 2️⃣ answer\\n\\nYour offer?
        Welcome to the Ultimatum game! You are the **Proposer** and {player} is the **Responder**.\\n\\nThere is a pie of **$100**. You propose how much of it the Responder gets. If the Responder accepts, you keep the rest; if not, nobody gets anything.\\n\\nHow much do you offer, from $0 to $100?
        Round 1 of 1 — it's your move. Offer between $0 and $100 in steps of $1.
        One round, one offer, one answer. $100 is on the table.
        You can offer any whole number from 0 to 100.
        Please enter a number between 0 and 100 (step 1).
        Both totals stand at 0. What do you offer?
        The score is 0–0. What's your offer, {human}?
        Du teilst 100 $ auf. Dein Angebot (0–100)?
        Sie haben 100 Dollar. Wie viel davon bieten Sie Ihrem Gegenüber an?
        Le gâteau est de 100 $. Combien proposez-vous à l'autre joueur (0 à 100) ?
        Il y a 100 $ à partager. Quelle est votre offre ?
        Hay 100 $ sobre la mesa. ¿Qué ofreces? (0–100)
        Ci sono 100 $ sul tavolo. Qual è la tua offerta?
        Há 100 dólares na mesa. Qual é a sua oferta?
        Er ligt 100 dollar op tafel. Wat is je bod?
        Det finns 100 dollar att dela. Vad erbjuder du?
        You have until 18:30 on 24 December 2026 to make your offer.
        You have 60 seconds. Offer 0 to 100.
        There are two sides: you propose, the Responder answers.
        💰 Pie: $100.00 💰\\n➡️ Your offer? (0…100)
        Say you offer 20: if it's accepted, you get 80 and the Responder 20.
        For example, if you offer $25 and the Responder accepts, you keep $75.
        You may offer nothing, everything, or anything in between.
        If you offer half (50), a yes gives each of you 50.
        The whole pie is $100. Offer whatever you like up to 100.
    """,
    "ultimatum offered to the human": """
        The Proposer offers you $40 of the $100. If you accept, you get 40 and they keep 60; if you refuse, both get 0. Do you accept?
        You have been offered 40 out of 100 points. Would you accept or reject?
        {player} offers 40. 1) accept 2) reject
        The Proposer has made an offer: 40 dollars for you, 60 dollars for them. Accept?
        Der Proposer bietet dir 40 $ von 100 $. Nimmst du an oder lehnst du ab?
        Das Angebot an Sie: 40 $. Wenn Sie annehmen, bekommen Sie 40 und Ihr Gegner 60. Annehmen oder ablehnen?
        Votre adversaire vous offre 40 $ sur 100. Si vous acceptez, vous recevez 40 et il garde 60. Acceptez-vous ?
        Tu oponente te ofrece 40 de 100. Si aceptas, recibes 40 y él se queda con 60. ¿Aceptas o rechazas?
        Il tuo avversario ti offre 40 su 100. Se accetti, ricevi 40 e lui tiene 60. Accetti?
        Seu oponente oferece 40 de 100. Se você aceitar, recebe 40 e ele fica com 60. Você aceita?
        Je tegenstander biedt je 40 van de 100. Als je accepteert, krijg je 40 en houdt hij 60. Accepteer je?
        Offer on the table: forty dollars, i.e. 40 % of the pie. The Proposer would keep sixty.
        They offer you two fifths of the pie ($40). What do you say?
        Your opponent keeps 60 if you say yes. You'd get 40.
        | | If you accept | If you reject |\\n|---|---|---|\\n| You | 40 | 0 |\\n| Proposer | 60 | 0 |
        {player} (Proposer) offers you **$40** of the **$100** pie. Do you **accept** or **reject**?
        The Proposer's offer: $40 for you, $60 for themselves. Accept or reject?
        The Proposer proposes that you get 40 and they get 60. Do you accept?
        They want to keep 60 and give you 40. Deal?
        Offer: $40. Your options:\\n1. accept – you get $40, the Proposer gets $60\\n2. reject – both get $0
        Offer: 40\\n- Accept: you receive 40, they receive 60\\n- Reject: you both receive 0
        The Proposer is offering you 40% of the pie.
        An offer of 40 is on the table. Accepting gives you 40 and leaves them 60; rejecting gives both of you 0.
        You were offered $40 out of $100. What is your answer?
        It's your turn: accept the $40 or reject it?
        Dein Gegner bietet dir 40 von 100 Dollar an. Wenn du ablehnst, bekommt ihr beide 0.
        Der Proposer möchte 60 behalten und dir 40 geben. Nimmst du an?
        Votre adversaire vous propose 40 $ et garderait 60 $. Acceptez-vous ou refusez-vous ?
        Te ofrecen 40 de 100. Si rechazas, ambos reciben 0.
        L'avversario ti propone 40 su 100 e terrebbe 60 per sé. Accetti o rifiuti?
        Seu oponente propõe 40 de 100 para você. Aceita ou recusa?
        Je tegenstander biedt je 40 van de 100 aan. Accepteren of weigeren?
        Motspelaren erbjuder dig 40 av 100. Accepterar du?
        Przeciwnik oferuje ci 40 ze 100. Przyjmujesz?
        相手は100ドルのうち40ドルを提案しています。受け入れますか?
        You'd get 40, they'd get 60. What do you say?
        Accept and you get 40; reject and nobody gets a thing.
        The Proposer offered $40. They would be left with $60.
    """,
    "ultimatum over": """
        You offered $40, the Responder accepted. You get $60, the Responder gets $40.
        You offered 40 and the Responder said yes, so you keep 60 (60 + 40 = 100).
        Deal! Payoffs: you 60, Responder 40.
        Final result – You: $60.00 · Responder: $40.00
        {human} gets 60 % of the pie, {player} 40 %.
        {human}: 60 points, {player}: 40 points. The game is over. Thank you for playing!
        | Player | Payoff | Total |\\n|---|---|---|\\n| You | $60 | $60 |\\n| Responder | $40 | $40 |
        The offer of 40 was accepted. You earn sixty dollars and they earn forty.
        Your total: 60 €; their total: 40 €. Together that is 100.
        You come out 20 ahead of the Responder.
        Du hast 40 geboten, und der Responder hat angenommen. Du bekommst 60, dein Gegner 40.
        Das Spiel ist vorbei: Sie erhalten 60 $, Ihr Gegenüber erhält 40 $.
        Vous avez offert 40 et le Responder a accepté : vous gagnez 60, il gagne 40.
        Ofreciste 40 y tu rival aceptó. Tú ganas 60 y tu rival 40.
        Hai offerto 40 e l'avversario ha accettato: tu guadagni 60, lui 40.
        Você ofereceu 40 e o adversário aceitou. Você ganha 60; ele ganha 40.
        Je bood 40 en je tegenstander accepteerde. Jij krijgt 60, je tegenstander 40.
        Zaoferowałeś 40, przeciwnik przyjął. Ty dostajesz 60, przeciwnik 40.
        Du erbjöd 40 och motspelaren accepterade. Du får 60, motspelaren får 40.
        あなたは60ドル、相手は40ドルを獲得しました。
        **Results**\\n- You: $60\\n- Responder: $40
        **You:**\\n- payoff 60\\n- total 60\\n\\n**Responder:**\\n- payoff 40\\n- total 40
        The Responder took your $40, leaving you with $60.
        After 1 round you have 60 and the Responder has 40. No more rounds.
        Of the $100, $60 goes to you and $40 to the Responder.
        You walk away with 60. The Responder walks away with 40.
        60 for you, 40 for the Responder.
        100 − 40 = 60: that is yours.
        A 60/40 split.
        Congratulations, {human}! Your offer of **$40** was **accepted** by {player}.\\n\\n| Side | Amount |\\n|---|---|\\n| You (Proposer) | $60 |\\n| {player} (Responder) | $40 |
        Game over! Final payoffs: $60 for {human}, $40 for {player}.
        The Responder said “accept”. With that, $40 goes to the Responder and you keep $60.
        Thanks for playing. You kept 60% of the pie and gave away 40%.
        You made 60 dollars. {player} made 40 dollars.
        They accepted your 40. That leaves you 60.
        Since the offer was accepted, you take home $60 and {player} takes home $40.
        Had they rejected, both would have got 0.
        Pie 100 = 60 (you) + 40 (Responder).
        Summary: offer $40 → accepted → you $60, Responder $40.
        💰 You: 60 | 🤖 Responder: 40
        You earned three fifths of the pie.
        🎉 Deal 🎉 – {human}: 60, {player}: 40
        Ergebnis: Du 60, Gegner 40. Danke fürs Spielen!
        Angebot angenommen! Auszahlungen: {human} 60 $, {player} 40 $.
        Offre acceptée ! Gains : vous 60 $, adversaire 40 $.
        ¡Oferta aceptada! Pagos: tú 60 $, rival 40 $.
        Offerta accettata! Guadagni: tu 60 $, avversario 40 $.
        Oferta aceita! Ganhos: você 60, adversário 40.
        Bod geaccepteerd! Opbrengst: jij 60, tegenstander 40.
        Oferta przyjęta! Wynik: ty 60, przeciwnik 40.
        Budet accepterades! Du får 60 och motspelaren 40.
        オファーは承諾されました。あなたは60ドル、相手は40ドルです。
        The final split was 60–40 in your favour.
        Your offer gave the Responder 40 out of 100, and they were happy with it.
        Your 60 and their 40 make up the full 100.
        You ended the game with $60, i.e. $20 more than the Responder's $40.
        The responder accepted, so the pie is split: 60 to you, 40 to them.
    """,
    "ultimatum refused": """
        The Responder rejected your offer of 10. Both of you get 0.
        Your offer of $10 was turned down. You get nothing, and neither does the Responder.
        Der Responder hat dein Angebot von 10 $ abgelehnt. Beide bekommen 0.
        L'offre de 10 a été refusée. Vous gagnez 0 et votre adversaire 0.
        Rejected! Nobody earns anything. Totals: 0 and 0.
        {player} rejected the $10 offer. {human} $0, {player} $0.
        Rejected. Neither of you earns anything.
        No deal: the Responder refused your 10, so both payoffs are 0.
        Had they accepted, you would have kept 90.
        Abgelehnt! Beide gehen leer aus: 0 für dich, 0 für deinen Gegner.
        Le Responder a refusé vos 10 $. Personne ne gagne rien.
    """,
    "bargaining opens": """
        You are the Buyer. You and the Seller have 5 rounds to agree on a price. What price do you offer (0 to 100)?
        Only you know your valuation; only the Seller knows the cost. Round 1 of 5: your price?
        Bienvenue ! Vous êtes le Buyer. Manche 1 sur 5. Quel prix proposez-vous, entre 0 et 100 ?
    """,
    "bargaining goes on": """
        Round 2 of 5. You bid 50 €, which the Seller rejected; the Seller now asks 60 €. Do you accept?
        History:\\nRound 1: you offered 50 €, rejected.\\nRound 2: the Seller offers 60 €.\\n\\nAccept or reject?
        The Seller wants 60 €, ten more than you offered. Deal?
        There are 3 rounds left after this one. The Seller's price is EUR 60.
        Zweite Runde von fünf: Der Verkäufer verlangt 60 €. Nehmen Sie an?
        2e manche : le vendeur demande 60 €. Acceptez-vous ?
        Ronda 2 de 5. El vendedor pide 60 €. ¿Aceptas?
        | Round | Who | Price | Answer |\\n|---|---|---|---|\\n| 1 | You | 50 € | rejected |\\n| 2 | Seller | 60 € | ? |
        If you refuse, round 3 begins and it is your turn to name a price.
        The Seller turned down your 50 € and now asks for 60 €.
        You offered 50 €. The Seller said no and wants 60 €.
        Gap: 10 €. Your last bid was 50 €, theirs is 60 €.
        Round 2/5 · Seller's price: 60 € · Your last price: 50 €
        The difference between the two prices is 10 €.
        Three rounds remain after this. Will you take 60 €?
        If no deal is reached by round 5, both get 0.
        If you accept, you pay 60 €.
        Runde 2 von 5. Dein Preis war 50 €, der Seller verlangt 60 €. Annehmen?
        Manche 2 sur 5 : vous proposiez 50 €, le Seller demande 60 €.
        Ronda 2 de 5: ofreciste 50 € y el Seller pide 60 €. ¿Aceptas?
        Turno 2 di 5: tu hai offerto 50 €, il Seller chiede 60 €. Accetti?
        Rodada 2 de 5: você ofereceu 50 €, o Seller pede 60 €. Aceita?
        Ronde 2 van 5: jij bood 50 €, de Seller vraagt 60 €. Accepteer je?
        No deal yet. The Seller's counter-offer: sixty euros.
        Only you know your value. Keep it secret!
        Your gain would be your value minus the price.
    """,
    "bargaining over": """
        Deal at 60 €! Your value was 82 €, so you gain 22 €; the Seller's cost was 35 €, a gain of 25 €.
        You accepted the Seller's price of 60 €. 82 − 60 = 22 for you, 60 − 35 = 25 for the Seller.
        You agreed in round 2. Totals: you 22 €, Seller 25 €.
    """,
    "dilemma opens": """
        Round 1. Both of you choose at once: cooperate or defect?
        If both cooperate, both get 3 points; if both defect, both get 1; a lone defector gets 5 and the other 0.
        Runde 1: Kooperieren oder defektieren?
        Manche 1. Coopérer ou trahir ?
        Nobody knows how many rounds there will be. What do you choose?
        Welcome to the Prisoner's Dilemma! Each round you and {player} choose to cooperate or defect at the same time.\\n\\n| | They cooperate | They defect |\\n|---|---|---|\\n| You cooperate | 3 / 3 | 0 / 5 |\\n| You defect | 5 / 0 | 1 / 1 |\\n\\nRound 1: what do you choose?
        Payoffs per round: both cooperate 3 each, both defect 1 each, otherwise the defector gets 5 and the cooperator 0.
        You don't know how many rounds there will be.
        - Both cooperate → 3 points each\\n- Both defect → 1 point each\\n- One defects → 5 for the defector, 0 for the other
        Wer allein verrät, bekommt 5 Punkte, der andere 0. Kooperierst du?
        Your choice for round one?
    """,
    "dilemma goes on": """
        Round 3. Last round you cooperated and they defected: you got 0, they got 5. What now?
        In round 1 both of you cooperated (3 points each). In round 2 you cooperated, but the Player defected: 0 for you, 5 for them.
        Totals after two rounds: you 3, opponent 8. Cooperate or defect?
        | Round | You | Player |\\n|---|---|---|\\n| 1 | cooperate | cooperate |\\n| 2 | cooperate | defect |
        Round 1: you cooperated, they cooperated → 3 / 3\\nRound 2: you cooperated, they defected → 0 / 5\\n\\nRound three: your move?
        Du hast bisher 3 Punkte, dein Gegner 8. Runde 3: Was tust du?
        Vous avez 3 points, l'adversaire 8. Troisième manche : coopérer ou trahir ?
        Tienes 3 puntos y tu rival 8. Ronda 3: ¿cooperar o traicionar?
        You trail by 5 points. Another round awaits: cooperate or defect?
        After round 1 you had 3 points; now you still have 3.
        Round 3! So far you have 3 points and {player} has 8.
        Last time you cooperated while the Player betrayed you. You earned 0, they earned 5.
        Score: you 3 – 8 Player
        Total points: {human} 3, {player} 8
        In round 2, {player} defected and got 5 points; you cooperated and got none.
        Round 1: C/C → 3 points each.
        You've cooperated twice; your opponent cooperated once and defected once.
        The opponent leads by 5 points.
        It is round 3. Both of you choose in secret: cooperate or defect?
        In Runde 2 hast du kooperiert, dein Gegner hat dich verraten: 0 zu 5.
        Beim letzten Mal hast du kooperiert und 0 Punkte bekommen; dein Gegner bekam 5.
        À la manche 2, vous avez coopéré et l'adversaire a trahi : 0 point pour vous, 5 pour lui.
        En la ronda 2 cooperaste y tu rival traicionó: 0 puntos para ti y 5 para él.
        Nel turno 2 hai cooperato e l'avversario ha tradito: 0 punti a te, 5 a lui.
        Na rodada 2 você cooperou e o adversário traiu: 0 pontos para você, 5 para ele.
        In ronde 2 werkte jij samen en je tegenstander verraadde je: 0 voor jou, 5 voor hem.
        Mutual cooperation pays 3 each, mutual defection 1 each.
        The game may end after any round. Cooperate or defect?
        You scored 0 last round.
    """,
    "dilemma over": """
        The game is over after 2 rounds. You end with 3 points, the Player with 8.
        Final totals: 3 for you, 8 for the Player.
    """,
    "trust opens": """
        You start with 10 €. Whatever you send is tripled. How much do you send (0 to 10)?
        You have €10. Every euro sent becomes three for the Trustee.
        You have 10 €. The Trustee receives three times what you send and may send some back. How much do you send, from 0 to 10?
        If you send 4, the Trustee gets 12.
        You are the Investor with 10 € to invest.
        Du hast 10 €. Was du schickst, wird verdreifacht. Wie viel schickst du (0–10)?
    """,
    "trust sent": """
        You sent 4 €, which became 12 €. You keep 6 €. The Trustee may now return up to 12 €.
        Du hast 4 € geschickt, daraus wurden 12 €.
        You sent 4 € and kept 6 €. The 4 € tripled to 12 €. Now the Trustee decides how much of the 12 € to return.
        The Trustee has 12 € to work with.
        You sent 4 of your 10 €.
    """,
    "trust over": """
        You sent 4, the Trustee received 12 and sent 6 back. You end with 12 €, the Trustee with 6 €.
        You kept 6 and got 6 back: 6 + 6 = 12. The Trustee keeps 6.
        The Trustee returned half of the 12 €.
        You invested 4 of your 10 €, it became 12 €, and the Trustee returned 6 €.
        You: 10 − 4 + 6 = 12. Trustee: 12 − 6 = 6.
        You end up with 12 €; that's 2 € more than you started with.
        The Trustee gave back half of what it received.
        You sent €4 (40%), it was tripled to €12, and €6 came back.
        Payoffs: you €12, Trustee €6. Together €18.
        Du hast 4 € geschickt und 6 € zurückbekommen. Am Ende hast du 12 €, der Trustee 6 €.
        Vous avez envoyé 4 €, le Trustee a rendu 6 €. Vous terminez avec 12 €, lui avec 6 €.
        Enviaste 4 € y te devolvieron 6 €. Terminas con 12 € y el Trustee con 6 €.
    """,
    "auction goes on": """
        Round 2 of 3. You bid $50, they bid $40, so you won the first auction. What do you bid now (0–100)?
        Bids so far: you 50, opponent 40. The higher bid wins and pays it.
        In round 1 you bid $50 and {player} bid $40: you won.
        Round 2 of 3. Last round: you $50, Bidder B $40. Your bid?
        You outbid them by $10.
        Two rounds to go. What do you bid (0 to 100)?
        In Runde 1 hast du 50 $ geboten, dein Gegner 40 $.
        Au tour 1, vous avez misé 50 $ et l'adversaire 40 $.
        The highest bid so far was 50.
    """,
    "auction over": """
        All 3 rounds are over. Round 1: you won with 50 and earned 70 − 50 = 20. Round 2: they won with 45 and earned 64 − 45 = 19.
        Totals: you 20, Bidder B 19.
        Final totals: you $20, Bidder B $19.
        Round 3: you bid 10, they bid 64 and won, earning 0.
        Your value was $70; theirs was $64.
        You win by 1 dollar overall.
        | Round | Your bid | Their bid |\\n|---|---|---|\\n| 1 | $50 | $40 |\\n| 2 | $30 | $45 |\\n| 3 | $10 | $64 |
    """,
    "questions go on": """
        Question 3 of 20. So far: is it an animal? Yes. Is it furry? No. What do you ask next?
        You have 18 questions left. Ask away!
        The Keeper answered no. What is your third question?
        Round 3 of 20. You asked “Is it furry?” – the Keeper said no.
        Your last question: Is it furry? Answer: no. Next question?
        2 questions asked, 18 to go.
        You have used two of your twenty questions.
        Frage 3 von 20: Was möchtest du wissen?
    """,
    "questions over": """
        Correct! The secret word was “cat”. You found it with 2 questions and get 1 point.
    """,
    "bargaining over late": """
        Deal in round 3 at 55 €. You valued it at 82 € and paid 55 €, so you gain 27 €. The Seller's cost was 35 €, so they gain 20 €.
        You pay 55 € and earn 27 €; the Seller earns 20 €.
        Round 1: you offered 50 € (rejected). Round 2: the Seller asked 60 € (rejected). Round 3: you offered 55 € (accepted).
        Together you created a surplus of 47 €.
        Einigung bei 55 €: du gewinnst 27 €, der Seller 20 €.
    """,
}

WRONG = {
    "bidders with numbers in their titles": """
        The First Bidder bid $40, the Second Bidder $50.
        First Bidder: $0, Second Bidder: $20.
        The Second Bidder earns 20.
        Second Bidder's value: $70.
    """,
    "three answers": """
        The Seller left.
        You left the game.
        You rejected 60 €.
        You agreed on 60 €.
    """,
    "ultimatum opens": """
        The Responder accepted your offer of 40.
        You offered 100. The Responder accepts!
        The pie is $120. What do you offer?
        How much do you offer (0 to 200)?
        You are the Responder. What do you do?
        You offered 50, they took it: you get 50, they get 50.
        If you offer 30 and the Responder accepts, you keep 60.
        The game is over.
        [PLAYER_TURN] Offer: 40 [/PLAYER_TURN]
        There is a pie of 150 to share.
        You have $200 to divide. How much do you offer?
        You offered 50.
        Your offer of 50 was accepted.
        The Responder accepts.
        The Responder has already rejected your offer.
        They accepted! You get 100.
        Offer between 10 and 90.
        What do you offer (0-50)?
        You get 60, they get 40.
        Du hast 50 geboten und der Responder hat angenommen.
        Vous avez offert 30 et l'adversaire a refusé.
        Ofreciste 30 y tu oponente aceptó.
        Hai offerto 30 e l'avversario ha accettato.
        Você ofereceu 30 e o adversário aceitou.
        Je bood 30 en je tegenstander weigerde.
        Round 2 of 3. What do you offer?
        Round 1 of 3. What do you offer?
        This is round one of five.
        There will be 3 rounds.
        If you offer 20 and it is accepted you keep 90.
    """,
    "ultimatum offered to the human": """
        The Proposer offers you $60.
        You offered 40.
        If you accept, you get 60 and they keep 40.
        You accepted the offer. You get 40.
        Si vous acceptez, vous recevez 60 et il garde 40.
        Wenn du annimmst, bekommst du 60 und dein Gegner 40.
        The Proposer offers you half.
        The Proposer offers 45 %.
        The Proposer offers you 60 and keeps 40.
        They keep 40 and give you 60.
        You were offered 50.
        You get 60 if you accept.
        Accept and you get 60; they get 40.
        Offer: 40\\n- Accept: you receive 60, they receive 40
        The Proposer's offer: $60 for you, $40 for themselves.
        You proposed 40.
        You have accepted the offer.
        {human} rejected it. Both get 0.
        Du hast angenommen.
        The Proposer offers forty-five.
        The Proposer offers a third of the pie.
        Dein Gegner bietet dir fünfzig an.
        Votre adversaire vous offre cinquante.
        Tu rival te ofrece cincuenta.
        Il tuo avversario ti offre cinquanta.
        Seu adversário oferece cinquenta.
        Je tegenstander biedt vijftig.
        Your total is 40.
        You now have 40.
    """,
    "ultimatum over": """
        You get $40, the Responder gets $60.
        You get sixty-five dollars.
        You get ６５ dollars.
        You get ٤٠ dollars.
        You earn ④⓪.
        You get 4 0, they get 6 0.
        You get 6**5**.
        Responder: $60 – You: $40
        60 + 30 = 100
        60 plus 30 makes 90, so you get 60.0 and they get 30.
        The Responder rejected your offer.
        You offered 60.
        You offered 60, the Responder accepted.
        The Responder offered you 40.
        {human} gets 40.
        {player} receives 60 points.
        | Player | Payoff |\\n|---|---|\\n| You | $40 |\\n| Responder | $60 |
        **Payoffs**\\n- You: 40\\n- Responder: 60
        You get 40 %, the Responder 60 %.
        You get half of the pie.
        You win a third of it.
        Your total is 160.
        Your total: 600.
        Totals: you 60, Responder 60.
        Round 2 of 1 begins.
        One more round! What do you offer?
        Round 2: what do you offer?
        Du bekommst 40, dein Gegner bekommt 60.
        Sie erhalten vierzig Dollar, Ihr Gegner sechzig.
        Vous gagnez 40, votre adversaire gagne 60.
        Vous recevez quarante dollars.
        Tú ganas 40 y tu rival gana 60.
        Recibes cuarenta.
        Tu guadagni 40, lui guadagna 60.
        Você ganha quarenta e ele ganha sessenta.
        Jij krijgt 40, je tegenstander krijgt 60.
        Jij krijgt veertig, zij krijgen zestig.
        You get s i x t y - f i v e.
        You and the Responder get 50 each.
        Both sides earn 60.
        40 for you, 60 for the Responder.
        The Responder keeps 60.
        You get nothing.
        [/PLAYER_DECISION] You get 60.
        [player turn You get 60, the Responder 40.
        ［PLAYER＿TURN］ hello
        <player_decision>accept</player_decision>
        Congratulations! You take home $70.
        Final payoffs: $40 for {human}, $60 for {player}.
        You made 40 dollars. {player} made 60 dollars.
        They accepted your 60.
        {human}: 60, {player}: 60
        💰 You: 40 | 🤖 Responder: 60
        Ergebnis: Du 40, Gegner 60.
        Auszahlungen: {human} 40 $, {player} 60 $.
        Gains : vous 40 $, adversaire 60 $.
        Pagos: tú 40 $, rival 60 $.
        Guadagni: tu 40 $, avversario 60 $.
        Ganhos: você 40, adversário 60.
        Opbrengst: jij 40, tegenstander 60.
        Wynik: ty 40, przeciwnik 60.
        You kept 40% of the pie and gave away 60%.
        You earned two thirds of the pie.
        Offer rejected! Both get 0.
        Angebot abgelehnt!
        Offre refusée !
        ¡Oferta rechazada!
        Offerta rifiutata!
        Oferta recusada!
        Bod geweigerd!
        You end with $60, i.e. $30 more than the Responder.
        You are 20 behind the Responder.
        Your total is now 60 + 60 = 120.
        The Responder gets the bigger share: 60.
        The payoffs are: Responder 60; you 40.
        Game continues with round 2 of 3.
        Next round! How much do you offer?
        Let's play another round.
        You get 60, plus a bonus of 10.
        You won 1,000 points.
        You won 6 × 10 = 70.
        ||You get 65||
        `You get 65`
        <!-- --> You get <b>6</b>5
        You get 6‌5.
        You get ６5.
        You get Ⅼ.
        You get six-ty five and they get thirty-five.
        You get fifty plus fifteen.
        You get 0.6 and they get 0.5 of the pie.
        You get 3/4 of the pie.
        You get ¾ of it.
        You both get half.
        {player} proposed 40 and you accepted.
        You accepted the offer of 40.
        {human} is the Responder.
        You, the Responder, get 40.
        [PLAYER_TURN]accept?
        [[PLAYER_TURN]][PLAYER_DECISION]
        [ PLAYER TURN ] x
        [PLAYER-DECISION: accept]
    """,
    "bargaining goes on": """
        Round 6 of 5: the Seller asks 60 €.
        Round 2 of 6.
        You offered 60 €, the Seller offered 50 €.
        Your valuation is 82 €. The Seller asks 60 €.
        The Seller's cost is 35.
        The seller's cost is quite low, so hold out!
        Your value is high.
        The Seller accepted your 50 €.
        You accepted 60 €.
        The item is worth 82 to you.
        You have a deal at 55 €!
        You could gain 22 €.
        Ihre Bewertung beträgt zweiundachtzig Euro.
        Le coût du vendeur est de 35 €.
        Tu valoración es 82.
        There are 4 more rounds after this one.
        This is the last round.
        You offered 60 €, they ask 50 €.
        The Seller asks 50 €.
        The Seller asks 65 €.
        Seller's price: 50 €.
        Your last bid was 60 €.
        Round 3 of 5.
        Round 2 of 4.
        Two rounds remain after this.
        If you accept you gain 22 €.
        Your reservation value is 82.
        The Seller's cost is 35 €, so 60 € is a good deal for them.
        You value it at 82.
        Accepting earns you twenty-two euros.
        Der Wert für dich ist 82.
        Votre valeur est 82.
        Il tuo valore è ottantadue.
        Seu valor é 82.
        Jouw waarde is 82.
        Their secret cost: 35.
        The seller values it at less than you do.
        You accepted.
        Deal reached at 60 €.
        The Seller accepted your offer of 50 €.
        The game is over; no deal.
    """,
    "dilemma opens": """
        The Player cooperates. You cooperate.
        You both cooperated: 3 points each.
        This is round 1 of 10.
        There will be 7 rounds.
        Der Gegner verrät dich.
        You defected and they cooperated.
        You have chosen to cooperate.
        Your opponent has already defected.
        {player}: defect
        {human}: cooperate, {player}: defect. Payoffs: 0 and 5.
        The game lasts 20 rounds.
        The game will have between 5 and 10 rounds.
        We'll play 5 rounds.
        There are 8 rounds in total.
    """,
    "dilemma goes on": """
        You defected last round and they cooperated.
        In round 1 you defected.
        In round 2 the Player cooperated.
        You have 8 points, they have 3.
        Totals: you 3, Player 9.
        In round 3 you both defect.
        Round 3: The Player defects.
        | Round | You | Player |\\n|---|---|---|\\n| 1 | defect | cooperate |\\n| 2 | cooperate | defect |
        This is the final round.
        The game is over.
        Round 4: what do you do?
        Two rounds remain.
        Vous avez 8 points, l'adversaire 3.
        Du hast 8 Punkte, dein Gegner 3.
        So far you have 8 points and {player} has 3.
        Last round you got 5 and they got 0.
        Last round you both cooperated.
        In round 1 they defected.
        In round 2 you defected.
        Round 3: you cooperate, they cooperate. 3 points each.
        You both defected this round.
        Score: you 8 – 3 Player
        You lead by 5 points.
        You have 4 points.
        There are 3 rounds left.
        Round 3 of 10.
        One more round to go.
        In Runde 2 hast du verraten.
        In Runde 1 hat dein Gegner verraten.
        À la manche 2, vous avez trahi.
        En la ronda 2 traicionaste.
        Nel turno 1 l'avversario ha tradito.
        Na rodada 1 o adversário traiu.
        In ronde 1 verraadde je tegenstander je.
        The Player will defect now.
        The Player defects this round.
    """,
    "trust over": """
        You sent 6, the Trustee sent 4 back.
        You end with 6 €, the Trustee with 12 €.
        You get 12 €, the Trustee gets 12 €.
        10 − 4 + 6 = 14.
        The Trustee returned a third of it.
        You sent 4, it became 16, and they returned 6.
        You invested 6 and they returned 4.
        The Trustee returned 8.
        You end up with 6 and the Trustee with 12.
        You end up with 14 €.
        The Trustee kept 12.
        You kept 4.
        Du hast 6 € geschickt und 4 € zurückbekommen.
        Vous avez envoyé 6 €.
        Enviaste 6 € y te devolvieron 4 €.
    """,
    "auction goes on": """
        You bid 40, they bid 50.
        Your valuation is 70.
        You earned 20 in round 1.
        Round 4 of 3 begins.
        In round 1 you bid $40 and {player} bid $50.
        They outbid you 50 to 40.
        {player} has bid 55 for round 2.
        In round 2 the opponent bids 40.
        You earned $20.
        Your value is between 60 and 100.
        Bidder B values it at 64.
        Your opponent's valuation is high.
        In Runde 1 hast du 40 $ geboten.
        Four rounds in all.
    """,
    "questions go on": """
        The secret word is “cat”.
        The Keeper answered yes.
        Question 21 of 20.
        You have 25 questions left.
        The secret is a cat.
        Round 3 of 25.
        The Keeper said yes to your last question.
        You have 20 questions left.
        You found it! The game is over.
        Hint: the secret word starts with c.
    """,
    "trust sent": """
        You sent 5 €.
        The Trustee returned 6 €.
        The Trustee sends back 4.
        You kept 5 €.
        It was tripled to 15 €.
    """,
    "ultimatum refused": """
        {player} accepted the $10 offer.
        You get 90, they get 10.
        You keep 90.
        The Responder gets 10.
        Both get 50.
    """,
    "auction over": """
        Final totals: you $19, Bidder B $20.
        Your value was $64; theirs was $70.
        Round 3: you bid 64, they bid 10.
        You earned 20 in round 2.
        | Round | Your bid | Their bid |\\n|---|---|---|\\n| 1 | $40 | $50 |
        Their total is 39.
    """,
    "bargaining over late": """
        Deal at 60 €. You gain 22 €.
        You gain 20 €, the Seller gains 27 €.
        The Seller's cost was 82 €.
        Your value was 35 €.
        You agreed at 50 €.
        Round 2: you offered 60 €.
        Deal in round 4.
    """,
    "trust opens": """
        You have 20 € to invest.
        You sent 10 €.
        The Trustee returned 5 €.
        How much do you send (0 to 15)?
    """,
}


def _cases(table: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (moment, line.strip().replace("\\n", "\n"))
        for moment, lines in table.items()
        for line in lines.strip().splitlines()
    ]


@pytest.mark.parametrize(("moment", "display"), _cases(HONEST))
def test_an_honest_display_passes(moment: str, display: str) -> None:
    assert not check(display, MOMENTS[moment])


@pytest.mark.parametrize(("moment", "display"), _cases(WRONG))
def test_a_wrong_display_is_refused(moment: str, display: str) -> None:
    assert check(display, MOMENTS[moment])


@pytest.mark.parametrize("facts", MOMENTS.values(), ids=MOMENTS)
def test_an_empty_or_endless_display_is_refused(facts: Facts) -> None:
    assert check(" \n", facts)
    assert check(plain(facts) + " ha" * 700, facts)


def test_whatever_is_written_is_judged_at_once() -> None:
    pieces = [
        *[
            "6",
            "60",
            "half",
            "you",
            "they",
            "(",
            ")",
            "|",
            ":",
            ",",
            ".",
            "-",
            "⟦0⟧",
            "⟦",
            "¼",
            "²",
            "Ⅻ",
            "٪",
            "%",
            "if",
            "round",
            "of",
            "one",
            "sixty",
            "and",
            "{human}",
            "{",
            "{{",
            "**",
        ],
        "\n",
        "1.000,5",
    ]
    rng = Random(4)
    for moment in (MOMENTS["bargaining goes on"], MOMENTS["dilemma over"]):
        for _ in range(8):
            check(" ".join(rng.choices(pieces, k=300)), moment)
        for piece in (*pieces, "[PLAYER_", "6 ", "a", "and ", "if you get 6, "):
            check((piece * 1000)[:1900], moment)


def test_labelled_numbers_on_one_line_are_each_for_their_own_label():
    facts = of.ultimatum(offer=48, answer="accept", pie=50)
    swapped = "Total (you): $48 Total ({player}): $2 Total ({player}): $48 It is over."
    assert check(swapped, facts)
    assert not check("Total (you): $2 Total ({player}): $48 It is over.", facts)
