"""Reviews: listed, published where their writers agreed, answered, said elsewhere as well."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging import reviews
from outfitter_tenants.messaging.models import Message, MessagingSettings, Review
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import sell

AT = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    cache.clear()
    return owner_of(client_for)


@pytest.fixture
def trip_id(owner: Client) -> int:
    return int(sell(make_offer(name="Reef dive")))


def make(trip_id: int | None = None, **more: Any) -> Review:
    experience = Experience.objects.order_by("pk").last()
    facts = {"rating": 5, "sentiment": "positive", "text": "Lovely crew.", "may_publish": True}
    return Review.objects.create(
        **{
            "trip_id": trip_id,
            "experience_id": experience and experience.pk,
            "created_at": AT,
            **facts,
            **more,
        }
    )


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def test_a_page_of_reviews(owner: Client, trip_id: int) -> None:
    row = make(trip_id, nps=9)
    make(rating=2, sentiment="negative", source="google")
    shown = owner.get("/api/reviews/get", {"search": "lovely"}).json()["data"]
    assert {one["id"] for one in shown} >= {row.pk}
    first = next(one for one in shown if one["id"] == row.pk)
    assert (first["rating"], first["nps"], first["experience"]["name"]) == (5, 9, "Reef dive")
    filters = json.dumps([{"field": "sentiment", "op": "eq", "value": "negative"}])
    bad = owner.get("/api/reviews/get", {"filters": filters}).json()
    assert [one["source"] for one in bad["data"]] == ["google"]


def test_a_review_names_its_writer(owner: Client, trip_id: int) -> None:
    ana = Customer.objects.create(first_name="Ana", last_name="Lima", created_at=AT)
    row = make(trip_id, customer_id=ana.pk)
    make(customer_id=999_999, source="google")
    shown = {one["id"]: one["customer"] for one in owner.get("/api/reviews/get").json()["data"]}
    assert shown.pop(row.pk) == {"id": ana.pk, "name": "Ana Lima"}
    assert set(shown.values()) == {None}
    assert post(owner, f"/api/review/{row.pk}/publish", is_published=True).json()["customer"]["id"] == ana.pk
    role = Role.objects.create(slug="writer", name="Writer", permissions=["crm.manage"])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    hidden = post(owner, f"/api/review/{row.pk}/publish", is_published=False).json()
    assert hidden["customer"] is None


def test_who_sees_some_bookings_only_sees_none(owner: Client, trip_id: int) -> None:
    make(trip_id)
    role = Role.objects.create(slug="some", name="Some", permissions=["customer.view"], scope="assigned")
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert_error(owner.get("/api/reviews/get"), 403, "forbidden")


def test_a_review_is_published_and_taken_off(owner: Client, trip_id: int) -> None:
    row = make(trip_id)
    path = f"/api/review/{row.pk}/publish"
    assert [post(owner, path, is_published=True).json()["is_published"] for _ in range(2)] == [True, True]
    assert post(owner, path, is_published=False).json()["is_published"] is False
    told = AuditLog.objects.filter(action__startswith="trip.review_").order_by("pk")
    assert list(told.values_list("action", flat=True)) == ["trip.review_published", "trip.review_unpublished"]


def test_who_did_not_agree_is_not_published(owner: Client, trip_id: int) -> None:
    row = make(trip_id, may_publish=False)
    assert_error(post(owner, f"/api/review/{row.pk}/publish", is_published=True), 409, "not_agreed")
    assert not Review.objects.get(pk=row.pk).is_published


def test_an_answer_is_kept_and_sent_once(owner: Client, trip_id: int) -> None:
    row = make(trip_id)
    path = f"/api/review/{row.pk}/answer"
    for _ in range(2):
        shown = post(owner, path, text=" Come back soon! ", is_mailed=True).json()
        assert (shown["reply_text"], shown["is_answered"]) == ("Come back soon!", True)
    assert Message.objects.filter(trip_id=trip_id, category="answer", direction="out").count() == 1
    assert post(owner, path, text="").json()["is_answered"] is False


def test_an_answer_without_mail_and_one_without_an_address(owner: Client, trip_id: int) -> None:
    row = make(trip_id)
    before = Message.objects.count()
    assert post(owner, f"/api/review/{row.pk}/answer", text="Thanks").status_code == 200
    assert Message.objects.count() == before
    assert_error(post(owner, f"/api/review/{row.pk}/answer", text="x" * 4001), 422, "validation_failed")


@pytest.mark.parametrize("path", ["publish", "answer"])
def test_a_review_that_is_not_there(owner: Client, path: str, peak: Any) -> None:
    body = {"is_published": True} if path == "publish" else {"text": "Hi"}
    assert_error(post(owner, f"/api/review/999999/{path}", **body), 404, "not_found")


def test_reading_is_not_changing(owner: Client, trip_id: int) -> None:
    row = make(trip_id)
    role = Role.objects.create(slug="desk", name="Desk", permissions=["customer.view"])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert owner.get("/api/reviews/get").status_code == 200
    assert_error(post(owner, f"/api/review/{row.pk}/publish", is_published=True), 403, "forbidden")
    assert_error(post(owner, f"/api/review/{row.pk}/answer", text="Hi"), 403, "forbidden")


def test_the_report_counts(owner: Client, trip_id: int) -> None:
    make(trip_id, nps=10)
    make(rating=2, sentiment="negative", nps=3)
    make(rating=3, sentiment="neutral", nps=8)
    found = post(owner, "/api/reports/reviews", **{"from": "2026-11-01", "to": "2026-11-30"}).json()
    assert len(found["data"]) == 3
    assert found["totals"][""] == {
        "cnt": 3,
        "average_hundredths": 333,
        "positive": 1,
        "neutral": 1,
        "negative": 1,
        "promoters": 1,
        "passives": 1,
        "detractors": 1,
    }
    wrong = post(owner, "/api/reports/reviews", **{"from": "2026-11-30", "to": "2026-11-01"})
    assert_error(wrong, 422, "validation_failed")


def test_the_public_rating_is_of_everyone(owner: Client, trip_id: int) -> None:
    customer = Customer.objects.create(hash="PublicAna", first_name="Ana", last_name="Ruiz")
    row = make(trip_id, customer_id=customer.pk, is_published=True, reply_text="Thank you!")
    make(rating=2, sentiment="negative", text="Hidden words")
    make(rating=1, sentiment="negative", source="google")
    assert row.experience_id is not None
    found = reviews.public_rating(experience_id=row.experience_id)
    assert found is not None
    assert (found.average, found.cnt) == (3.5, 2)
    assert [(one.name, one.text, one.reply) for one in found.shown] == [("Ana", "Lovely crew.", "Thank you!")]


def test_the_page_of_an_experience_says_it(owner: Client, trip_id: int, client_for: Any) -> None:
    experience = Experience.objects.order_by("pk").last()
    assert experience is not None
    page = f"/en/experiences/{experience.slug}"
    assert "AggregateRating" not in client_for("reef").get(page).text
    cache.clear()
    make(trip_id, text="<b>Best</b> day", is_published=True, reply_text="Thank you!")
    shown = client_for("reef").get(f"/de/experiences/{experience.slug}").text
    assert '"@type": "AggregateRating", "ratingValue": 5.0, "reviewCount": 1' in shown
    assert "&lt;b&gt;Best&lt;/b&gt; day" in shown
    assert "Thank you!" in shown
    assert "5 von 5 Sternen" in shown


@pytest.mark.parametrize(("rating", "is_asked"), [(5, True), (4, True), (3, False), (1, False)])
def test_happy_guests_are_asked_to_say_it_elsewhere(owner: Client, rating: int, is_asked: bool) -> None:
    assert reviews.share_links(rating=rating) == {}
    MessagingSettings.objects.create(google_review_url="https://g.example/r")
    assert reviews.share_links(rating=rating) == ({"google": "https://g.example/r"} if is_asked else {})
