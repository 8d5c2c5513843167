"""Every state of a trip and its orders against every event (domain.md 3.4)."""

import itertools

import pytest

from outfitter_tenants.trips.states import ORDER, SCHEDULE, TRIP, IllegalTransition, transition

TABLES = {"trip": TRIP, "order": ORDER, "schedule": SCHEDULE}
PAIRS = [
    (name, state, event)
    for name, table in TABLES.items()
    for state, event in itertools.product(
        sorted({state for state, _ in table} | set(table.values())), sorted({event for _, event in table})
    )
]


@pytest.mark.parametrize(("name", "state", "event"), PAIRS)
def test_every_pair_is_a_step_or_refused(name, state, event):
    expected = TABLES[name].get((state, event))
    if expected is None:
        with pytest.raises(IllegalTransition) as refusal:
            transition(state, event, of=name)
        assert refusal.value.detail == {"state": state, "event": event}
    else:
        assert transition(state, event, of=name) == expected


def test_what_was_booked_never_becomes_a_cart_again():
    steps = {(state, after) for (state, _), after in TRIP.items()}

    assert not {("reserved", "draft"), ("under_review", "draft")} & steps
