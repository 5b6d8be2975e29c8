"""Batches: a template of verbs that runs once for each row of a file or each entity of an approved result."""
