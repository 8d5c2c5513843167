"""A party pays on its own phone by a code on the kiosk, which says nothing of anybody (ADR 150)."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payment_links import balance_links
from outfitter_tenants.ledger.models import Intent, PaymentLink
from outfitter_tenants.trips.models import Trip
from tests.kiosk.test_self_check_in import Kiosk, midday, pay, soon
from tests.support.api_operations import assert_error
from tests.support.card_gateway import CardGateway
from tests.support.sales import make_offer
from tests.support.sold_trips import guests_of, sell


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> CardGateway:
    fake = CardGateway()

    def provider(*, schema_name: str) -> Any:
        return contexts.context_for(schema_name=schema_name), fake

    for module in (intent_calls, intents):
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake


@pytest.fixture
def sold(reef: Any) -> int:
    trip_id = sell(make_offer(capacity=20), adults=2, children=0)
    midday()
    soon()
    return trip_id


@pytest.fixture
def kiosk(sold: int, client_for: Any) -> Kiosk:
    return Kiosk(client_for("reef"))


@pytest.fixture
def party(kiosk: Kiosk, sold: int, gateway: CardGateway) -> dict[str, Any]:
    return kiosk.find(guests_of(sold)[0].ticket_code)


def look(client: Any, secret: str) -> Any:
    return client.get(f"/api/paymentLink/{secret}/get")


def send(client: Any, secret: str, what: str, **body: Any) -> Any:
    return client.post(f"/api/paymentLink/{secret}/{what}", body, content_type="application/json")


def ask(kiosk: Kiosk, key: str, tag: str = "") -> Any:
    headers = {"X-Outfitter-Device": kiosk.token, "If-None-Match": tag}
    return kiosk.client.get("/api/kiosk/balance/get", {"key": key}, headers=headers)


def secret_of(answer: dict[str, Any]) -> str:
    return str(answer["url"].partition("/pay/")[2])


def test_the_whole_way(
    kiosk: Kiosk, sold: int, party: dict[str, Any], gateway: CardGateway, client_for: Any
) -> None:
    total = Trip.objects.get(pk=sold).total_amount
    assert (party["due_amount"], party["currency"], party["pays_by_phone"]) == (total, "USD", True)
    code = kiosk.post("pay", key=party["key"]).json()
    assert {len(row) for row in code["qr"]} == {len(code["qr"])}
    # Showing it asks nobody for money yet.
    assert not PaymentLink.objects.exists()
    first = ask(kiosk, code["key"])
    assert first.json() == {"due_amount": total, "currency": "USD"}
    assert ask(kiosk, code["key"], first["ETag"]).status_code == 304

    phone = client_for("reef")
    begun = send(phone, secret_of(code), "createIntent", amount=total).json()
    gateway.pay(Intent.objects.get().gateway_id)
    done = send(phone, secret_of(code), "confirm", intent_id=begun["intent_id"]).json()
    assert (done["status"], done["link"]["state"]) == ("succeeded", "paid")
    assert AuditLog.objects.filter(trip_id=sold, action="trip.payment_link_created").count() == 1

    after = ask(kiosk, code["key"], first["ETag"])
    assert (after.status_code, after.json()["due_amount"]) == (200, 0)
    fresh = kiosk.post("party", key=code["key"]).json()
    assert (fresh["has_balance"], fresh["must_pay_first"], fresh["pays_by_phone"]) == (False, False, False)
    assert kiosk.check_in(fresh).json()["checked_in_cnt"] == 2
    assert_error(kiosk.post("pay", key=code["key"]), 409, "nothing_due")


def test_the_page_names_nobody(kiosk: Kiosk, sold: int, party: dict[str, Any], gateway: CardGateway) -> None:
    trip = Trip.objects.get(pk=sold)
    code = kiosk.post("pay", key=party["key"])
    page = look(kiosk.client, secret_of(code.json()))
    assert page.json()["state"] == "open"
    hidden = (trip.hash, trip.confirmation_code, trip.contact_first_name, trip.contact_email)
    for answer in (code, page):
        for one in hidden:
            assert one not in answer.content.decode()
    # What was sent to the customer says it.
    own = balance_links.path_of(sold).removeprefix("/pay/")
    assert look(kiosk.client, own).json()["trip"]["confirmation_code"] == trip.confirmation_code


def test_the_address_is_good_for_minutes(
    kiosk: Kiosk, sold: int, gateway: CardGateway, party: dict[str, Any]
) -> None:
    code = kiosk.post("pay", key=party["key"]).json()
    good = secret_of(code)
    over = balance_links.brief_path_of(sold, until=utc_now() - timedelta(seconds=1)).removeprefix("/pay/")
    assert look(kiosk.client, over).json()["state"] == "expired"
    assert_error(send(kiosk.client, over, "createIntent", amount=party["due_amount"]), 409, "link_expired")
    # A request that was made by another address does not make it good again.
    send(kiosk.client, good, "createIntent", amount=party["due_amount"])
    assert PaymentLink.objects.count() == 1
    assert_error(send(kiosk.client, over, "createIntent", amount=party["due_amount"]), 409, "link_expired")
    _, until, seal = good.split("-")
    for wrong in (f"k{sold}-{int(until) + 900}-{seal}", f"k{sold + 1}-{until}-{seal}", f"k{sold}-{seal}"):
        assert look(kiosk.client, wrong).status_code == 404, wrong


def test_nothing_to_pay_with_or_for(
    kiosk: Kiosk, sold: int, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*, schema_name: str) -> Any:
        raise NoPaymentProvider(f"{schema_name} takes no cards.")

    monkeypatch.setattr(intent_calls, "payment_provider", nobody)
    found = kiosk.find(guests_of(sold)[0].ticket_code)
    assert (found["has_balance"], found["pays_by_phone"]) == (True, False)
    assert_error(kiosk.post("pay", key=found["key"]), 409, "no_payment_provider")
    pay(sold)
    assert_error(kiosk.post("pay", key=found["key"]), 409, "nothing_due")
    soon(-30)
    assert_error(kiosk.post("pay", key=found["key"]), 409, "kiosk_closed")
    other = Kiosk(client_for("reef"))
    assert_error(other.post("pay", key=found["key"]), 409, "kiosk_key_expired")
    assert_error(ask(other, found["key"]), 409, "kiosk_key_expired")
