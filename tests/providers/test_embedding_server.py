"""Embeddings over real sockets: the client, the transport and the store are the real ones, the server is on loopback."""

from __future__ import annotations

import http.server
import json
import threading
import time

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadAnswer, NotConfigured, UnknownName
from inquiro.core.settings import Secret, Settings
from inquiro.providers import embedding_server
from inquiro.providers.embeddings import close_vectors, embeddings_available, vectors_of
from inquiro.providers.llm._embeddings import vectors_in

KEY = "sk-very-secret-key-1234"


class Server:
    """Makes embeddings as Ollama and OpenAI do; `refuse` makes it answer with an error instead."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.heads: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.refuse: tuple[int, dict[str, str]] | None = None
        self.answer = lambda texts: [{"object": "embedding", "index": n, "embedding": row(t)} for n, t in texts]
        self.delay = 0.0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.heads.append(dict(self.headers))
                outer.paths.append(self.path)
                outer.asked.append(body["input"])
                time.sleep(outer.delay)
                status, extra = outer.refuse or (200, {})
                told = {"object": "list", "model": body["model"], "data": outer.answer(enumerate(body["input"]))}
                data = json.dumps({"error": {"message": f"no: {KEY}"}} if outer.refuse else told).encode()
                self.send_response(status)
                for name, value in {"content-type": "application/json", "content-length": len(data), **extra}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def texts(self) -> list[str]:
        return [text for batch in self.asked for text in batch]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


def row(text: str) -> list[float]:
    return [text.lower().count(letter) + 0.5 for letter in "abcdefgh"]


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def settings(tmp_path, server):
    made = Settings(
        home=tmp_path / "home",
        database_url="",
        embedding_model="ollama:nomic-embed-text",
        provider_urls={"ollama": server.url},
        keys={"OLLAMA_API_KEY": Secret(KEY)},
    )
    yield made
    close_vectors(made.home)


@pytest.fixture
def outside(settings, monkeypatch):
    """The same server, taken for one that is not on this machine."""
    real = embedding_server.EmbeddingServer.__init__

    def elsewhere(self, *given):
        real(self, *given)
        self.outside = True

    monkeypatch.setattr(embedding_server.EmbeddingServer, "__init__", elsewhere)
    return settings


def test_texts_are_sent_in_batches_once_with_the_key(server, settings):
    store = vectors_of(settings)
    texts = [f"text {number} abc" for number in range(70)]
    rows, mask = store.embed(texts)
    assert mask.all()
    assert rows.shape == (70, 8)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-3)
    expected = np.array(row(texts[3])) / np.linalg.norm(row(texts[3]))
    assert rows[3] == pytest.approx(expected, abs=1e-3)
    assert sorted(server.texts) == sorted(texts)
    assert len(server.asked) <= 5
    assert set(server.paths) == {"/v1/embeddings"}
    assert all(head["authorization"] == f"Bearer {KEY}" for head in server.heads)
    store.embed(texts)
    assert len(server.texts) == 70


def test_the_second_process_asks_nobody(server, settings):
    first, _ = vectors_of(settings).embed(["oak", "elm"])
    close_vectors(settings.home)
    from inquiro.providers import embeddings

    embeddings._stores.clear()
    again, mask = vectors_of(settings).embed(["oak", "elm"])
    assert mask.all()
    assert np.array_equal(first, again)
    assert len(server.texts) == 2


@pytest.mark.parametrize("mode", ["local_only", "hybrid", "cloud_allowed"])
def test_a_server_on_this_machine_may_see_everything(server, settings, mode):
    store = vectors_of(msgspec.structs.replace(settings, privacy=mode))
    assert store.embed(["private words"])[1].all()


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    ("mode", "seen"),
    [
        ("local_only", set()),
        ("hybrid", {"public page", "public question"}),
        ("cloud_allowed", {"public page", "public question", "private note", "private question"}),
    ],
)
def test_elsewhere_only_what_the_mode_allows_arrives(server, outside, mode, seen):
    store = vectors_of(msgspec.structs.replace(outside, privacy=mode))
    _, mask = store.embed(["private note", "public page"], seconds=5, private=[True, False])
    store.query("public question", private=False)
    store.query("private question")
    store.later(["private later"] if mode == "hybrid" else [])
    close_vectors(outside.home)
    assert set(server.texts) == seen
    assert mask.tolist() == [text in seen for text in ("private note", "public page")]


def test_private_is_what_nobody_called_public(server, outside):
    store = vectors_of(outside)
    assert not store.embed(["a note"], seconds=5)[1].any()
    assert not store.query("about a note").any()
    assert server.asked == []


@pytest.mark.fault(69)
def test_under_local_only_a_transport_for_this_machine_leaves_it_for_nobody(server, settings):
    """Were the address ever taken for local by mistake, the transport would refuse all the same."""
    local = embedding_server.EmbeddingServer(settings, "ollama:x")
    assert local._settings.privacy == "local_only"


@pytest.mark.parametrize("refused", [(500, {}), (401, {}), (404, {}), (429, {"retry-after": "7"})])
def test_a_server_that_refuses_leaves_words_and_says_no_key(server, settings, refused):
    server.refuse = refused
    store = vectors_of(settings)
    began = time.monotonic()
    _, mask = store.embed(["oak"], seconds=3)
    assert not mask.any()
    assert not store.query("which").any()
    assert time.monotonic() - began < 3
    assert "ollama" in store.problem
    assert KEY not in store.problem
    assert len(server.asked) == 1


def test_a_slow_server_keeps_nobody_waiting(server, settings):
    server.delay = 1.0
    store = vectors_of(settings)
    began = time.monotonic()
    assert not store.embed(["oak"], seconds=0.2)[1].any()
    assert time.monotonic() - began < 0.8
    while store.pending():
        time.sleep(0.05)
    assert store.known(["oak"])[1].all()


@pytest.mark.parametrize(
    "answer",
    [
        lambda texts: [],
        lambda texts: [{"index": n + 1, "embedding": [1.0]} for n, _ in texts],
        lambda texts: [{"index": n, "embedding": []} for n, _ in texts],
        lambda texts: [{"index": n, "embedding": ["1", None]} for n, _ in texts],
        lambda texts: [{"index": n} for n, _ in texts],
        lambda texts: [[1.0, 2.0] for _ in texts],
        lambda texts: [{"index": n, "embedding": [10**400]} for n, _ in texts],
    ],
)
def test_what_is_no_vector_is_not_kept(server, settings, answer):
    server.answer = answer
    store = vectors_of(settings)
    assert not store.embed(["oak"], seconds=3)[1].any()
    assert store.problem


def test_answers_may_come_in_any_order(server, settings):
    server.answer = lambda texts: [{"index": n, "embedding": row(t)} for n, t in reversed(list(texts))]
    rows, _ = vectors_of(settings).embed(["aaaa", "bbbb", "cccc"])
    assert np.argmax(rows, axis=1).tolist() == [0, 1, 2]


def test_any_server_at_an_address_of_the_users(server, tmp_path):
    settings = Settings(
        home=tmp_path / "h", database_url="", embedding_model="mine:some/model", provider_urls={"mine": server.url}
    )
    assert vectors_of(settings).embed(["oak"])[1].all()
    close_vectors(settings.home)


def test_what_cannot_be_asked_is_said(tmp_path):
    def named(model):
        return Settings(home=tmp_path / "h", database_url="", embedding_model=model)

    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        vectors_of(named("openai:text-embedding-3-small"))
    with pytest.raises(NotConfigured, match="makes no embeddings"):
        vectors_of(named("anthropic:claude"))
    with pytest.raises(UnknownName, match="INQUIRO_NOBODY_URL"):
        vectors_of(named("nobody:x"))
    assert not embeddings_available(named("openai:x")).available


Values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["index", "embedding", "data"]), inner),
    max_leaves=20,
)


@given(st.dictionaries(st.just("data"), Values), st.integers(0, 4))
def test_any_answer_is_vectors_or_a_bad_answer(body, wanted):
    try:
        rows = vectors_in(body, wanted, "it")
    except BadAnswer:
        return
    assert len(rows) == wanted
    assert all(isinstance(number, float) for one in rows for number in one)
