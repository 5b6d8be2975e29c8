"""What numbers, dates and names belong to, and what stands on which side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import check
from inquiro.engine.checking.binding import misbound, swapped, turned
from inquiro.engine.checking.parts import owned, parts
from inquiro.engine.checking.statement import statement

GOOD = {"quoted", "supported"}


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Revenue rose 7 %.", "Revenue rose 12 %, staff costs 7 %."),
        ("In the north, rents rose by 4 %.", "Rents rose by 9 % in the north and 4 % in the south."),
        ("The mill was sold in 1948.", "The mill was built in 1948, enlarged in 1960 and sold in 1971."),
        ("Writes time out after 30 seconds.", "The limit is 30 seconds for reads and 90 seconds for writes."),
        ("The bill passed the upper house by 318 to 226.", "The lower house voted 318 to 226; the upper house passed the bill by 61 to 39."),
        ("In 2020 the airport handled 112,000 tonnes.", "In 2019 the airport handled 112,000 tonnes; in 2020 it handled 121,000 tonnes."),
        ("Der Gewinn stieg auf 84 Millionen Euro.", "Der Umsatz stieg auf 84 Millionen Euro, der Gewinn auf 6 Millionen Euro."),
        ("Le viaduc mesure 343 mètres de long.", "Le viaduc mesure 2 460 mètres de long et culmine à 343 mètres."),
        ("El puente se inauguró en 1926.", "El puente se proyectó en 1926, se inauguró en 1931 y se amplió en 1974."),
        ("大阪会場には1,200人が集まった。", "東京会場には1,200人、大阪会場には850人が集まった。"),
    ],
)  # fmt: skip
def test_a_number_that_belongs_to_something_else_is_no_proof(text, evidence):
    assert misbound(statement(text), [statement(evidence)])
    assert check(text, [evidence]).label not in GOOD


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Staff costs rose 7 %.", "Revenue rose 12 %, staff costs 7 %."),
        ("Barley yields 6.3 t on average.", "Wheat yields 7.9 t on average and barley 6.3 t."),
        (
            "In Hungary the company has nine plants.",
            "The company has 14 plants in Poland, 9 in Hungary and 3 in Serbia.",
        ),
        ("She died in 1670, having married in 1631.", "Born in 1612, she married in 1631 and died in 1670."),
        ("HTTPS is served on port 8443, HTTP on port 8080.", "Port 8080 serves HTTP and port 8443 serves HTTPS."),
        ("It took 1,100 workers six years.", "The tunnel, 9.4 km long, took six years and 1,100 workers to build."),
        ("Five complications occurred.", "Five complications occurred: 2 cases of bleeding and 2 leaks."),
    ],
)
def test_a_number_that_is_said_of_the_same_thing_is_left_alone(text, evidence):
    assert misbound(statement(text), [statement(evidence)]) == []


def test_a_sentence_that_holds_the_number_alone_proves_it():
    evidence = ["Revenue rose 12 %, staff costs 7 %.", "Revenue of the branch rose 7 %."]
    assert misbound(statement("Revenue rose 7 %."), [statement(one) for one in evidence]) == []


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Dorn Insurance acquired Kestrel Bank.", "Kestrel Bank acquired Dorn Insurance in 2004."),
        ("The rash appeared before the fever subsided.", "The fever subsided before the rash appeared."),
        ("The parasite passes from sheep to snails.", "The parasite passes from snails to sheep."),
        ("Peru ratified the protocol.", "Chile, unlike Peru, ratified the protocol."),
        ("Edwin designed the lighthouse.", "It was Rosalind, not Edwin, who designed the lighthouse."),
        ("The tenant repairs the roof.", "The landlord repairs the roof and the tenant repairs the windows."),
        ("The parser was called by the scanner.", "The parser called the scanner."),
        ("Le Cádiz vainquit le Betis.", "Le Betis vainquit le Cádiz."),
        ("王教授接替李教授担任系主任。", "李教授接替王教授担任系主任。"),
    ],
)
def test_sides_that_are_exchanged_say_something_else(text, evidence):
    assert swapped(statement(text), [statement(evidence)])
    assert check(text, [evidence]).label not in GOOD


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Pavia was besieged by the Lombards.", "The Lombards besieged Pavia."),
        ("Lord Amery dismissed the appeal.", "The appeal was dismissed by Lord Amery."),
        ("Before the server starts, the path is set.", "The path is set before the server starts."),
        ("The wells were poisoned by copper, not by lead.", "It was copper, not lead, that poisoned the wells."),
        (
            "Der Dichter überreichte der Bürgermeisterin den Preis.",
            "Den Preis überreichte der Bürgermeisterin der Dichter.",
        ),
        ("Petra Sykora was taught by Jiri Havel.", "Ida Novak taught Jiri Havel, who in turn taught Petra Sykora."),
    ],
)
def test_the_same_in_another_order_is_left_alone(text, evidence):
    assert swapped(statement(text), [statement(evidence)]) == ""


@pytest.mark.parametrize(
    ("text", "evidence", "found"),
    [
        ("The northern line carries more people than the southern line.", "The northern line carries fewer people than the southern line.", ("more",)),
        ("Aluminium is heavier than the new alloy.", "The new alloy is lighter than aluminium.", ()),
        ("The court convicted the clerk.", "The court acquitted the clerk.", ("convicted",)),
        ("Aurelis bought the unit of Fenwick.", "Fenwick sold its unit to Aurelis.", ()),
    ],
)  # fmt: skip
def test_an_opposite_turns_a_sentence_unless_its_sides_are_turned_too(text, evidence, found):
    assert turned(statement(text), [statement(evidence)]) == found


TEXT = st.text(alphabet=st.sampled_from("ab12,.;% and to 年人甲"), max_size=60)


@given(TEXT, TEXT)
def test_no_text_breaks_it(text, evidence):
    said, told = statement(text), statement(evidence)
    misbound(said, [told])
    swapped(said, [told])
    assert len(parts(said)) >= 1
    assert all(0 <= one.part < len(parts(said)) for one in owned(said))
