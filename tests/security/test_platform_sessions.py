"""Own sessions at the platform's desk: seen, ended one by one or all but this, and told in its log."""

import pytest
from django.test import Client
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.platform_desk import EMAIL, platform_admin_of

from outfitter.accounts import sessions
from outfitter.accounts.models import User, UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.models import PlatformAct

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def began(email: str = EMAIL, schema_name: str = "public") -> UserSession:
    """Sign that person in somewhere else."""
    return sessions.start_session(
        user=User.objects.get(email=email),
        proof=sessions.Proof("totp", is_second_factor=True),
        is_remembered=False,
        caller=RequestOrigin(ip="192.0.2.7", schema_name=schema_name, user_agent=FIREFOX),
        at=utc_now(),
    ).row


def post(client: Client, path: str):
    return client.post(path, {}, content_type="application/json")


def acts() -> list[tuple[str, str, dict[str, object]]]:
    return list(PlatformAct.objects.order_by("pk").values_list("action", "subject", "detail"))


def test_they_are_listed_with_this_one(apex_client: Client) -> None:
    desk = platform_admin_of(apex_client)
    other, there = began(), began(schema_name=REEF.schema_name)
    stranger = began(REEF.owner_email)

    rows = {one["id"]: one for one in desk.get("/api/me/sessions").json()["sessions"]}

    assert {other.pk, there.pk} < rows.keys()
    assert stranger.pk not in rows
    assert [one["is_current"] for one in rows.values()].count(True) == 1
    shown = rows[other.pk]
    assert (shown["browser"], shown["system"], shown["ip"]) == ("Firefox", "Linux", "192.0.2.7")
    assert (shown["operator"], rows[there.pk]["operator"]) == ("", REEF.name)


def test_one_is_ended_and_the_log_says_so(apex_client: Client) -> None:
    desk = platform_admin_of(apex_client)
    other, stranger = began(), began(REEF.owner_email)

    assert post(desk, f"/api/me/session/{other.pk}/end").json() == {"ended_cnt": 1}
    assert_error(post(desk, f"/api/me/session/{other.pk}/end"), 404)
    assert_error(post(desk, f"/api/me/session/{stranger.pk}/end"), 404)

    other.refresh_from_db()
    assert (other.ended_at is None, other.end_reason) == (False, "ended_by_self")
    told = {"browser": "Firefox", "system": "Linux", "from_ip": "192.0.2.7"}
    assert acts() == [("session.ended", EMAIL, told)]


def test_all_others_are_ended_and_this_one_stays(apex_client: Client) -> None:
    desk = platform_admin_of(apex_client)
    began()
    began(schema_name=REEF.schema_name)
    stranger = began(REEF.owner_email)

    assert post(desk, "/api/me/sessions/endOthers").json() == {"ended_cnt": 2}
    assert post(desk, "/api/me/sessions/endOthers").json() == {"ended_cnt": 0}

    [left] = desk.get("/api/me/sessions").json()["sessions"]
    assert left["is_current"]
    stranger.refresh_from_db()
    assert stranger.ended_at is None
    assert acts() == [("session.others_ended", EMAIL, {"ended_cnt": 2})]


def test_they_are_for_who_runs_the_platform_with_both_factors(apex_client: Client, reef: object) -> None:
    assert_error(apex_client.get("/api/me/sessions"), 404)
    half = platform_admin_of(apex_client, is_second_factor=False)
    assert_error(half.get("/api/me/sessions"), 403, "second_factor_required")
    assert_error(post(half, "/api/me/sessions/endOthers"), 403, "second_factor_required")
