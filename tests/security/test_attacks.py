"""What somebody with half a key would try."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from django.test import Client
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.second_factor import login, post, rita
from tests.support.team import make_login, make_person

from outfitter.accounts import authentication, login_throttle, mail_links
from outfitter.accounts.models import SigninTry
from outfitter.accounts.operations import CodeInvalid
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.api.rate_limits import RateLimited
from outfitter.kit.clock import utc_now
from outfitter_tenants.notifications.operations import NotificationEvent, notify
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import invitations
from outfitter_tenants.people.queries import invitation_token
from outfitter_tenants.security import security_log

pytestmark = pytest.mark.usefixtures("reef")
Doors = Callable[[str], Client]
NEW = "a-long-walk-by-the-sea-42"


class TestMailedLinks:
    def test_a_new_password_voids_links_that_a_thief_asked_for(self, client_for: Doors) -> None:
        browser = client_for("reef")
        login(browser)
        at = utc_now()
        to_thief = mail_links.issue(user=rita(), kind="email", email="thief@x.example", at=at)
        to_mailbox = mail_links.issue(user=rita(), kind="password", email=rita().email, at=at)

        assert post(browser, "/api/me/password", {"password": NEW}).status_code == 200

        answer = post(browser, "/api/me/email/confirm", {"token": to_thief})
        assert_error(answer, 401, "code_invalid")
        assert rita().email == database.REEF.owner_email
        with pytest.raises(CodeInvalid):
            mail_links.reset_password(token=to_mailbox, password="another-long-way-7", at=at)

    def test_a_mailbox_alone_does_not_buy_more_guesses_of_the_code(self, client_for: Doors) -> None:
        at = utc_now()
        for _ in range(login_throttle.FREE):
            login_throttle.count_try(key=login_throttle.key_of("code", rita().email), at=at)
        token = mail_links.issue(user=rita(), kind="password", email=rita().email, at=at)

        door = client_for("reef")
        body = {"token": token, "password": NEW}
        assert post(door, "/api/password/reset", body).status_code == 200

        with pytest.raises(RateLimited):
            authentication.verify_code(
                user=rita(), code="000000", caller=RequestOrigin(ip="192.0.2.1"), at=at
            )

    def test_it_does_open_the_password_again(self, client_for: Doors) -> None:
        at = utc_now()
        for _ in range(login_throttle.FREE):
            login_throttle.count_try(key=login_throttle.key_of("password", rita().email), at=at)
        token = mail_links.issue(user=rita(), kind="password", email=rita().email, at=at)
        door = client_for("reef")

        post(door, "/api/password/reset", {"token": token, "password": NEW})

        assert login(door, password=NEW).status_code == 200
        assert not SigninTry.objects.filter(blocked_until__isnull=False).exists()


class TestInvitations:
    @pytest.fixture
    def token(self) -> str:
        at = utc_now()
        person = invitations.Invitee(name="Eve", email="eve@x.example", role_id=make_person("Max").role_id)
        owner = UserAvatar.objects.get(email=database.REEF.owner_email)
        member_id = invitations.invite(invitee=person, actor_id=owner.pk, at=at)
        return invitation_token(avatar_id=member_id, invited_at=at)

    def body(self, token: str) -> dict[str, Any]:
        return {"token": token, "login": {"email": "eve@x.example", "password": database.PASSWORD}}

    def test_another_site_signs_nobody_in(self, token: str, client_for: Doors) -> None:
        make_login("eve@x.example")
        victim = client_for("reef")
        victim.defaults["HTTP_SEC_FETCH_SITE"] = "cross-site"

        assert_error(post(victim, "/api/invitation/accept", self.body(token)), 403, "csrf_failed")
        assert "session" not in victim.cookies

    def test_a_token_works_once(self, token: str, client_for: Doors) -> None:
        make_login("eve@x.example")
        assert post(client_for("reef"), "/api/invitation/accept", self.body(token)).status_code == 200

        again = post(client_for("reef"), "/api/invitation/accept", self.body(token))
        assert_error(again, 409, "invitation_used")


class TestOddWords:
    @pytest.mark.parametrize("locale", ["xx", "zz-ZZ", "en_en_en", "tlh"])
    def test_languages_nobody_knows_are_english(self, client_for: Doors, locale: str) -> None:
        browser = client_for("reef")
        login(browser)
        me = UserAvatar.objects.get(email=database.REEF.owner_email)
        at = utc_now() + timedelta(seconds=1)
        notify(
            NotificationEvent("trip_booked", "1", {"name": "Ana", "start_at": at.isoformat()}),
            avatar_ids=[me.pk],
            at=at,
        )

        answer = browser.get(f"/api/notifications/get?locale={locale}")

        assert answer.status_code == 200, answer.content
        assert answer.json()["data"][0]["title"] == "New booking: Ana"


class TestHalfDone:
    """A process that dies between two writes leaves neither."""

    @pytest.fixture
    def browsers(self, client_for: Doors, monkeypatch: pytest.MonkeyPatch) -> tuple[Client, Client]:
        mine, other = client_for("reef"), client_for("reef")
        login(mine)
        login(other)
        mine.raise_request_exception = False

        def dies(*_args: object, **_more: object) -> None:
            raise RuntimeError("power cut")

        monkeypatch.setattr(security_log, "record_for_all_operators", dies)
        return mine, other

    def test_a_password_changes_with_its_sessions_or_not_at_all(
        self, browsers: tuple[Client, Client]
    ) -> None:
        mine, other = browsers

        assert post(mine, "/api/me/password", {"password": NEW}).status_code == 500

        assert rita().check_password(database.PASSWORD)
        assert other.get("/api/me/get").status_code == 200

    def test_a_factor_is_added_with_its_sessions_or_not_at_all(self, browsers: tuple[Client, Client]) -> None:
        mine, other = browsers
        secret = post(mine, "/api/me/totp/start").json()["secret"]

        answer = post(mine, "/api/me/totp/confirm", {"code": pyotp.TOTP(secret).now()})

        assert answer.status_code == 500
        assert not rita().has_second_factor
        assert other.get("/api/me/get").status_code == 200

    def test_an_address_moves_everywhere_or_nowhere(self, browsers: tuple[Client, Client]) -> None:
        mine, _ = browsers
        token = mail_links.issue(user=rita(), kind="email", email="r@new.example", at=utc_now())

        assert post(mine, "/api/me/email/confirm", {"token": token}).status_code == 500

        assert rita().email == database.REEF.owner_email
        assert UserAvatar.objects.filter(email=database.REEF.owner_email).exists()
