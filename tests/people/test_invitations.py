"""Invitations: one link, seven days, one use; logins are linked by proof only."""

import re
import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from outfitter.accounts.models import Membership, User
from outfitter.api.rate_limits import RateLimited
from outfitter.kit.errors import Invalid
from outfitter.plugins.models import DueJob
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import invitation_mails, invitations, mail_suppression, team
from outfitter_tenants.people.operations.invitations import Invitee
from outfitter_tenants.people.queries import InvitationNotFound, find_invitation, get_member, invitation_token
from outfitter_tenants.people.rules import AboveYou
from tests.support import database
from tests.support.team import NOW, make_colleague, make_login, make_person, owner, role

pytestmark = pytest.mark.usefixtures("reef")
DAY = timedelta(days=1)


def invite(name: str = "Ana Sol", *, at: Any = NOW, actor: Any = None, **given: Any) -> UserAvatar:
    values = {"email": "ana@guests.example", "role_id": role("manager").pk, **given}
    person = Invitee(name=name, **values)
    member_id = invitations.invite(invitee=person, actor_id=(actor or owner()).pk, at=at)
    return UserAvatar.objects.get(pk=member_id)


def token_of(person: UserAvatar) -> str:
    person.refresh_from_db()
    assert person.invited_at
    return invitation_token(avatar_id=person.pk, invited_at=person.invited_at)


def accept(token: str, *, at: Any = NOW, password: str = database.PASSWORD) -> int:
    return invitations.accept_new(
        token=token, first_name="Ana", last_name="Sol", password=password, locale="es", at=at
    )


def test_an_invitation_is_kept_as_a_hash_only() -> None:
    person = invite()
    assert (person.status, person.kind, person.invited_by_id) == ("invited", "staff", owner().pk)
    assert person.invite_expires_at == NOW + timedelta(days=7)
    assert token_of(person) not in {person.invite_hash, ""}
    assert len(person.invite_hash or "") == 64
    found = find_invitation(token=token_of(person), at=NOW)
    assert (found.state, found.inviter, found.role["slug"]) == ("open", owner().name, "manager")


