"""
Customers from a file (domain.md 3.7, 3.10).

Who is there already is found as everywhere: by address, then by number with a similar name. An import
writes nobody's word against their own: who has unsubscribed stays so.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final, TypedDict

from django.db.models import Field, Q

from outfitter.db.imports import (
    CheckedRow,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    register,
    verdict_of,
)
from outfitter.kit import ids
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import Entry, record_all
from outfitter_tenants.customers import deletion_port, queries
from outfitter_tenants.customers.import_columns import COLUMNS
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations import customers
from outfitter_tenants.customers.rules import duplicate_score

_OLDEST: Final = date(1901, 1, 1)
_ADDRESS: Final = ("street", "street2", "postal_code", "city", "region")
# What a row writes of a customer; lists are added to, never replaced.
_PLAIN: Final = (
    "first_name",
    "last_name",
    "email",
    "phone",
    "company",
    "country",
    "locale",
    "birth_date",
    "is_vip",
    "notes",
)
_WRITTEN: Final = (*_PLAIN, "more_phones", "address", "tags", "marketing", "unsubscribed_at")


class _Facts(TypedDict, total=False):
    """What a row says of somebody."""

    first_name: str
    last_name: str
    email: str
    phone: str
    company: str
    country: str
    locale: str
    birth_date: date
    is_vip: bool
    notes: str


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    """Return what somebody is known by: their address; their number and the name with it."""
    facts = _facts(row)
    found = [f"email:{facts['email']}"] if "email" in facts else []
    name = " ".join(duplicate_score.fold(text) for text in _names(facts))
    if "phone" in facts and name.strip():
        found.append(f"phone:{facts['phone']}:{name}")
    elif "phone" in facts and not found:
        found.append(f"phone:{facts['phone']}")
    return tuple(found)


def _facts(row: ParsedRow) -> _Facts:
    values = dict(row.values)
    first, last = values.get("first_name", ""), values.get("last_name", "")
    if not (first or last) and values.get("name"):
        first, last = _split(values["name"])
    facts: _Facts = {}
    for key, value in {
        **{key: values[key] for key in _PLAIN if key in values},
        "first_name": first,
        "last_name": last,
        "phone": values.get("phone") or values.get("mobile"),
        "locale": values.get("language"),
    }.items():
        if value not in (None, ""):
            facts[key] = value
    return facts


def _split(name: str) -> tuple[str, str]:
    """Return (first, last) of a whole name: "Ruiz, Ana" and "Ana María Ruiz" are both Ana's."""
    family, comma, given = name.partition(",")
    if comma:
        return given.strip()[:80], family.strip()[:80]
    first, _, last = name.strip().rpartition(" ")
    return first.strip()[:80], last[:80]


def _names(facts: _Facts) -> tuple[str, str]:
    return facts.get("first_name", ""), facts.get("last_name", "")


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    found = _Found([_facts(row) for row in rows])
    return [_verdict(row, found, context) for row in rows]


def _verdict(row: ParsedRow, found: "_Found", context: ImportContext) -> Verdict:
    facts = _facts(row)
    problems = []
    if not any(facts.get(key) for key in ("first_name", "last_name", "email", "phone", "company")):
        text = "Enter a name, an email address or a phone number."
        problems.append(Problem("", "nobody", text))
    birth = facts.get("birth_date")
    if birth is not None and not _OLDEST <= birth <= context.at.date():
        problems.append(Problem("birth_date", "out_of_range", "This cannot be a date of birth."))
    if len(row.values.get("tags", ())) > customers.MAX_TAGS:
        most = customers.MAX_TAGS
        problems.append(Problem("tags", "too_many", f"At most {most} tags.", {"most": most}))
    known = found.of(facts)
    return verdict_of(
        known.pk if known else None, context, problems, exists="This customer is there already."
    )


