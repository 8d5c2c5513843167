"""
What the platform writes to an operator's owners: that support asks to look in, that terms change.

Each is due work at the operator, planned in the transaction it tells of; its key says what it is about.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from babel.dates import format_date

from outfitter.accounts import hosts, login_mails, owner_port
from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.accounts.models import Account, User
from outfitter.db.tenant_schema import current_schema, in_schema
from outfitter.kit.locales import localized_path, route_locale
from outfitter.kit.text_direction import isolated
from outfitter.kit.zones import local_day
from outfitter.plugins import scheduled_jobs

KIND: Final = "accounts.owner_mail"
# Where the question of support is answered, and where terms are shown to whoever has yet to agree.
_SUPPORT, _TERMS = "/profile", "/dashboard"


@dataclass(frozen=True, slots=True)
class ChangedTerms:
    """Terms that were published: titles by language, and whether owners have to agree to them."""

    audience: str
    version: int
    titles: dict[str, str]
    effective_at: datetime
    is_major: bool


def plan_support(*, account: Account, access_id: int, person: str, reason: str, at: datetime) -> None:
    """Have owners told who of support asks to look in, and why."""
    payload = {"kind": "support_asked", "person": person, "reason": reason}
    with in_schema(account.schema_name):
        scheduled_jobs.schedule(KIND, key=f"support-{access_id}", due_at=at, payload=payload)


def plan_terms(terms: ChangedTerms, *, at: datetime) -> None:
    """Have the owners of every operator told of new terms (domain.md 6.2)."""
    there = Account.objects.filter(is_ready=True, is_demo=False).exclude(status="closed")
    payload = {
        "kind": "terms_changed",
        "titles": terms.titles,
        "effective_at": terms.effective_at.astimezone(UTC).isoformat(),
        "is_major": terms.is_major,
    }
    scheduled_jobs.schedule_everywhere(
        KIND,
        schema_names=there.exclude(schema_name="public").values_list("schema_name", flat=True),
        key=f"terms-{terms.audience}-{terms.version}",
        due_at=at,
        payload=payload,
    )


def run(payload: dict[str, Any], at: datetime) -> None:
    """Write to every owner of the operator whose schema this is; the due job's handler."""
    account = Account.objects.get(schema_name=current_schema())
    if account.status == "closed":
        return
    write = {"support_asked": _support, "terms_changed": _terms}[str(payload["kind"])]
    for owner in owner_port.owners_of(account):
        write(account, owner, payload, at)


def _support(account: Account, owner: User, payload: dict[str, Any], _at: datetime) -> None:
    locale = route_locale(owner.locale)
    words = login_mails.texts(locale)
    names = {
        "business": isolated(account.name, language=locale),
        "person": isolated(str(payload["person"]), language=locale),
    }
    blocks = [
        MailBlock(words["support_line"].format(**names)),
        MailBlock(f"\u201c{payload['reason']}\u201d"),
        MailBlock(words["support_hint"]),
        _button(words["support_button"], account, _SUPPORT, locale),
    ]
    subject = words["support_subject"].format(**names)
    build_mail(to=owner.email, locale=locale, subject=subject, blocks=blocks).send()


def _terms(account: Account, owner: User, payload: dict[str, Any], at: datetime) -> None:
    locale = route_locale(owner.locale)
    words = login_mails.texts(locale)
    day = local_day(datetime.fromisoformat(payload["effective_at"]), account.time_zone)
    is_coming = day > local_day(at, account.time_zone)
    titles: dict[str, str] = payload["titles"]
    names = {
        "business": isolated(account.name, language=locale),
        "title": isolated(titles.get(locale) or titles["en"], language=locale),
        "day": _day(day, locale),
    }
    name = "terms_coming" if is_coming else "terms_now"
    rule = ("terms_agree_by" if is_coming else "terms_agree") if payload["is_major"] else "terms_nothing"
    blocks = [
        MailBlock(words[f"{name}_line"].format(**names)),
        MailBlock(words[rule].format(**names)),
        _button(words["terms_button"], account, _TERMS, locale),
    ]
    subject = words[f"{name}_subject"].format(**names)
    build_mail(to=owner.email, locale=locale, subject=subject, blocks=blocks).send()


def _button(text: str, account: Account, path: str, locale: str) -> MailBlock:
    return MailBlock(text, "button", hosts.tenant_url(account.slug, localized_path(path, locale)))


def _day(day: date, locale: str) -> str:
    return format_date(day, "long", locale=locale)
