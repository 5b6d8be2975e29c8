"""Values, events, errors, protocols, settings and the registry: what every other layer may import."""
