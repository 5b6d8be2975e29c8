"""One index of words and meaning, for folders of documents and for vaults: each adds the fields that it has."""
