"""The command line: it renders events and reports, and holds no research logic."""
