"""API keys: what opens to whoever shows one, and what never does."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.api_access import access_keys
from outfitter_tenants.api_access.models import ApiKey
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.sales import make_offer
from tests.support.sold_trips import sell

pytestmark = pytest.mark.django_db
NEW = {"name": "Warehouse", "scopes": ["trip.view", "report.finance"]}
REPORT = {"dateType": "created", "from": "2026-01-01", "to": "2026-12-31"}


@pytest.fixture
def program(client_for, make_key):
    """A program that shows a key; it has no session and no CSRF token."""

    def start(*scopes, slug="reef", **values):
        client = client_for(slug)
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {make_key(*scopes, **values)}"
        return client

    return start


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    return answer.json()


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def test_an_owner_makes_one_and_reads_it_once(owner, client_for):
    made = post(owner, "/api/apiKeys/create", NEW)
    assert made.status_code == 200, made.content
    key = made.json()["key"]
    shown = owner.get("/api/apiKeys/get").json()["keys"]
    assert [(one["name"], one["last4"], one["scopes"]) for one in shown] == [
        ("Warehouse", key[-4:], ["report.finance", "trip.view"])
    ]
    assert key not in owner.get("/api/apiKeys/get").content.decode()
    assert key not in str(ApiKey.objects.values().get())
    assert AuditLog.objects.filter(action="api_key.created").count() == 1

    answer = client_for("reef").get("/api/trips/get", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200, answer.content
    assert ApiKey.objects.get().last_used_at is not None


def test_it_reads_lists_and_reports_without_a_session(program):
    offer = make_offer()
    sell(offer)
    client = program("trip.view", "report.finance")
    rows = client.get("/api/trips/get").json()
    assert rows["meta"]["total"] == 1
    report = post(client, "/api/reports/payments", REPORT)
    assert report.status_code == 200, report.content


def test_it_may_do_what_its_scopes_say_and_no_more(program):
    client = program("trip.view")
    refused(post(client, "/api/reports/payments", REPORT), 403, "forbidden")
    refused(client.get("/api/customers/get"), 403, "forbidden")


@pytest.mark.parametrize(
    "path", ["/api/trip/save", "/api/customer/save", "/api/reports/links/create", "/api/apiKeys/create"]
)
def test_it_changes_nothing(program, path):
    client = program("trip.view", "customer.view", "report.finance", "report.view")
    answer = post(client, path, {})
    assert answer.status_code in {403, 404}, answer.content
    if answer.status_code == 403:
        refused(answer, 403, "api_key_refused")


def test_it_starts_no_export(program):
    client = program("report.finance")
    body = {**REPORT, "export": {"format": "csv"}}
    refused(post(client, "/api/reports/payments", body), 403, "forbidden")
    assert Job.objects.count() == 0


def test_a_session_that_comes_along_counts_for_nothing(owner, make_key):
    owner.defaults["HTTP_AUTHORIZATION"] = f"Bearer {make_key('trip.view')}"
    refused(owner.get("/api/customers/get"), 403, "forbidden")


@pytest.mark.parametrize("shown", ["oak_nobodys", "oak_"])
def test_what_is_no_key_opens_nothing(client_for, reef, shown):
    answer = client_for("reef").get("/api/trips/get", headers={"Authorization": f"Bearer {shown}"})
    refused(answer, 401, "unauthenticated")


def test_another_operators_key_opens_nothing(client_for, make_key):
    key = make_key("trip.view")
    answer = client_for("peak").get("/api/trips/get", headers={"Authorization": f"Bearer {key}"})
    refused(answer, 401, "unauthenticated")


def test_one_that_expired_or_was_taken_back_opens_nothing(program, owner, clock):
    client = program("trip.view", expires_at=utc_now() + timedelta(days=1))
    assert client.get("/api/trips/get").status_code == 200
    clock.forward(days=1)
    refused(client.get("/api/trips/get"), 401, "unauthenticated")

    other = program("trip.view")
    assert other.get("/api/trips/get").status_code == 200
    key = ApiKey.objects.latest("pk")
    access_keys.revoke(key_id=key.pk, at=utc_now())
    refused(other.get("/api/trips/get"), 401, "unauthenticated")
    with pytest.raises(access_keys.ApiKeyNotFound):
        access_keys.rotate(key_id=key.pk, overlap=timedelta(), at=utc_now())


def test_a_renewed_one_overlaps_with_the_one_before(owner, client_for, make_key, clock):
    first = make_key("trip.view")
    row = ApiKey.objects.get()
    answer = post(owner, f"/api/apiKeys/{row.pk}/rotate", {"overlap_hours": 2})
    second = answer.json()["key"]

    def opens(key):
        headers = {"Authorization": f"Bearer {key}"}
        return client_for("reef").get("/api/trips/get", headers=headers).status_code == 200

    assert (opens(first), opens(second)) == (True, True)
    clock.forward(hours=2)
    assert (opens(first), opens(second)) == (False, True)
    # Renewed twice, only the one before stays.
    third = access_keys.rotate(key_id=row.pk, overlap=timedelta(hours=1), at=utc_now())
    fourth = access_keys.rotate(key_id=row.pk, overlap=timedelta(hours=1), at=utc_now())
    assert [opens(one) for one in (second, third, fourth)] == [False, True, True]
    fifth = access_keys.rotate(key_id=row.pk, overlap=timedelta(), at=utc_now())
    assert [opens(one) for one in (fourth, fifth)] == [False, True]


def test_it_asks_as_often_as_it_may(program, clock):
    client = program("trip.view", per_minute=10)
    codes = [client.get("/api/trips/get").status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]
    assert "Retry-After" in client.get("/api/trips/get").headers
    # Another key has its own count.
    assert program("trip.view").get("/api/trips/get").status_code == 200


def test_nobody_gives_what_they_do_not_have(owner):
    role = Role.objects.create(slug="it", name="IT", permissions=["setup.plugins", "trip.view"])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    answer = post(owner, "/api/apiKeys/create", NEW)
    assert refused(answer, 403, "forbidden")["detail"] == {"permissions": ["report.finance"]}
    assert post(owner, "/api/apiKeys/create", {**NEW, "scopes": ["trip.view"]}).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"scopes": []},
        {"scopes": ["trip.edit"]},
        {"name": " "},
        {"per_minute": 100_000},
        {"expires_at": "2020-01-01T00:00:00Z"},
    ],
)
def test_nonsense_is_refused(owner, change):
    refused(post(owner, "/api/apiKeys/create", {**NEW, **change}), 422, "validation_failed")
    assert ApiKey.objects.count() == 0


def test_what_a_key_asked_is_its_own_in_the_log(make_key, client_for, monkeypatch):
    from outfitter_tenants.api_access import bearer
    from outfitter_tenants.audit.actor import current_actor

    seen = []
    monkeypatch.setattr(bearer.rate_limits, "limit", lambda *_: None)
    monkeypatch.setattr(bearer, "set_actor", lambda actor: seen.append(actor))
    key = make_key("trip.view")
    client_for("reef").get("/api/trips/get", headers={"Authorization": f"Bearer {key}"})
    assert [(one.type, one.avatar_id, one.name) for one in seen] == [("api_key", None, "Warehouse")]
    assert current_actor().type != "api_key"
