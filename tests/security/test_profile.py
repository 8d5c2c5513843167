"""What people change about themselves, forgotten passwords, and the mails of it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.second_factor import RITA, login, post, rita, with_totp

from outfitter.accounts import login_mails, mail_links, operations, tasks
from outfitter.accounts.models import Account, KnownDevice, MailToken, User, UserSession
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import UserAvatar

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
NEW = "seven mossy lanterns"


@pytest.fixture(autouse=True)
def mail_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the mail jobs run at once."""
    for job in (login_mails.send_password_link, login_mails.send_email_link, login_mails.send_notice):
        monkeypatch.setattr(job, "after_commit", lambda _job=job, **kwargs: _job(**kwargs))


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    """Rita's browser."""
    found = client_for("reef")
    login(found)
    return found


def _actions(reef: Any) -> list[str]:
    connection.set_tenant(reef)  # type: ignore[attr-defined]
    return list(AuditLog.objects.order_by("id").values_list("action", flat=True))


class TestMe:
    BODY = {"name": "Rita Calloway", "phone": "(207) 555-0140", "color": "#AABBCC", "locale": "de"}

    def test_name_phone_colour_here_and_language_everywhere(self, owner: Any, reef: Any) -> None:
        saved = post(owner, "/api/me/save", self.BODY).json()
        assert saved == {
            "name": "Rita Calloway",
            "phone": "+12075550140",
            "color": "#aabbcc",
            "locale": "de",
            "email": RITA,
        }
        assert owner.get("/api/me/get").json() == saved
        assert rita().locale == "de"
        assert owner.get("/app/init").json()["userAvatar"]["name"] == "Rita Calloway"
        connection.set_tenant(reef)
        row = AuditLog.objects.get(action="user_avatar.own_profile_changed")
        assert row.after == {**self.BODY, "phone": "+12075550140", "color": "#aabbcc"}
        post(owner, "/api/me/save", self.BODY)
        assert _actions(reef).count("user_avatar.own_profile_changed") == 1

    def test_only_what_is_given_changes(self, owner: Any, reef: Any, client_for: Any) -> None:
        before = post(owner, "/api/me/save", self.BODY).json()
        saved = post(owner, "/api/me/save", {"locale": "ja"}).json()
        assert saved == {**before, "locale": "ja"}
        assert post(owner, "/api/me/save", {"phone": None}).json()["phone"] is None
        assert login(client_for("reef")).json()["locale"] == "ja"
        connection.set_tenant(reef)
        assert UserAvatar.objects.get(email=RITA).locale == "ja"

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"name": " "}, "name"),
            ({"phone": "nonsense"}, "phone"),
            ({"color": "red"}, "color"),
            ({"locale": "xx"}, "locale"),
        ],
    )
    def test_what_is_refused(self, owner: Any, fields: dict[str, Any], field: str) -> None:
        body = assert_error(post(owner, "/api/me/save", {**self.BODY, **fields}), 422)
        assert field in body["detail"]["fields"]


class TestThePassword:
    def test_a_new_one_ends_every_other_browser(self, owner: Any, reef: Any, client_for: Any) -> None:
        other = client_for("reef")
        login(other)
        before = owner.cookies["session"].value
        assert post(owner, "/api/me/password", {"password": NEW}).json() == {"ok": True}
        assert owner.get("/app/init").status_code == 200
        assert owner.cookies["session"].value != before
        assert_error(other.get("/app/init"), 401, "unauthenticated")
        assert_error(login(client_for("reef")), 401, "invalid_credentials")
        assert login(client_for("reef"), password=NEW).status_code == 200
        assert "password.changed" in _actions(reef)
        assert [message.subject for message in mail.outbox] == ["Your password was changed"]

    @pytest.mark.parametrize("password", ["short", "reefrunners1", "password123"])
    def test_the_rules_hold(self, owner: Any, password: str) -> None:
        answer = post(owner, "/api/me/password", {"password": password})
        assert_error(answer, 422, "validation_failed")
        assert rita().check_password(database.PASSWORD)

    def test_the_form_asks_the_same_rules(self, reef: Any, client_for: Any) -> None:
        client = client_for("reef")
        body = {"password": "reefrunners1", "email": RITA}
        found = post(client, "/api/password/check", body).json()
        assert found == {"problems": ["too_personal"], "strength": 0, "min_length": 10}
        found = post(client, "/api/password/check", {"password": NEW}).json()
        assert (found["problems"], found["strength"]) == ([], 4)


