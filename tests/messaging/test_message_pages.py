"""Mails on the web: what was sent, links that lead where the mail says, a picture for everybody."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter_tenants.messaging import preview_links, tracked_links
from outfitter_tenants.messaging.models import MessageEvent, MessageLink
from outfitter_tenants.website.message_pages import PIXEL
from tests.messaging.mail_carrier import GUEST, make_mail
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 28, 12, tzinfo=UTC)
BASE = "http://reef.localhost:8000"
PORTAL = "https://reef.example/customerPortal#AbC123.secret-token_~"


@pytest.fixture
def guest(reef: Any, client_for: Any) -> Client:
    cache.clear()
    return client_for("reef")  # type: ignore[no-any-return]


def wrap(message: Any, html: str) -> str:
    return tracked_links.wrap(html, message_id=message.pk, message_hash=message.hash, base_url=BASE)


def follow(client: Client, message_hash: str, **query: str) -> Any:
    return client.get(f"/public/crm/viewCrmLink/{message_hash}", query)


class TestWrap:
    def test_each_address_once_and_the_same_the_second_time(self, reef):
        message = make_mail()
        html = '<a href="https://a.example/?x=1&amp;y=2">A</a> <a class="b" href=\'https://a.example/?x=1&amp;y=2\'>B</a>'
        once = wrap(message, html)
        assert wrap(message, html) == once
        assert [link.url for link in message.links.all()] == ["https://a.example/?x=1&y=2"]
        assert once.count("/public/crm/viewCrmLink/") == 2
        assert "a.example" not in once

    @pytest.mark.parametrize(
        "href",
        [
            "mailto:a@b.example",
            "tel:+13055550100",
            "#top",
            "/relative",
            "javascript:alert(1)",
            "data:text/html,x",
            f"{BASE}/public/crm/abc/unsubscribe",
            "https://",
            "https://a.example/with space",
        ],
    )
    def test_what_is_no_page_elsewhere_stays(self, reef, href):
        message = make_mail()
        html = f'<a href="{href}">x</a>'
        assert wrap(message, html) == html
        assert not MessageLink.objects.exists()

    def test_personal_links_lead_on_whole(self, guest):
        message = make_mail(status="sent")
        led = wrap(message, f'<a href="{PORTAL}">Your trip</a>')
        query = parse_qs(urlsplit(led.split('"')[1]).query)
        answer = follow(guest, message.hash, u=query["u"][0])
        assert (answer.status_code, answer["Location"]) == (302, PORTAL)
        assert answer["Referrer-Policy"] == "no-referrer"


class TestLinks:
    @pytest.fixture
    def message(self, guest: Client) -> Any:
        made = make_mail(status="sent")
        MessageLink.objects.create(message=made, token="tok", url="https://a.example/x?y=1")
        return made

    @pytest.mark.parametrize("wanted", ["tok", "https://a.example/x?y=1"])
    def test_what_the_mail_holds(self, guest, message, wanted):
        answer = follow(guest, message.hash, u=wanted)
        assert (answer.status_code, answer["Location"]) == (302, "https://a.example/x?y=1")
        assert "no-store" in answer["Cache-Control"]
        message.refresh_from_db()
        assert (message.status, message.clicked_cnt) == ("clicked", 1)
        assert MessageLink.objects.get().clicked_cnt == 1
        assert MessageEvent.objects.get(kind="clicked").detail == "https://a.example/x?y=1"

    @pytest.mark.parametrize(
        "wanted",
        [
            "https://evil.example/",
            "//evil.example",
            "https://a.example/x?y=1@evil.example",
            "https://a.example/x?y=1/../../evil",
            "https://a.example",
            "http://a.example/x?y=1",
            "HTTPS://A.EXAMPLE/x?y=1",
            "javascript:alert(1)",
            "\\\\evil.example",
            "tok\r\nLocation: https://evil.example",
            "tok%00",
            "tok\x00",
            "%74ok",
            "",
            "x" * 3999,
        ],
    )
    def test_and_nothing_else(self, guest, message, wanted):
        answer = follow(guest, message.hash, u=wanted)
        assert answer.status_code == (422 if "\x00" in wanted else 404)
        assert "Location" not in answer
        message.refresh_from_db()
        assert message.clicked_cnt == 0

    def test_another_mails_link_is_none_of_this(self, guest, message):
        other = make_mail(status="sent")
        assert follow(guest, other.hash, u="tok").status_code == 404
        assert follow(guest, "0" * 24, u="tok").status_code == 404
        assert follow(guest, message.hash).status_code == 404

    @pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "ftp://a.example/"])
    def test_a_row_that_should_not_be_leads_nowhere(self, guest, message, url):
        MessageLink.objects.update(url=url)
        assert follow(guest, message.hash, u="tok").status_code == 404

    def test_another_operators_mail_is_not_here(self, guest, message, client_for):
        assert follow(client_for("peak"), message.hash, u="tok").status_code == 404


class TestPixel:
    @pytest.mark.parametrize("key", ["", "0" * 24, "nonsense", "x" * 40])
    def test_a_picture_for_whoever_asks(self, guest, key):
        message = make_mail(status="sent")
        answer = guest.get(f"/public/crm/{key or message.hash}/open")
        assert (answer.status_code, answer.content) == (200, PIXEL)
        assert answer["Content-Type"] == "image/gif"
        assert "no-store" in answer["Cache-Control"]
        message.refresh_from_db()
        assert message.opened_cnt == (0 if key else 1)

    def test_every_time_counts_and_the_first_is_written_down(self, guest):
        message = make_mail(status="delivered")
        for _ in range(3):
            guest.get(f"/public/crm/{message.hash}/open")
        message.refresh_from_db()
        assert (message.status, message.opened_cnt) == ("opened", 3)
        assert MessageEvent.objects.filter(kind="opened").count() == 1

    def test_it_asks_little(self, guest, django_assert_max_num_queries):
        message = make_mail(status="opened", opened_cnt=2)
        with django_assert_max_num_queries(6):
            guest.get(f"/public/crm/{message.hash}/open")


class TestView:
    @pytest.mark.parametrize(
        ("status", "code"),
        [
            ("sent", 200),
            ("delivered", 200),
            ("opened", 200),
            ("clicked", 200),
            ("bounced", 200),
            ("queued", 404),
            ("scheduled", 404),
            ("sending", 404),
            ("cancelled", 404),
            ("failed", 404),
            ("suppressed", 404),
        ],
    )
    def test_only_what_was_sent(self, guest, status, code):
        message = make_mail(status=status)
        assert guest.get(f"/public/crm/{message.hash}").status_code == code

    def test_it_runs_nothing_and_tells_no_address(self, guest):
        message = make_mail(status="sent")
        answer = guest.get(f"/public/crm/{message.hash}")
        policy = answer["Content-Security-Policy"]
        assert "sandbox" in policy
        assert "default-src 'none'" in policy
        assert "script" not in policy
        assert GUEST not in answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in answer["Cache-Control"]

    @pytest.mark.parametrize(
        "facts", [{"channel": "sms"}, {"direction": "in"}, {"category": "access_code"}, {"body_html": ""}]
    )
    def test_what_is_no_mail_of_ours(self, guest, facts):
        message = make_mail(status="sent", **facts)
        assert guest.get(f"/public/crm/{message.hash}").status_code == 404

    def test_unknown_or_another_operators(self, guest, client_for):
        message = make_mail(status="sent")
        assert guest.get(f"/public/crm/{'0' * 24}").status_code == 404
        assert client_for("peak").get(f"/public/crm/{message.hash}").status_code == 404


class TestTestView:
    def test_staff_and_who_has_the_link(self, guest, client_for):
        message = make_mail(status="queued")
        address = f"/public/crm/testView/{message.hash}"
        assert guest.get(address).status_code == 404
        assert guest.get(f"{address}?t=forged:token").status_code == 404
        assert guest.get(preview_links.path_of(message.hash)).status_code == 200
        assert owner_of(client_for).get(address).status_code == 200

    def test_a_token_opens_one_message(self, guest):
        one, other = make_mail(), make_mail()
        token = preview_links.path_of(one.hash).partition("?")[2]
        assert guest.get(f"/public/crm/testView/{other.hash}?{token}").status_code == 404

    def test_without_words_there_is_nothing_to_see(self, guest):
        message = make_mail(body_html="")
        assert guest.get(preview_links.path_of(message.hash)).status_code == 404
