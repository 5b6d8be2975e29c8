"""Checking a document of anybody's: taken apart, its references looked up, its sentences held against them."""
