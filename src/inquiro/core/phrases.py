"""The few words of our own that an answer contains, in the question's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inquiro.core.markdown import inert
from inquiro.core.types.claims import Claim


class Phrases(NamedTuple):
    agree: str
    disagree: str
    differ: str  # {about} {values}
    against: str
    missing: str
    tried: str  # {n}
    partial: str
    nothing: str
    unread: str  # where there was nothing to say anything
    indirect: str
    unanswered: str  # the places that come nearest are named below it
    nearest_places: str
    silent: str  # of a part of a paper
    nearest: str  # {titles}; of a paper that could not be written
    no_model: str
    near: str
    according: str  # {who} {quote}; empty where word order forbids it
    joins: str  # first words that may follow `according` in lower case
    kinds: dict[str, str]
    own: dict[str, str]  # kinds of sources that are the reader's, or this program's, own
    note_differs: str  # {mine} {theirs}
    differs: str  # before what the note says and what others say
    borne_out: str  # before who bears it out
    and_more: str  # {n}; at the end of a list
    one_says: str  # {value}
    many_say: str  # {n} {value}
    differences: str
    related: str
    snippet: str  # of a page that was not opened
    inferred: str
    uncited: str
    researched: str  # {date} {run}
    parts: dict[str, str]  # what a part of a report is called where nobody gave it a heading


_EN = Phrases(
    agree="Where sources agree",
    disagree="Where sources disagree",
    differ="On {about} the sources differ: {values}",
    against="against",
    missing="Not found",
    tried="queries tried: {n}",
    partial="only in part",
    nothing="None of the sources that were read says anything on this question.",
    unread="Nothing was read on this question: 0 documents.",
    indirect="No source that was read answers this directly; the closest statements follow.",
    unanswered="No document that was read answers this.",
    nearest_places="Nearest to the question",
    silent="None of the sources that were read speaks to this part.",
    nearest="The nearest titles that were read: {titles}.",
    no_model="A model would read more closely and write it: `inquiro doctor` says how to add one.",
    near="Related, from what stands near the question",
    according="According to {who}, {quote}",
    joins="the a an in on at for since from between over most each every about",
    kinds={
        "superseded": "the newer one replaces the older",
        "unit": "different units",
        "scope": "different scope",
        "definition": "different definitions",
        "negation": "one denies what the other says",
        "disagreement": "no reason for the difference was found",
    },
    own={"vault": "your note", "local": "your document", "knowledge": "earlier research"},
    note_differs="Your note says {mine}; {theirs}",
    differs="Differs",
    borne_out="Borne out",
    and_more="and {n} more",
    one_says="one source says {value}",
    many_say="{n} sources say {value}",
    differences="Where your note and its sources differ",
    related="Related notes",
    snippet="snippet",
    inferred="inferred",
    uncited="no source",
    researched="Researched on {date}; inquiro runs show {run} opens every quote.",
    parts={
        "findings": "Findings",
        "comparison": "Comparison",
        "timeline": "Timeline",
        "analysis": "What follows",
        "recommendations": "Recommendations",
        "caveats": "Caveats",
    },
)
_DE = Phrases(
    agree="Wo die Quellen übereinstimmen",
    disagree="Wo sich die Quellen widersprechen",
    differ="Zu {about} nennen die Quellen Verschiedenes: {values}",
    against="gegen",
    missing="Nicht gefunden",
    tried="Suchanfragen: {n}",
    partial="nur zum Teil",
    nothing="Keine der gelesenen Quellen sagt etwas zu dieser Frage.",
    unread="Zu dieser Frage wurde nichts gelesen: 0 Dokumente.",
    indirect="Keine der gelesenen Quellen beantwortet das direkt; es folgen die nächstliegenden Aussagen.",
    unanswered="Kein gelesenes Dokument beantwortet das.",
    nearest_places="Am nächsten kommen der Frage",
    silent="Keine der gelesenen Quellen äußert sich dazu.",
    nearest="Die nächstliegenden gelesenen Titel: {titles}.",
    no_model="Ein Modell würde genauer lesen und ihn schreiben: `inquiro doctor` sagt, wie man eines einrichtet.",
    near="Verwandtes aus der Nähe der Frage",
    according="",
    joins="",
    kinds={
        "superseded": "die neuere Angabe ersetzt die ältere",
        "unit": "verschiedene Einheiten",
        "scope": "verschiedener Umfang",
        "definition": "verschiedene Definitionen",
        "negation": "die eine verneint, was die andere sagt",
        "disagreement": "ein Grund für den Unterschied wurde nicht gefunden",
    },
    own={"vault": "Ihre Notiz", "local": "Ihr Dokument", "knowledge": "frühere Recherche"},
    note_differs="In Ihrer Notiz steht {mine}; {theirs}",
    differs="Abweichend",
    borne_out="Bestätigt",
    and_more="und {n} weitere",
    one_says="eine Quelle nennt {value}",
    many_say="{n} Quellen nennen {value}",
    differences="Wo Ihre Notiz von den Quellen abweicht",
    related="Verwandte Notizen",
    snippet="Auszug",
    inferred="gefolgert",
    uncited="ohne Quelle",
    researched="Recherchiert am {date}; inquiro runs show {run} öffnet jedes Zitat.",
    parts={
        "findings": "Befunde",
        "comparison": "Vergleich",
        "timeline": "Zeitlicher Ablauf",
        "analysis": "Was daraus folgt",
        "recommendations": "Empfehlungen",
        "caveats": "Einschränkungen",
    },
)
_ES = Phrases(
    agree="Donde las fuentes coinciden",
    disagree="Donde las fuentes no coinciden",
    differ="Sobre {about} las fuentes difieren: {values}",
    against="frente a",
    missing="No encontrado",
    tried="consultas: {n}",
    partial="solo en parte",
    nothing="Ninguna de las fuentes leídas dice algo sobre esta pregunta.",
    unread="No se leyó nada sobre esta pregunta: 0 documentos.",
    indirect="Ninguna de las fuentes leídas responde directamente; siguen las afirmaciones más cercanas.",
    unanswered="Ningún documento leído responde a esto.",
    nearest_places="Lo más cercano a la pregunta",
    silent="Ninguna de las fuentes leídas habla de esta parte.",
    nearest="Los títulos más cercanos que se leyeron: {titles}.",
    no_model="Un modelo leería con más detalle y lo escribiría: `inquiro doctor` dice cómo añadir uno.",
    near="Relacionado, cerca de la pregunta",
    according="Según {who}, {quote}",
    joins="el la los las un una en desde entre",
    kinds={
        "superseded": "el dato más reciente sustituye al anterior",
        "unit": "unidades distintas",
        "scope": "alcance distinto",
        "definition": "definiciones distintas",
        "negation": "una niega lo que dice la otra",
        "disagreement": "no se encontró el motivo de la diferencia",
    },
    own={"vault": "su nota", "local": "su documento", "knowledge": "investigación anterior"},
    note_differs="Su nota dice {mine}; {theirs}",
    differs="Difiere",
    borne_out="Confirmado",
    and_more="y {n} más",
    one_says="una fuente dice {value}",
    many_say="{n} fuentes dicen {value}",
    differences="Donde su nota y las fuentes difieren",
    related="Notas relacionadas",
    snippet="extracto",
    inferred="inferido",
    uncited="sin fuente",
    researched="Investigado el {date}; inquiro runs show {run} abre cada cita.",
    parts={
        "findings": "Hallazgos",
        "comparison": "Comparación",
        "timeline": "Cronología",
        "analysis": "Qué se deduce",
        "recommendations": "Recomendaciones",
        "caveats": "Salvedades",
    },
)
_FR = Phrases(
    agree="Où les sources concordent",
    disagree="Où les sources divergent",
    differ="Sur {about}, les sources divergent : {values}",
    against="contre",
    missing="Non trouvé",
    tried="requêtes : {n}",
    partial="en partie seulement",
    nothing="Aucune des sources lues ne dit quoi que ce soit sur cette question.",
    unread="Rien n’a été lu sur cette question : 0 document.",
    indirect="Aucune des sources lues ne répond directement ; voici les affirmations les plus proches.",
    unanswered="Aucun document lu n’y répond.",
    nearest_places="Au plus près de la question",
    silent="Aucune des sources lues ne traite cette partie.",
    nearest="Les titres lus les plus proches : {titles}.",
    no_model="Un modèle lirait de plus près et l’écrirait : `inquiro doctor` dit comment en ajouter un.",
    near="À proximité de la question",
    according="Selon {who}, {quote}",
    joins="le la les un une en dans depuis entre",
    kinds={
        "superseded": "la donnée récente remplace l'ancienne",
        "unit": "unités différentes",
        "scope": "périmètre différent",
        "definition": "définitions différentes",
        "negation": "l'une nie ce que dit l'autre",
        "disagreement": "aucune raison de l'écart n'a été trouvée",
    },
    own={"vault": "votre note", "local": "votre document", "knowledge": "recherche antérieure"},
    note_differs="Votre note dit {mine} ; {theirs}",
    differs="Diffère",
    borne_out="Confirmé",
    and_more="et {n} de plus",
    one_says="une source dit {value}",
    many_say="{n} sources disent {value}",
    differences="Où votre note et ses sources divergent",
    related="Notes apparentées",
    snippet="extrait",
    inferred="déduit",
    uncited="sans source",
    researched="Recherche du {date} ; inquiro runs show {run} ouvre chaque citation.",
    parts={
        "findings": "Constats",
        "comparison": "Comparaison",
        "timeline": "Chronologie",
        "analysis": "Ce qui en découle",
        "recommendations": "Recommandations",
        "caveats": "Réserves",
    },
)
_JA = Phrases(
    agree="出典が一致する点",
    disagree="出典が食い違う点",
    differ="{about}について出典の記述が異なる：{values}",
    against="に対し",
    missing="見つからなかったこと",
    tried="検索 {n} 件",
    partial="一部のみ",
    nothing="読んだ出典には、この質問に答える記述がなかった。",
    unread="この質問について読めた文書はない（0件）。",
    indirect="直接の答えは読んだ出典になかった。最も近い記述を挙げる。",
    unanswered="読んだ文書の中に、これに答えるものはない。",
    nearest_places="質問に最も近い箇所",
    silent="読んだ資料の中にこの部分に触れるものはない。",
    nearest="読んだ中で最も近い題名：{titles}。",
    no_model="モデルがあればより詳しく読んで書ける。追加の方法は `inquiro doctor` に示される。",
    near="質問に近い記述",
    according="",
    joins="",
    kinds={
        "superseded": "新しい記述が古い記述に代わる",
        "unit": "単位が異なる",
        "scope": "範囲が異なる",
        "definition": "定義が異なる",
        "negation": "一方が他方を否定している",
        "disagreement": "違いの理由は見つからなかった",
    },
    own={"vault": "あなたのノート", "local": "あなたの文書", "knowledge": "以前の調査"},
    note_differs="このノートでは{mine}、{theirs}",
    differs="相違あり",
    borne_out="裏づけあり",
    and_more="ほか{n}件",
    one_says="1件の出典では{value}",
    many_say="{n}件の出典では{value}",
    differences="ノートと出典が食い違う点",
    related="関連ノート",
    snippet="抜粋",
    inferred="推定",
    uncited="出典なし",
    researched="{date}に調査；inquiro runs show {run}ですべての引用を開けます。",
    parts={
        "findings": "分かったこと",
        "comparison": "比較",
        "timeline": "年表",
        "analysis": "考察",
        "recommendations": "提言",
        "caveats": "留意点",
    },
)
_BY_LANGUAGE = {"en": _EN, "de": _DE, "es": _ES, "fr": _FR, "ja": _JA}
LANGUAGES = tuple(_BY_LANGUAGE)


def phrases(language: str) -> Phrases:
    return _BY_LANGUAGE.get(language, _EN)


def is_refusal(claims: Sequence[Claim], language: str) -> bool:
    """All that is said is that nothing answers: what is missing is then the question itself."""
    own = phrases(language)
    return len(claims) == 1 and claims[0].text in {own.nothing, own.unanswered}


def nearest_line(titles: Iterable[str], language: str) -> str:
    """Which titles came nearest, where there was nothing to write from."""
    return phrases(language).nearest.format(titles=", ".join(f"“{inert(title)}”" for title in titles))
