"""The most memory this process has at a time, counted from a moment on."""

import resource
from pathlib import Path
from typing import Final

_MARK: Final = Path("/proc/self/clear_refs")
_STATUS: Final = Path("/proc/self/status")
_KB: Final = 1024


def start_counting() -> float:
    """Forget the peak so far, where the system can; returns what is in use now, in MB."""
    try:
        _MARK.write_text("5")
    except OSError:
        return peak()
    return _told("VmRSS:")


def peak() -> float:
    """Return the most there was since `start_counting`, or ever where that can't be told, in MB."""
    if _STATUS.exists():
        return _told("VmHWM:")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KB


def _told(name: str) -> float:
    lines = _STATUS.read_text(encoding="ascii").splitlines()
    [line] = (one for one in lines if one.startswith(name))
    return int(line.split()[1]) / _KB