class TestForgotten:
    def _link(self, client: Any, email: str = RITA) -> str | None:
        mail.outbox.clear()
        assert post(client, "/api/password/forgot", {"email": email}).json() == {"ok": True}
        found = re.search(r"(\S+)#token=(\S+)", str(mail.outbox[0].body)) if mail.outbox else None
        if found:
            assert found[1].endswith("/forgotPassword")
        return found[2] if found else None

    def test_by_a_link_that_works_once(self, owner: Any, reef: Any, client_for: Any) -> None:
        door = client_for("reef")
        token = self._link(door)
        assert token is not None
        assert token not in MailToken.objects.get().token_hash
        body = {"token": token, "password": NEW}
        assert_error(post(door, "/api/password/reset", {**body, "password": "short"}), 422)
        assert post(door, "/api/password/reset", body).json() == {"ok": True}
        assert_error(post(door, "/api/password/reset", body), 401, "code_invalid")
        assert_error(owner.get("/app/init"), 401, "unauthenticated")
        assert login(door, password=NEW).status_code == 200
        assert "password.reset" in _actions(reef)

    def test_nobody_is_told_who_is_known(self, reef: Any, client_for: Any) -> None:
        assert self._link(client_for("reef"), "nobody@reef.example") is None
        assert mail.outbox == []

    def test_on_the_platforms_own_host(self, apex_client: Any, client_for: Any) -> None:
        token = self._link(apex_client)
        body = {"token": token, "password": NEW}
        assert post(apex_client, "/api/password/reset", body).json() == {"ok": True}
        assert login(client_for("reef"), password=NEW).status_code == 200

    def test_it_lives_an_hour(self) -> None:
        token = mail_links.issue(user=rita(), kind="password", email=RITA, at=NOW)
        for minutes, works in ((60, False), (59, True)):
            at = NOW + timedelta(minutes=minutes)
            if works:
                mail_links.reset_password(token=token, password=NEW, at=at)
            else:
                with pytest.raises(operations.CodeInvalid):
                    mail_links.reset_password(token=token, password=NEW, at=at)

    def test_one_use_voids_all_links_and_kinds_do_not_mix(self) -> None:
        first, second = (mail_links.issue(user=rita(), kind="password", email=RITA, at=NOW) for _ in range(2))
        with pytest.raises(operations.CodeInvalid):
            mail_links.change_email(user=rita(), token=first, at=NOW)
        mail_links.reset_password(token=first, password=NEW, at=NOW)
        with pytest.raises(operations.CodeInvalid):
            mail_links.reset_password(token=second, password=NEW, at=NOW)

    def test_three_mails_an_hour_then_silence(self, reef: Any, client_for: Any) -> None:
        found = [self._link(client_for("reef")) is not None for _ in range(5)]
        assert found == [True, True, True, False, False]

    def test_a_lock_is_lifted_for_who_owns_the_mailbox(self, reef: Any, client_for: Any) -> None:
        door = client_for("reef")
        for _ in range(11):
            login(door, password="wrong")
        assert_error(login(door), 429, "rate_limited")
        body = {"token": self._link(door), "password": NEW}
        assert post(door, "/api/password/reset", body).status_code == 200
        assert login(door, password=NEW).status_code == 200

    def test_the_second_factor_stays(self, reef: Any, client_for: Any) -> None:
        with_totp(rita(), utc_now())
        door = client_for("reef")
        post(door, "/api/password/reset", {"token": self._link(door), "password": NEW})
        assert login(door, password=NEW).json()["next"] == "second_factor"
        assert KnownDevice.objects.count() == 0