@pytest.mark.parametrize(
    ("given", "field"), [({"email": "RITA@reef.example"}, "email"), ({"role_id": None}, "role_id")]
)
def test_who_cannot_be_invited(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        invite(**given)
    assert field in refused.value.detail["fields"]  # type: ignore[operator]


def test_twice_is_once_and_agents_come_by_their_reseller() -> None:
    invite()
    with pytest.raises(Invalid):
        invite(email="Ana@Guests.example")
    with pytest.raises(Invalid):
        invite(email="b@guests.example", role_id=role("reseller_agent").pk)


def test_nobody_invites_above_themselves() -> None:
    manager = make_person("Max", "manager")
    with pytest.raises(AboveYou):
        invite(actor=manager, role_id=role("owner").pk)


def test_a_guide_needs_no_role() -> None:
    person = invite(role_id=None, is_guide=True)
    assert (person.role.slug, person.kind, person.is_guide) == ("guide", "guide", True)
    second = invite(email="b@guests.example", is_guide=True)
    assert (second.role.slug, second.kind, second.is_guide) == ("manager", "staff", True)


def test_a_new_login_joins_once() -> None:
    person = invite()
    user_id = accept(token_of(person))
    person.refresh_from_db()
    assert (person.status, person.user_id, person.name) == ("active", user_id, "Ana Sol")
    user = User.objects.get(pk=user_id)
    assert (user.email, user.locale, user.email_confirmed_at) == ("ana@guests.example", "es", NOW)
    assert Membership.objects.get(user_id=user_id).user_avatar_id == person.pk
    with pytest.raises(invitations.InvitationUsed):
        accept(token_of(person))
    assert find_invitation(token=token_of(person), at=NOW).state == "used"


def test_seven_days_and_not_a_second_more() -> None:
    person = invite()
    token, last = token_of(person), NOW + timedelta(days=7)
    assert find_invitation(token=token, at=last - timedelta(seconds=1)).state == "open"
    assert find_invitation(token=token, at=last).state == "expired"
    with pytest.raises(invitations.InvitationExpired):
        accept(token, at=last)


def test_a_weak_password_leaves_everything_as_it_was() -> None:
    person = invite()
    with pytest.raises(Invalid):
        accept(token_of(person), password="short")
    person.refresh_from_db()
    assert person.status == "invited"
    assert not User.objects.filter(email="ana@guests.example").exists()


def test_an_address_with_a_login_is_never_made_anew() -> None:
    user = make_login("ana@guests.example")
    person = invite()
    with pytest.raises(invitations.LoginExists):
        accept(token_of(person))
    invitations.accept_existing(token=token_of(person), user_id=user.pk, at=NOW)
    person.refresh_from_db()
    assert (person.user_id, person.status, person.name) == (user.pk, "active", "Ana Sol")


def test_any_login_of_ones_own_may_join_but_one_person_is_one_person() -> None:
    other = make_login("private@guests.example")
    person = invite()
    invitations.accept_existing(token=token_of(person), user_id=other.pk, at=NOW)
    colleague = make_colleague("Ben")
    second = invite(email="b@guests.example")
    with pytest.raises(invitations.AlreadyMember):
        invitations.accept_existing(token=token_of(second), user_id=colleague.user_id or 0, at=NOW)


def test_a_new_address_voids_the_old_link() -> None:
    person = invite()
    old = token_of(person)
    team.save_member(
        member_id=person.pk,
        values={"email": "new@guests.example"},
        version=person.version,
        actor_id=owner().pk,
        at=NOW + timedelta(hours=1),
    )
    with pytest.raises(InvitationNotFound):
        find_invitation(token=old, at=NOW)
    assert find_invitation(token=token_of(person), at=NOW).email == "new@guests.example"


def test_disabling_voids_the_link_and_inviting_again_makes_a_new_one() -> None:
    person = invite()
    old = token_of(person)
    team.set_status(member_id=person.pk, is_enabled=False, actor_id=owner().pk, at=NOW)
    with pytest.raises(InvitationNotFound):
        accept(old)
    again = invite(at=NOW + DAY, role_id=role("analyst").pk)
    assert (again.pk, again.status, again.role.slug) == (person.pk, "invited", "analyst")
    accept(token_of(again), at=NOW + DAY)


def test_who_was_disabled_comes_back_with_their_own_login() -> None:
    person = make_colleague("Mia")
    team.set_status(member_id=person.pk, is_enabled=False, actor_id=owner().pk, at=NOW)
    again = invite(email=person.email)
    assert again.pk == person.pk
    with pytest.raises(invitations.LoginExists):
        accept(token_of(again))
    invitations.accept_existing(token=token_of(again), user_id=person.user_id or 0, at=NOW)
    assert Membership.objects.get(user_id=person.user_id).is_active


def test_enabling_who_never_came_invites_again() -> None:
    person = invite()
    team.set_status(member_id=person.pk, is_enabled=False, actor_id=owner().pk, at=NOW)
    team.set_status(member_id=person.pk, is_enabled=True, actor_id=owner().pk, at=NOW + DAY)
    person.refresh_from_db()
    assert person.status == "invited"
    accept(token_of(person), at=NOW + DAY)


def resend(person: UserAvatar, at: Any) -> None:
    invitations.resend(member_id=person.pk, actor_id=owner().pk, at=at)


def test_three_times_a_day_a_minute_apart() -> None:
    person = invite()
    with pytest.raises(RateLimited) as refused:
        resend(person, NOW + timedelta(seconds=59))
    assert refused.value.detail == {"retry_after": 1}
    for minute in (1, 2, 3):
        shown = get_member(member_id=person.pk, at=NOW + timedelta(minutes=minute)).invite
        assert shown is not None
        assert shown.resend_left == 4 - minute
        resend(person, NOW + timedelta(minutes=minute))
    with pytest.raises(RateLimited) as refused:
        resend(person, NOW + timedelta(minutes=10))
    # From 08:10 in New York to midnight.
    assert refused.value.detail == {"retry_after": (15 * 60 + 50) * 60 + 1}
    resend(person, NOW + timedelta(hours=17))
    person.refresh_from_db()
    assert person.invite_sent_cnt == 1
    assert person.invite_expires_at == NOW + timedelta(hours=17, days=7)


def test_only_the_newest_link_works() -> None:
    person = invite()
    old = token_of(person)
    resend(person, NOW + timedelta(minutes=2))
    with pytest.raises(InvitationNotFound):
        accept(old)
    accept(token_of(person))
    with pytest.raises(invitations.NotInvited):
        resend(person, NOW + DAY)


def test_the_mail_goes_out_once_in_the_persons_language() -> None:
    person = invite(locale="de")
    for _ in range(2):
        invitation_mails.send(avatar_id=person.pk, at=NOW)
    assert len(mail.outbox) == 1
    letter = mail.outbox[0]
    assert letter.to == ["ana@guests.example"]
    assert letter.subject == f"{owner().name} lädt Sie zu Reef Runners ein"
    assert "Ihre Rolle: Leitung" in letter.body
    link = re.search(r"http://reef\.localhost\S*/register\?token=([\w-]+)", str(letter.body))
    assert link
    assert link[1] == token_of(person)
    assert not DueJob.objects.filter(kind=invitations.MAIL, key=str(person.pk)).exists()


def test_a_failed_mail_waits_for_the_next_try(monkeypatch: Any) -> None:
    person = invite()

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError("no mail server")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
        with pytest.raises(OSError, match="no mail server"):
            invitation_mails.send(avatar_id=person.pk, at=NOW)
    assert DueJob.objects.filter(kind=invitations.MAIL, key=str(person.pk)).exists()
    invitation_mails.send(avatar_id=person.pk, at=NOW + DAY)
    assert len(mail.outbox) == 1


def test_a_refused_address_is_suppressed_until_it_is_cleared(monkeypatch: Any) -> None:
    person = invite()

    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({person.email: (550, b"no such user")})

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
        invitation_mails.send(avatar_id=person.pk, at=NOW)
    person.refresh_from_db()
    assert person.is_email_suppressed
    invitation_mails.send(avatar_id=person.pk, at=NOW)
    assert mail.outbox == []
    team.clear_suppression(member_id=person.pk, actor_id=owner().pk, at=NOW)
    assert DueJob.objects.get(kind=mail_suppression.CLEAR).payload == {"address": person.email}
    invitation_mails.send(avatar_id=person.pk, at=NOW)
    assert len(mail.outbox) == 1


def test_providers_that_keep_a_list_are_asked_though_one_fails(monkeypatch: Any) -> None:
    asked: list[tuple[str, str]] = []

    def fail(ctx: Any, address: str) -> None:
        raise RuntimeError("away")

    providers = {
        "clear_suppression": {
            "broken": fail,
            "post": lambda ctx, address: asked.append((ctx.schema, address)),
        }
    }
    monkeypatch.setattr("outfitter.plugins.registry.by_plugin", lambda hook, only: providers.get(hook, {}))
    with pytest.raises(RuntimeError, match="away"):
        mail_suppression.clear_at_providers(address="ana@guests.example")
    assert asked == [("t_reef", "ana@guests.example")]


@pytest.mark.parametrize("locale", ["en", "es", "zh", "pt", "de", "it", "ja", "ko", "nl", "sv", "fr", "ru"])
def test_every_language_has_a_whole_mail(locale: str) -> None:
    from outfitter_tenants.people import mails

    assert mails.texts(locale).keys() == mails.texts("en").keys()
    assert mails.texts(locale)["roles"].keys() == mails.texts("en")["roles"].keys()
    person = invite(locale=locale)
    invitation_mails.send(avatar_id=person.pk, at=NOW)
    letter = mail.outbox[0]
    assert "{" not in str(letter.body) + letter.subject
    assert "Reef Runners" in letter.subject


def test_a_worker_that_died_with_the_mail_is_followed_by_another() -> None:
    person = invite()
    UserAvatar.objects.filter(pk=person.pk).update(invite_mailed_at=NOW)  # claimed, never sent

    invitation_mails.send(avatar_id=person.pk, at=NOW + timedelta(seconds=59))
    job = DueJob.objects.get(kind=invitations.MAIL)
    assert (mail.outbox, job.next_at) == ([], NOW + timedelta(seconds=59 + 60))

    invitation_mails.send(avatar_id=person.pk, at=job.next_at)
    assert len(mail.outbox) == 1
    assert not DueJob.objects.filter(kind=invitations.MAIL).exists()


def test_a_mail_that_went_out_is_not_sent_again_by_a_late_job() -> None:
    person = invite()
    invitation_mails.send(avatar_id=person.pk, at=NOW)

    invitation_mails.send(avatar_id=person.pk, at=NOW + DAY)

    assert len(mail.outbox) == 1
