"""Guests and subscribers follow each other, and nobody is brought back who has left."""

import hashlib
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from outfitter.plugins import contexts, delivery_log, outbox
from outfitter.plugins.models import OutboxDelivery, OutboxEvent
from outfitter.sdk import Event, Permanent, Retryable
from outfitter.sdk.customers import wants_news
from outfitter_mailchimp import audience_members
from outfitter_mailchimp.plugin import plugin
from outfitter_tenants.customers import operations as customers
from outfitter_tenants.customers.models import Customer
from tests.plugins.mailchimp.conftest import GUESTS, choose
from tests.support import database
from tests.support.due_jobs import run_due

SCHEMA = database.REEF.schema_name
ANA = hashlib.md5(b"ana@example.com").hexdigest()


@pytest.fixture
def ana(reef: Any) -> Customer:
    """Return a customer who wants news."""
    return Customer.objects.create(
        hash="AnaRuizAnaRuiz",
        first_name="Ana",
        last_name="Ruiz",
        email="Ana@Example.com",
        locale="es-MX",
        marketing={"email_opt_in": True},
    )


def tell(name: str, customer: Customer, **more: Any) -> Any:
    ctx = contexts.context_for(schema_name=SCHEMA, slug="mailchimp")
    payload = {"customer_id": customer.pk, **more}
    return plugin.on_event(ctx, Event("1", name, payload, datetime.now(UTC)))


def booked(customer: Customer, *names: str) -> Any:
    return tell("trip.converted", customer, experience_names=list(names) or ["Harbor tour"])


def member(double: Any, key: str = ANA, audience: str = GUESTS) -> Any:
    return double.account.members[audience].get(key)


def writes(double: Any) -> list[tuple[str, str]]:
    return [(method, path) for method, path, _ in double.calls if "/members" in path]


def test_a_guest_who_wants_news_becomes_a_subscriber(chosen: Client, double: Any, ana: Customer) -> None:
    booked(ana, "Harbor tour", "Reef dive")
    booked(ana, "Night paddle")
    found = member(double)
    assert (found.email, found.status, found.language) == ("ana@example.com", "subscribed", "es")
    assert found.merge_fields == {"FNAME": "Ana", "LNAME": "Ruiz"}
    assert found.tags == ["Harbor tour", "Reef dive", "Night paddle"]
    sent = [body for method, path, body in double.calls if method == "PUT"]
    assert all("status" not in body and body["status_if_new"] == "subscribed" for body in sent)


def test_double_opt_in_and_no_tags(connected: Client, double: Any, ana: Customer) -> None:
    choose(connected, is_double_opt_in=True, is_tagged=False)
    booked(ana)
    assert (member(double).status, member(double).tags) == ("pending", [])


def test_without_consent_nothing_is_sent_at_all(chosen: Client, double: Any, ana: Customer) -> None:
    double.calls.clear()
    for marketing in ({}, {"email_opt_in": False, "sms_opt_in": True}):
        Customer.objects.filter(pk=ana.pk).update(marketing=marketing)
        booked(ana)
        tell("customer.changed", ana, changed=["marketing"])
        tell("customer.created", ana, changed=["email"])
    Customer.objects.filter(pk=ana.pk).update(marketing={"email_opt_in": True}, email=None)
    booked(ana)
    assert double.calls == []


def test_without_an_audience_nothing_is_sent(connected: Client, double: Any, ana: Customer) -> None:
    double.calls.clear()
    booked(ana)
    assert double.calls == []


def test_who_left_there_stays_away(chosen: Client, double: Any, ana: Customer) -> None:
    booked(ana)
    member(double).status = "unsubscribed"
    booked(ana)
    assert member(double).status == "unsubscribed"


def test_a_compliance_state_is_done_with_a_note(chosen: Client, double: Any, ana: Customer) -> None:
    Customer.objects.filter(pk=ana.pk).update(email="gone@example.com")
    note = booked(ana)
    assert note == "Forgotten Email Not Subscribed: not subscribed again"


def test_the_note_stands_in_the_log(chosen: Client, double: Any, ana: Customer) -> None:
    Customer.objects.filter(pk=ana.pk).update(email="gone@example.com")
    at = datetime.now(UTC)
    event = OutboxEvent.objects.create(
        schema_name=SCHEMA, name="trip.converted", payload={"customer_id": ana.pk}, occurred_at=at
    )
    row = OutboxDelivery.objects.create(
        event=event, subscriber="plugin:mailchimp", schema_name=SCHEMA, next_at=at, status="waiting"
    )
    assert outbox.deliver_event(row.pk)
    (call,) = [
        one
        for one in delivery_log.last_calls(schema_name=SCHEMA, slug="mailchimp")
        if one.id == f"out-{row.pk}"
    ]
    assert (call.status, call.error) == ("done", "Forgotten Email Not Subscribed: not subscribed again")


