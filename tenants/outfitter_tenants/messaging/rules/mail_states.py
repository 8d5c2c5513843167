"""How far a mail has come: it goes forward only, however late and often news of it come. Pure."""

from typing import Final

RANKS: Final = {
    "queued": 0,
    "scheduled": 0,
    "sending": 1,
    "sent": 2,
    "delivered": 3,
    # A mailbox may take a mail first, and send it back then.
    "bounced": 4,
    "opened": 5,
    "clicked": 6,
    "replied": 7,
    # Whoever complains has read it.
    "complained": 8,
}
# Where a message ended without having gone out: no news of it counts.
ENDED: Final = frozenset({"cancelled", "suppressed", "failed"})


def states_before(status: str) -> tuple[str, ...]:
    """Return the states from which a mail may come to `status`."""
    return tuple(name for name, rank in RANKS.items() if rank < RANKS[status])


def is_further(status: str, than: str) -> bool:
    """Return whether a mail that is at `than` may come to `status`."""
    return than in states_before(status)
