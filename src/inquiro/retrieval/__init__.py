"""Words, sentences, passages, and finding them again: no model is needed, one makes it better."""
