"""Links by which outsiders read what guests say, in figures: open for a while, and taken back."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signing import Signer
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.messaging.models import Review
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.reports import report_links
from outfitter_tenants.reports.models import ReportLink
from outfitter_tenants.website.reader import languages, words
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer

pytestmark = pytest.mark.django_db
LIST, MAKE = "/api/reports/links/get", "/api/reports/link/create"
PAGE = "/public/reports/reviews/view"


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    cache.clear()
    return owner_of(client_for)


@pytest.fixture
def stranger(owner: Client, client_for: Any) -> Client:
    return client_for("reef")  # type: ignore[no-any-return]


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def share(owner: Client, **more: Any) -> dict[str, Any]:
    return post(owner, MAKE, report="reviews", **more).json()  # type: ignore[no-any-return]


def rate(*ratings: int, experience_id: int | None = None, days_ago: int = 0, nps: int | None = None) -> None:
    for rating in ratings:
        Review.objects.create(
            rating=rating,
            nps=nps,
            text="Ana was seasick",
            experience_id=experience_id,
            sentiment="positive" if rating > 3 else "negative",
            created_at=utc_now() - timedelta(days=days_ago),
        )


def read(client: Client, path: str, **more: Any) -> str:
    response = client.get(path, **more)
    assert response.status_code == 200
    return str(response.content.decode())


class TestThePage:
    def test_a_stranger_reads_figures_and_no_words(self, owner, stranger):
        make_offer(name="Reef dive")
        rate(5, 5, 4, experience_id=Experience.objects.latest("pk").pk, nps=10)
        rate(1)
        text = read(stranger, share(owner)["path"])
        for said in ("3.8", "Reef dive", "4.7", "+100", "Figures only"):
            assert said in text, said
        assert "seasick" not in text

    def test_it_is_kept_and_found_nowhere(self, owner, stranger):
        response = stranger.get(share(owner)["path"])
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "no-referrer"
        assert "noindex" in response["X-Robots-Tag"]

    def test_few_guests_could_be_recognized(self, owner, stranger):
        make_offer(name="Reef dive")
        rate(1, 1, experience_id=Experience.objects.latest("pk").pk, nps=0)
        path = share(owner)["path"]
        assert words("en")["report_too_few"] in read(stranger, path)
        rate(5, 5)
        text = read(stranger, path)
        assert "3.0" in text
        assert "Reef dive" not in text
        assert words("en")["report_recommend"] not in text

    def test_of_some_days_and_one_experience(self, owner, stranger):
        make_offer(name="Reef dive")
        dive = Experience.objects.latest("pk").pk
        rate(5, 5, 5, experience_id=dive)
        rate(1, 1, 1, experience_id=dive, days_ago=40)
        rate(2, 2, 2)
        made = share(owner, days=30, experience_id=dive)
        assert (made["days"], made["experience_name"]) == (30, "Reef dive")
        text = read(stranger, made["path"])
        assert "5.0" in text
        assert "The last 30 days." in text
        assert "3.0" in read(stranger, share(owner, experience_id=dive)["path"])

    def test_in_every_language(self, owner, stranger):
        rate(5, 4, 3)
        path = share(owner)["path"]
        for code in languages():
            text = read(stranger, f"/{code}{path}")
            assert words(code)["report_private"] in text
            assert f'lang="{code}"' in text
        assert words("de")["report_private"] in read(stranger, path, HTTP_ACCEPT_LANGUAGE="de-AT,de")

    def test_nothing_else_is_a_link(self, owner, stranger):
        made = share(owner)
        row = ReportLink.objects.get(pk=made["id"])
        token = made["path"].partition("?t=")[2]
        value = token.rpartition("~")[0]
        longer = f"{row.pk}-{int(row.expires_at.timestamp()) + 9}"
        signature = token.rpartition("~")[2]
        elsewhere = Signer(salt="outfitter.report_link.another", sep="~").sign(value)
        for wrong in ("", "x", value, f"{longer}~{signature}", token[:-1], elsewhere, f"x~{signature}"):
            response = stranger.get(PAGE, {"t": wrong})
            assert response.status_code == 404, wrong
            assert "no-store" in response["Cache-Control"]
        assert stranger.post(made["path"]).status_code == 404

    def test_another_operators_link_opens_nothing_here(self, owner, peak, client_for):
        path = share(owner)["path"]
        other = client_for("peak")
        assert other.get(path).status_code == 404

    def test_it_ends(self, owner, stranger):
        made = share(owner, good_for_days=1)
        row = ReportLink.objects.get(pk=made["id"])
        path = report_links.path_of(row)
        later = row.expires_at + timedelta(seconds=1)
        with pytest.raises(report_links.ReportLinkNotFound):
            report_links.open_link(path.partition("?t=")[2], report="reviews", at=later)
        assert report_links.state_of(row, at=later) == "expired"
        # Moving the row alone brings nothing back: until when is signed.
        old = utc_now() - timedelta(days=9)
        ReportLink.objects.filter(pk=row.pk).update(created_at=old, expires_at=old + timedelta(days=1))
        row.refresh_from_db()
        gone = report_links.path_of(row)
        ReportLink.objects.filter(pk=row.pk).update(expires_at=utc_now() + timedelta(days=9))
        assert stranger.get(gone).status_code == 404


class TestTheOffice:
    def test_links_are_seen_and_withdrawn(self, owner, stranger):
        rate(5, 5, 5)
        made = share(owner, days=90)
        listed = owner.get(LIST).json()["links"]
        assert [(one["id"], one["state"], one["path"]) for one in listed] == [
            (made["id"], "open", made["path"])
        ]
        assert listed[0]["created_by_name"]
        for _ in range(2):
            shown = post(owner, f"/api/reports/link/{made['id']}/withdraw").json()
            assert (shown["state"], shown["path"]) == ("withdrawn", None)
        assert stranger.get(made["path"]).status_code == 404
        told = AuditLog.objects.filter(entity_type="report_link").order_by("pk")
        assert list(told.values_list("action", flat=True)) == ["report_link.created", "report_link.withdrawn"]

    def test_a_link_that_is_not_there(self, owner):
        assert_error(post(owner, "/api/reports/link/999999/withdraw"), 404, "not_found")

    @pytest.mark.parametrize(
        "body", [{"days": 1}, {"good_for_days": 0}, {"good_for_days": 400}, {"experience_id": 999_999}]
    )
    def test_what_is_no_link(self, owner, body):
        assert_error(post(owner, MAKE, report="reviews", **body), 422, "validation_failed")
        assert_error(post(owner, MAKE, report="payments"), 422, "validation_failed")

    def test_only_for_who_decides_what_is_published(self, owner):
        made = share(owner)
        role = Role.objects.create(slug="desk", name="Desk", permissions=["customer.view", "crm.send"])
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        assert_error(owner.get(LIST), 403, "forbidden")
        assert_error(post(owner, MAKE, report="reviews"), 403, "forbidden")
        assert_error(post(owner, f"/api/reports/link/{made['id']}/withdraw"), 403, "forbidden")

    def test_nobody_oversees_hundreds(self, owner, monkeypatch):
        monkeypatch.setattr(report_links, "MOST_OPEN", 1)
        made = share(owner)
        assert_error(post(owner, MAKE, report="reviews"), 409, "too_many")
        post(owner, f"/api/reports/link/{made['id']}/withdraw")
        assert share(owner)["state"] == "open"
