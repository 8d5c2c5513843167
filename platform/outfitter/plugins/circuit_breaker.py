"""
Plugins that fail again and again are left alone for a while, in this process.

After three failures in a row a plugin of an operator is not asked for half a minute, then once; as
long as that fails too the rest doubles, up to ten minutes.
"""

import threading
import time
from dataclasses import dataclass
from typing import Final

AFTER: Final = 3
FIRST_REST: Final = 30.0
LONGEST_REST: Final = 600.0
Key = tuple[str, str, str]


@dataclass(slots=True)
class _State:
    failed_cnt: int = 0
    rests_until: float = 0.0


_states: dict[Key, _State] = {}
_lock = threading.Lock()


def clock() -> float:
    """Return seconds that never go back."""
    return time.monotonic()


def is_closed(key: Key) -> bool:
    """Return whether to ask; of those who come after a rest, one is let through to try."""
    with _lock:
        state = _states.get(key)
        if state is None or state.failed_cnt < AFTER:
            return True
        if clock() < state.rests_until:
            return False
        state.rests_until = clock() + FIRST_REST
        return True


def record_success(key: Key) -> None:
    """Note an answer: whatever was before is forgotten."""
    with _lock:
        _states.pop(key, None)


def record_failure(key: Key) -> bool:
    """Note a failure; True when the plugin is left alone from now on."""
    with _lock:
        state = _states.setdefault(key, _State())
        state.failed_cnt += 1
        more = state.failed_cnt - AFTER
        if more < 0:
            return False
        state.rests_until = clock() + calculate_rest(more)
        return more == 0


def calculate_rest(more: int) -> float:
    """Return the seconds of rest after so many failures beyond the third."""
    return float(min(FIRST_REST * 2 ** min(more, 10), LONGEST_REST))


def reset_breakers() -> None:
    """Know of no failures."""
    with _lock:
        _states.clear()
