"""Pages for people: pure functions from values to HTML, without a framework and without a script."""
