"""
What the routes of a kiosk may cost in statements, so that nobody makes a queue wait unseen.

Each is asked once before it is counted. If you need another statement, raise the budget and say why.
"""

from collections.abc import Callable, Iterator
from secrets import token_hex
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.accounts import hosts
from outfitter_tenants.trips.models import Booking
from tests.kiosk.test_pay_by_phone import ask, gateway, sold
from tests.kiosk.test_self_check_in import Kiosk, terms
from tests.support.card_gateway import CardGateway
from tests.support.kept_reads import unchecked

__all__ = ["gateway", "sold"]


@pytest.fixture
def kiosk(
    sold: int, client_for: Any, gateway: CardGateway, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Kiosk]:
    # Ten seconds after a host was asked for it is asked anew, wherever that falls.
    monkeypatch.setattr(hosts, "TTL_SECONDS", 3600.0)
    hosts.forget()
    terms(finds_by_name=True, allows_unpaid=True)
    with unchecked():
        yield Kiosk(client_for("reef"))
    hosts.forget()


def party_of(kiosk: Kiosk) -> dict[str, Any]:
    return kiosk.find(Booking.objects.order_by("id")[0].ticket_code)


def by_code(kiosk: Kiosk) -> Callable[[], Any]:
    code = Booking.objects.order_by("id")[0].ticket_code
    kiosk.find(code)
    return lambda: kiosk.post("find", code=code)


def unchanged(kiosk: Kiosk) -> Callable[[], Any]:
    key = party_of(kiosk)["key"]
    tag = ask(kiosk, key)["ETag"]
    return lambda: ask(kiosk, key, tag)


def with_key(what: str) -> Callable[[Kiosk], Callable[[], Any]]:
    """Ask about a party that was found."""

    def ready(kiosk: Kiosk) -> Callable[[], Any]:
        key = party_of(kiosk)["key"]
        kiosk.post(what, key=key)
        return lambda: kiosk.post(what, key=key)

    return ready


def check_in(kiosk: Kiosk) -> Callable[[], Any]:
    """Check one guest in, and return what checks in the other."""
    party = party_of(kiosk)
    first, second = (one["booking_id"] for one in party["guests"])
    assert kiosk.check_in(party, [first], token_hex(8)).json()["checked_in_cnt"] == 1
    return lambda: kiosk.check_in(party, [second], token_hex(8))


def sign(kiosk: Kiosk) -> Callable[[], Any]:
    Booking.objects.update(waiver_required_cnt=1)
    return with_key("sign")(kiosk)


def begin(kiosk: Kiosk) -> Callable[[], Any]:
    kiosk.post("open")
    return lambda: kiosk.post("open")


BUDGETS: Final[dict[str, tuple[int, Callable[[Kiosk], Callable[[], Any]]]]] = {
    "the page begins": (3, begin),
    "a ticket is held up": (9, by_code),
    "a party comes back": (6, with_key("party")),
    "a code to pay by": (5, with_key("pay")),
    "is it paid yet": (2, unchanged),
    "a guest checks in": (15, check_in),
    "a party signs here": (9, sign),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_costs_no_more(kiosk: Kiosk, name: str) -> None:
    budget, ready = BUDGETS[name]
    do = ready(kiosk)
    with CaptureQueriesContext(connection) as found:
        answer = do()
    assert answer.status_code in {200, 304}, answer.content
    assert len(found) <= budget, "\n".join(one["sql"][:160] for one in found)
