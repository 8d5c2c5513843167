"""Who guesses codes: alone, from a network of their own, from many at once, or off a shelf."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.api.rate_limits import RateLimited
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import CodeTry, GiftCard
from outfitter_tenants.giftcards.operations import rate_limits
from outfitter_tenants.notifications import translations
from tests.giftcards.card_calls import MIA, make_card, wanted
from tests.support.api_operations import assert_error

pytestmark = pytest.mark.usefixtures("reef")


def guess(ip: str, times: int = 1) -> int:
    """Name wrong codes from an address; returns how many were heard."""
    who, heard = rate_limits.visitor(ip), 0
    for _ in range(times):
        try:
            try_id = rate_limits.begin(who=who, at=utc_now())
        except RateLimited:
            continue
        rate_limits.was_wrong(try_id=try_id, who=who, name=ip, at=utc_now())
        heard += 1
    return heard


@pytest.mark.parametrize(
    ("ip", "who"),
    [
        ("203.0.113.9", "ip:203.0.113.9"),
        ("::ffff:203.0.113.9", "ip:203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "ip:2001:db8:1:2::/64"),
        (None, "ip:?"),
        ("nonsense", "ip:?"),
    ],
)
def test_who_is_counted(ip, who):
    assert rate_limits.visitor(ip) == who


def test_a_network_of_ones_own_is_one_guesser():
    heard = [guess(f"2001:db8:1:2::{number:x}") for number in range(1, 30)]
    assert sum(heard) == rate_limits.MOST_WRONG


def besiege() -> None:
    """A hundred wrong codes, ten each of ten addresses."""
    for number in range(10):
        guess(f"198.51.100.{number}", 10)


def test_many_addresses_have_fewer_tries_each_and_are_told_once():
    besiege()

    assert guess("203.0.113.1", 10) == rate_limits.MOST_IN_SIEGE
    events = OutboxEvent.objects.filter(name="gift_card.codes_guessed", payload__who="")
    assert [event.payload["tries"] for event in events] == [rate_limits.SIEGE]
    rows = AuditLog.objects.filter(action="gift_card.codes_guessed")
    assert rows.count() == 10 + 1


def test_it_is_over_an_hour_later():
    besiege()
    CodeTry.objects.update(at=utc_now() - timedelta(hours=1, minutes=1))
    assert guess("203.0.113.1", 12) == rate_limits.MOST_WRONG


def test_who_has_a_card_names_it_all_the_same(client_for):
    besiege()
    card = make_card()
    code = queries.plain_code(GiftCard.objects.get(pk=card))
    visitor = client_for("reef")
    for _ in range(5):
        found = visitor.get("/api/giftCard/search", {"code": code})
        assert found.json()["giftCard"]["balance"] == 5000


def test_how_it_is_said():
    said = translations.translate(
        "gift_card_codes_guessed", {"who": "", "count": 100, "reason": "many"}, locale="en", time_zone="UTC"
    )
    assert said.title == "Gift card codes are being guessed from many addresses"
    assert said.body.startswith("100 wrong codes")


def test_who_waits_for_a_card_on_a_shelf_to_be_sold_has_to_wait(client_for):
    card = gift_cards.make(wanted=wanted(code="SHELF0001"), by=MIA, at=utc_now())
    visitor: Any = client_for("reef")
    for _ in range(rate_limits.MOST_WRONG):
        found = visitor.get("/api/giftCard/search", {"code": "SHELF0001"})
        assert found.json()["giftCard"]["status"] == "pending"
    gift_cards.activate(gift_card_id=card, by=MIA, at=utc_now(), reason="A prize")
    assert_error(visitor.get("/api/giftCard/search", {"code": "SHELF0001"}), 429, "rate_limited")
