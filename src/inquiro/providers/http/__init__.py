"""Everything that speaks HTTP: one transport for whatever opens an address, and one base for services."""
