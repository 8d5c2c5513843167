"""A customer as staff write them: made, changed, starred, tagged."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, Final, TypedDict

from outfitter.db.locks import atomic
from outfitter.kit import ids, phones
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations import duplicates

MAX_ADDRESSES: Final = 20
MAX_TAGS: Final = 40
_CONSENT: Final = ("email_opt_in", "sms_opt_in")


class CustomerGone(DomainError):
    """The customer was merged away or anonymised: nobody is left to change."""

    code = "customer_gone"
    status = 409


class CustomerValues(TypedDict, total=False):
    """The fields of a customer that staff write; those that are not named stay."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    more_emails: Sequence[str]
    more_phones: Sequence[str]
    company: str | None
    address: dict[str, str]
    country: str | None
    locale: str
    birth_date: date | None
    is_vip: bool
    tags: Sequence[str]
    notes: str
    marketing: dict[str, Any]


def save_customer(
    *,
    values: CustomerValues,
    region: str,
    at: datetime,
    customer_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make a customer or change one; returns the id. National phone numbers count in `region`.

    A changed consent to marketing is stored with when and where it was said.

    :raises CustomerNotFound: there is no such customer
    :raises CustomerGone: merged away or anonymised
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        if customer_id is None:
            row = Customer(hash=ids.public_hash(), created_at=at, version=0)
        else:
            row = _lock(customer_id, version)
        before = queries.facts_of(row, tuple(CustomerValues.__annotations__))
        _write(row, values, region, at)
        after = queries.facts_of(row, tuple(CustomerValues.__annotations__))
        changed = [name for name in after if customer_id is None or after[name] != before[name]]
        if changed:
            row.version += 1
            row.save()
            _tell(row, before if customer_id else None, after, changed, at)
            duplicates.find_duplicates_of(customer_id=row.pk, at=at)
    return row.pk


def _lock(customer_id: int, version: int | None) -> Customer:
    row = queries.lock_customer(customer_id=customer_id)
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this customer in the meantime.", version=row.version)
    require_living(row)
    return row


def require_living(row: Customer) -> None:
    """
    Refuse changes of somebody who is nobody any more.

    :raises CustomerGone: merged away or anonymised
    """
    if row.merged_into_id is not None:
        raise CustomerGone("This customer was merged.", merged_into=row.merged_into_id)
    if row.anonymised_at is not None:
        raise CustomerGone("This customer was anonymized.")


def _write(row: Customer, values: CustomerValues, region: str, at: datetime) -> None:
    plain: dict[str, Any] = dict(values)
    _clean_contacts(row, plain, region)
    if "tags" in plain:
        plain["tags"] = clean_tags(plain["tags"])
    if "address" in plain:
        plain["address"] = {name: text for name, text in plain["address"].items() if text}
    said = plain.pop("marketing", None)
    if said is not None:
        record_consent(row, said, at)
    birth = plain.get("birth_date")
    if birth is not None and not date(1880, 1, 1) <= birth <= at.date():
        raise Invalid({"birth_date": ["This cannot be a date of birth."]})
    for name, value in plain.items():
        setattr(row, name, value)
    row.company = row.company or None
    if not (row.first_name or row.last_name or row.company or row.email or row.phone):
        raise Invalid({"last_name": ["Enter a name, an email address or a phone number."]})


def _clean_contacts(row: Customer, plain: dict[str, Any], region: str) -> None:
    home = plain.get("country", row.country) or region
    problems: dict[str, list[str]] = {}
    if "email" in plain:
        plain["email"] = (plain["email"] or "").strip().lower() or None
    if "phone" in plain:
        plain["phone"] = _phone(plain["phone"], home, "phone", problems)
    if "more_emails" in plain:
        plain["more_emails"] = [mail.strip().lower() for mail in plain["more_emails"]]
    if "more_phones" in plain:
        cleaned = [_phone(one, home, "more_phones", problems) for one in plain["more_phones"]]
        plain["more_phones"] = [one for one in cleaned if one]
    for one, more in (("email", "more_emails"), ("phone", "more_phones")):
        first = plain.get(one, getattr(row, one))
        rest = plain.get(more, getattr(row, more))
        plain[more] = [value for value in dict.fromkeys(rest) if value != first]
        if len(plain[more]) > MAX_ADDRESSES:
            problems[more] = [f"At most {MAX_ADDRESSES}."]
    if problems:
        raise Invalid(problems)


def _phone(text: str | None, region: str, field: str, problems: dict[str, list[str]]) -> str | None:
    if not text or not text.strip():
        return None
    found = phones.e164(text, region=region)
    if found is None:
        problems[field] = ["Please check this phone number."]
    return found


def clean_tags(tags: Sequence[str]) -> list[str]:
    """
    Return tags without doubles; the first spelling counts.

    :raises Invalid: too many
    """
    found: dict[str, str] = {}
    for tag in tags:
        if tag.strip():
            found.setdefault(tag.strip().casefold(), tag.strip())
    if len(found) > MAX_TAGS:
        raise Invalid({"tags": [f"At most {MAX_TAGS} tags."]})
    return list(found.values())


def record_consent(row: Customer, said: dict[str, object], at: datetime) -> None:
    """Write what the customer wants of marketing, when something changed; the caller saves."""
    before = {name: bool(row.marketing.get(name)) for name in _CONSENT}
    after = {name: bool(said.get(name, before[name])) for name in _CONSENT}
    if after == before and row.marketing:
        return
    if after == before and not any(after.values()):
        return
    row.marketing = {**after, "source": said.get("source") or "staff", "at": at.isoformat()}
    if any(before.values()) and not any(after.values()):
        row.unsubscribed_at = at
    elif any(after.values()):
        row.unsubscribed_at = None


def opt_in(*, customer_id: int, source: str, at: datetime) -> None:
    """Note that the customer asked for news by e-mail while booking; the caller holds the lock."""
    row = queries.lock_customer(customer_id=customer_id)
    before = queries.facts_of(row, ("marketing",))
    record_consent(row, {"email_opt_in": True, "source": source}, at)
    after = queries.facts_of(row, ("marketing",))
    if after != before:
        row.version += 1
        row.save(update_fields=["marketing", "unsubscribed_at", "version"])
        _tell(row, before, after, ["marketing"], at)


def opt_out(*, email: str, source: str, at: datetime) -> int:
    """Note that whoever has this address wants no news by e-mail any more; returns how many."""
    changed = 0
    with atomic():
        found = queries.living().filter(queries.with_email(email)).order_by("pk")
        for customer_id in found.values_list("pk", flat=True):
            row = queries.lock_customer(customer_id=customer_id)
            before = queries.facts_of(row, ("marketing",))
            record_consent(row, {"email_opt_in": False, "source": source}, at)
            after = queries.facts_of(row, ("marketing",))
            if after != before:
                row.version += 1
                row.save(update_fields=["marketing", "unsubscribed_at", "version"])
                _tell(row, before, after, ["marketing"], at)
                changed += 1
    return changed


def undo_opt_out(*, email: str, source: str, at: datetime) -> int:
    """
    Give whoever has this address back the consent that `opt_out` of the same `source` took; returns how many.

    Who never asked for news, or said no another way, has asked for none now.
    """
    changed = 0
    with atomic():
        found = queries.living().filter(queries.with_email(email), marketing__source=source).order_by("pk")
        for customer_id in found.values_list("pk", flat=True):
            row = queries.lock_customer(customer_id=customer_id)
            if row.marketing.get("source") != source or row.marketing.get("email_opt_in"):
                continue
            before = queries.facts_of(row, ("marketing",))
            record_consent(row, {"email_opt_in": True, "source": source}, at)
            row.version += 1
            row.save(update_fields=["marketing", "unsubscribed_at", "version"])
            _tell(row, before, queries.facts_of(row, ("marketing",)), ["marketing"], at)
            changed += 1
    return changed


def set_vip(*, customer_id: int, is_vip: bool | None, at: datetime) -> bool:
    """
    Star a customer or take the star; turns it round when `is_vip` is None. Returns the new state.

    :raises CustomerNotFound: there is no such customer
    :raises CustomerGone: merged away or anonymised
    """
    with atomic():
        row = _lock(customer_id, None)
        wanted = not row.is_vip if is_vip is None else is_vip
        if wanted != row.is_vip:
            row.is_vip = wanted
            row.version += 1
            row.save(update_fields=["is_vip", "version"])
            _tell(row, {"is_vip": not wanted}, {"is_vip": wanted}, ["is_vip"], at)
    return wanted


def living_ids(*, ids: Collection[int]) -> list[int]:
    """Return which of these customers are still somebody."""
    return list(queries.living().filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))


