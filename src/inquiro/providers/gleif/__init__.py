"""The global register of legal entities: its records, its sentences, and the client that asks it."""
