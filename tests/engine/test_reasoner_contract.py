"""Every registered reasoner, through a whole cycle: plan, extract, assess, write, verified like a real report."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
import pytest

from inquiro.core.phrases import phrases
from inquiro.core.types import Document, Entity, Fact, Plan, Query, Report
from inquiro.engine.analyze import analyze
from inquiro.engine.entities import gather
from inquiro.engine.extract import prove
from inquiro.engine.material import Material
from inquiro.engine.reading_list import WITHOUT_MODEL, chosen_within, reading_order
from inquiro.engine.reasoners import registry
from inquiro.engine.synthesize import synthesize
from inquiro.engine.verify import check_citations
from inquiro.retrieval.ranking import PassageRanker
from inquiro.retrieval.words import content_tokens
from inquiro.testing import stored

# A reasoner that needs a model brings its own double with its own tests.
EMBEDDED = [name for name in registry.names() if name == "extractive"]


class Case(NamedTuple):
    question: str
    documents: dict[str, str]
    answers: tuple[str, ...]
    unrelated: str


CASES = {
    "en": Case(
        "Do street trees cool the street, what does a street tree cost, and who pays for street trees?",
        {
            "measured": "Street trees cool the street by 3 °C on hot afternoons. The sensors hung two metres above the ground. "
            "The night train leaves Brenmoor at 21:40.",
            "budget": "A street tree costs 1,100 € in Korvenau. The report was printed on grey paper. "
            "The municipal budget pays for street trees.",
            "audit": "Street trees cool the street by 2 to 4 °C, the university found. Each street tree costs 2,400 € over thirty years. "
            "The Meridian programme pays for street trees in the first three years.",
        },
        ("cool the street by", "€", "pays for street trees"),
        "night train",
    ),
    "de": Case(
        "Kühlen Straßenbäume die Straße, was kostet ein Straßenbaum und wer bezahlt die Straßenbäume?",
        {
            "messung": "Straßenbäume kühlen die Straße an heißen Nachmittagen um 3 °C. Die Fühler hingen zwei Meter über dem Boden. "
            "Der Nachtzug fährt um 21:40 Uhr ab.",
            "haushalt": "Ein Straßenbaum kostet die Stadt 1.100 €. Der Bericht wurde auf grauem Papier gedruckt. "
            "Die Stadt bezahlt die Straßenbäume aus dem Haushalt.",
            "pruefung": "Straßenbäume kühlen die Straße nach Angaben der Universität um 2 bis 4 °C. "
            "Über dreißig Jahre kostet ein Straßenbaum 2.400 €. Das Land bezahlt die Straßenbäume in den ersten drei Jahren.",
        },
        ("kühlen die Straße", "€", "bezahlt die Straßenbäume"),
        "Nachtzug",
    ),
    "es": Case(
        "¿Los árboles enfrían las calles, cuánto cuesta un árbol y quién paga los árboles?",
        {
            "medidas": "Los árboles enfrían las calles 3 °C en las tardes de calor. Los sensores estaban a dos metros del suelo. "
            "El tren nocturno sale a las 21:40.",
            "presupuesto": "Un árbol de la calle cuesta 1.100 € a la ciudad. El informe se imprimió en papel gris. "
            "El ayuntamiento paga los árboles de la ciudad.",
            "auditoria": "Según la universidad, los árboles enfrían las calles entre 2 y 4 °C. "
            "En treinta años un árbol cuesta 2.400 €. La región paga los árboles durante los tres primeros años.",
        },
        ("enfrían las calles", "€", "paga los árboles"),
        "tren nocturno",
    ),
    "ja": Case(
        "街路樹は通りを冷やすか、街路樹の費用はいくらか、誰が街路樹の費用を負担するか？",
        {
            "測定": "街路樹は暑い午後に通りを3度冷やす。センサーは地上二メートルに置かれた。夜行列車は21時40分に出発する。",
            "予算": "街路樹の費用は一本あたり1100ユーロである。報告書は灰色の紙に印刷された。市が街路樹の費用を負担する。",
            "監査": "大学によると街路樹は通りを2度から4度冷やす。三十年間の街路樹の費用は2400ユーロである。県が最初の三年間、街路樹の費用を負担する。",
        },
        ("冷やす", "ユーロ", "負担する"),
        "夜行列車",
    ),
}  # fmt: skip


class Cycle(NamedTuple):
    plan: Plan
    facts: list[Fact]
    queries: tuple[Query, ...]
    report: Report
    documents: dict[str, Document]


async def cycle(name: str, case: Case) -> Cycle:
    reasoner = registry.get(name)()
    documents = {title: stored(title, text) for title, text in case.documents.items()}
    assert await reasoner.clarify(case.question, "", ()) is None
    plan = await reasoner.plan(case.question, "", ())
    order = reading_order(PassageRanker(), plan.refined_query, plan.queries, list(documents.values()))
    passages = chosen_within(order, WITHOUT_MODEL).passages(documents)
    proven = prove(await reasoner.extract(plan, plan.checklist, passages, ()), documents, (), 0, 1)
    evidence = {proof.id: proof for proof in proven.evidence}
    facts, contradictions = analyze(proven.facts, evidence, documents)
    entities: list[Entity] = gather(facts)
    tried = [query.text for query in plan.queries]
    judged = await reasoner.assess(plan, plan.checklist, facts, entities=entities, tried=tried, round_number=1)
    draft = await reasoner.write(plan, judged.checklist, facts, contradictions)
    material = Material(
        plan=plan,
        checklist=judged.checklist,
        facts={fact.id: fact for fact in facts},
        evidence=evidence,
        documents=documents,
        contradictions=tuple(contradictions),
    )
    report = synthesize(draft, material, Report(trace_id="t", question=case.question, answer=""))
    assert proven.dropped == 0
    return Cycle(plan, facts, judged.queries, report, documents)


@pytest.fixture(params=EMBEDDED)
def reasoner(request) -> str:
    return request.param


@pytest.fixture(params=CASES)
def language(request) -> str:
    return request.param


def run(reasoner: str, language: str, case: Case | None = None) -> Cycle:
    return asyncio.run(cycle(reasoner, case or CASES[language]))


def test_the_registry_lists_the_embedded_reasoner():
    assert "extractive" in registry.names()
    made = registry.get("extractive")()
    assert (made.name, made.model) == ("extractive", "")


def test_the_plan_is_in_the_question_s_language_with_three_to_seven_items(reasoner, language):
    plan = run(reasoner, language).plan
    assert plan.language == language
    assert 3 <= len(plan.checklist) <= 7
    assert 1 <= len(plan.queries) <= 4
    assert {item for query in plan.queries for item in query.items} <= {item.id for item in plan.checklist}


def test_the_opening_answers_each_part_with_the_right_sentence(reasoner, language):
    opening = " ".join(claim.text for claim in run(reasoner, language).report.claims if not claim.section)
    for words in CASES[language].answers:
        assert words in opening


def test_what_has_nothing_to_do_with_the_question_is_left_out(reasoner, language):
    assert CASES[language].unrelated not in run(reasoner, language).report.answer


def test_nothing_is_stated_that_no_source_says(reasoner, language):
    found = run(reasoner, language)
    wording = phrases(language)
    for claim in found.report.claims:
        own = claim.text in {wording.nothing, wording.indirect} or claim.section == wording.disagree
        assert own or claim.label in {"quoted", "supported"}
        assert own or claim.evidence
    assert check_citations(found.report, found.documents).holds
    assert found.report.dropped == {}


def test_sections_are_the_items_and_our_own_words_are_in_the_question_s_language(reasoner, language):
    found = run(reasoner, language)
    wording = phrases(language)
    headings = {claim.section for claim in found.report.claims} - {""}
    assert headings <= {item.description for item in found.plan.checklist} | {wording.disagree}
    told = {claim.item for claim in found.report.claims}
    gaps = any(not item.satisfied and item.id not in told for item in found.report.checklist)
    assert gaps == (f"## {wording.missing}" in found.report.answer)


def test_the_same_input_gives_the_same_report(reasoner, language):
    assert run(reasoner, language) == run(reasoner, language)


@pytest.mark.fault(11)
def test_the_next_queries_are_new(reasoner, language):
    found = run(reasoner, language)
    tried = {frozenset(content_tokens(query.text)) for query in found.plan.queries}
    assert not tried & {frozenset(content_tokens(query.text)) for query in found.queries}
    assert len(found.queries) <= 4


def test_when_no_source_speaks_to_it_the_answer_says_so(reasoner, language):
    silent = CASES[language]._replace(documents={"x": "Lorem ipsum dolor sit amet, consectetur adipiscing elit."})
    report = run(reasoner, language, silent).report
    assert [(claim.text, claim.label) for claim in report.claims] == [(phrases(language).nothing, "uncited")]
    assert report.sources == ()
    assert report.answer == phrases(language).nothing


@pytest.mark.parametrize("question", ["", "   ", "???", "what is it?", "who?"])
def test_it_asks_back_only_where_there_is_nothing_to_look_up(reasoner, question):
    made = registry.get(reasoner)()

    async def ask(*answers: str) -> str | None:
        return await made.clarify(question, "", answers)

    assert asyncio.run(ask())
    assert asyncio.run(ask("street trees", "in Korvenau")) is None


def test_context_spares_the_question_back_and_shapes_the_search(reasoner):
    made = registry.get(reasoner)()

    async def planned() -> tuple[str | None, Plan]:
        context = "street trees in Korvenau"
        return await made.clarify("What does it cost?", context, ()), await made.plan("What does it cost?", context, ())

    asked, plan = asyncio.run(planned())
    assert asked is None
    assert "Korvenau" in plan.queries[0].text


def test_an_answer_of_the_person_becomes_part_of_the_question(reasoner):
    made = registry.get(reasoner)()
    plan = asyncio.run(made.plan("What does it cost?", "", ("a street tree in Korvenau",)))
    assert "Korvenau" in plan.refined_query
    assert any("Korvenau" in query.text for query in plan.queries)


def test_plans_and_assessments_are_plain_data(reasoner):
    plan = run(reasoner, "en").plan
    assert msgspec.convert(plan.to_dict(), Plan) == plan
