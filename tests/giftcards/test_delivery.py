"""Cards that are sent, printed, looked for and forgotten."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.plugins.contexts import context_for
from outfitter.plugins.models import DueJob
from outfitter.plugins.types import Event
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.gift_cards import delivery
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.giftcards import privacy
from outfitter_tenants.giftcards.designs import DESIGNS
from outfitter_tenants.giftcards.models import GiftCard, GiftCardStyle
from outfitter_tenants.giftcards.operations import Recipient
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.notifications import subscribers, translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.models import Properties
from tests.giftcards.card_calls import MIA, make_card, pay, sell_card
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")
NAMES = (
    "山田",
    "김민수",
    "王伟",
    "محمد الأحمد",
    "יוסי כהן",
    "प्रिया शर्मा",
    "สมชาย",
    "Иван",
    "Nguyễn",
    "#panic()",
)


def due_of(gift_card_id: int) -> Any:
    rows = DueJob.objects.filter(kind="giftcards.deliver", key=str(gift_card_id))
    return rows.first()


def deliver(gift_card_id: int, at: Any) -> None:
    delivery.deliver({"gift_card_id": gift_card_id}, at)


def given(**more: Any) -> Recipient:
    return Recipient(name="Sam", email="sam@example.com", sender="Ana", message="Enjoy!", **more)


class TestMail:
    def test_at_its_date_and_once(self):
        when = utc_now() + timedelta(days=9)
        card = make_card(5000, recipient=given(deliver_at=when, locale="de"))
        assert due_of(card).next_at == when

        deliver(card, when - timedelta(minutes=1))
        assert not Message.objects.exists()
        for _ in range(2):
            deliver(card, when)

        mail = Message.objects.get()
        assert (mail.category, mail.locale) == ("gift_card", "de")
        assert "Ana schenkt Ihnen 50,00\xa0$" in mail.body_text
        assert f"/api/giftCard/{GiftCard.objects.get().hash}/pdf" in mail.body_html
        assert GiftCard.objects.get().delivered_at == when

    def test_once_more_when_somebody_asks(self):
        now = utc_now()
        card = make_card(5000, recipient=given(deliver_at=now))
        with pytest.raises(Invalid):
            delivery.resend(gift_card_id=card, at=now)
        deliver(card, now + timedelta(minutes=1))
        gift_cards.edit(gift_card_id=card, values={"recipient_email": "new@example.com"}, at=now)

        version = GiftCard.objects.get().version
        delivery.resend(gift_card_id=card, at=now + timedelta(days=1), version=version)
        with pytest.raises(StaleVersion):
            delivery.resend(gift_card_id=card, at=now + timedelta(days=1), version=version)

        assert [mail.to for mail in Message.objects.order_by("id")] == [
            "Sam <sam@example.com>",
            "Sam <new@example.com>",
        ]
        assert GiftCard.objects.get().delivered_at == now + timedelta(days=1)

    def test_nothing_before_it_is_paid(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, recipient=given(deliver_at=utc_now()))
        assert due_of(card) is None
        pay(trip_id, 17700)
        assert due_of(card) is not None

    def test_a_moved_date_and_a_void_card(self):
        when = utc_now() + timedelta(days=9)
        card = make_card(5000, recipient=given(deliver_at=when))
        later = when + timedelta(days=3)
        gift_cards.edit(gift_card_id=card, values={"deliver_at": later}, at=utc_now())
        assert due_of(card).next_at == later

        gift_cards.remove(gift_card_id=card, reason="lost", by=MIA, at=utc_now())
        deliver(card, later)
        assert not Message.objects.exists()

    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_every_language(self, locale):
        card = make_card(5000, 700, recipient=given(deliver_at=utc_now(), locale=locale))
        deliver(card, utc_now() + timedelta(minutes=1))
        mail = Message.objects.get()
        assert "{" not in mail.body_text + mail.subject
        assert "Enjoy!" in mail.body_html

    def test_what_people_type_is_text(self):
        who = Recipient(
            name="<b>Sam</b>\nBcc: x@y.zz",
            email="sam@example.com",
            message="<script>1</script>",
            deliver_at=utc_now(),
        )
        card = make_card(5000, recipient=who)
        deliver(card, utc_now() + timedelta(minutes=1))
        mail = Message.objects.get()
        assert "<script>" not in mail.body_html
        assert "\n" not in mail.subject + mail.to


class TestPaper:
    @pytest.mark.parametrize("name", NAMES)
    def test_every_script_on_every_design(self, name):
        for design in DESIGNS:
            style = GiftCardStyle.objects.get(slug=design.slug)
            who = Recipient(name=name, sender=name, message=f"{name} " * 20)
            card = make_card(123456, recipient=who, style_id=style.pk)
            content = delivery.print_card(gift_card_id=card, by_staff=True, at=utc_now())
            assert content.startswith(b"%PDF-")
            assert re.findall(rb"/Count (\d+)", content)[0] == b"1"

    def test_ink_is_readable_on_every_design(self):
        from outfitter.kit.colors import contrast

        for design in DESIGNS:
            for ground in (design.ground, design.shade):
                assert contrast(design.ink, ground) >= 4.5

    def test_staff_by_number_and_owners_by_hash(self, client_for):
        card = make_card()
        staff, visitor = owner_of(client_for), client_for("reef")
        link = f"/api/giftCard/{GiftCard.objects.get().hash}/pdf"

        for answer in (staff.get(f"/api/giftCard/{card}/pdf"), visitor.get(link)):
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
            assert answer.content.startswith(b"%PDF-")
        printed = AuditLog.objects.filter(action="gift_card.printed", entity_id=card)
        assert printed.count() == 1
        assert_error(visitor.get(f"/api/giftCard/{card}/pdf"), 403, "forbidden")
        assert_error(visitor.get("/api/giftCard/nobodyshasthishashtoday1/pdf"), 404, "not_found")

    def test_not_before_it_is_paid(self, client_for):
        sell_card(fill_cart(make_offer()))
        link = f"/api/giftCard/{GiftCard.objects.get().hash}/pdf"
        assert_error(client_for("reef").get(link), 422, "gift_card_invalid")

    def test_a_picture_of_the_operators_own(self, client_for, tmp_path, settings):
        from django.core.files.uploadedfile import SimpleUploadedFile

        from tests.support.picture_store import make_picture

        staff = owner_of(client_for)

        def upload(**more):
            file = SimpleUploadedFile("reef.jpg", make_picture(), content_type="image/jpeg")
            return staff.post("/api/giftCard/style/upload", {"name": "Our reef", "file": file, **more})

        styles = upload().json()["styles"]
        own = styles[-1]
        assert (own["name"], own["is_own"], len(styles)) == ("Our reef", True, 7)
        assert staff.get(own["image"]).status_code == 200
        card = make_card(style_id=own["id"])
        content = delivery.print_card(gift_card_id=card, by_staff=True, at=utc_now())
        assert re.search(rb"/Subtype\s*/Image", content)

        assert_error(upload(name=""), 422, "validation_failed")
        assert_error(staff.post("/api/giftCard/style/upload", {"name": "A"}), 422)
        left = staff.post(f"/api/giftCard/style/{own['id']}/remove").json()["styles"]
        assert [row["is_own"] for row in left] == [False] * 6
        for gone in (own["id"], left[0]["id"]):
            assert_error(staff.post(f"/api/giftCard/style/{gone}/remove"), 404, "not_found")
        assert delivery.print_card(gift_card_id=card, by_staff=True, at=utc_now())

    def test_letter_and_a_logo(self, tmp_path, settings):
        from outfitter_tenants.people import logos
        from tests.support.picture_store import make_picture

        settings.MEDIA_ROOT = tmp_path
        url = logos.store(data=make_picture(kind="PNG"), folder=tmp_path / current_schema())
        Properties.objects.update_or_create(pk=1, defaults={"logo_url": url})
        card = make_card()
        content = delivery.print_card(gift_card_id=card, by_staff=True, at=utc_now())
        assert re.search(rb"/Subtype\s*/Image", content)


def test_guessing_is_told_to_who_keeps_cards():
    event = Event("e1", "gift_card.codes_guessed", {"who": "203.0.113.9", "tries": 10}, utc_now())
    with transaction.atomic():
        subscribers.on_event(context_for(schema_name=current_schema()), event)

    row = Notification.objects.get()
    said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
    assert said.body.startswith("10 wrong codes in an hour from 203.0.113.9.")
    assert (row.is_urgent, row.url) == (True, "/giftCards")


def test_a_person_is_forgotten_and_the_value_stays():
    card = make_card(5000, recipient=given())

    found = privacy.forget(customer_ids=[], emails=["SAM@example.com"], at=utc_now())

    row = GiftCard.objects.get(pk=card)
    assert (found, row.recipient_name, row.recipient_email) == ([card], "", None)
    assert (row.sender_name, row.message, row.balance) == ("", "", 5000)
