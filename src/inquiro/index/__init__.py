"""One index of words and meaning, for folders of documents, vaults and what is known: each adds its fields."""
