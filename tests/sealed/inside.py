"""Runs inside the namespace: makes the device, starts the model server, runs the commands, tells what left."""

from __future__ import annotations

import importlib.util
import ipaddress
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from device import RESOLVER, open_way_out

TCP, UDP = 6, 17
KERNELS_OWN = frozenset({0, 2, 58})  # IGMP, ICMPv6 and hop-by-hop options: no process asked for them


def main() -> None:
    task = json.load(sys.stdin)
    deadline = time.monotonic() + task["seconds"]
    _resolve_by(RESOLVER)
    recorder = Recorder(open_way_out())
    server, model = _model_server()
    with server:
        places = {"{server}": server.url}
        environment = os.environ | _filled(task["environment"], places)
        ended = [_run(_filled(command, places), environment, deadline) for command in task["commands"]]
        before = len(recorder.packets)
        control = _run(task["control"], dict(os.environ), deadline)
        while not recorder.has_seen(task["marks"], since=before):
            assert time.monotonic() < deadline, f"the control was not seen: {control}, {recorder.packets[before:]}"
            time.sleep(0.05)
    after = recorder.packets[before:]
    late = [packet for packet in after if not _marked(packet, task["marks"])]
    told = {
        "ended": ended,
        "before": recorder.packets[:before] + late,
        "after": [packet for packet in after if packet not in late],
        "asked": len(model.requests),
    }
    json.dump(told, sys.stdout)


class Recorder:
    """Reads what leaves; a packet is seen in the order in which it was sent."""

    def __init__(self, device: int) -> None:
        self.packets: list[dict[str, Any]] = []
        self._device = device
        threading.Thread(target=self._read, daemon=True).start()

    def has_seen(self, marks: list[str], since: int) -> bool:
        seen = self.packets[since:]
        return all(any(_marked(packet, [mark]) for packet in seen) for mark in marks)

    def _read(self) -> None:
        while True:
            packet = _parsed(os.read(self._device, 65_535))
            if packet["protocol"] not in KERNELS_OWN:
                self.packets.append(packet)


def _marked(packet: dict[str, Any], marks: list[str]) -> bool:
    return any(mark in packet["text"] or mark == packet["to"] for mark in marks)


def _parsed(data: bytes) -> dict[str, Any]:
    if data[0] >> 4 == 4:
        start, protocol, to = (data[0] & 15) * 4, data[9], ipaddress.ip_address(data[16:20])
    else:
        start, protocol, to = 40, data[6], ipaddress.ip_address(data[24:40])
    port = int.from_bytes(data[start + 2 : start + 4], "big") if protocol in {TCP, UDP} else 0
    text = re.sub(r"[^\w-]+", ".", data[start:].decode("latin-1"), flags=re.ASCII)  # a DNS name's labels, with dots
    return {"to": str(to), "protocol": protocol, "port": port, "text": text}


def _resolve_by(address: str) -> None:
    """Names are asked of a server that is only reached through the device, and of nobody else on this machine."""
    written = {
        "/etc/resolv.conf": f"nameserver {address}\noptions timeout:1 attempts:1\n",
        "/etc/nsswitch.conf": "hosts: files dns\n",
    }
    for path, text in written.items():
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write(text)
        subprocess.run(["mount", "--bind", file.name, os.path.realpath(path)], check=True)
        os.unlink(file.name)  # noqa: PTH108 - it lives on where it is mounted


def _model_server() -> tuple[Any, Any]:
    from inquiro.testing import DiligentModel

    model = DiligentModel()
    return _package("model_server").ModelServer(model), model


def _package(name: str) -> ModuleType:
    folder = Path(__file__).parents[1] / name
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec
    assert spec.loader
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def _filled(given: Any, places: dict[str, str]) -> Any:
    if isinstance(given, dict):
        return {name: _filled(value, places) for name, value in given.items()}
    if isinstance(given, list):
        return [_filled(value, places) for value in given]
    for place, value in places.items():
        given = given.replace(place, value)
    return given


def _run(command: list[str], environment: dict[str, str], deadline: float) -> dict[str, Any]:
    done = subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=max(deadline - time.monotonic(), 1.0),
        check=False,
    )
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


if __name__ == "__main__":
    main()
