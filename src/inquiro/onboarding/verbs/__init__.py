"""Verbs: what each takes and does, and how a program of them is checked before anything runs."""
