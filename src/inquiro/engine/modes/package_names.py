"""Packages whose name is not the name that code imports, and how stated dependencies are read."""

from __future__ import annotations

import re

# What is imported, and the packages that bring it.
_PROVIDED = {
    "ant": "antlr4-python3-runtime", "antlr4": "antlr4-python3-runtime", "attr": "attrs", "bs4": "beautifulsoup4 bs4",
    "Bio": "biopython", "Crypto": "pycryptodome pycrypto", "Cryptodome": "pycryptodomex", "Levenshtein": "levenshtein python-levenshtein",
    "MySQLdb": "mysqlclient", "OpenSSL": "pyopenssl", "PIL": "pillow", "PyQt5": "pyqt5", "absl": "absl-py", "cairo": "pycairo",
    "cv2": "opencv-python opencv-python-headless opencv-contrib-python opencv-contrib-python-headless opencv", "dateutil": "python-dateutil",
    "discord": "discord-py py-cord", "docx": "python-docx", "dotenv": "python-dotenv", "faiss": "faiss-cpu faiss-gpu faiss",
    "fitz": "pymupdf", "flask_cors": "flask-cors", "github": "pygithub", "git": "gitpython", "gi": "pygobject",
    "google.cloud.storage": "google-cloud-storage", "google.cloud.bigquery": "google-cloud-bigquery", "google.genai": "google-genai",
    "google.generativeai": "google-generativeai", "google.protobuf": "protobuf", "googleapiclient": "google-api-python-client",
    "grpc": "grpcio", "haystack": "haystack-ai farm-haystack", "jose": "python-jose", "jwt": "pyjwt", "kafka": "kafka-python",
    "langchain_text_splitters": "langchain-text-splitters langchain", "ldap": "python-ldap", "llama_cpp": "llama-cpp-python",
    "llama_index": "llama-index llama-index-core", "magic": "python-magic", "markdown": "markdown", "mpl_toolkits": "matplotlib",
    "multipart": "python-multipart", "mysql": "mysql-connector-python", "nacl": "pynacl", "osgeo": "gdal", "peft": "peft", "pinecone": "pinecone pinecone-client",
    "pkg_resources": "setuptools", "pptx": "python-pptx", "psycopg2": "psycopg2 psycopg2-binary", "pydantic_settings": "pydantic-settings", "pylab": "matplotlib",
    "pytorch_lightning": "pytorch-lightning lightning", "rest_framework": "djangorestframework", "ruamel": "ruamel-yaml",
    "serial": "pyserial", "sentence_transformers": "sentence-transformers", "skimage": "scikit-image", "sklearn": "scikit-learn", "slugify": "python-slugify",
    "socks": "pysocks", "speech_recognition": "speechrecognition", "telegram": "python-telegram-bot", "tensorflow": "tensorflow tensorflow-cpu tensorflow-gpu tf-nightly",
    "torch": "torch pytorch", "usb": "pyusb", "webview": "pywebview", "win32api": "pywin32", "win32com": "pywin32", "wx": "wxpython",
    "yaml": "pyyaml", "zmq": "pyzmq",
}  # fmt: skip
_BEFORE_THE_NAME = re.compile(
    r"^(?:\w+\+)?(?:https?|git|ssh|file)(?::|\+)\S*?(?:#egg=|/)(?P<name>[\w.-]+?)(?:\.git)?(?:@[\w./-]+)?(?:#.*)?$"
)
_NAME = re.compile(r"(?P<scope>@[\w.-]+/)?(?P<name>[A-Za-z0-9][\w.-]*)")


def package_of(stated: str) -> str:
    """The bare name in a stated dependency: `torch>=2`, `uvicorn[standard]`, `"pkg" @ url`, `@scope/pkg@^1`."""
    bare = stated.strip().strip("`'\"").strip()
    if found := _BEFORE_THE_NAME.match(bare):
        return normal(found["name"])
    named = _NAME.match(bare)
    return normal(f"{named['scope'] or ''}{named['name']}") if named else ""


def normal(name: str) -> str:
    """One spelling: case, `-`, `_` and `.` make no difference."""
    scope, slash, bare = name.rpartition("/")
    return f"{scope.lower()}{slash}{re.sub(r'[-_.]+', '-', bare).strip('-').lower()}"


def provides(module: str, packages: frozenset[str]) -> bool:
    """Whether one of the packages, in their normal spelling, brings a module that code imports."""
    parts = module.split(".")
    prefixes = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
    known = {normal(name) for prefix in prefixes for name in _PROVIDED.get(prefix, "").split()}
    own = {normal(prefix) for prefix in prefixes}
    spelled = {f"{before}{name}{after}" for name in own for before, after in _WAYS}
    return not packages.isdisjoint(known | spelled)


_WAYS = (("", ""), ("python-", ""), ("py", ""), ("", "-python"), ("", "-py"))
