"""News of the platform: whom it is for, when it is shown, and who has read it."""

from datetime import timedelta

import pytest

from outfitter.accounts.models import Account
from outfitter.bulletins import queries, rules
from outfitter.bulletins.models import Bulletin
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.django_db
OWNER = rules.Reader("catalog", "flat", "US", is_owner=True)
TEXTS = {
    "en": {"title": "New fees", "body": "From May on."},
    "de": {"title": "Neue Gebühren", "body": "Ab Mai."},
}


@pytest.mark.parametrize(
    ("audience", "is_meant"),
    [
        (rules.Audience(), True),
        (rules.Audience(stages=["catalog", "live"]), True),
        (rules.Audience(stages=["live"]), False),
        (rules.Audience(countries=["US"], plans=["flat"]), True),
        (rules.Audience(countries=["DE"]), False),
        (rules.Audience(plans=["free"]), False),
        (rules.Audience(is_owners_only=True), True),
    ],
)
def test_whom_it_is_for(audience, is_meant):
    assert audience.includes(OWNER) is is_meant


def test_others_than_owners():
    guide = rules.Reader("catalog", "", "US", is_owner=False)
    assert not rules.Audience(is_owners_only=True).includes(guide)


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


@pytest.fixture
def desk(apex_client):
    """Somebody who runs the platform."""
    return platform_admin_of(apex_client)


def write(desk, **changes):
    body = {"severity": "important", "texts": TEXTS, "starts_at": utc_now().isoformat(), **changes}
    answer = post(desk, "/api/platform/news/save", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def publish(desk, item):
    answer = post(desk, f"/api/platform/news/{item['id']}/publish", {"version": item["version"]})
    assert answer.status_code == 200, answer.content
    return answer.json()


def told(client, locale="en"):
    found = client.get(f"/api/notifications/get?locale={locale}").json()["news"]
    return [item for item in found if item["id"].startswith(queries.PREFIX)]


def test_written_published_read_and_withdrawn(desk, reef, client_for):
    owner, other = owner_of(client_for), owner_of(client_for, "peak")
    before = owner.get("/api/notifications/count").json()["unread"]
    item = write(desk)
    assert (item["state"], told(owner)) == ("draft", [])

    item = publish(desk, item)
    assert item["state"] == "running"
    assert_error(post(desk, f"/api/platform/news/{item['id']}/publish", {"version": item["version"]}), 409)
    assert [one["title"] for one in told(owner, "de")] == ["Neue Gebühren"]
    assert [one["title"] for one in told(owner, "fr")] == ["New fees"]
    assert owner.get("/api/notifications/count").json()["unread"] == before + 1
    banner = owner.get("/app/init").json()["newsBanner"]
    assert banner == {"id": f"platform-{item['id']}", "severity": "important"}

    for _ in range(2):
        assert post(owner, f"/api/notifications/news/{banner['id']}/read", {}).status_code == 200
    assert owner.get("/app/init").json()["newsBanner"] is None
    assert other.get("/app/init").json()["newsBanner"] is not None
    assert Bulletin.objects.get().read_cnt == 1

    gone = post(desk, f"/api/platform/news/{item['id']}/withdraw", {"version": item["version"]}).json()
    assert (gone["state"], told(owner), told(other)) == ("withdrawn", [], [])
    assert_error(post(owner, f"/api/notifications/news/{banner['id']}/read", {}), 404)


def test_it_is_shown_from_until(desk, reef, client_for):
    at, owner = utc_now(), owner_of(client_for)
    later = (at + timedelta(days=1)).isoformat()
    item = publish(desk, write(desk, starts_at=later))
    assert (item["state"], told(owner)) == ("scheduled", [])
    assert queries.shown(at=at + timedelta(days=2))

    past = {
        "starts_at": (at - timedelta(days=2)).isoformat(),
        "ends_at": (at - timedelta(days=1)).isoformat(),
    }
    changed = write(desk, id=item["id"], version=item["version"], **past)
    assert changed["state"] == "ended"
    assert queries.shown(at=at) == []


def test_only_those_it_is_for_see_it(desk, reef, client_for):
    publish(desk, write(desk, is_owners_only=True, countries=["us"], severity="info"))
    owner = owner_of(client_for)
    assert len(told(owner)) == 1
    assert owner.get("/app/init").json()["newsBanner"] is None
    enter_operator(reef.schema_name)
    role = Role.objects.get(slug="reservations_agent")
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert told(owner) == []
    assert told(owner_of(client_for, "peak")) == []
    assert Account.objects.get(slug="reef").country == "US"


def test_what_is_refused(desk, reef, client_for):
    body = {"texts": {"de": TEXTS["de"]}, "starts_at": utc_now().isoformat()}
    assert_error(post(desk, "/api/platform/news/save", body), 422, "validation_failed")
    body = {"texts": {**TEXTS, "tlh": TEXTS["en"]}, "starts_at": utc_now().isoformat(), "stages": ["x"]}
    detail = assert_error(post(desk, "/api/platform/news/save", body), 422, "validation_failed")["detail"]
    assert {"texts.tlh", "stages"} <= set(detail["fields"])
    item = write(desk)
    write(desk, id=item["id"], version=item["version"])
    assert_error(
        post(
            desk,
            "/api/platform/news/save",
            {**body, "texts": TEXTS, "stages": [], "id": item["id"], "version": 1},
        ),
        409,
        "stale_version",
    )
    assert_error(post(desk, "/api/platform/news/999999/withdraw", {"version": 1}), 404)
    assert_error(client_for("reef").get("/api/platform/news/get"), 404)
    assert_error(owner_of(client_for).get("/api/platform/news/get"), 404)
