"""Parties that left a number hear by text as well: from the offer to the page it leads to."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.sms_segments import count_segments, plain
from outfitter.plugins import configs
from outfitter_tenants.checkout.waitlist import offers
from outfitter_tenants.messaging import operations, translations
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.text_sentences import waitlist_text
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.messaging.support import operator
from tests.support.sales import Offer
from tests.support.waitlist_parties import fill, give_back, wait
from twilio_double.server import DoubleServer

SID, TOKEN, PHONE = f"AC{'1' * 32}", "token", "+12125550123"


@pytest.fixture
def phones(reef: Any, settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in, with an account of Reef Runners."""
    server = DoubleServer(0, SID, TOKEN)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    server.courier.report = lambda text: None  # type: ignore[method-assign]
    settings.TWILIO = {"api_base": server.base, "account_sid": "", "auth_token": "", "sender": ""}
    values = {"account_sid": SID, "auth_token": TOKEN, "sender": "+15550100000"}
    configs.enable(schema_name=reef.schema_name, slug="twilio", values=values)
    yield server
    server.shutdown()
    server.server_close()


def texts() -> list[Message]:
    return list(Message.objects.filter(channel="sms").order_by("pk"))


def offered(offer: Offer, phone: str | None = PHONE) -> WaitlistEntry:
    """Put a party on the list and let seats come back."""
    hold = fill(offer)
    row = wait(offer, "Bo")
    WaitlistEntry.objects.filter(pk=row.pk).update(phone=phone)
    give_back(hold)
    offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now())
    row.refresh_from_db()
    assert row.status == "offered"
    return row


def test_an_offer_by_text_leads_to_its_page(phones, offer, client_for):
    offered(offer)
    [message] = texts()
    assert (message.to, message.is_urgent, message.segment_cnt) == (
        PHONE,
        True,
        count_segments(message.body_text).count,
    )

    # At an hour at which nobody sleeps, or the offer would not wait for the morning either.
    Message.objects.filter(pk=message.pk).update(useful_until=None)
    operations.deliver(message_id=message.pk, at=utc_now())

    message.refresh_from_db()
    assert message.status == "sent"
    [text] = phones.phones.newest_first()
    assert (text.sid, text.to) == (message.provider_id, PHONE)
    link = re.search(r"https?://[^/\s]+(/waitlist/\S+)", text.body)
    assert link
    page = client_for("reef").get(link[1])
    assert page.status_code == 200
    assert "There are seats for you" in page.content.decode()


def test_the_mail_goes_as_well(phones, offer):
    offered(offer)
    kinds = Message.objects.filter(category="waitlist").values_list("channel", "dedupe_key")
    assert sorted(channel for channel, _ in kinds) == ["email", "email", "sms"]


def test_no_number_no_text(phones, offer):
    offered(offer, phone=None)
    assert texts() == []


def test_no_account_no_text(reef, offer):
    offered(offer)
    assert texts() == []


def data(kind: Any, locale: str) -> WaitlistData:
    start = utc_now().replace(year=2026, month=12, day=5, hour=9, minute=0, second=0, microsecond=0)
    return WaitlistData(
        entry_id=7,
        kind=kind,
        name="Bo",
        email="bo@example.com",
        phone=PHONE,
        locale=locale,
        experience_name="Sunset Kayak",
        local_start=start.replace(tzinfo=None),
        is_flex=False,
        guests=(("Adult", 2),),
        offer_ends_at=start,
        url="https://reef.example/waitlist/7-" + "a" * 32,
    )


@pytest.mark.parametrize("locale", translations.languages())
@pytest.mark.parametrize("kind", ["offer", "expired", "closed"])
def test_every_language_has_them_in_few_parts(locale, kind):
    draft = waitlist_text(data=data(kind, locale), operator=operator())
    assert draft is not None
    assert "Sunset Kayak" in draft.text
    assert ("https://reef.example/waitlist/7-" in draft.text) == (kind != "closed")
    assert count_segments(draft.text).count <= 4


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "it", "nl", "pt", "sv", "da", "fi", "tl"])
def test_languages_of_the_short_alphabet_stay_in_it(locale):
    for kind in ("offer", "expired", "closed"):
        draft = waitlist_text(data=data(kind, locale), operator=operator())
        assert draft is not None
        found = count_segments(plain(draft.text))
        assert (found.encoding, found.count <= 2) == ("gsm7", True), draft.text


@pytest.mark.parametrize("kind", ["joined", "left", "taken"])
def test_what_needs_no_text_makes_none(kind):
    assert waitlist_text(data=data(kind, "en"), operator=operator()) is None
