"""Watches over the launcher: when it dies without a word, ends what it had started.

Started as ``python -m launcher.watchdog RUN_FOLDER`` with a pipe as standard input. The launcher
holds the other end; the operating system closes it whatever kills the launcher.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from launcher.processes import stop_recorded


def main(folder: str) -> int:
    """Wait for the end of the launcher, then end every process recorded in a folder."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 64):
        pass
    stop_recorded(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
