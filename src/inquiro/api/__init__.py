"""REST, server-sent events and WebSocket: they render events and pass decisions on; no research happens here."""
