"""
The one lock order of the product, and what a refused lock becomes.

Order: job, invoices of a reseller, invoice, places on a waiting list, trip, visitor, address, reseller,
offer code, gift card, experience, availability rule, timeslot, its pools, experience date, hold,
resource group, resource, guide profile, contact data of a person, customer, merge, invoice series;
each set by ascending id.
Take locks only for what becomes less available. Seats are taken by conditional updates
(scheduling.queries), which lock the row they change and nothing else.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, transaction

from outfitter.kit.errors import Busy

# lock_not_available, deadlock_detected, serialization_failure; and a plan that an old pooler has
# lost or has twice, which ends the transaction and does not happen again (wall.plans)
_BUSY_STATES = frozenset({"55P03", "40P01", "40001", "26000", "42P05"})


@contextmanager
def atomic() -> Iterator[None]:
    """
    Run a use case in one transaction.

    :raises Busy: a lock was not granted within the connection's lock_timeout
    """
    with wait_for_locks(), transaction.atomic():
        yield


@contextmanager
def wait_for_locks() -> Iterator[None]:
    """
    Run statements that may wait for a lock, in whatever transaction there is.

    :raises Busy: a lock was not granted within the connection's lock_timeout
    """
    try:
        yield
    except DatabaseError as problem:
        if getattr(problem.__cause__, "sqlstate", None) in _BUSY_STATES:
            raise Busy("Someone else is changing this right now. Please try again.") from problem
        raise
