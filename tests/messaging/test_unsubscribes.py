"""Leaving the news: never by looking, once however often, and with a way back."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import MessageEvent, Suppression
from outfitter_tenants.messaging.translations import languages, translate
from tests.messaging.mail_carrier import GUEST, make_mail
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}
ROUTE = "/api/template/is-unsubscribed"


@pytest.fixture
def guest(reef: Any, client_for: Any) -> Client:
    cache.clear()
    return client_for("reef")  # type: ignore[no-any-return]


@pytest.fixture
def customer(reef: Any) -> Customer:
    made: Customer = Customer.objects.create(
        first_name="Ana", email=GUEST, marketing={"email_opt_in": True}, created_at=utc_now()
    )
    return made


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


def wants_news(customer: Customer) -> bool:
    customer.refresh_from_db()
    return bool(customer.marketing.get("email_opt_in"))


def page(message: Any) -> str:
    return f"/public/crm/{message.hash}/unsubscribe"


class TestThePage:
    def test_looking_changes_nothing(self, guest, customer):
        message = make_mail(status="sent", category="followup")
        for method in (guest.get, guest.head):
            assert method(page(message)).status_code == 200
        assert guest.put(page(message)).status_code in {404, 405}
        assert not Suppression.objects.exists()
        assert not MessageEvent.objects.exists()
        assert wants_news(customer)

    @pytest.mark.parametrize("times", [1, 3])
    def test_one_click_leaves_once(self, guest, customer, times):
        message = make_mail(status="sent", category="followup")
        for _ in range(times):
            # As mail programs post it: no cookie, no token, no page before (RFC 8058).
            assert guest.post(page(message), ONE_CLICK).status_code == 200
        row = Suppression.objects.get()
        assert (row.address, row.scope, row.source) == (GUEST, "marketing", "unsubscribe")
        assert not wants_news(customer)
        assert MessageEvent.objects.filter(kind="unsubscribed").count() == 1
        assert AuditLog.objects.filter(action="suppression.added").count() == 1

    def test_multipart_is_heard_as_well(self, guest):
        message = make_mail(status="sent")
        assert guest.post(page(message), ONE_CLICK, format="multipart").status_code == 200
        assert Suppression.objects.count() == 1

    def test_it_says_what_happened_and_can_be_undone(self, guest, customer):
        message = make_mail(status="sent", category="followup")
        asked = guest.get(page(message)).content.decode()
        assert translate("en", "leave_title") in asked
        assert "a…@guest.example" in asked
        assert GUEST not in asked
        left = guest.post(page(message), {"action": "leave"}).content.decode()
        assert 'value="undo"' in left
        assert 'value="undo"' in guest.get(page(message)).content.decode()

        back = guest.post(page(message), {"action": "undo"}).content.decode()
        assert translate("en", "back_title") in back
        assert suppressions.find(address=GUEST, channel="email", is_marketing=True) is None
        assert wants_news(customer)
        assert guest.post(page(message), {"action": "undo"}).status_code == 200

    def test_undo_gives_nobody_news_who_never_asked(self, guest, customer):
        Customer.objects.filter(pk=customer.pk).update(marketing={})
        message = make_mail(status="sent")
        guest.post(page(message), ONE_CLICK)
        guest.post(page(message), {"action": "undo"})
        assert not wants_news(customer)

    def test_undo_lifts_no_bounce(self, guest):
        message = make_mail(status="sent")
        suppressions.suppress(address=GUEST, channel="email", source="ses", at=utc_now())
        guest.post(page(message), {"action": "undo"})
        assert suppressions.find(address=GUEST, channel="email") is not None

    @pytest.mark.parametrize("status", ["queued", "scheduled", "cancelled"])
    def test_what_was_not_sent_has_no_page(self, guest, status):
        assert guest.get(page(make_mail(status=status))).status_code == 404
        assert guest.post(f"/public/crm/{'0' * 24}/unsubscribe", ONE_CLICK).status_code == 404

    def test_it_is_kept_nowhere(self, guest):
        answer = guest.get(page(make_mail(status="sent")))
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
        assert "form-action 'self'" in answer["Content-Security-Policy"]

    @pytest.mark.parametrize("code", languages())
    def test_in_every_language(self, guest, code):
        message = make_mail(status="sent", locale=code)
        for state, data in (("leave", None), ("left", ONE_CLICK), ("back", {"action": "undo"})):
            answer = guest.post(page(message), data) if data else guest.get(page(message))
            assert translate(code, f"{state}_title") in answer.content.decode()
            assert f'lang="{code}"' in answer.content.decode()


class TestByStaff:
    def ask(self, client: Any, **query: str) -> Any:
        return client.get(ROUTE, query)

    def test_who_is_unsubscribed(self, staff):
        assert self.ask(staff, email=GUEST, phone="+12125550123").json() == {"email": False, "sms": False}
        suppressions.suppress(
            address=GUEST, channel="email", source="unsubscribe", at=utc_now(), scope="marketing"
        )
        suppressions.suppress(address="+12125550123", channel="sms", source="reply", at=utc_now())
        assert self.ask(staff, email=GUEST.upper()).json() == {"email": True, "sms": False}
        assert self.ask(staff, phone="+12125550123").json() == {"email": False, "sms": True}
        assert self.ask(staff, phone="12125550123").json()["sms"]

    @pytest.mark.parametrize("query", [{}, {"email": "nobody"}, {"phone": "12"}, {"email": "a\x00@b.c"}])
    def test_nobody_is_named(self, staff, query):
        assert_error(staff.get(ROUTE, query), 422)

    def test_set_and_lifted(self, staff, customer):
        body = {"email": GUEST, "channel": "email", "unsubscribed": True}
        for _ in range(2):
            answer = staff.post(ROUTE, body, content_type="application/json")
            assert answer.json() == {"email": True, "sms": False}
        assert Suppression.objects.get().scope == "marketing"
        assert not wants_news(customer)
        body["unsubscribed"] = False
        assert staff.post(ROUTE, body, content_type="application/json").json()["email"] is False
        # Who lifts a ban has not asked for news in the guest's name.
        assert not wants_news(customer)
        assert AuditLog.objects.filter(action__startswith="suppression.").count() == 2

    def test_a_guests_own_stop_stays(self, staff):
        phone = "+12125550123"
        suppressions.suppress(address=phone, channel="sms", source="reply", at=utc_now())
        body = {"phone": phone, "channel": "sms", "unsubscribed": False}
        answer = staff.post(ROUTE, body, content_type="application/json")
        assert_error(answer, 409, "opted_out")
        assert suppressions.find(address=phone, channel="sms") is not None

    @pytest.mark.parametrize(
        "body",
        [
            {"email": GUEST, "channel": "sms", "unsubscribed": True},
            {"phone": "+12125550123", "channel": "email", "unsubscribed": True},
            {"email": GUEST, "channel": "post", "unsubscribed": True},
            {"email": GUEST, "channel": "email"},
            {"email": GUEST, "channel": "email", "unsubscribed": True, "more": 1},
        ],
    )
    def test_what_makes_no_sense(self, staff, body):
        assert_error(staff.post(ROUTE, body, content_type="application/json"), 422)
