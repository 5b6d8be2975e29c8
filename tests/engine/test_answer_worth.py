from __future__ import annotations

from inquiro.core.types import Passage
from inquiro.engine.answer_form import answer_form
from inquiro.engine.answer_worth import Considered, answer_scores
from inquiro.engine.meaning import meaning
from inquiro.engine.question import analyse, checklist
from inquiro.engine.relevance import STRONG, need
from inquiro.engine.statements import Stated

QUESTION = "How do I shrink the database file?"
PASSAGE = Passage(document_id="d", start=0, end=9_000, text="", score=1.0)


def considered(statement: str, near: float, start: int = 0, words: float = 0.6, **more) -> Considered:
    said = Stated(start, statement, statement, meaning(statement), **more)
    return Considered(said, PASSAGE, words, 1.0, near)


def scores(*found: Considered, question: str = QUESTION) -> list[float]:
    (item,) = checklist(analyse(question))
    return answer_scores(found, need(item, "en"), answer_form(question, "en"))


def test_what_stands_out_may_open_and_what_stands_beside_its_like_may_not():
    answer = considered("To shrink the file, run VACUUM.", 0.7, path="Size")
    other = considered("Files are read by pages.", 0.3, 5_000, 0.1, path="Pages")
    rival = considered("To shrink the file, run REINDEX.", 0.69, 5_000, 0.6, path="Indexes")
    assert scores(answer, other)[0] >= STRONG
    assert max(scores(answer, rival)) < STRONG


def test_what_is_far_from_the_question_never_opens_even_alone():
    assert scores(considered("Orbits are listed here.", 0.2, words=0.1))[0] < STRONG


def test_where_somebody_asks_how_an_instruction_is_worth_more():
    told = considered("The database file was shrunk in 2019.", 0.6, path="A")
    instructs = considered("If you want it small, run VACUUM.", 0.6, 4_000, path="B")
    how = scores(told, instructs)
    why = scores(told, instructs, question="Why is the database file large?")
    assert how[1] / how[0] > why[1] / why[0]


def test_neighbours_speak_for_a_statement():
    lone = considered("It is run by hand.", 0.5, 5_000, path="A")
    beside = considered("The command takes a while.", 0.5, 100, path="B")
    near = considered("The file shrinks.", 0.6, 0, path="B")
    alone, next_to, _ = scores(lone._replace(words=0.5), beside._replace(words=0.5), near)
    assert next_to > alone


def test_what_somebody_set_out_to_find_is_no_answer():
    question = "Does caffeine help against headaches?"
    aim = considered("We sought to find out whether caffeine helps against headaches.", 0.8, path="A")
    found = considered("Caffeine helped in two of three patients.", 0.65, 4_000, path="B")
    first, second = scores(aim, found, question=question)
    assert second > first


def test_nothing_gives_nothing():
    assert scores() == []
