"""The door of an operator: what opens it, what does not, and that nobody learns who is known."""

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.second_factor import RITA, forget_used_codes, login, post, rita, with_totp

from outfitter.accounts import login_mails, operations, two_factor
from outfitter.accounts.models import Account, KnownDevice, User, UserSession
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import UserAvatar

pytestmark = pytest.mark.django_db


@pytest.fixture
def door(reef: Any, client_for: Any) -> Any:
    """A browser nobody signed in with, on Reef's host."""
    return client_for("reef")


@pytest.fixture
def app(reef: Any) -> Any:
    """Rita's authenticator app."""
    found = with_totp(rita(), utc_now())
    forget_used_codes()
    return found


def test_a_password_signs_in(door: Any) -> None:
    answer = login(door)
    body = answer.json()
    assert (answer.status_code, body["next"], body["step_token"]) == (200, "app", None)
    assert body["userAvatar"]["email"] == RITA
    assert [row["slug"] for row in body["accounts"]] == ["reef"]
    assert door.get("/app/init").status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"password": "wrong"}, 401, "invalid_credentials"),
        ({"email": "nobody@reef.example"}, 401, "invalid_credentials"),
        ({"email": database.PEAK.owner_email}, 403, "no_access_here"),
        ({"email": None}, 422, "validation_failed"),
        ({"password": ""}, 422, "validation_failed"),
        ({"password": "x" * 257}, 422, "validation_failed"),
        ({"one_time_code": "nothing"}, 401, "code_invalid"),
        ({"step_token": "nothing", "otp": "123456"}, 401, "step_expired"),
        ({"remember": "perhaps"}, 422, "validation_failed"),
    ],
)
def test_what_opens_nothing(door: Any, fields: dict[str, Any], status: int, code: str) -> None:
    assert_error(login(door, **fields), status, code)
    assert not UserSession.objects.exists()
    assert_error(door.get("/app/init"), 401, "unauthenticated")


def test_people_who_are_off_stay_out(door: Any) -> None:
    UserAvatar.objects.filter(email=RITA).update(status="disabled")
    assert_error(login(door), 403, "no_access_here")
    UserAvatar.objects.filter(email=RITA).update(status="active")
    User.objects.filter(email=RITA).update(is_active=False)
    assert_error(login(door), 401, "invalid_credentials")


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_SEC_FETCH_SITE": "cross-site"},
        {"HTTP_SEC_FETCH_SITE": "same-site"},
        {"HTTP_ORIGIN": "https://evil.example"},
        {"HTTP_ORIGIN": "http://peak.localhost"},
    ],
)
def test_no_other_site_signs_anybody_in(door: Any, headers: dict[str, str]) -> None:
    door.defaults.update(headers)
    assert_error(login(door), 403, "csrf_failed")


@pytest.mark.parametrize("where", ["same-origin", "none"])
def test_our_own_page_does(door: Any, where: str) -> None:
    door.defaults["HTTP_SEC_FETCH_SITE"] = where
    assert login(door).status_code == 200


@pytest.mark.parametrize(("remember", "is_kept"), [(True, True), (False, False)])
def test_remembering_decides_how_long_the_cookie_lives(door: Any, remember: bool, is_kept: bool) -> None:
    login(door, remember=remember)
    cookie = door.cookies["session"]
    assert bool(cookie["max-age"]) is is_kept
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["domain"] == ""


def test_the_database_knows_only_hashes_of_what_the_browser_holds(door: Any) -> None:
    login(door)
    held = {door.cookies["session"].value, door.cookies["device"].value}
    kept = {UserSession.objects.get().key_hash, KnownDevice.objects.get().device_hash}
    assert not held & kept


