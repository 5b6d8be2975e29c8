"""How Chromium is started: off the network except through the proxy, without our environment, and ended for certain."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from inquiro.core.errors import NotConfigured, Unavailable
from inquiro.providers.browser.installed import chromium_path, why_unavailable

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium

_START_SECONDS = 30.0
_STOP_SECONDS = 5.0
_ARGUMENTS = (
    # The proxy resolves names; what the browser itself tries to look up does not exist.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--disable-quic",
    # Under both names that versions know: without it WebRTC sends datagrams past every proxy.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--js-flags=--max-old-space-size=512",
)


async def launch(resources: AsyncExitStack, proxy_url: str, *, sandbox: bool, net_log: Path | None) -> Chromium:
    """A running Chromium, which ends with `resources`; `net_log` is where it writes down every socket it opens."""
    if reason := why_unavailable(sandbox=sandbox):
        raise NotConfigured(f"the browser cannot be used: {reason}")
    from playwright.async_api import Error, async_playwright

    home = resources.enter_context(tempfile.TemporaryDirectory(prefix="inquiro-", ignore_cleanup_errors=True))
    driver = await async_playwright().start()
    resources.push_async_callback(_in_time, driver.stop)
    try:
        chromium = await driver.chromium.launch(
            executable_path=chromium_path(),
            chromium_sandbox=sandbox,
            args=[*_ARGUMENTS, *([f"--log-net-log={net_log}"] if net_log else [])],
            ignore_default_args=["--disable-popup-blocking"],
            # Each page has a pass of its own; what the browser does on its own account has none.
            proxy={"server": proxy_url, "bypass": "<-loopback>"},
            # Our environment holds keys.
            env={"HOME": home, "PATH": os.defpath, "LANG": "C.UTF-8"},
            # Ctrl-C is for us to answer: what was rendered may still be kept.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=_START_SECONDS * 1000,
        )
    except Error as error:
        raise Unavailable(f"Chromium did not start: {error.message.splitlines()[0]}") from error
    resources.push_async_callback(_in_time, chromium.close)
    return chromium


async def _in_time(end: Callable[[], Awaitable[None]]) -> None:
    """Chromium that does not answer is killed by its driver, which comes next."""
    from playwright.async_api import Error

    with suppress(TimeoutError, Error):
        async with asyncio.timeout(_STOP_SECONDS):
            await end()
