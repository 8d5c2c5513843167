"""Features are switched for all, for some or for one, and hold where they happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.accounts.models import Account
from outfitter.features import switches
from outfitter.features.feature_list import FEATURES, is_in_share
from outfitter.features.models import FeatureEvent
from outfitter.kit.clock import utc_now
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of

pytestmark = pytest.mark.django_db


@given(account=st.integers(1, 10**9), low=st.integers(0, 100), high=st.integers(0, 100))
def test_a_growing_share_loses_nobody(account, low, high):
    low, high = sorted((low, high))
    inside = [is_in_share(feature="imports", account_id=account, share_percent=one) for one in (low, high)]
    assert inside[1] or not inside[0]
    assert is_in_share(feature="imports", account_id=account, share_percent=100)
    assert not is_in_share(feature="imports", account_id=account, share_percent=0)


@pytest.fixture
def desk(apex_client):
    """Somebody who runs the platform."""
    return platform_admin_of(apex_client)


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


def override(desk, feature, slug, is_on):
    body = {"slug": slug, "is_on": is_on, "reason": "Spam from this account"}
    answer = post(desk, f"/api/platform/features/{feature}/override", body)
    assert answer.status_code == 200, answer.content
    return {one["feature"]: one for one in answer.json()["data"]}[feature]


def test_one_operator_is_stopped_and_no_other(desk, reef, client_for):
    owner, other = owner_of(client_for), owner_of(client_for, "peak")
    assert owner.get("/app/init").json()["featureFlags"]["imports"] is True

    found = override(desk, "imports", "reef", False)

    assert found["overrides"] == [
        {"slug": "reef", "name": reef.name, "is_on": False, "reason": "Spam from this account"}
    ]
    assert (found["events"][0]["change"], found["events"][0]["actor"]) == ("off", "Dana Desk")
    assert owner.get("/app/init").json()["featureFlags"]["imports"] is False
    assert other.get("/app/init").json()["featureFlags"]["imports"] is True
    assert_error(owner.post("/api/importexport/import/fileUpload"), 403, "feature_off")
    assert other.post("/api/importexport/import/fileUpload").json()["code"] != "feature_off"

    override(desk, "imports", "reef", None)
    assert owner.post("/api/importexport/import/fileUpload").json()["code"] != "feature_off"
    assert FeatureEvent.objects.count() == 2


def test_keys_of_a_stopped_operator_open_nothing(desk, reef, client_for):
    owner = owner_of(client_for)
    made = post(owner, "/api/apiKeys/create", {"name": "A", "scopes": ["trip.view"]})
    assert made.status_code == 200, made.content
    key = made.json()["key"]
    program = client_for("reef")
    asked = {"headers": {"Authorization": f"Bearer {key}"}}
    assert program.get("/api/trips/get", **asked).status_code == 200

    override(desk, "api_keys", "reef", False)

    assert_error(program.get("/api/trips/get", **asked), 403, "feature_off")


CONNECTION = {"channel": "octo", "title": "Partner", "reseller_id": 1}
KEY = {"name": "A", "scopes": ["trip.view"]}


@pytest.mark.parametrize(
    ("feature", "path", "body"),
    [
        ("imports", "/api/importexport/import/create", {"iej_id": 1, "confirm_token": "a"}),
        (
            "imports",
            "/api/importexport/import/preFlightValidator",
            {"iej_id": 1, "object": "customers", "mapping": {}},
        ),
        ("api_keys", "/api/apiKeys/create", KEY),
        ("api_keys", "/api/apiKeys/1/rotate", {}),
        ("partner_channels", "/api/ota/connection/create", CONNECTION),
        ("partner_channels", "/api/ota/connection/1/rotateKey", {"version": 1}),
    ],
)
def test_what_is_off_is_refused_with_its_own_code(desk, reef, client_for, feature, path, body):
    owner, other = owner_of(client_for), owner_of(client_for, "peak")
    override(desk, feature, "reef", False)

    assert_error(post(owner, path, body), 403, "feature_off")
    assert post(other, path, body).json().get("code") != "feature_off"

    override(desk, feature, "reef", None)
    assert post(owner, path, body).json().get("code") != "feature_off"


def test_no_step_leads_to_what_is_off(desk, reef, client_for):
    def steps(name):
        return {one["slug"] for one in owner_of(client_for, name).get("/api/setup/tasks/get").json()["tasks"]}

    override(desk, "imports", "reef", False)

    assert steps("peak") - steps("reef") == {"import"}


def test_a_share_of_all(desk, reef):
    body = {"share_percent": 0, "version": None, "reason": "Trouble with files"}
    assert post(desk, "/api/platform/features/imports/share", body).status_code == 200
    assert not switches.is_enabled(account_id=reef.pk, feature="imports")
    assert_error(post(desk, "/api/platform/features/imports/share", body), 409, "stale_version")
    override(desk, "imports", "reef", True)
    assert switches.is_enabled(account_id=reef.pk, feature="imports")
    body = {"share_percent": None, "version": 1, "reason": "All is well"}
    assert post(desk, "/api/platform/features/imports/share", body).status_code == 200
    assert switches.is_enabled(account_id=Account.objects.get(slug="peak").pk, feature="imports")


def test_asking_costs_nothing_between_reads(reef, django_assert_num_queries):
    switches.flags(account_id=reef.pk)
    with django_assert_num_queries(0):
        for _ in range(100):
            assert set(switches.flags(account_id=reef.pk)) == set(FEATURES)


def test_what_is_refused(desk, reef, client_for):
    body = {"slug": "reef", "is_on": False, "reason": "Spam"}
    assert_error(post(desk, "/api/platform/features/teleport/override", body), 404)
    assert_error(
        post(desk, "/api/platform/features/imports/override", {**body, "slug": "nobody"}),
        422,
        "validation_failed",
    )
    body["reason"] = "  "
    assert_error(post(desk, "/api/platform/features/imports/override", body), 422, "validation_failed")
    share = {"share_percent": 101, "reason": "Too much"}
    assert_error(post(desk, "/api/platform/features/imports/share", share), 422, "validation_failed")
    assert_error(owner_of(client_for).get("/api/platform/features/get"), 404)
    with pytest.raises(KeyError):
        switches.is_enabled(account_id=reef.pk, feature="teleport")
    assert utc_now() is not None
