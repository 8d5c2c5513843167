"""Sessions: how long they live, who ends them, and that an ended one opens nothing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from tests.support import database
from tests.support.api_operations import assert_error, sign_in
from tests.support.second_factor import RITA, login, post, rita

from outfitter.accounts import sessions
from outfitter.accounts.models import User, UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.security import user_agents

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
HERE = RequestOrigin(ip="192.0.2.1", user_agent="Test", schema_name="t_reef", host="reef.localhost")
PASSWORD_ONLY = sessions.Proof("password", is_second_factor=False)


def _begin(*, is_remembered: bool = False, at: datetime = NOW, caller: RequestOrigin = HERE) -> str:
    return sessions.start_session(
        user=rita(), proof=PASSWORD_ONLY, is_remembered=is_remembered, caller=caller, at=at
    ).token


def _opens(token: str, at: datetime, schema_name: str = "t_reef") -> bool:
    return sessions.find_session(token=token, schema_name=schema_name, at=at) is not None


@pytest.mark.parametrize(
    ("is_remembered", "idle", "longest"),
    [(False, timedelta(hours=12), timedelta(hours=24)), (True, timedelta(days=14), timedelta(days=60))],
)
def test_it_ends_when_idle_and_for_good(is_remembered: bool, idle: timedelta, longest: timedelta) -> None:
    token = _begin(is_remembered=is_remembered)
    assert not _opens(token, NOW + idle)
    at = NOW
    while at + idle - timedelta(minutes=1) < NOW + longest:
        at += idle - timedelta(minutes=1)
        assert _opens(token, at)
    assert not _opens(token, NOW + longest)


def test_being_seen_is_written_every_five_minutes_at_most() -> None:
    token = _begin()
    for seconds, seen in ((299, 0), (300, 300), (420, 300), (601, 601)):
        sessions.find_session(token=token, schema_name="t_reef", at=NOW + timedelta(seconds=seconds))
        assert UserSession.objects.get().last_seen_at == NOW + timedelta(seconds=seen)


def test_it_opens_one_operator_only_and_no_other_token_does() -> None:
    token = _begin()
    assert _opens(token, NOW)
    assert not _opens(token, NOW, "t_peak")
    assert not _opens(token[:-1], NOW)
    assert not _opens(UserSession.objects.get().key_hash, NOW)


def test_a_new_key_makes_the_old_one_useless() -> None:
    token = _begin()
    row = UserSession.objects.get()
    fresh = sessions.rotate(session_id=row.pk, at=NOW + timedelta(minutes=1), is_second_factor=True)
    assert not _opens(token, NOW)
    assert _opens(fresh.token, NOW)
    row.refresh_from_db()
    assert (row.is_second_factor, row.confirmed_at) == (True, NOW + timedelta(minutes=1))


def test_old_rows_are_forgotten() -> None:
    _begin()
    sessions.forget_old(at=NOW + timedelta(hours=24) + sessions.KEPT_AFTER_END)
    assert UserSession.objects.count() == 1
    sessions.forget_old(at=NOW + timedelta(hours=24, seconds=1) + sessions.KEPT_AFTER_END)
    assert UserSession.objects.count() == 0


@pytest.mark.parametrize(
    ("agent", "wanted"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            ("Edge", "Windows", "desk"),
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like "
            "Gecko) Version/18.0 Safari/605.1.15",
            ("Safari", "macOS", "desk"),
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
            "like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
            ("Chrome", "iPhone", "phone"),
        ),
        (
            "Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) "
            "SamsungBrowser/27.0 Chrome/125.0 Safari/537.36",
            ("Samsung Internet", "Android", "tablet"),
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            ("Firefox", "Linux", "desk"),
        ),
        ("", ("", "", "other")),
    ],
)
def test_a_device_in_words(agent: str, wanted: tuple[str, str, str]) -> None:
    assert tuple(user_agents.describe(agent)) == wanted


class TestMine:
    @pytest.fixture
    def browsers(self, reef: Any, client_for: Any) -> tuple[Any, Any]:
        """Two browsers in which Rita is signed in: this one, another one."""
        here, there = client_for("reef"), client_for("reef")
        login(there)
        login(here)
        return here, there

    def test_i_see_both_and_which_one_this_is(self, browsers: Any) -> None:
        rows = browsers[0].get("/api/me/sessions").json()["sessions"]
        assert [row["is_current"] for row in rows] == [True, False]
        assert {(row["operator"], row["ip"], row["method"]) for row in rows} == {
            ("Reef Runners", "127.0.0.1", "password")
        }

    def test_i_end_the_other_and_it_stops_with_its_next_request(self, browsers: Any) -> None:
        here, there = browsers
        other = here.get("/api/me/sessions").json()["sessions"][1]["id"]
        assert there.get("/app/init").status_code == 200
        assert post(here, f"/api/me/session/{other}/end").json() == {"ended_cnt": 1}
        assert_error(there.get("/app/init"), 401, "unauthenticated")
        assert here.get("/app/init").status_code == 200
        assert_error(post(here, f"/api/me/session/{other}/end"), 404, "not_found")
        assert AuditLog.objects.filter(action="session.ended").count() == 1

    def test_i_end_all_others(self, browsers: Any) -> None:
        here, there = browsers
        assert post(here, "/api/me/sessions/endOthers").json() == {"ended_cnt": 1}
        assert post(here, "/api/me/sessions/endOthers").json() == {"ended_cnt": 0}
        assert_error(there.get("/app/init"), 401, "unauthenticated")
        assert here.get("/app/init").status_code == 200

    def test_nobody_else_ends_mine(self, browsers: Any, client_for: Any) -> None:
        mine = UserSession.objects.latest("id").pk
        peak = client_for("peak")
        sign_in(peak, database.PEAK.owner_email, database.PASSWORD)
        assert_error(post(peak, f"/api/me/session/{mine}/end"), 404, "not_found")
        assert browsers[0].get("/app/init").status_code == 200


class TestMembers:
    @pytest.fixture
    def member(self, reef: Any) -> UserAvatar:
        """Somebody on the team."""
        user = User(email="gus@reef.example", email_confirmed_at=NOW)
        user.set_password(database.PASSWORD)
        user.save()
        role = Role.objects.get(slug="guide")
        return UserAvatar.objects.create(user_id=user.pk, name="Gus", email=user.email, role=role)

    @pytest.fixture
    def owner(self, reef: Any, client_for: Any) -> Any:
        found = client_for("reef")
        login(found)
        return found

    @pytest.fixture
    def theirs(self, member: UserAvatar, client_for: Any) -> Any:
        """The member's browser."""
        found = client_for("reef")
        assert login(found, email=member.email).status_code == 200
        return found

    def test_an_owner_sees_and_ends_them(self, owner: Any, theirs: Any, member: Any) -> None:
        path = f"/api/userAvatar/{member.pk}/sessions"
        (row,) = owner.get(path).json()["sessions"]
        assert (row["is_current"], row["operator"]) == (False, "Reef Runners")
        body = {"session_id": row["id"]}
        assert post(owner, f"{path}/end", body).json() == {"ended_cnt": 1}
        assert_error(theirs.get("/app/init"), 401, "unauthenticated")
        assert owner.get(path).json() == {"sessions": []}
        assert_error(post(owner, f"{path}/end", body), 404, "not_found")

    def test_all_at_once_and_only_at_this_operator(self, owner: Any, theirs: Any, member: Any) -> None:
        elsewhere = RequestOrigin(schema_name="t_peak")
        user = User.objects.get(pk=member.user_id)
        away = sessions.start_session(
            user=user, proof=PASSWORD_ONLY, is_remembered=False, caller=elsewhere, at=NOW
        )
        path = f"/api/userAvatar/{member.pk}/sessions"
        assert post(owner, f"{path}/end").json() == {"ended_cnt": 1}
        assert_error(theirs.get("/app/init"), 401, "unauthenticated")
        assert UserSession.objects.get(pk=away.id).ended_at is None
        assert_error(post(owner, f"{path}/end", {"session_id": away.id}), 404, "not_found")

    def test_a_stranger_to_the_team_is_not_found(self, owner: Any) -> None:
        assert_error(owner.get("/api/userAvatar/999999/sessions"), 404, "not_found")

    def test_a_role_that_is_taken_away_has_no_powers_with_the_next_request(
        self, owner: Any, reef: Any
    ) -> None:
        path = "/api/setup/security/get"
        assert owner.get(path).status_code == 200
        connection.set_tenant(reef)  # type: ignore[attr-defined]
        guide = Role.objects.get(slug="guide")
        UserAvatar.objects.filter(email=RITA).update(role=guide)
        assert_error(owner.get(path), 403, "forbidden")
