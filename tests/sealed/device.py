"""A network device whose other end is a file descriptor, and the default route that leads into it."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from pathlib import Path

NAME = b"way_out"
ADDRESS, NETMASK, GATEWAY = "192.0.2.2", "255.255.255.0", "192.0.2.1"
ADDRESS_6, PREFIX_6 = "2001:db8::2", 64
RESOLVER = "192.0.2.53"

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
SIOCADDRT, SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, SIOCGIFINDEX = 0x890B, 0x8914, 0x8916, 0x891C, 0x8933
IFF_UP, RTF_UP, RTF_GATEWAY = 1, 1, 2


def open_way_out() -> int:
    """What is sent anywhere but to this machine, in either protocol, can be read from the descriptor."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", NAME, IFF_TUN | IFF_NO_PI))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", IFF_UP))
        fcntl.ioctl(control, SIOCSIFADDR, struct.pack("16s16s8x", NAME, _internet(ADDRESS)))
        fcntl.ioctl(control, SIOCSIFNETMASK, struct.pack("16s16s8x", NAME, _internet(NETMASK)))
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", NAME, IFF_UP))
        fcntl.ioctl(control, SIOCADDRT, _default_route())
        (index,) = struct.unpack("16xi20x", fcntl.ioctl(control, SIOCGIFINDEX, struct.pack("16s24x", NAME)))
    if Path("/proc/net/if_inet6").exists():
        _also_in_version_6(index)
    return device


def _also_in_version_6(index: int) -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as control:
        address = socket.inet_pton(socket.AF_INET6, ADDRESS_6)
        fcntl.ioctl(control, SIOCSIFADDR, struct.pack("16sIi", address, PREFIX_6, index))
        anywhere = bytes(48)  # destination, source and gateway
        fcntl.ioctl(control, SIOCADDRT, struct.pack("@48sIHHILIi", anywhere, 0, 0, 0, 1, 0, RTF_UP, index))


def _default_route() -> bytes:
    anywhere = _internet("0.0.0.0")
    flags = RTF_UP | RTF_GATEWAY
    return struct.pack("@L16s16s16sHhLPhPLLH", 0, anywhere, _internet(GATEWAY), anywhere, flags, 0, 0, 0, 0, 0, 0, 0, 0)


def _internet(address: str) -> bytes:
    return struct.pack("=HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))
