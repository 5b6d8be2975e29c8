"""What is known, kept: what each giver told, what became of it, and the marks by which the same and the opposite meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from sqlalchemy import (
    Column,
    Connection,
    Table,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from inquiro.core.decoders import convert
from inquiro.core.knowledge_store import KnownThing
from inquiro.core.types import (
    Document,
    Given,
    Giver,
    Json,
    KnowledgeChange,
    KnowledgeSize,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownKind,
    WordKind,
)
from inquiro.storage import removal
from inquiro.storage.characters import storable
from inquiro.storage.dialect import upsert
from inquiro.storage.documents import IDS_AT_ONCE, by_ids
from inquiro.storage.tables import (
    documents,
    knowledge_bases,
    knowledge_documents,
    knowledge_given,
    knowledge_givers,
    knowledge_words,
    known_entities,
    known_facts,
    known_items,
    run_documents,
    runs,
)

LONGEST_WORD = 100  # characters; databases limit what they index
_KNOWN: tuple[tuple[Table, type[KnownThing]], ...] = (
    (known_facts, KnownFact),
    (known_entities, KnownEntity),
    (known_items, KnownItem),
)


def size(connection: Connection, org_id: str) -> KnowledgeSize:
    facts, entities, items = (_count(connection, table, org_id) for table, _ in _KNOWN)
    told = select(func.count(knowledge_words.c.word.distinct()))
    read_in = select(func.count(knowledge_documents.c.document_id.distinct()))
    pairs = select(func.coalesce(func.sum(known_facts.c.opposed), 0))
    newest = select(func.max(knowledge_givers.c.added_at))
    return KnowledgeSize(
        facts=facts,
        entities=entities,
        items=items,
        relations=connection.execute(
            told.where(knowledge_words.c.org_id == org_id, knowledge_words.c.kind == "relation")
        ).scalar_one(),
        documents=connection.execute(read_in.where(knowledge_documents.c.org_id == org_id)).scalar_one(),
        contradictions=connection.execute(pairs.where(known_facts.c.org_id == org_id)).scalar_one() // 2,
        newest=connection.execute(newest.where(knowledge_givers.c.org_id == org_id)).scalar_one(),
    )


def holds_pages(connection: Connection, org_id: str) -> bool:
    """Whether anything known was read in a page; quick, since every run asks."""
    any_page = select(knowledge_documents.c.document_id).where(knowledge_documents.c.org_id == org_id).limit(1)
    return connection.execute(any_page).first() is not None


def generation(connection: Connection, org_id: str) -> int:
    found = select(knowledge_bases.c.generation).where(knowledge_bases.c.org_id == org_id)
    return connection.execute(found).scalar_one_or_none() or 0


def token(connection: Connection, org_id: str) -> str:
    """Of the newest change."""
    found = select(knowledge_bases.c.token).where(knowledge_bases.c.org_id == org_id)
    return connection.execute(found).scalar_one_or_none() or ""


def tokens(connection: Connection, org_id: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for table, _ in _KNOWN:
        rows = connection.execute(select(table.c.id, table.c.token).where(table.c.org_id == org_id))
        found |= {row.id: row.token for row in rows}
    return found


def givers(connection: Connection, org_id: str) -> list[Giver]:
    table = knowledge_givers
    rows = connection.execute(select(table).where(table.c.org_id == org_id))
    found = [Giver(key=row.key, run_id=row.run_id, asked_at=row.asked_at, added_at=row.added_at) for row in rows]
    return sorted(found, key=lambda giver: giver.key)


def given(
    connection: Connection,
    org_id: str,
    kind: KnownKind,
    *,
    keys: Sequence[str] = (),
    homes: Sequence[str] = (),
    ids: Sequence[str] = (),
) -> list[Given]:
    table = knowledge_given
    found: dict[tuple[str, str], Given] = {}
    for column, wanted in ((table.c.key, keys), (table.c.home, homes), (table.c.id, ids)):
        for some in _portions(wanted):
            query = select(table).where(table.c.org_id == org_id, table.c.kind == kind, column.in_(some))
            for row in connection.execute(query):
                found[row.key, row.id] = _told(row.key, row.home, kind, row.body)
    return [found[place] for place in sorted(found)]


def known(connection: Connection, org_id: str, ids: Sequence[str]) -> list[KnownThing]:
    return [one for one, _ in known_with_tokens(connection, org_id, ids)]


def known_with_tokens(connection: Connection, org_id: str, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
    found: dict[str, tuple[KnownThing, str]] = {}
    for table, kind in _KNOWN:
        for some in _portions(ids):
            query = select(table.c.body, table.c.token).where(table.c.org_id == org_id, table.c.id.in_(some))
            for row in connection.execute(query):
                one = convert(row.body, kind)
                found[one.id] = one, row.token
    return [found[wanted] for wanted in dict.fromkeys(ids) if wanted in found]


def all_known(connection: Connection, org_id: str) -> list[KnownThing]:
    """Facts, entities and items, each by its id."""
    found: list[KnownThing] = []
    for table, kind in _KNOWN:
        bodies = connection.execute(select(table.c.body).where(table.c.org_id == org_id)).scalars()
        found += sorted(_read(bodies, kind), key=lambda one: one.id)
    return found


def ids_with(connection: Connection, org_id: str, prefix: str, limit: int) -> list[str]:
    """Known things first; else what they were told as."""
    found: set[str] = set()
    for table, _ in _KNOWN:
        found |= set(_starting(connection, table.c.id, org_id, prefix, limit))
    return sorted(found or _starting(connection, knowledge_given.c.home, org_id, prefix, limit))


def word_holders(connection: Connection, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, list[str]]:
    table = knowledge_words
    asked = {_short(word): word for word in words}
    found: dict[str, list[str]] = {}
    for some in _portions(list(asked)):
        query = select(table.c.word, table.c.id).where(
            table.c.org_id == org_id, table.c.word.in_(some), table.c.kind == kind
        )
        for word, holder in connection.execute(query):
            found.setdefault(asked[word], []).append(holder)
    return found


def words_held(connection: Connection, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, int]:
    table = knowledge_words
    asked = {_short(word): word for word in words}
    found: dict[str, int] = {}
    for some in _portions(list(asked)):
        held = (table.c.org_id == org_id, table.c.word.in_(some), table.c.kind == kind)
        counted = connection.execute(select(table.c.word, func.count()).where(*held).group_by(table.c.word))
        found |= {asked[word]: many for word, many in counted}
    return found


def fact_sizes(connection: Connection, org_id: str, ids: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for some in _portions(ids):
        query = select(known_facts.c.id, known_facts.c.words).where(known_facts.c.org_id == org_id)
        found |= {row.id: row.words for row in connection.execute(query.where(known_facts.c.id.in_(some)))}
    return found


def held(connection: Connection, org_id: str, ids: Sequence[str]) -> set[str]:
    """The documents among these that something known was read in."""
    found: set[str] = set()
    table = knowledge_documents
    for some in _portions(ids):
        query = select(table.c.document_id).where(table.c.org_id == org_id, table.c.document_id.in_(some))
        found |= set(connection.execute(query).scalars())
    return found


def held_documents(connection: Connection, org_id: str, ids: Sequence[str]) -> list[Document]:
    there = held(connection, org_id, ids)
    return by_ids(connection, [wanted for wanted in dict.fromkeys(ids) if wanted in there])


def documents_at(connection: Connection, org_id: str, urls: Sequence[str]) -> list[Document]:
    """Public ones, and private ones that a run of this organisation read."""
    read = exists().where(
        run_documents.c.document_id == documents.c.id, run_documents.c.run_id == runs.c.id, runs.c.org_id == org_id
    )
    found: list[str] = []
    for some in _portions(urls):
        query = select(documents.c.id).where(documents.c.url.in_(some), or_(~documents.c.private, read))
        found += connection.execute(query).scalars()
    return by_ids(connection, sorted(found))


def private_among(connection: Connection, ids: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for some in _portions(ids):
        found |= set(
            connection.execute(select(documents.c.id).where(documents.c.id.in_(some), documents.c.private)).scalars()
        )
    return found


def change(connection: Connection, org_id: str, new: KnowledgeChange) -> bool:
    """One transaction: whoever comes second works it out again from what the first one left."""
    bases = knowledge_bases
    empty = {"org_id": org_id, "generation": 0, "token": ""}
    connection.execute(upsert(connection, bases).values(empty).on_conflict_do_nothing())
    base = connection.execute(select(bases).where(bases.c.org_id == org_id).with_for_update()).one()
    if base.generation != new.generation:
        return bool(base.token == new.token)  # done already: only the answer was lost
    left = _take_back(connection, org_id, new.leaving)
    _write_given(connection, org_id, new)
    _write_known(connection, org_id, new)
    for document_id, text in left:
        removal.remove_unread(connection, document_id, text)
    moved_on = {"generation": new.generation + 1, "token": new.token}
    connection.execute(update(bases).where(bases.c.org_id == org_id).values(moved_on))
    return True


def _take_back(connection: Connection, org_id: str, keys: Sequence[str]) -> list[tuple[str, str]]:
    """Everything of these givers; and the private documents that perhaps nobody needs any more."""
    links = knowledge_documents
    left: list[tuple[str, str]] = []
    for some in _portions(keys):
        mine = select(links.c.document_id).where(links.c.org_id == org_id, links.c.key.in_(some))
        private = select(documents.c.id, documents.c.text_sha256).where(documents.c.id.in_(mine), documents.c.private)
        left += [(row.id, row.text_sha256) for row in connection.execute(private)]
        for table in (knowledge_givers, knowledge_given, links):
            connection.execute(delete(table).where(table.c.org_id == org_id, table.c.key.in_(some)))
    return left


def _write_given(connection: Connection, org_id: str, new: KnowledgeChange) -> None:
    if new.giver is not None:
        row = new.giver.to_dict() | {"org_id": org_id, "asked_at": new.giver.asked_at, "added_at": new.giver.added_at}
        connection.execute(insert(knowledge_givers), [row])
        links = [{"org_id": org_id, "key": new.giver.key, "document_id": one} for one in dict.fromkeys(new.documents)]
        if links:
            connection.execute(insert(knowledge_documents), links)
    rows: list[Json] = [
        {
            "org_id": org_id,
            "key": one.key,
            "kind": one.kind,
            "id": one.id,
            "home": one.home,
            "body": one.fact or one.entity or one.item,
        }
        for one in new.given
    ]
    if rows:
        statement = upsert(connection, knowledge_given)
        newer = {"home": statement.excluded.home, "body": statement.excluded.body}
        place = ["org_id", "key", "kind", "id"]
        connection.execute(statement.on_conflict_do_update(index_elements=place, set_=newer), rows)


def _write_known(connection: Connection, org_id: str, new: KnowledgeChange) -> None:
    written: tuple[Sequence[KnownThing], ...] = (new.facts, new.entities, new.items)
    touched = {*new.gone, *(word.id for word in new.words), *(one.id for some in written for one in some)}
    for some in _portions(sorted(touched)):
        connection.execute(
            delete(knowledge_words).where(knowledge_words.c.org_id == org_id, knowledge_words.c.id.in_(some))
        )
    plain = [word for word in new.words if word.kind == "fact" and not any(map(str.isdecimal, word.word))]
    sizes = Counter(word.id for word in plain)
    for (table, _), values in zip(_KNOWN, written, strict=True):
        replaced = [*new.gone, *(value.id for value in values)]
        for some in _portions(replaced):
            connection.execute(delete(table).where(table.c.org_id == org_id, table.c.id.in_(some)))
        if values:
            connection.execute(insert(table), [_row(org_id, value, sizes, new.token) for value in values])
    if new.words:
        marks = dict.fromkeys((_short(word.word), word.kind, word.id) for word in new.words)
        rows = [{"org_id": org_id, "word": word, "kind": kind, "id": holder} for word, kind, holder in marks]
        connection.execute(insert(knowledge_words), rows)


def _row(org_id: str, value: KnownThing, sizes: Mapping[str, int], written: str) -> Json:
    row: Json = {"org_id": org_id, "id": value.id, "body": value, "token": written}
    if not isinstance(value, KnownFact):
        return row
    return row | {"opposed": len(value.opposed), "words": sizes.get(value.id, 0)}


def _read(bodies: Iterable[Json], kind: type[KnownThing]) -> Iterator[KnownThing]:
    return (convert(body, kind) for body in bodies)


def _told(key: str, home: str, kind: KnownKind, body: Json) -> Given:
    if kind == "fact":
        return Given(key=key, home=home, fact=convert(body, KnownFact))
    if kind == "entity":
        return Given(key=key, home=home, entity=convert(body, KnownEntity))
    return Given(key=key, home=home, item=convert(body, KnownItem))


def _count(connection: Connection, table: Table, org_id: str) -> int:
    found: int = connection.execute(
        select(func.count()).select_from(table).where(table.c.org_id == org_id)
    ).scalar_one()
    return found


def _starting(connection: Connection, returned: Column[str], org_id: str, prefix: str, limit: int) -> list[str]:
    table = returned.table
    matches = func.substr(table.c.id, 1, len(prefix)) == prefix
    query = select(returned).distinct().where(table.c.org_id == org_id, matches).order_by(returned).limit(limit)
    return list(connection.execute(query).scalars())


def _portions(wanted: Sequence[str]) -> Iterator[list[str]]:
    once = list(dict.fromkeys(wanted))
    for start in range(0, len(once), IDS_AT_ONCE):
        yield once[start : start + IDS_AT_ONCE]


def _short(word: str) -> str:
    kept = storable(word)
    return kept if len(kept) <= LONGEST_WORD else sha256(kept.encode()).hexdigest()
