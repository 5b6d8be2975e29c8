"""Inquiro as tools for any MCP client: research is started, followed, answered, stopped and read here."""
