"""What makes the libraries that we import, or that come along with them, send something somewhere.

The names are those that their installed versions read. Addresses are names that have to be looked up, so that even
the attempt is seen; the proxy is an address outside for the same reason.
"""

from __future__ import annotations

NOWHERE = "http://collector.example:4318"
PROXY = "http://198.51.100.9:3128"

TRACING = {
    # langsmith, langchain-core, langgraph: each under the names of two vendors
    **{
        f"{vendor}_{name}": value
        for vendor in ("LANGSMITH", "LANGCHAIN")
        for name, value in {
            "TRACING": "true",
            "TRACING_V2": "true",
            "API_KEY": "lsv2_pt_not_a_key",
            "ENDPOINT": NOWHERE,
            "BASE_URL": NOWHERE,
            "RUNS_ENDPOINTS": '[{"api_url": "http://collector.example:4318", "api_key": "lsv2_pt_not_a_key"}]',
            "PROJECT": "canary",
            "SESSION": "canary",
            "TRACING_SAMPLING_RATE": "1",
            "OTEL_ENABLED": "true",
            "OTEL_ONLY": "false",
            "TEST_TRACKING": "true",
            "USE_DAEMON": "true",
        }.items()
    },
    # opentelemetry, fastapi
    "OTEL_SDK_DISABLED": "false",
    "OTEL_EXPORTER_OTLP_ENDPOINT": NOWHERE,
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{NOWHERE}/v1/traces",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": f"{NOWHERE}/v1/metrics",
    "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": f"{NOWHERE}/v1/logs",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
    "OTEL_TRACES_EXPORTER": "otlp",
    "OTEL_METRICS_EXPORTER": "otlp",
    "OTEL_LOGS_EXPORTER": "otlp",
    "OTEL_SERVICE_NAME": "canary",
    "OTEL_PYTHON_LOGGING_AUTO_INSTRUMENTATION_ENABLED": "true",
    "FASTAPI_OTEL_AUTO_CONFIGURE": "true",
    "FASTAPI_ENV": "production",
    # onnxruntime sends unless it is told not to; tokenizers brings huggingface_hub; xllamacpp is llama.cpp
    "ORT_DISABLE_TELEMETRY": "0",
    "DISABLE_TELEMETRY": "0",
    "DO_NOT_TRACK": "0",
    "HF_HUB_DISABLE_TELEMETRY": "0",
    "HF_HUB_DISABLE_UPDATE_CHECK": "0",
    "HF_HUB_OFFLINE": "0",
    "HF_ENDPOINT": NOWHERE,
    "HF_INFERENCE_ENDPOINT": NOWHERE,
    "HF_TOKEN": "hf_not_a_token",
    "LLAMA_ARG_MODEL_URL": f"{NOWHERE}/model.gguf",
    "LLAMA_ARG_HF_REPO": "nobody/nothing",
    "LLAMA_ARG_OFFLINE": "0",
    "PLAYWRIGHT_DOWNLOAD_HOST": NOWHERE,
    # what vendors' own clients and well-known agents read
    "OPENAI_BASE_URL": f"{NOWHERE}/v1",
    "OPENAI_API_BASE": f"{NOWHERE}/v1",
    "ANTHROPIC_BASE_URL": NOWHERE,
    "SENTRY_DSN": "http://key@collector.example:4318/1",
    "DD_TRACE_ENABLED": "true",
    "DD_AGENT_HOST": "collector.example",
    "DD_TRACE_AGENT_URL": NOWHERE,
    # every HTTP client
    **{
        form: PROXY
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "WS_PROXY", "WSS_PROXY")
        for form in (name, name.lower())
    },
}
# Under these names some libraries hold back what they would send from a user's machine.
QUIETED = ("CI", "GITHUB_ACTIONS", "ORT_RUNNING_UNIT_TESTS", "PYTEST_CURRENT_TEST", "NO_PROXY", "no_proxy")
