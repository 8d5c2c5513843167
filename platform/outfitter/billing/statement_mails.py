"""
The mails of billing, in the operator's language: statements with their paper, reminders, notice.

Each is due work at the operator, planned in the transaction it tells of and sent once: its key says
what it is about.
"""

import json
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from babel.dates import format_date

from outfitter.accounts import hosts, owner_port
from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.accounts.models import Account
from outfitter.billing import statement_paper
from outfitter.billing.models import BillingAccount, BillingStatement
from outfitter.billing.queries import billed_accounts
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.locales import route_locale
from outfitter.kit.zones import local_day
from outfitter.pdf.recipient import Recipient
from outfitter.plugins import scheduled_jobs

KIND: Final = "billing.mail"
_WORDS: Final = Path(__file__).with_name("words")
# Where an owner sees all of it.
_PAGE: Final = "/setup/billing"
_FILES: Final = "/setup/tools/importExportViewer"


def plan(account: Account, kind: str, *, key: str, at: datetime, **facts: object) -> None:
    """Have a mail sent once this transaction is done; `key` makes it one however often it is planned."""
    with in_schema(account.schema_name):
        payload = {"account_id": account.pk, "kind": kind, **facts}
        scheduled_jobs.schedule(KIND, key=f"{kind}-{key}"[:120], due_at=at, payload=payload)


def plan_archive(account: Account, *, key: str, until: datetime, at: datetime) -> None:
    """Tell whose business closed that all of its data is there as a file, and until when."""
    day = local_day(until, account.time_zone).isoformat()
    plan(account, "closed", key=key, at=at, until=day)


def run(payload: dict[str, Any], at: datetime) -> None:
    """Send one mail of billing; the due job's handler."""
    account_id = int(payload["account_id"])
    customer = billed_accounts.find_customer(account_id=account_id) or BillingAccount(
        account=Account.objects.get(pk=account_id)
    )
    kind = str(payload["kind"])
    if kind in {"reminder", "notice"} and billed_accounts.balance(account_id=customer.account_id) <= 0:
        # It was paid between planning and sending.
        return
    statement = _statement_of(customer, payload)
    for address in addresses(customer):
        _send(customer, kind, address, statement, payload)


def _statement_of(customer: BillingAccount, payload: dict[str, Any]) -> BillingStatement | None:
    number = payload.get("statement_id")
    if number is not None:
        return BillingStatement.objects.filter(pk=number, account_id=customer.account_id).first()
    return billed_accounts.find_last_statement(account_id=customer.account_id)


def addresses(customer: BillingAccount) -> list[str]:
    """Return where mails of billing go: the address that was named, or every owner."""
    if customer.email:
        return [customer.email]
    return [one.email for one in owner_port.owners_of(customer.account)]


@lru_cache(maxsize=16)
def words(language: str) -> dict[str, str]:
    """Return the sentences of a language; English for one the product does not speak."""
    file = _WORDS / f"{language}.json"
    found: dict[str, str] = json.loads(
        (file if file.exists() else _WORDS / "en.json").read_text(encoding="utf-8")
    )
    return found


def _send(
    customer: BillingAccount,
    kind: str,
    address: str,
    statement: BillingStatement | None,
    payload: dict[str, Any],
) -> None:
    account = customer.account
    language = route_locale(account.locale)
    reader = statement_paper.reader_of(account, statement.currency if statement else account.currency)
    values = _values(customer, reader, statement, payload)
    said = words(language)
    name = _name(kind, customer, statement)
    mail = build_mail(
        to=address,
        locale=language,
        subject=said[f"{name}_subject"].format(**values),
        blocks=[
            MailBlock(said[f"{name}_line"].format(**values)),
            *([MailBlock(said["transfer_line"].format(**values))] if _is_transfer(customer, kind) else []),
            _way(account, kind, said),
            *([MailBlock(said["export_line"], "small")] if kind in {"notice", "stopped"} else []),
        ],
    )
    if kind == "statement" and statement is not None:
        paper = statement_paper.print_statement(statement)
        mail.attach(f"{statement.number}.pdf", paper, "application/pdf")
    mail.send()


def _way(account: Account, kind: str, said: dict[str, str]) -> MailBlock:
    """Return the button: to the bills, or to the file of a business that closed."""
    if kind == "closed":
        return MailBlock(said["open_archive"], "button", hosts.tenant_url(account.slug, _FILES))
    return MailBlock(said["open_billing"], "button", hosts.tenant_url(account.slug, _PAGE))


def _name(kind: str, customer: BillingAccount, statement: BillingStatement | None) -> str:
    """Return whose sentences are said: a statement that asks for nothing says so."""
    if kind == "statement" and statement is not None and statement.closing <= 0:
        return "receipt"
    if kind == "reminder" and not customer.card_id and customer.pays_by == "card":
        return "no_card"
    return kind


def _is_transfer(customer: BillingAccount, kind: str) -> bool:
    return customer.pays_by == "transfer" and kind in {"statement", "reminder", "notice"}


def _values(
    customer: BillingAccount, reader: Recipient, statement: BillingStatement | None, payload: dict[str, Any]
) -> dict[str, str]:
    def day(value: date | str | None) -> str:
        found = date.fromisoformat(value) if isinstance(value, str) else value
        return format_date(found, "long", locale=reader.babel) if found else ""

    owed = billed_accounts.balance(account_id=customer.account_id)
    closing = statement.closing if statement else 0
    return {
        "business": customer.account.name,
        "seller": billed_accounts.get_seller().name or "Outfitter",
        "number": statement.number if statement else "",
        "amount": reader.money(max(closing, 0) if payload["kind"] == "statement" else max(owed, 0)),
        "due": day(statement.due_on if statement else None),
        "stops_on": day(payload.get("stops_on")),
        "until": day(payload.get("until")),
    }
