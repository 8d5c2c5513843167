"""Letters to owners who are stuck: when, about what, to whom, and how they end."""

import re
from datetime import timedelta

import pytest
from django.core import mail

from outfitter.accounts.models import Account, AccountStageEvent, User
from outfitter.kit.clock import utc_now
from outfitter.onboarding import mails, rules
from outfitter.onboarding.models import OnboardingMail, OnboardingOptOut
from outfitter_tenants.backoffice.first_steps import stalled_letters
from tests.support import database
from tests.support.sales import make_offer

pytestmark = pytest.mark.django_db


def silent(account, days, at):
    """Say that the account has been at its stage for so many days."""
    AccountStageEvent.objects.filter(account=account, left_at=None).delete()
    AccountStageEvent.objects.create(
        account=account, stage=account.onboarding_stage, entered_at=at - timedelta(days=days)
    )


def send_all():
    """Do what the jobs do."""
    for one in OnboardingMail.objects.filter(sent_at=None).values_list("pk", flat=True):
        mails.send(mail_id=one)


@pytest.mark.parametrize(
    ("days", "due"), [(0, None), (1, None), (2, 2), (6, 2), (7, 7), (13, 7), (14, 14), (20, 14), (21, None)]
)
def test_the_day(days, due):
    at = utc_now()
    assert rules.mail_day(moved_at=at - timedelta(days=days), at=at) == due


def test_three_letters_at_most_each_about_what_is_missing(reef):
    at = utc_now()
    for days in (1, 2, 3, 7, 8, 14, 15, 21):
        silent(reef, days, at)
        stalled_letters.daily({}, at)
        send_all()
    assert [one.days for one in OnboardingMail.objects.order_by("days")] == [2, 7, 14]
    assert len(mail.outbox) == 3
    assert mail.outbox[0].to == [database.REEF.owner_email]
    assert "/setup/start" in mail.outbox[0].body
    first = OnboardingMail.objects.get(days=2).slug
    assert mails.texts("en")[f"line_{first}"] in mail.outbox[0].body


def test_a_letter_follows_what_was_done(reef):
    at = utc_now()
    make_offer()
    Account.objects.filter(pk=reef.pk).update(business={"phone": "+1", "address": {"text": "Pier 1"}})
    silent(reef, 2, at)
    stalled_letters.daily({}, at)
    assert OnboardingMail.objects.get().slug in {"payments", "booking"}


@pytest.mark.parametrize("change", [{"is_demo": True}, {"status": "closed"}, {"status": "live"}])
def test_not_to_everybody(reef, change):
    at = utc_now()
    silent(reef, 7, at)
    Account.objects.filter(pk=reef.pk).update(**change)
    stalled_letters.daily({}, at)
    assert not OnboardingMail.objects.exists()


def test_a_planned_letter_is_dropped_when_they_go_live(reef):
    at = utc_now()
    silent(reef, 2, at)
    stalled_letters.daily({}, at)
    OnboardingMail.objects.update(sent_at=None)
    mail.outbox.clear()
    Account.objects.filter(pk=reef.pk).update(status="live")
    send_all()
    assert mail.outbox == []
    assert not OnboardingMail.objects.exists()


def test_the_link_in_a_letter_ends_them_without_a_login(reef, client_for):
    at = utc_now()
    silent(reef, 2, at)
    stalled_letters.daily({}, at)
    send_all()
    letter = mail.outbox[-1]
    path = re.search(r"<https?://[^/]+(/public/onboarding/[^>]+)>", letter.extra_headers["List-Unsubscribe"])[
        1
    ]
    reader = client_for("reef")

    assert "Stop these letters?" in reader.get(path).content.decode()
    assert not OnboardingOptOut.objects.exists()
    assert "They’re stopped" in reader.post(path, {"List-Unsubscribe": "One-Click"}).content.decode()
    silent(reef, 7, at)
    stalled_letters.daily({}, at)
    assert OnboardingMail.objects.count() == 1
    assert "get them again" in reader.post(path, {"action": "undo"}).content.decode().lower()
    assert not OnboardingOptOut.objects.exists()
    assert reader.get("/public/onboarding/nobody:made:this").status_code == 404


def test_a_letter_is_in_its_readers_language(reef):
    User.objects.filter(email=database.REEF.owner_email).update(locale="de")
    at = utc_now()
    silent(reef, 2, at)
    stalled_letters.daily({}, at)
    send_all()
    assert "Meine Checkliste öffnen" in mail.outbox[-1].alternatives[0][0]
    assert "/de/setup/start" in mail.outbox[-1].body
