"""Partners from a file (domain.md 3.6, 3.10)."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models.functions import Lower

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    problems_of,
    register,
    verdict_of,
    words,
)
from outfitter.kit.errors import DomainError
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import archival, operations
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.resellers.types import COLLECT_TYPES, PAYMENT_METHODS, RESELLER_TYPES

_PLAIN: Final = (
    "name",
    "reseller_type",
    "address",
    "tax_id",
    "payment_method",
    "collect_type",
    "commission_ppm",
    "credit_limit_amount",
    "invoice_terms_days",
    "promo_link_code",
)
# What a partner is whose file says no more than a name.
_AT_FIRST: Final[Mapping[str, object]] = {
    "reseller_type": "private_partner",
    "payment_method": "invoice_manual",
    "collect_type": "operator_collects",
}
_ALSO: Final = {
    "agent": "travel_agent",
    "agency": "travel_agent",
    "travel agency": "travel_agent",
    "hotel": "concierge",
    "partner": "private_partner",
    "company": "corporate",
    "online travel agency": "ota",
}


def _words(slugs: Sequence[str]) -> dict[str, str]:
    """Return what a choice may be written as: its slug, with or without underscores."""
    return {word: slug for slug in slugs for word in (slug, slug.replace("_", " "))}


COLUMNS: Final = (
    ImportColumn(
        "name",
        is_required=True,
        example="Hotel Mar",
        max_length=120,
        aliases=words("reseller, partner, affiliate, agent, agency, company, company name, firma"),
    ),
    ImportColumn(
        "reseller_type",
        "choice",
        example="concierge",
        choices={**_words(RESELLER_TYPES), **_ALSO},
        aliases=words("type, kind, category, typ, art"),
    ),
    ImportColumn(
        "contact_name",
        example="Eva Sol",
        max_length=160,
        aliases=words("contact, contact person, ansprechpartner, contacto"),
    ),
    ImportColumn(
        "email", "email", example="desk@hotel.example", max_length=254, aliases=words("e mail, email address")
    ),
    ImportColumn(
        "phone",
        "phone",
        example="+34 971 123 456",
        max_length=32,
        aliases=words("phone number, telephone, tel"),
    ),
    ImportColumn(
        "address", example="Passeig 1, Palma", max_length=1000, aliases=words("street, adresse, dirección")
    ),
    ImportColumn(
        "tax_id", example="ESB12345678", max_length=60, aliases=words("vat, vat id, vat number, cif, ust id")
    ),
    ImportColumn(
        "commission_ppm",
        "percent",
        example="15",
        aliases=words("commission, commission percent, commission rate, provision, comisión"),
    ),
    ImportColumn(
        "collect_type",
        "choice",
        example="operator_collects",
        choices=_words(COLLECT_TYPES),
        aliases=words("collection, who collects"),
    ),
    ImportColumn(
        "payment_method",
        "choice",
        example="invoice_manual",
        choices={**_words(PAYMENT_METHODS), "invoice": "invoice_manual"},
        aliases=words("billing, payment"),
    ),
    ImportColumn(
        "credit_limit_amount", "money", example="5000", lowest=0, aliases=words("credit limit, kreditlimit")
    ),
    ImportColumn(
        "invoice_terms_days",
        "number",
        example="30",
        lowest=0,
        highest=365,
        aliases=words("payment terms, terms, due days, zahlungsziel"),
    ),
    ImportColumn(
        "promo_link_code",
        example="HOTELMAR",
        max_length=32,
        aliases=words("promo code, link code, affiliate code, asn, shortname"),
    ),
)


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    code = row.values.get("promo_link_code")
    return (f"name:{row.values['name'].casefold()}", *((f"code:{code.casefold()}",) if code else ()))


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    wanted = {row.values["name"].lower() for row in rows}
    living = Reseller.objects.exclude(status="archived").annotate(small=Lower("name"))
    known = dict(living.filter(small__in=wanted).values_list("small", "pk"))
    codes = {str(row.values["promo_link_code"]).lower() for row in rows if "promo_link_code" in row.values}
    coded = Reseller.objects.annotate(small=Lower("promo_link_code")).filter(small__in=codes)
    owners = dict(coded.values_list("small", "pk"))
    return [_verdict(row, known.get(row.values["name"].lower()), owners, context) for row in rows]


def _verdict(row: ParsedRow, known: int | None, owners: Mapping[str, int], context: ImportContext) -> Verdict:
    problems = []
    code = str(row.values.get("promo_link_code", "")).lower()
    if code and owners.get(code, known) != known:
        problems.append(Problem("promo_link_code", "taken", "Another reseller has this code."))
    if (row.values.get("credit_limit_amount") or 0) < 0:
        problems.append(Problem("credit_limit_amount", "negative", "This must not be negative."))
    return verdict_of(known, context, problems, exists="A reseller of this name is there already.")


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    verdicts = _check([one.row for one in rows], context)
    return [_save(one.row, verdict, context) for one, verdict in zip(rows, verdicts, strict=True)]


def _save(row: ParsedRow, verdict: Verdict, context: ImportContext) -> WrittenRow:
    if verdict.problems or verdict.action == "skip":
        return WrittenRow(row.no, "skip", verdict.object_id, problems=verdict.problems)
    values = {name: row.values[name] for name in _PLAIN if name in row.values}
    if verdict.object_id is None:
        made = operations.create_reseller(
            values={**_AT_FIRST, **values, "contacts": _contacts([], row)},
            currency=people.get_properties().currency,
            at=context.at,
        )
        return WrittenRow(row.no, "create", made)
    known = Reseller.objects.get(pk=verdict.object_id)
    values["contacts"] = _contacts(known.contacts, row)
    before = {name: getattr(known, name) for name in values}
    operations.change_reseller(reseller_id=known.pk, values=values, at=context.at)
    version = Reseller.objects.values_list("version", flat=True).get(pk=known.pk)
    if version == known.version:
        return WrittenRow(row.no, "skip", known.pk)
    return WrittenRow(row.no, "update", known.pk, {"version": version, "fields": before})


def _contacts(known: Sequence[Mapping[str, object]], row: ParsedRow) -> list[dict[str, object]]:
    found = [dict(one) for one in known]
    said = {key: row.values.get(name) for key, name in (("email", "email"), ("phone", "phone"))}
    name = row.values.get("contact_name", "")
    if not (name or said["email"] or said["phone"]):
        return found
    if any(one.get("email") == said["email"] and said["email"] for one in found):
        return found
    return [*found, {"name": name or row.values["name"], **said, "is_accounting": False}][:20]


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    for known in Reseller.objects.filter(pk__in=rows).order_by("pk"):
        before = rows[known.pk]
        why = _restore(known, before, context) if before else _delete(known, context)
        if why:
            kept[known.pk] = why
    return kept


def _delete(known: Reseller, context: ImportContext) -> Problem | None:
    if known.version != 1:
        return _changed(known)
    uses = archival.list_uses(reseller_id=known.pk)
    if uses:
        message = f"{known.name} is in use: {', '.join(uses)}."
        return Problem("", "still_used", message, {"name": known.name})
    archival.delete_reseller(reseller_id=known.pk, at=context.at)
    return None


def _changed(known: Reseller) -> Problem:
    message = f"{known.name} was changed after the import."
    return Problem("", "changed_since", message, {"name": known.name})


def _restore(known: Reseller, before: Mapping[str, object], context: ImportContext) -> Problem | None:
    fields = before["fields"]
    if known.version != before["version"] or not isinstance(fields, dict):
        return _changed(known)
    try:
        operations.change_reseller(reseller_id=known.pk, values=fields, at=context.at)
    except DomainError as problem:
        return problems_of(problem)[0]
    return None


IMPORTER: Final = register(
    Importer(
        object="resellers",
        permission="reseller.manage",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
