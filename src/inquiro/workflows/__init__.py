"""The ways of working: one file per workflow."""

import os

# LangGraph brings a tracer that would post a run's state to a server when these are set. Sending anything out is
# the gateway's business alone, so it is switched off before the first import.
for _name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"):
    os.environ[_name] = "false"
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
