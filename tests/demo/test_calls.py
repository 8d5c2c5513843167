"""The demonstration's telephone: calls of every kind, whom somebody owes one, and what agents did."""

from collections import Counter
from datetime import timedelta

from outfitter_tenants.ai_agents import agent_log
from outfitter_tenants.ai_agents.models import AgentAction, AgentSettings
from outfitter_tenants.calls import agent_conversations
from outfitter_tenants.calls.models import Call, CallNumber
from outfitter_tenants.trips.models import Trip
from tests.demo import AT


def test_calls_ended_in_every_way_and_some_callers_wait(demo):
    calls = Call.objects.all()
    assert {"missed", "voicemail", "completed"} <= set(calls.values_list("status", flat=True))
    outcomes = Counter(calls.values_list("outcome", flat=True))
    assert min(outcomes[one] for one in ("quoted", "support", "spam")) >= 1
    assert outcomes["booked"] >= 5
    assert calls.filter(callback="wanted", started_at__gt=AT - timedelta(days=1)).count() >= 2
    assert calls.filter(direction="outbound").exists()
    assert not calls.filter(started_at__gt=AT).exists()
    assert CallNumber.objects.exclude(label="").count() == 3


def test_a_call_that_sold_something_knows_what(demo):
    for call in Call.objects.filter(outcome="booked"):
        trip = Trip.objects.get(pk=call.trip_id)
        assert (trip.contact_phone, trip.customer_id) == (call.caller_number, call.customer_id)
        assert call.started_at < trip.created_at


def test_agents_sold_refused_and_can_be_listened_to(demo):
    assert AgentSettings.objects.get().is_on
    rows = agent_log.list_actions(before=None, is_refused=False)
    assert {"phone", "visitor"} <= {row.profile for row in rows}
    assert {"ok", "refused"} == {row.outcome for row in rows}
    sold = AgentAction.objects.filter(tool="trip/create", outcome="ok")
    assert sold.exists()
    for action in sold:
        assert action.spoken
        assert Trip.objects.get(pk=action.trip_id).trip_method.slug == "ai_agent"
        assert agent_conversations.ids_of(provider_call_ids=[action.call_id])
