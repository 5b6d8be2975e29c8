"""Opening one address politely, and deciding what came back before anyone may cite it."""
