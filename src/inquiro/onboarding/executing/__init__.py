"""Executing verbs that a person decided on: each call once, its journal row beside what it changed."""
