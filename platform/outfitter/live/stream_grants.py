"""
Who may listen to what: handed from the operation that recognized the caller to the event loop.

A request that opens a stream is an ordinary one: a thread finds its operator and its session. What
comes out is a grant, and from then on no thread is needed (docs/adr/0110).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

# The variable of WSGI by which a server that can stream says so. No header can set it: theirs begin with
# HTTP_.
HANDOVER: Final = "outfitter.stream"
# Said by the server itself: streams end whose session ended, or whose operator is stopped.
END: Final = "stream.end"
# Nobody speaks on it; the channel of an operator, and the key of its numbering, begins with it.
SILENCE: Final = "of:live"


def channel_of(schema_name: str) -> str:
    """Return the channel of one operator."""
    return f"{SILENCE}:{schema_name}"


@dataclass(frozen=True, slots=True)
class StreamGrant:
    """One person at one operator's host, and what their role shows them."""

    schema_name: str
    avatar_id: int
    session_id: int
    permissions: frozenset[str] = field(default_factory=frozenset)
    # Whether the role shows every booking.
    is_unscoped: bool = True
    # The last event the browser heard, 0 when it has just begun.
    heard_id: int = 0

    def covers(self, event: Mapping[str, Any]) -> bool:
        """Return whether an event of this operator is for this person."""
        people = event.get("avatar_ids")
        if people is not None and self.avatar_id not in people:
            return False
        if event.get("is_unscoped") and not self.is_unscoped:
            return False
        permission = event.get("permission")
        return permission is None or permission in self.permissions


def hand_over(environ: Mapping[str, Any], grant: StreamGrant) -> bool:
    """Give a grant to the server; False when this one can't stream (a test's client, a plain server)."""
    take: Callable[[StreamGrant], None] | None = environ.get(HANDOVER)
    if take is None:
        return False
    take(grant)
    return True