def _known(mails: Collection[str], numbers: Collection[str]) -> list[Customer]:
    """
    Return everybody with one of these addresses or numbers, the youngest first.

    In two statements: the first address and number have indexes that hold however many are asked about. Of
    further ones hardly anybody has any, and comparing hundreds with what is empty took longer than all else.
    """
    first = queries.living().filter(Q(email__in=mails) | Q(phone__in=numbers))
    further = (~Q(more_emails=[]) & Q(more_emails__overlap=list(mails))) | (
        ~Q(more_phones=[]) & Q(more_phones__overlap=list(numbers))
    )
    found = {row.pk: row for rows in (first, queries.living().filter(further)) for row in rows}
    return sorted(found.values(), key=lambda row: -row.pk)


class _Found:
    """Who of a batch is there already, read together."""

    def __init__(self, batch: Iterable[_Facts]) -> None:
        everyone = list(batch)
        mails = {facts["email"] for facts in everyone if "email" in facts}
        numbers = {facts["phone"] for facts in everyone if "phone" in facts}
        self._by_mail: dict[str, Customer] = {}
        self._by_phone: dict[str, list[Customer]] = {}
        for row in _known(mails, numbers):
            for mail in filter(None, [row.email, *row.more_emails]):
                self._by_mail[mail] = row
            for phone in filter(None, [row.phone, *row.more_phones]):
                self._by_phone.setdefault(phone, []).insert(0, row)

    def of(self, facts: _Facts) -> Customer | None:
        """Return whom a row means; the oldest, where several have its address."""
        by_mail = self._by_mail.get(facts.get("email", ""))
        if by_mail is not None:
            return by_mail
        for row in self._by_phone.get(facts.get("phone", ""), []):
            # Two addresses, one number and one name: a family may share the number.
            has_other = "email" in facts and row.email not in (None, facts["email"])
            if not has_other and duplicate_score.is_similar((row.first_name, row.last_name), _names(facts)):
                return row
        return None


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    parsed = [one.row for one in rows]
    # Somebody may book this very moment: of two who make the same person, one waits and finds them.
    queries.lock_contact_data(keys=_contact_keys(parsed))
    verdicts = _check(parsed, context)
    known = queries.lock_customers(
        ids={v.object_id for v in verdicts if v.action == "update" and v.object_id}
    )
    made: list[tuple[ParsedRow, Customer]] = []
    written: dict[int, WrittenRow] = {}
    told = _Told(context.at)
    for row, verdict in zip(parsed, verdicts, strict=True):
        if verdict.problems or verdict.action == "skip":
            written[row.no] = WrittenRow(row.no, "skip", verdict.object_id, problems=verdict.problems)
        elif verdict.action == "update" and verdict.object_id is not None:
            written[row.no] = _change(known[verdict.object_id], row, context, told)
        else:
            made.append((row, _new(row, context)))
    Customer.objects.bulk_create([customer for _, customer in made])
    for row, customer in made:
        told.created(customer)
        written[row.no] = WrittenRow(row.no, "create", customer.pk)
    told.tell()
    return [written[row.no] for row in parsed]


def _contact_keys(rows: Iterable[ParsedRow]) -> list[str]:
    everyone = [_facts(row) for row in rows]
    mails = [f"email:{facts['email']}" for facts in everyone if "email" in facts]
    return mails + [f"phone:{facts['phone']}" for facts in everyone if "phone" in facts]


def _new(row: ParsedRow, context: ImportContext) -> Customer:
    customer = Customer(
        hash=ids.public_hash(), created_at=context.at, locale=context.locale.split("-")[0] or "en"
    )
    _apply(customer, row, context)
    return customer


def _change(customer: Customer, row: ParsedRow, context: ImportContext, told: "_Told") -> WrittenRow:
    before = queries.facts_of(customer, _WRITTEN)
    _apply(customer, row, context)
    after = queries.facts_of(customer, _WRITTEN)
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return WrittenRow(row.no, "skip", customer.pk)
    customer.version += 1
    customer.save(update_fields=[*changed, "version"])
    told.changed(customer, {name: before[name] for name in changed}, {name: after[name] for name in changed})
    kept = {"version": customer.version, "fields": {name: before[name] for name in changed}}
    return WrittenRow(row.no, "update", customer.pk, kept)


