"""The command line with a witness of every moment, for verbs that ask the register on loopback as fast as it answers.

usage: chaos_verbs_child.py LOG POINT:COUNT|- ARGUMENTS…
"""

from __future__ import annotations

import sys

from chaos_child import run
from inquiro.providers.gleif.api import GleifApi

if __name__ == "__main__":
    GleifApi.requests_per_second = 0.0
    run(sys.argv[1], sys.argv[2], sys.argv[3:], everything=True)
