"""The thinking: plan, search, extract, verify, assess and write, over protocols only."""
