"""Legal Entity Identifiers in research results: where they stand, what may have been meant, whether they fit."""