def _apply(customer: Customer, row: ParsedRow, context: ImportContext) -> None:
    """Write what a row says on a customer; what it doesn't say stays."""
    facts, values = _facts(row), row.values
    for name, value in facts.items():
        if name == "email" and customer.email and customer.email != value:
            # Found by another address: that one stays the first.
            continue
        setattr(customer, name, value)
    mobile = values.get("mobile")
    if mobile and mobile != customer.phone and mobile not in customer.more_phones:
        customer.more_phones = [*customer.more_phones, mobile][: customers.MAX_ADDRESSES]
    address = {key: values[key] for key in _ADDRESS if values.get(key)}
    if address:
        customer.address = {**(customer.address or {}), **address}
    if values.get("tags"):
        customer.tags = customers.clean_tags([*customer.tags, *values["tags"]])[: customers.MAX_TAGS]
    _consent(customer, values, context)


def _consent(customer: Customer, values: Mapping[str, object], context: ImportContext) -> None:
    said = {key: bool(values[key]) for key in ("email_opt_in", "sms_opt_in") if key in values}
    if customer.unsubscribed_at is not None:
        # A list from elsewhere never outvotes somebody who said no here.
        said = {key: value for key, value in said.items() if not value}
    if said:
        customers.record_consent(customer, {**said, "source": "import"}, context.at)


class _Told:
    """What happened to customers of a batch, for the log and for whoever listens, written together."""

    def __init__(self, at: datetime) -> None:
        self._at = at
        self._entries: list[Entry] = []
        self._events: list[tuple[str, int, list[str]]] = []

    def created(self, customer: Customer) -> None:
        after = {name: value for name, value in queries.facts_of(customer, _WRITTEN).items() if value}
        self._add("customer.created", customer, None, after)

    def changed(self, customer: Customer, before: dict[str, object], after: dict[str, object]) -> None:
        self._add("customer.changed", customer, before, after)

    def _add(
        self, action: str, customer: Customer, before: dict[str, object] | None, after: dict[str, object]
    ) -> None:
        self._entries.append(
            {
                "entity_type": "customer",
                "entity_id": customer.pk,
                "action": action,
                "at": self._at,
                "before": before,
                "after": after,
            }
        )
        self._events.append((action, customer.pk, list(after)))

    def tell(self) -> None:
        record_all(self._entries)
        with outbox.together():
            for action, customer_id, changed in self._events:
                outbox.publish(action, at=self._at, customer_id=customer_id, changed=changed)


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    told = _Told(context.at)
    there = queries.lock_known(ids=rows.keys())
    alone: list[int] = []
    for customer_id, before in rows.items():
        customer = there.get(customer_id)
        if customer is None:
            continue
        if before is None and customer.version == 1:
            alone.append(customer_id)
            continue
        why = _restore(customer, before, told) if before else _changed(customer)
        if why:
            kept[customer_id] = why
    names = {one: _name(there[one]) for one in alone}
    for customer_id, reason in deletion_port.delete_empty(customer_ids=alone, at=context.at).items():
        message = f"{names[customer_id]}: {reason}"
        kept[customer_id] = Problem("", "still_used", message, {"name": names[customer_id]})
    told.tell()
    return kept


def _name(customer: Customer) -> str:
    return queries.name_of(customer) or customer.email or f"#{customer.pk}"


def _changed(customer: Customer) -> Problem:
    name = _name(customer)
    return Problem("", "changed_since", f"{name} was changed after the import.", {"name": name})


def _restore(customer: Customer, before: Mapping[str, object], told: "_Told") -> Problem | None:
    if customer.version != before["version"] or customer.anonymised_at is not None:
        return _changed(customer)
    fields = before["fields"]
    if not isinstance(fields, dict):
        return None
    was = queries.facts_of(customer, tuple(fields))
    for name, value in fields.items():
        field = Customer._meta.get_field(name)
        setattr(customer, name, field.to_python(value) if isinstance(field, Field) else value)
    customer.version += 1
    customer.save(update_fields=[*fields, "version"])
    told.changed(customer, was, dict(fields))
    return None


IMPORTER: Final = register(
    Importer(
        object="customers",
        permission="customer.edit",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
