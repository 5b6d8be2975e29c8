"""Ideas, implementations and papers over one pool of evidence."""
