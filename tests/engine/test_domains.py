"""Domain files: what ships, what a user adds, and which questions belong where."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.engine.domains import (
    GENERAL,
    DomainConfiguration,
    configuration,
    detect_domain,
    detected,
    domain_named,
    load_domains,
)
from inquiro.engine.domains.likeness import Weights, likenesses

DOMAINS = load_domains()
WEIGHTS = Path(configuration.__file__).with_name("weights.json")
SOURCES = (
    "tavily exa brave duckduckgo searxng semantic_scholar pubmed arxiv openalex crossref unpaywall europe_pmc wikipedia "
    "gleif crawler corpus model news_api crunchbase google_scholar"
).split()
MINIMAL = 'domain = "gardens"\ndescription = "Plants"\nprimary_sources = ["wikipedia"]\n'
QUESTIONS = {
    "medical": [
        "Can turmeric reduce inflammation in arthritis?",
        "Which exercises help with sciatica?",
        "Is long COVID linked to fatigue in teenagers?",
        "What is the recommended screening age for colon cancer?",
        "Wie gefährlich ist Borreliose nach einem Zeckenbiss?",
        "¿Cuáles son los síntomas del dengue?",
        "Comment soigner une entorse de la cheville ?",
        "花粉症に効く薬はありますか",
        "Do probiotics prevent traveller's diarrhoea?",
        "How long does a broken wrist take to heal?",
        "What causes kidney stones?",
        "Is it safe to mix alcohol and antidepressants?",
        "Do compression socks help varicose veins?",
        "Wie erkennt man einen Herzinfarkt bei Frauen?",
        "¿Cómo se contagia la hepatitis B?",
        "Peut-on courir avec une tendinite ?",
        "What is the survival rate of stage 2 breast cancer?",
        "Ist Ibuprofen bei Magengeschwür gefährlich?",
        "¿Qué alimentos bajan el colesterol?",
        "Quels sont les risques d'une anesthésie générale ?",
        "高齢者の肺炎を予防するには",
        "Does metformin lower the risk of heart attack in patients with type 2 diabetes?",
        "What are the side effects of ibuprofen during pregnancy?",
        "Is knee replacement surgery safe after the age of 80?",
        "How effective is the measles vaccine after one dose?",
        "Does intermittent fasting help with high blood pressure?",
        "Welche Nebenwirkungen haben Statine bei älteren Patienten?",
        "Hilft eine Grippeimpfung auch Schwangeren?",
        "¿Qué tratamiento es más eficaz contra la migraña crónica?",
        "¿Es segura la vacuna contra la gripe para los niños?",
        "Quels sont les effets secondaires des antibiotiques chez l'enfant ?",
        "Le paracétamol est-il dangereux pendant la grossesse ?",
        "糖尿病の患者に有効な治療法は何ですか",
        "高血圧の薬にはどのような副作用がありますか",
    ],
    "competitive_intelligence": [
        "How does Stripe's pricing compare to Adyen's?",
        "Which companies sell home batteries in Germany?",
        "Who owns the brand Dr. Oetker?",
        "What products did Nvidia launch this year?",
        "Who invested in Northvolt?",
        "Welche Firmen bieten Wärmepumpen in Österreich an?",
        "¿Qué empresas lideran el mercado de paneles solares?",
        "Quelles entreprises dominent le marché du vélo électrique ?",
        "電気自動車の市場シェアはどうなっていますか",
        "What is Klarna's strategy in the US market?",
        "How many customers does Snowflake have?",
        "Which startups work on solid-state batteries?",
        "Has IKEA acquired any logistics company?",
        "Wie positioniert sich N26 gegenüber Revolut?",
        "Qui sont les fournisseurs d'Airbus ?",
        "¿Qué productos vende Inditex?",
        "Who are the main competitors of Notion and how do they compare on pricing?",
        "What is the market share of AWS against other cloud vendors?",
        "How much did Mistral raise in its series B funding round?",
        "Which startup companies compete in the European meal kit market?",
        "What is Figma's business model?",
        "Wer sind die wichtigsten Wettbewerber von Zalando?",
        "Welchen Marktanteil hat Lidl in Polen?",
        "¿Quiénes son los principales competidores de Glovo?",
        "¿Cuál es la cuota de mercado de Mercadona?",
        "Quels sont les principaux concurrents de Doctolib ?",
        "トヨタの競合企業はどこですか",
    ],
    "academic": [
        "What explains the Hubble tension?",
        "How do bees navigate according to recent research?",
        "What is the evidence for plate tectonics on Venus?",
        "Do transformers generalize compositionally?",
        "Has room-temperature superconductivity been demonstrated?",
        "Was sagt die Forschung zum Bienensterben?",
        "¿Qué evidencia empírica hay sobre la renta básica?",
        "Quels travaux de recherche portent sur l'effet Mpemba ?",
        "超伝導の理論について教えてください",
        "What are open problems in graph theory?",
        "How old is the universe according to cosmologists?",
        "What does game theory say about auctions?",
        "Which papers introduced diffusion models?",
        "How did feathers evolve in dinosaurs?",
        "Welche Theorien erklären den Untergang der Maya?",
        "¿Cómo se formó la Luna según la ciencia?",
        "Quelle est l'origine de la conscience selon les neurosciences ?",
        "Can quantum computers break encryption?",
        "Wie entstehen Gravitationswellen?",
        "深海生物の進化に関する研究はありますか",
        "What does the literature review evidence say about dark matter alternatives?",
        "Is there a proof of the Collatz conjecture?",
        "How do large language models learn in context?",
        "What did the replication crisis change in psychology research?",
        "Which peer-reviewed studies measure the biodiversity of urban parks?",
        "Wie ist der Forschungsstand zur Dunklen Materie?",
        "Welche wissenschaftlichen Studien gibt es zur Theorie der Plattentektonik?",
        "¿Qué dice la literatura científica sobre la materia oscura?",
        "Que dit la revue de la littérature sur la relativité générale ?",
        "量子コンピュータの誤り訂正に関する先行研究は何がありますか",
    ],
    "software": [
        "How does Rust's borrow checker work?",
        "What is the difference between TCP and QUIC?",
        "Best way to paginate a REST API?",
        "Is WebAssembly faster than JavaScript?",
        "How can I profile memory in Go?",
        "Wie richte ich einen Reverse Proxy mit nginx ein?",
        "¿Cómo funciona un índice en una base de datos SQL?",
        "Comment déployer une application avec Kubernetes ?",
        "Dockerコンテナのメモリ制限を設定するには",
        "Why is my pandas merge so slow?",
        "What is the difference between a process and a thread in Linux?",
        "How do feature flags work in CI pipelines?",
        "Does Firefox support WebGPU?",
        "Which message queue should I use for event sourcing?",
        "Wie schreibe ich Unit-Tests für eine React-Komponente?",
        "¿Cómo hago un bucle en Bash?",
        "Quelle est la complexité d'un tri rapide ?",
        "Is it better to use tabs or spaces in YAML?",
        "What does HTTP status 418 mean?",
        "Wie installiere ich Python auf Windows?",
        "¿Qué es una API REST?",
        "Comment corriger une erreur 500 sur un serveur Apache ?",
        "How do I avoid a race condition in Python asyncio?",
        "What changed in PostgreSQL 18 query planning?",
        "Which web framework is faster, Django or FastAPI?",
        "Why does my Docker container lose its database after a restart?",
        "Should C++ code use exceptions?",
        "Welche Programmiersprache eignet sich für Mikrocontroller?",
        "Wie funktioniert der Garbage Collector in JavaScript?",
        "¿Qué lenguaje de programación es mejor para un servidor web?",
        "Comment lire un fichier JSON en Python ?",
        "Pythonの非同期処理でエラーを扱うには",
    ],
    "legal_regulatory": [
        "Can my landlord raise the rent twice a year?",
        "What are the reporting duties under DORA?",
        "Is scraping public websites allowed under US law?",
        "How long does copyright last in Canada?",
        "Do I need a visa to work remotely from Portugal?",
        "Darf mein Arbeitgeber meine E-Mails lesen?",
        "¿Es legal grabar a un policía en España?",
        "Quelles sont les obligations du bailleur selon la loi ?",
        "労働基準法における残業時間の上限は",
        "Can a company fire someone while on sick leave in France?",
        "What is fair use?",
        "What does Section 230 protect?",
        "Are non-disclosure agreements enforceable in India?",
        "When does the EU battery regulation take effect?",
        "Wie lange muss ich Rechnungen aufbewahren?",
        "¿Qué derechos tiene un trabajador temporal?",
        "Est-il interdit de filmer dans la rue ?",
        "Welche Pflichten hat ein Vermieter bei Schimmel?",
        "¿Cuál es la edad mínima para trabajar según la ley?",
        "著作権の保護期間は何年ですか",
        "Does the GDPR apply to companies outside the European Union?",
        "What is the statute of limitations for breach of contract in Texas?",
        "What obligations does the AI Act put on providers of high-risk systems?",
        "Is it illegal to record a phone call without consent in California?",
        "Which court has jurisdiction over cross-border consumer contracts?",
        "Welche Kündigungsfrist gilt laut Gesetz für Mieter?",
        "Was regelt das Arbeitsrecht zur Probezeit?",
        "¿Qué dice la ley sobre el despido sin causa?",
        "Que prévoit le code du travail pour les heures supplémentaires ?",
        "個人情報保護法の改正で何が変わりましたか",
    ],
    "finance": [
        "Why did the yen weaken against the dollar in 2024?",
        "How are ETFs taxed in Ireland?",
        "What is Apple's free cash flow?",
        "Will the ECB cut rates?",
        "How much debt does Italy have?",
        "Wie hoch ist die Staatsverschuldung von Frankreich?",
        "¿Qué es un fondo indexado?",
        "Comment fonctionne un prêt hypothécaire à taux variable ?",
        "今の住宅ローンの金利はいくらですか",
        "How do I calculate the net present value of a project?",
        "What was Tesla's gross margin in the last quarter?",
        "Are municipal bonds tax free?",
        "Why do banks fail?",
        "What is the current inflation rate in Turkey?",
        "Wie funktioniert ein Leerverkauf?",
        "¿Por qué sube el precio del dólar en Argentina?",
        "Quel est le déficit budgétaire de la France ?",
        "Should I pay off my mortgage early?",
        "What is the dividend yield of Shell?",
        "How does the Fed control money supply?",
        "Lohnt sich ein ETF-Sparplan?",
        "¿Cuál es la deuda pública de España?",
        "Comment investir en bourse ?",
        "日本の国債はなぜ多いのですか",
        "How do interest rate cuts affect bond prices?",
        "What dividend did Nestlé pay last year?",
        "Is the S&P 500 overvalued by its price-to-earnings ratio?",
        "What drove inflation in the euro area in 2022?",
        "How does quantitative easing work?",
        "Wie wirkt sich der Leitzins auf Anleihen aus?",
        "Welche Aktien zahlen die höchste Dividende?",
        "¿Cómo afectan los tipos de interés a la inflación?",
        "Quel est l'effet des taux d'intérêt sur l'inflation ?",
        "日銀の金融政策は円安にどう影響しますか",
    ],
    "general": [
        "Which countries border Mongolia?",
        "How tall was Napoleon?",
        "What is the origin of the word 'breakfast'?",
        "Who won the 1998 World Cup?",
        "How do you make sourdough bread?",
        "Wann wurde das Brandenburger Tor gebaut?",
        "¿Dónde nació Frida Kahlo?",
        "Pourquoi le ciel est-il bleu ?",
        "京都で有名な寺はどこですか",
        "Which is the oldest bridge in Prague?",
        "How many moons does Jupiter have?",
        "Who invented the zipper?",
        "What should I see in Lisbon in two days?",
        "When is the best time to plant tulips?",
        "Wer hat die Zauberflöte komponiert?",
        "¿Cuántos habitantes tiene Bogotá?",
        "Qui a écrit Les Misérables ?",
        "Where do pandas live?",
        "What year did Elvis die?",
        "How do I get from Rome to Naples?",
        "Welche Sprache spricht man in Andorra?",
        "¿Cuál es la capital de Australia?",
        "Combien de joueurs dans une équipe de rugby ?",
        "富士山の高さは何メートルですか",
        "Do city trees cool streets, and what does it cost?",
        "Who painted the ceiling of the Sistine Chapel?",
        "What is the tallest mountain in South America?",
        "When did the Berlin Wall fall?",
        "How do I prune an apple tree?",
        "Wie hoch ist der Kölner Dom?",
        "¿Quién escribió Cien años de soledad?",
        "Quelle est la plus longue rivière de France ?",
        "日本で一番高い山は何ですか",
        "",
    ],
}


EVERYDAY = [
    "how do I ripen avocados quickly",
    "which potatoes are best for mash",
    "can you put a cast iron pot in the dishwasher",
    "what do I feed a baby blackbird",
    "how wide is a standard door",
    "is the Tower of London open on Boxing Day",
    "what time does the supermarket close on Saturday",
    "who voiced the donkey in Shrek",
    "how do you get candle soot off a wall",
    "where was the last Harry Potter film shot",
    "which bands are playing in Glasgow this summer",
    "how to remove a splinter of wood from a chopping board",
    "is there a bus from the airport to the old harbour",
    "what rhymes with purple",
    "how many carats is my grandmother's ring",
    "best stargazing spots in Wales",
    "a shell for the tortoise table, which substrate",
    "what are good houseplants for a dark hall",
    "how do I stop my glasses from fogging up",
    "how many calories are in a slice of pizza",
    "which socks for hiking in the rain",
    "what is the nicest walk around Windermere",
    "who lives at number ten Downing Street",
    "how do I get a refund for my cinema ticket",
    "what is the longest word in the dictionary",
    "how is paper made",
    "name of the dog in the Wizard of Oz",
    "how do I sharpen kitchen knives",
    "crossword clue, seven letters, large cat",
    "how do you make a bow out of ribbon",
    "how loud is a lawnmower",
    "which lens for portraits",
    "when do strawberries come into season",
    "how do I keep squirrels off the bird feeder",
    "what should I bring to a housewarming",
    "how do I peel ginger",
    "what is the dress code at Ascot",
    "Welche Brettspiele eignen sich für vier Personen",
    "Wie lange hält sich offene Marmelade",
    "Wo findet man am Wochenende einen Flohmarkt",
    "Quel fromage pour une raclette",
    "À quelle heure ferme le musée",
    "Qué se cena en Nochevieja",
    "Cómo se limpia una plancha",
]


@pytest.mark.parametrize(
    ("question", "domain"), [(question, domain) for domain, asked in QUESTIONS.items() for question in asked]
)
def test_a_question_finds_its_field(question, domain):
    found = detected(question, "", DOMAINS)
    assert found.domain == domain, (found.reason, found.scores)


@pytest.mark.parametrize(
    ("question", "domain"),
    [
        ("latest treatments for mesothelioma", "medical"),
        ("How to stream OpenAI responses?", "software"),
        ("why does useLayoutEffect run before paint", "software"),
        ("stock for a lentil soup, from a cube or from scratch", GENERAL),
        ("which bond films were shot in Jamaica", GENERAL),
    ],
)
def test_a_question_without_a_telling_word_goes_by_what_it_reads_like(question, domain):
    assert detect_domain(question, "", DOMAINS) == domain


def test_everyday_questions_that_no_example_asks_belong_to_no_field():
    assert not {*EVERYDAY} & {*DOMAINS[GENERAL].examples}
    taken = [question for question in EVERYDAY if detect_domain(question, "", DOMAINS) != GENERAL]
    assert len(taken) <= 2, taken


def test_words_of_the_vocabulary_are_weighed_and_none_decides_alone(tmp_path):
    (tmp_path / "gardens.toml").write_text(MINIMAL + 'vocabulary = "mulch dahlia dahlias scion rootstock"\n', "utf-8")
    domains = load_domains(tmp_path)
    assert detected("scion", "", domains).scores["gardens"] == 0
    assert detect_domain("which rootstock for a dahlia scion, and mulch?", "", domains) == "gardens"
    assert detect_domain("which rootstock for a dahlia scion, and mulch?", "", DOMAINS) == GENERAL


def test_medicine_reaches_pubmed_and_code_does_not():
    assert "pubmed" in DOMAINS["medical"].primary_sources
    assert {"pubmed", "europe_pmc"} <= {*DOMAINS["software"].excluded_sources}


def test_a_long_text_is_no_question():
    assert likenesses("how do I get wax out of a tablecloth " * 20, DOMAINS) == {}
    assert likenesses("", DOMAINS) == {}
    assert (
        likenesses("wax", {"gardens": DomainConfiguration(domain="gardens", description="", primary_sources=())}) == {}
    )


class _Elsewhere:
    """An embedder that no weights were fitted to."""

    name = "another"

    def embed(self, texts):
        raise AssertionError("it is not asked")


def test_meaning_counts_only_with_the_model_that_the_weights_were_fitted_to():
    asked = "does zinc shorten a cold"
    assert likenesses(asked, DOMAINS, _Elsewhere()) == likenesses(asked, DOMAINS)


class _Loaded:
    """An embedder that says when it is asked."""

    name = msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights).model

    def __init__(self):
        self.asked = []

    def embed(self, texts):
        self.asked += texts
        return np.zeros((len(texts), 384), dtype=np.float32)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the boiling point of tungsten?", 0),
        ("Does metformin lower the risk of heart attack in patients with type 2 diabetes?", 0),
        ("who gets the house in Scotland", 1),
    ],
)
def test_meaning_is_asked_only_where_words_leave_it_open(question, asked):
    embedder = _Loaded()
    detect_domain(question, "", DOMAINS, embedder)
    assert len(embedder.asked) == asked


def test_the_weights_are_those_of_the_examples():
    from scripts.field_weights import PLACE, weights

    from inquiro.retrieval.embeddings import load_embedder

    if (embedder := load_embedder()) is None:
        pytest.skip("no embedding model")
    known = msgspec.json.decode(PLACE.read_bytes(), type=Weights)
    fresh = weights(embedder)
    assert (known.model, known.domains, known.rows) == (fresh.model, fresh.domains, fresh.rows)
    assert abs(known.table() - fresh.table()).max() < 0.05  # run scripts/field_weights.py after a change of examples


def test_a_wrong_pattern_is_refused(tmp_path):
    (tmp_path / "gardens.toml").write_text(MINIMAL + 'patterns = ["("]\n', "utf-8")
    with pytest.raises(NotConfigured, match=r"pattern '\(' is wrong"):
        load_domains(tmp_path)


def test_there_are_enough_hand_written_questions():
    assert sum(map(len, QUESTIONS.values())) >= 60
    assert set(QUESTIONS) == set(DOMAINS)


def test_the_reason_names_the_words():
    assert "metformin" in detected("Does metformin harm the kidneys?", "", DOMAINS).reason
    assert "clearly" in detected("Who is she?", "", DOMAINS).reason


BY_WORDS = {name: msgspec.structs.replace(domain, examples=()) for name, domain in DOMAINS.items()}


def test_one_hint_is_not_enough_and_two_are():
    assert detect_domain("Which company built it?", "", BY_WORDS) == GENERAL
    assert detect_domain("Which company leads the market?", "", BY_WORDS) == "competitive_intelligence"


def test_forms_of_one_word_count_once():
    assert detect_domain("Which company is older than the other companies?", "", BY_WORDS) == GENERAL


def test_a_context_counts_half():
    assert detect_domain("What should I know?", "a study of theory", DOMAINS) == GENERAL
    assert detect_domain("What helps?", "My doctor found a tumour and wants surgery.", DOMAINS) == "medical"
    assert detect_domain("How are Python packages built?", "for a hospital", DOMAINS) == "software"


def test_a_tie_goes_to_the_field_that_demands_more():
    found = detected("lawsuit dividend", "", DOMAINS)
    assert found.scores["legal_regulatory"] == found.scores["finance"]
    assert found.domain == "legal_regulatory"


def test_medical_research_questions_are_medical(shared_data):
    """PubMedQA: the word lists were written against the first half only."""
    data = json.loads((shared_data / "qa_pubmedqa_dev" / "questions.json").read_text("utf-8"))
    questions = [entry["QUESTION"] for entry in data.values()]
    found = [detect_domain(question, "", DOMAINS) == "medical" for question in questions]
    assert len(found) == 500
    assert sum(found) / 500 >= 0.88
    assert sum(found[250:]) / 250 >= 0.85


def test_questions_about_everything_are_general(shared_data):
    data = json.loads((shared_data / "qa_hotpotqa" / "hotpotqa_train.json").read_text("utf-8"))
    found = [detect_domain(entry["question"], "", DOMAINS) for entry in data]
    assert len(found) == 100
    assert found.count(GENERAL) >= 93


@given(st.text(max_size=80), st.text(max_size=40))
def test_any_text_has_a_domain(question, context):
    assert detect_domain(question, context, DOMAINS) in DOMAINS


# -- the files ------------------------------------------------------------------------------------------


def test_the_shipped_domains_say_what_the_seed_says():
    medical, rivals = DOMAINS["medical"], DOMAINS["competitive_intelligence"]
    assert medical.primary_sources == ("pubmed", "semantic_scholar")
    assert {"arxiv", "google_scholar"} <= {*medical.secondary_sources}
    assert medical.academic_required
    assert medical.verification_threshold == 0.8
    assert medical.excluded_sources == ("wikipedia",)
    assert {"clinical", "treatment", "therapy"} <= {*medical.keywords}
    assert {"patient", "diagnosis"} <= {*medical.decisive}
    assert rivals.primary_sources[:3] == ("tavily", "exa", "brave")
    assert rivals.secondary_sources[:2] == ("news_api", "crunchbase")
    assert rivals.verification_threshold == 0.6
    assert {"company", "market", "competitor", "funding", "product"} <= {*rivals.keywords, *rivals.decisive}


@pytest.mark.parametrize("name", DOMAINS)
def test_every_shipped_domain_is_complete(name):
    domain = DOMAINS[name]
    named = (*domain.primary_sources, *domain.secondary_sources, *domain.excluded_sources)
    assert {*named} <= {*SOURCES}
    assert len(named) == len(set(named))
    assert domain.description
    if name != GENERAL:
        assert {"de", "es", "fr", "ja"} <= {*domain.languages}
        assert all(signs.keywords and signs.decisive for signs in domain.languages.values())


@pytest.mark.parametrize("name", DOMAINS)
def test_no_word_is_listed_twice(name):
    domain = DOMAINS[name]
    for signs in (domain, *domain.languages.values()):
        listed = [*signs.keywords, *signs.decisive]
        assert sorted(word for word in set(listed) if listed.count(word) > 1) == []


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_users_file_adds_a_domain_that_is_then_detected(tmp_path):
    write(tmp_path, "gardens.toml", MINIMAL + 'decisive = ["compost*"]\n')
    domains = load_domains(tmp_path)
    assert len(domains) == len(DOMAINS) + 1
    assert detect_domain("Is composting worth it?", "", domains) == "gardens"


def test_a_users_file_replaces_a_domain_that_ships(tmp_path):
    write(tmp_path, "mine.toml", MINIMAL.replace("gardens", "medical"))
    assert load_domains(tmp_path)["medical"].primary_sources == ("wikipedia",)


def test_a_folder_that_is_not_there_changes_nothing(tmp_path):
    assert load_domains(tmp_path / "none") == load_domains(None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("domain = ", "not valid TOML"),
        (MINIMAL + 'primary = ["x"]\n', r"unknown key primary; known: domain, description, primary_sources"),
        (
            MINIMAL + '[languages.de]\nwords = ["x"]\n',
            r"\[languages.de\]: unknown key words; known: keywords, decisive",
        ),
        ('domain = "x"\ndescription = "y"\n', "primary_sources"),
        (MINIMAL + "verification_threshold = 1.5\n", "verification_threshold"),
        (MINIMAL + 'academic_required = "yes"\n', "academic_required"),
        (MINIMAL.replace("gardens", "My Gardens"), "domain"),
        (MINIMAL + 'excluded_sources = ["wikipedia"]\n', "wikipedia cannot be a source and excluded at once"),
        (MINIMAL + 'languages = "de"\n', "languages"),
        (MINIMAL + 'decisive = ["two word*"]\n', "decisive"),
        (MINIMAL + 'keywords = [""]\n', "keywords"),
        (MINIMAL + 'languages = {de = "x"}\n', "languages"),
    ],
)
def test_a_broken_file_is_an_error_with_its_name_and_the_reason(tmp_path, text, complaint):
    write(tmp_path, "mine.toml", text)
    with pytest.raises(NotConfigured, match=complaint) as raised:
        load_domains(tmp_path)
    assert "mine.toml" in str(raised.value)


def test_a_file_that_is_not_text_is_an_error(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotConfigured, match=r"mine\.toml cannot be read"):
        load_domains(tmp_path)


def test_two_files_for_one_domain_are_an_error(tmp_path):
    write(tmp_path, "a.toml", MINIMAL)
    write(tmp_path, "b.toml", MINIMAL)
    with pytest.raises(NotConfigured, match=r"b\.toml: the domain 'gardens' is in another file"):
        load_domains(tmp_path)


def test_a_source_nobody_knows_is_an_error_when_the_known_ones_are_given(tmp_path):
    write(tmp_path, "a.toml", MINIMAL.replace("wikipedia", "wikpedia"))
    with pytest.raises(NotConfigured, match=r"unknown source wikpedia; known: .*wikipedia"):
        load_domains(tmp_path, SOURCES)
    assert "gardens" in load_domains(tmp_path)


def test_a_domain_asked_for_by_name():
    assert domain_named("finance", DOMAINS).domain == "finance"
    with pytest.raises(UnknownName, match=r"unknown domain 'financ'; known: .*medical"):
        domain_named("financ", DOMAINS)


def test_the_example_of_the_guide_is_a_domain(tmp_path):
    guide = Path(__file__).resolve().parents[2] / "docs" / "guides" / "sources.md"
    example = next(block for block in re.findall(r"```toml\n(.*?)```", guide.read_text("utf-8"), re.DOTALL))
    write(tmp_path, "gardening.toml", example)
    domains = load_domains(tmp_path, SOURCES)
    assert detect_domain("Wie lange reift Kompost?", "", domains) == "gardening"
    assert detect_domain("Which plant likes acid soil?", "", domains) == "gardening"
    listed = re.findall(r"^\| `(\w+)` \|.*\| (\d\.\d\d) \|$", guide.read_text("utf-8"), re.MULTILINE)
    assert {name: float(proof) for name, proof in listed} == {
        name: domain.verification_threshold for name, domain in DOMAINS.items()
    }
