"""The version, where every layer can see it."""

__version__ = "0.2.0.dev0"
FIRST_RELEASE = "0.1.0"  # it did not store its version with a run: a run that names none is its work