class TestTheAddress:
    NEW_EMAIL = "rita@calloway.example"

    def _token(self) -> str:
        found = re.search(r"/profile/me\?confirm=(\S+)", str(mail.outbox[-1].body))
        assert found
        return found[1]

    def test_it_moves_when_the_new_mailbox_confirms(self, owner: Any, reef: Any) -> None:
        body = {"email": f" {self.NEW_EMAIL.upper()}"}
        assert post(owner, "/api/me/email", body).json() == {"ok": True}
        assert [message.to for message in mail.outbox] == [[RITA], [self.NEW_EMAIL]]
        assert rita().email == RITA
        answer = post(owner, "/api/me/email/confirm", {"token": self._token()})
        assert answer.json() == {"email": self.NEW_EMAIL}
        assert User.objects.filter(email=self.NEW_EMAIL).exists()
        connection.set_tenant(reef)
        assert UserAvatar.objects.filter(email=self.NEW_EMAIL).exists()
        assert {"email.change_asked", "email.changed"} <= set(_actions(reef))

    def test_an_address_somebody_has_is_told_to_them_only(self, owner: Any) -> None:
        taken = database.PEAK.owner_email
        answer = post(owner, "/api/me/email", {"email": taken})
        assert (answer.status_code, answer.json()) == (200, {"ok": True})
        assert mail.outbox[-1].to == [taken]
        assert "confirm=" not in str(mail.outbox[-1].body)
        assert MailToken.objects.count() == 0

    def test_it_was_taken_meanwhile(self, owner: Any) -> None:
        post(owner, "/api/me/email", {"email": self.NEW_EMAIL})
        User.objects.create(email=self.NEW_EMAIL)
        answer = post(owner, "/api/me/email/confirm", {"token": self._token()})
        assert_error(answer, 422, "validation_failed")

    def test_only_its_own_person_confirms(self, owner: Any, client_for: Any) -> None:
        post(owner, "/api/me/email", {"email": self.NEW_EMAIL})
        peak = client_for("peak")
        login(peak, email=database.PEAK.owner_email)
        answer = post(peak, "/api/me/email/confirm", {"token": self._token()})
        assert_error(answer, 401, "code_invalid")

    def test_the_same_one_is_no_change(self, owner: Any) -> None:
        assert_error(post(owner, "/api/me/email", {"email": RITA}), 422, "validation_failed")


def test_factors_are_told_and_written_down_at_every_operator(owner: Any, reef: Any, client_for: Any) -> None:
    peak = Account.objects.get(slug="peak")
    connection.set_tenant(peak)  # type: ignore[attr-defined]
    avatar = UserAvatar.objects.get()
    avatar.pk, avatar.user_id, avatar.email, avatar.name = None, rita().pk, RITA, "R. at Peak"
    avatar.save()
    operations.add_membership(user=rita(), account=peak, avatar_id=avatar.pk)
    import pyotp

    new = post(owner, "/api/me/totp/start").json()
    post(owner, "/api/me/totp/confirm", {"code": pyotp.TOTP(new["secret"]).now()})
    assert "factor.added" in _actions(reef)
    assert "factor.added" in _actions(peak)
    connection.set_tenant(peak)  # type: ignore[attr-defined]
    row = AuditLog.objects.get(action="factor.added")
    assert (row.actor_name, row.user_avatar_id, row.ip) == ("R. at Peak", avatar.pk, "127.0.0.1")
    assert [message.subject for message in mail.outbox] == ["Your two-step sign-in was changed"]


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_mails_speak_the_persons_language(locale: str) -> None:
    User.objects.filter(email=RITA).update(locale=locale)
    login_mails.send_password_link(email=RITA, url="http://reef.localhost/forgotPassword")
    login_mails.send_email_link(user_id=rita().pk, email="new@reef.example", url="http://x.example/a")
    for notice in ("changed", "factors", "locked"):
        login_mails.send_notice(user_id=rita().pk, notice=notice, url="http://reef.localhost/forgot")
    words = login_mails.texts(locale)
    assert set(words) == set(login_mails.texts("en"))
    if locale != "en":
        assert not {k for k, text in words.items() if text == login_mails.texts("en")[k]} - {"hello"}
        assert f"http://reef.localhost/{locale}/forgotPassword#token=" in str(mail.outbox[0].body)
    assert len(mail.outbox) == 6
    for message in mail.outbox:
        assert "{" not in f"{message.subject}{message.body}"


def test_what_is_over_is_forgotten(owner: Any) -> None:
    mail_links.issue(user=rita(), kind="password", email=RITA, at=NOW)
    UserSession.objects.update(ended_at=NOW - timedelta(days=200))
    tasks.tidy()
    assert (MailToken.objects.count(), UserSession.objects.count()) == (0, 0)
