"""The verb language: a reader with exact positions, and a canonical text that shows what will run."""
