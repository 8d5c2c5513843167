"""What people wrote down, whom it is shown to, and that every row leads to a trip of this operator."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.fields.models import CustomField, CustomFieldValue
from outfitter_tenants.trips.models import Trip, TripNote
from tests.calls.support import CALLER, make_call
from tests.reports.test_any_report import ask
from tests.reports.test_money import clerk_with
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import guests_of, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def make_field(name, **values):
    given = {"label": name, "kind": "text", "scope": "booking", **values}
    return CustomField.objects.create(name=name, **given)


def answer(field, target_id, value, **more):
    return CustomFieldValue.objects.create(
        custom_field=field, scope=field.scope, target_id=target_id, value=value, answered_at=utc_now(), **more
    )


def test_answers_lead_to_their_trips_and_hide_what_is_personal(staff, client_for):
    trip_id = sell(make_offer())
    guest = guests_of(trip_id)[0]
    answer(make_field("Meal", kind="multiselect"), guest.pk, ["Vegan", "No nuts"])
    answer(make_field("Hotel", scope="trip_order", is_pii=True), order_of(trip_id).pk, "Ocean Inn 12")
    answer(make_field("Health", scope="trip", is_health=True), trip_id, None, value_encrypted="x")
    rows = ask(staff, "customFieldValues").json()["data"]
    assert {row["trip"]["id"] for row in rows} == {trip_id}
    said = {row["cells"]["field"]: row["cells"]["answer"] for row in rows}
    assert said == {"Meal": "Vegan, No nuts", "Hotel": "Ocean Inn 12", "Health": None}
    clerk = clerk_with(client_for, "report.view", "trip.view")
    rows = ask(clerk, "customFieldValues").json()["data"]
    assert {row["cells"]["field"]: row["cells"]["answer"] for row in rows} == {
        "Meal": "Vegan, No nuts",
        "Hotel": None,
        "Health": None,
    }
    # Nobody is counted by what is theirs alone.
    groups = ask(staff, "customFieldValues", groupBy=["answer"]).json()["groups"]
    assert {one["by"][0]["value"]: one["sums"]["cnt"] for one in groups} == {"Vegan, No nuts": 1, None: 2}
    # By when the trip begins.
    start = Trip.objects.get(pk=trip_id).first_start_at.date()
    far = {"from": str(start + timedelta(days=2)), "to": str(start + timedelta(days=3))}
    assert ask(staff, "customFieldValues", dateType="activity", **far).json()["data"] == []
    assert len(ask(staff, "customFieldValues", dateType="activity").json()["data"]) == 3


def test_notes_of_customers_are_for_who_sees_customers(staff, client_for):
    trip_id = sell(make_offer())
    for kind, body in (("staff", "Early pickup"), ("customer", "My wife is ill")):
        TripNote.objects.create(trip_id=trip_id, body=body, kind=kind, created_at=utc_now())
    TripNote.objects.create(trip_id=trip_id, body="Gone", created_at=utc_now(), deleted_at=utc_now())
    rows = ask(staff, "notes").json()["data"]
    assert {row["cells"]["body"] for row in rows} == {"Early pickup", "My wife is ill"}
    assert {row["trip"]["id"] for row in rows} == {trip_id}
    clerk = clerk_with(client_for, "report.view", "trip.view")
    found = ask(clerk, "notes").json()
    assert "body" not in {one["key"] for one in found["columns"]}
    assert len(found["data"]) == 2


def test_callers_are_for_who_sees_customers(client_for):
    make_call(note="Wants a private tour", caller_name="Ana Ruiz")
    clerk = clerk_with(client_for, "report.view", "call.view")
    answer = ask(clerk, "callNotes")
    assert answer.json()["meta"]["total"] == 1
    assert CALLER not in answer.content.decode()
    assert "Ruiz" not in answer.content.decode()


def test_notes_on_customers_and_calls(staff):
    trip_id = sell(make_offer())
    Customer.objects.filter(pk=Trip.objects.get(pk=trip_id).customer_id).update(notes="Afraid of heights")
    make_call(note="Wants a private tour")
    make_call()
    [row] = ask(staff, "crmNotes").json()["data"]
    assert (row["cells"]["customer"], row["cells"]["notes"]) == ("Ana Ruiz", "Afraid of heights")
    [row] = ask(staff, "callNotes").json()["data"]
    assert row["id"]
    Customer.objects.update(anonymised_at=utc_now())
    assert ask(staff, "crmNotes").json()["data"] == []


def test_another_operator_sees_none_of_it(staff, peak, client_for):
    # What is written now is of the second operator.
    TripNote.objects.create(trip_id=sell(make_offer()), body="Theirs", created_at=utc_now())
    assert len(ask(owner_of(client_for, "peak"), "notes").json()["data"]) == 1
    assert ask(staff, "notes").json()["data"] == []
    assert ask(staff, "experienceDates").json()["data"] == []


def statements_of(staff, slug):
    # What seldom changes is read once after it did.
    ask(staff, slug)
    with CaptureQueriesContext(connection) as sent:
        ask(staff, slug)
    return len(sent)


@pytest.mark.parametrize("slug", ["notes", "experienceDates", "departureProfit", "leadTimes", "pace"])
def test_a_page_takes_as_many_statements_for_many_rows(staff, slug):
    trip_id = sell(make_offer())
    TripNote.objects.create(trip_id=trip_id, body="One", created_at=utc_now())
    one = statements_of(staff, slug)
    for _ in range(3):
        more = sell(make_offer())
        TripNote.objects.create(trip_id=more, body="More", created_at=utc_now())
    assert len(ask(staff, slug).json()["data"]) == 4
    assert statements_of(staff, slug) == one