def tag_customers(*, ids: Collection[int], add: Sequence[str], remove: Sequence[str], at: datetime) -> int:
    """
    Give customers tags and take some; returns how many changed.

    :raises CustomerNotFound: one of them does not exist
    :raises CustomerGone: one was merged away or anonymised
    """
    gone = {tag.casefold() for tag in remove}
    changed = 0
    with atomic():
        for row in queries.lock_customers(ids=ids).values():
            require_living(row)
            before = list(row.tags)
            kept = [tag for tag in before if tag.casefold() not in gone]
            row.tags = clean_tags([*kept, *add])
            if row.tags == before:
                continue
            row.version += 1
            row.save(update_fields=["tags", "version"])
            _tell(row, {"tags": before}, {"tags": row.tags}, ["tags"], at)
            changed += 1
    return changed


def _tell(
    row: Customer,
    before: dict[str, object] | None,
    after: dict[str, object],
    changed: Sequence[str],
    at: datetime,
) -> None:
    action = "customer.created" if before is None else "customer.changed"
    record(
        entity_type="customer",
        entity_id=row.pk,
        action=action,
        at=at,
        before=None if before is None else {name: before[name] for name in changed},
        after={name: after[name] for name in changed if before is not None or after[name]},
    )
    outbox.publish(action, at=at, customer_id=row.pk, changed=list(changed))
