"""The one exception that ends a command with a single clear line instead of a traceback."""

from __future__ import annotations

import errno
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