def test_a_merge_field_that_does_not_fit_is_named(chosen: Client, double: Any, ana: Customer) -> None:
    Customer.objects.filter(pk=ana.pk).update(email="wrong@example.com")
    with pytest.raises(Permanent, match="FNAME: This value is too odd"):
        booked(ana)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(429, Retryable), (500, Retryable), (503, Retryable), (403, Permanent), (401, Permanent)],
)
def test_trouble_there(
    chosen: Client, double: Any, ana: Customer, status: int, kind: type[Exception]
) -> None:
    double.account.moods = [status]
    with pytest.raises(kind):
        booked(ana)
    assert bool(contexts.context_for(schema_name=SCHEMA, slug="mailchimp").oauth.problem) is (status == 401)  # type: ignore[union-attr]


def test_who_opts_out_here_is_unsubscribed_there(chosen: Client, double: Any, ana: Customer) -> None:
    booked(ana)
    customers.opt_out(email="ana@example.com", source="staff", at=datetime.now(UTC))
    Customer.objects.filter(pk=ana.pk).update(marketing={"email_opt_in": False})
    assert tell("customer.changed", ana, changed=["marketing"]) == "Unsubscribed there."
    assert member(double).status == "unsubscribed"
    double.calls.clear()
    assert tell("customer.changed", ana, changed=["marketing"]) is None
    assert double.calls == []


def test_who_opts_out_here_and_was_never_sent(chosen: Client, double: Any, ana: Customer) -> None:
    marketing = {"email_opt_in": False}
    Customer.objects.filter(pk=ana.pk).update(marketing=marketing, unsubscribed_at=datetime.now(UTC))
    double.account.put(GUESTS, ANA, {"email_address": "ana@example.com", "status_if_new": "subscribed"})
    tell("customer.changed", ana, changed=["marketing"])
    assert member(double).status == "unsubscribed"


def test_other_changes_are_not_sent(chosen: Client, double: Any, ana: Customer) -> None:
    double.calls.clear()
    tell("customer.changed", ana, changed=["notes", "is_vip"])
    assert double.calls == []


def test_a_new_address_takes_the_old_ones_place(chosen: Client, double: Any, ana: Customer) -> None:
    booked(ana)
    Customer.objects.filter(pk=ana.pk).update(email="ruiz@example.com")
    tell("customer.changed", ana, changed=["email"])
    new = hashlib.md5(b"ruiz@example.com").hexdigest()
    assert (member(double).status, member(double, new).status) == ("archived", "subscribed")


def test_who_is_forgotten_here_is_archived_there(chosen: Client, double: Any, ana: Customer) -> None:
    booked(ana)
    tell("customer.anonymised", ana, merged_ids=[])
    assert member(double).status == "archived"
    double.calls.clear()
    tell("customer.anonymised", ana, merged_ids=[])
    assert double.calls == []


def test_two_who_are_one_stay_one_subscriber(chosen: Client, double: Any, ana: Customer) -> None:
    twin = Customer.objects.create(hash="Twin", email="ana@example.com", marketing={"email_opt_in": True})
    other = Customer.objects.create(hash="Other", email="old@example.com", marketing={"email_opt_in": True})
    for one in (ana, twin, other):
        booked(one)
    tell("customer.merged", ana, merged_ids=[twin.pk, other.pk])
    old = hashlib.md5(b"old@example.com").hexdigest()
    assert (member(double).status, member(double, old).status) == ("subscribed", "archived")


def test_everyone_is_added_step_by_step(
    chosen: Client, double: Any, ana: Customer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience_members, "STEP_SECONDS", 0.0)
    for number in range(23):
        Customer.objects.create(
            hash=f"many{number}", email=f"g{number}@example.com", marketing={"email_opt_in": number % 2 == 0}
        )
    Customer.objects.create(hash="odd", email="wrong@example.com", marketing={"email_opt_in": True})
    answer = chosen.post("/api/plugin/mailchimp/action/sync/run", {}, content_type="application/json").json()
    assert answer["message"] == "This has started."
    assert answer["plugin"]["actions"][0]["is_running"]
    for _ in range(10):
        run_due("plugin.action")
    emails = {one.email for one in double.account.members[GUESTS].values()}
    assert emails == {"ana@example.com", *(f"g{number}@example.com" for number in range(0, 23, 2))}
    shown = chosen.get("/api/plugin/mailchimp/get").json()["plugin"]["actions"][0]
    assert (shown["is_running"], shown["message"]) == (False, "Everyone is up to date.")


def test_a_sync_needs_an_audience(connected: Client) -> None:
    answer = connected.post("/api/plugin/mailchimp/action/sync/run", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["message"]) == (409, "Choose an audience first.")


def test_wants_news_is_what_it_was(ana: Customer) -> None:
    ctx = contexts.context_for(schema_name=SCHEMA, slug="mailchimp")
    assert wants_news(ctx, customer_id=ana.pk)
    assert not wants_news(ctx, customer_id=10**9)