class TestTheSecondStep:
    def test_it_is_asked_for_and_nobody_is_signed_in_before(self, door: Any, app: Any) -> None:
        body = login(door).json()
        assert (body["next"], body["userAvatar"]) == ("second_factor", None)
        assert body["methods"] == ["totp", "recovery"]
        assert "session" not in door.cookies
        assert_error(door.get("/app/init"), 401, "unauthenticated")
        step = {"step_token": body["step_token"], "otp": app.now()}
        answer = post(door, "/api/login", step)
        assert (answer.status_code, answer.json()["next"]) == (200, "app")
        assert UserSession.objects.get().is_second_factor

    def test_both_in_one_go(self, door: Any, app: Any) -> None:
        assert login(door, otp=app.now()).json()["next"] == "app"

    def test_a_recovery_code_will_do_and_is_noted(self, door: Any, app: Any) -> None:
        code = two_factor.renew_recovery_codes(user=rita(), at=utc_now())[0]
        assert login(door, otp=code).json()["next"] == "app"
        assert AuditLog.objects.filter(action="recovery_code.used").exists()

    def test_a_wrong_one_will_not(self, door: Any, app: Any) -> None:
        assert_error(login(door, otp="000000"), 401, "code_wrong")
        token = login(door).json()["step_token"]
        answer = post(door, "/api/login", {"step_token": token, "otp": "000000"})
        assert_error(answer, 401, "code_wrong")

    def test_a_code_signs_in_once(self, door: Any, app: Any, client_for: Any) -> None:
        code = app.now()
        assert login(door, otp=code).status_code == 200
        assert_error(login(client_for("reef"), otp=code), 401, "code_wrong")

    def test_remembering_survives_the_step(self, door: Any, app: Any) -> None:
        token = login(door, remember=True).json()["step_token"]
        post(door, "/api/login", {"step_token": token, "otp": app.now()})
        assert UserSession.objects.get().is_remembered

    @pytest.mark.parametrize(("has_shown", "wanted"), [(True, "app"), (False, "second_factor")])
    def test_a_ticket_says_whether_it_was_shown(
        self, door: Any, app: Any, has_shown: bool, wanted: str
    ) -> None:
        ticket = operations.issue_one_time_code(
            user=rita(), schema_name="t_reef", at=utc_now(), is_second_factor=has_shown
        )
        assert post(door, "/api/login", {"one_time_code": ticket}).json()["next"] == wanted


class TestNobodyLearnsWhoIsKnown:
    def test_the_same_answer_for_the_same_work(self, door: Any) -> None:
        login(door, email="warm@reef.example", password="wrong")  # the host is looked up once
        seen = []
        for email in (RITA, "nobody@reef.example"):
            with CaptureQueriesContext(connection) as queries:
                answer = login(door, email=email, password="wrong")
            seen.append((answer.status_code, answer.json(), len(queries)))
        assert seen[0] == seen[1]

    def test_the_eleventh_try_waits_for_both(self, door: Any) -> None:
        for email in (RITA, "nobody@reef.example"):
            answers = [login(door, email=email, password="wrong") for _ in range(11)]
            assert [one.status_code for one in answers] == [401] * 10 + [429]
            assert answers[-1]["Retry-After"] == str(answers[-1].json()["detail"]["retry_after"])

    def test_a_link_is_promised_to_everybody(self, door: Any) -> None:
        known, unknown = (
            post(door, "/api/password/forgot", {"email": email}) for email in (RITA, "nobody@reef.example")
        )
        assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())


def test_who_is_locked_out_is_told_once_with_a_way_on(door: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        login_mails.send_notice, "after_commit", lambda **kwargs: login_mails.send_notice(**kwargs)
    )
    for _ in range(15):
        login(door, password="wrong")
    assert [message.to for message in mail.outbox] == [[RITA]]
    assert "http://reef.localhost:8000/forgotPassword" in str(mail.outbox[0].body)
    connection.set_tenant(Account.objects.get(slug="reef"))  # type: ignore[attr-defined]
    row = AuditLog.objects.get(action="signin.locked")
    assert (row.actor_name, row.after, row.ip) == ("Unknown", {"failed_cnt": 10}, "127.0.0.1")


def test_signing_in_is_written_down_with_what_failed_before(door: Any) -> None:
    for _ in range(2):
        login(door, password="wrong")
    login(door)
    row = AuditLog.objects.get(action="signin.succeeded")
    assert row.after == {"method": "password", "failed_before": 2}
    assert (row.ip, row.actor_name) == ("127.0.0.1", "Rita Owner")


def test_leaving_ends_the_session(door: Any) -> None:
    login(door)
    token = door.cookies["session"].value
    assert post(door, "/api/logout").json() == {"ok": True}
    door.cookies["session"] = token
    assert_error(door.get("/app/init"), 401, "unauthenticated")


def test_signing_in_again_ends_the_session_that_was(door: Any) -> None:
    login(door)
    first = door.cookies["session"].value
    login(door)
    assert door.cookies["session"].value != first
    door.cookies["session"] = first
    assert_error(door.get("/app/init"), 401, "unauthenticated")
