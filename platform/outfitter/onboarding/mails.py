"""Letters that help whoever is stuck: after 2, 7 and 14 days without progress, about what is next."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from outfitter.accounts import hosts, login_mails, signed_tokens
from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.accounts.models import Account, User
from outfitter.db.locks import atomic
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import route_locale
from outfitter.kit.person_names import address_name
from outfitter.kit.text_direction import isolated
from outfitter.onboarding import queries, rules
from outfitter.onboarding.models import OnboardingMail, OnboardingOptOut

TEXTS: Final = Path(__file__).parent / "texts"
PURPOSE: Final = "onboarding_mails"
# A letter may be found again long after it was sent.
LINK_LIFE: Final = timedelta(days=400)


@lru_cache(maxsize=16)
def texts(locale: str) -> dict[str, str]:
    """Return the words of a language; English for one the product does not speak."""
    file = TEXTS / f"{route_locale(locale)}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def plan(*, account: Account, owner_ids: Iterable[int], slug: str, at: datetime) -> int:
    """
    Plan the letter that is due to each owner about the step `slug`; returns how many are new.

    Nobody gets one twice, one they opted out of, or one for a demonstration or a business that
    is not on its way.
    """
    if account.is_demo or account.status != "onboarding":
        return 0
    days = rules.mail_day(moved_at=queries.moved_at(account=account), at=at)
    out = set(OnboardingOptOut.objects.values_list("user_id", flat=True).filter(user_id__in=owner_ids))
    wanted = [one for one in owner_ids if one not in out]
    made = 0
    with atomic():
        for user_id in wanted if days is not None else []:
            mine = {"account": account, "user_id": user_id, "days": days}
            made += OnboardingMail.objects.get_or_create(**mine, defaults={"slug": slug})[1]
        waiting = OnboardingMail.objects.filter(account=account, user_id__in=wanted, sent_at=None)
        for mail_id in waiting.values_list("pk", flat=True):
            send.after_commit(mail_id=mail_id)
    return made


@platform_task("onboarding.send_mail", queue="mail", **login_mails.RETRY)
def send(*, mail_id: int, **_future: object) -> None:
    """Send one planned letter, unless its reason is gone meanwhile."""
    row = OnboardingMail.objects.select_related("account", "user").filter(pk=mail_id, sent_at=None).first()
    if row is None:
        return
    is_over = row.account.status != "onboarding" or not row.user.is_active
    if is_over or OnboardingOptOut.objects.filter(user=row.user).exists():
        row.delete()
        return
    at = utc_now()
    # Whoever claims it sends it: a job that runs twice sends one letter.
    if OnboardingMail.objects.filter(pk=mail_id, sent_at=None).update(sent_at=at):
        try:
            _write(row, at)
        except Exception:
            OnboardingMail.objects.filter(pk=mail_id).update(sent_at=None)
            raise


def _write(row: OnboardingMail, at: datetime) -> None:
    user, locale = row.user, route_locale(row.user.locale)
    words = texts(locale)
    prefix = "" if locale == "en" else f"/{locale}"
    name = address_name(user.first_name, user.last_name, language=locale) or user.email
    leave = leave_url(user=user, slug=row.account.slug, at=at)
    blocks = [
        MailBlock(words["hello"].format(name=isolated(name, language=locale))),
        MailBlock(words[f"line_{row.slug}"]),
        MailBlock(words["button"], "button", hosts.tenant_url(row.account.slug, f"{prefix}/setup/start")),
        MailBlock(words["why"].format(operator=isolated(row.account.name, language=locale)), "small"),
        MailBlock(f"{words['leave']} {leave}", "small"),
    ]
    mail = build_mail(to=user.email, locale=locale, subject=words[f"subject_{row.slug}"], blocks=blocks)
    mail.extra_headers["List-Unsubscribe"] = f"<{leave}>"
    mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.send()


def leave_url(*, user: User, slug: str, at: datetime) -> str:
    """Return the address at which a person leaves these letters without signing in."""
    token = signed_tokens.sign(PURPOSE, {"user": user.pk}, at=at, life=LINK_LIFE)
    return hosts.tenant_url(slug, f"/public/onboarding/{token}")


def find_reader(token: str, *, at: datetime) -> User | None:
    """Return whose link this is; None when nobody of ours made it."""
    found = signed_tokens.read(PURPOSE, token, at=at)
    return None if found is None else User.objects.filter(pk=int(found["user"])).first()


def is_out(*, user: User) -> bool:
    """Return whether a person wants none of these letters."""
    return OnboardingOptOut.objects.filter(user=user).exists()


def leave(*, user: User) -> None:
    """Send a person none of these letters any more. Safe to call twice."""
    OnboardingOptOut.objects.bulk_create([OnboardingOptOut(user=user)], ignore_conflicts=True)


def come_back(*, user: User) -> None:
    """Undo what `leave` did."""
    OnboardingOptOut.objects.filter(user=user).delete()
