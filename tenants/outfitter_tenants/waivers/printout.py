"""A signed waiver on paper, printed once in the language it was signed in (domain.md 4.20)."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import segno
from babel import Locale
from babel.dates import format_date, format_datetime

from outfitter.accounts import business_profile, file_storage, hosts
from outfitter.accounts.queries import find_account
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.person_names import full_name
from outfitter.pdf import document
from outfitter.pdf.html_blocks import blocks_of
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.people import queries as people
from outfitter_tenants.waivers import queries
from outfitter_tenants.waivers.models import WaiverSignature, WaiverTemplateVersion
from outfitter_tenants.waivers.operations.signatures import folder_of
from outfitter_tenants.waivers.rules import scans, texts

TEMPLATE: Final = Path(__file__).with_name("waiver.typ")
WORDS: Final = Path(__file__).with_name("words")
FILE: Final = "waiver.pdf"


def print_due(payload: Mapping[str, Any], at: datetime) -> None:
    """Print what was just signed; the due job's handler. A second time changes nothing."""
    pdf_of(key=payload["hash"])


def pdf_of(*, key: str) -> bytes:
    """
    Return the printed copy of what was signed, by the hash of the signature or of one of its waivers.

    It is printed once; whoever comes before the job prints it.

    :raises WaiverNotFound: nothing was signed under this hash
    """
    signature = queries.get_signature(key=key)
    schema, path = current_schema(), f"{folder_of(signature.hash)}/{FILE}"
    kept = file_storage.read(schema_name=schema, path=path) if signature.pdf_sha256 else None
    if kept is not None and hashlib.sha256(kept).hexdigest() == signature.pdf_sha256:
        return kept
    made = _scanned(signature) or _print(signature)
    digest = hashlib.sha256(made).hexdigest()
    if signature.pdf_sha256 not in {None, digest}:
        # The file is gone or altered, and the product prints differently by now: what is in the
        # database is the truth, and the copy says so by its own fingerprints.
        return made
    file_storage.write(schema_name=schema, path=path, data=made)
    with atomic():
        WaiverSignature.objects.filter(pk=signature.pk, pdf_sha256__isnull=True).update(pdf_sha256=digest)
    return made


def _scanned(signature: WaiverSignature) -> bytes | None:
    """Return what was signed on paper where it came as a PDF: it is its own copy."""
    return _kept(signature, scans.PDF, signature.picture_sha256) if signature.method == "paper" else None


def _print(signature: WaiverSignature) -> bytes:
    reader = _reader(signature)
    verify = verify_url(signature)
    return document.render(
        TEMPLATE,
        sheet(signature, reader, verify=verify),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=signature.received_at,
    )


def verify_url(signature: WaiverSignature) -> str:
    """Return the address at which anybody who holds the document can check it."""
    account = find_account(schema_name=current_schema())
    if account is None:
        raise LookupError(current_schema())
    return hosts.tenant_url(account.slug, f"/waiver/{signature.proof_sha256}")


def _pictures(signature: WaiverSignature) -> dict[str, list[int]]:
    found = {}
    first = scans.PICTURE if signature.method == "paper" else "signature.png"
    for name, digest in ((first, signature.picture_sha256), ("photo.jpg", signature.photo_sha256)):
        if digest is None:
            continue
        data = _kept(signature, name, digest)
        if data is None:
            raise RuntimeError(f"{name} of signature {signature.hash} is missing or altered")
        found[name] = list(data)
    return found


def _kept(signature: WaiverSignature, name: str, digest: str | None) -> bytes | None:
    """Return a file of a signature; None when it is not there, or not what was kept."""
    data = file_storage.read(schema_name=current_schema(), path=f"{folder_of(signature.hash)}/{name}")
    return data if data is not None and hashlib.sha256(data).hexdigest() == digest else None


def _reader(signature: WaiverSignature) -> Recipient:
    properties = people.get_properties()
    business = business_profile.get_business(schema_name=current_schema())
    return Recipient(
        WORDS,
        locale=signature.locale,
        time_zone=properties.time_zone,
        currency=properties.currency,
        operator=business.legal_name or business.name,
        country=business.country,
    )


def sheet(signature: WaiverSignature, reader: Recipient, *, verify: str) -> dict[str, Any]:
    """Return what the template shows, every date written already; pictures are lists of bytes."""
    pictures = _pictures(signature)
    version = WaiverTemplateVersion.objects.get(
        template_id=signature.template_id, version=signature.template_version
    )
    shown = texts.text_in(version.texts, version.questions, signature.locale, version.locale)
    waivers: Any = signature.all_waivers  # type: ignore[attr-defined]
    return {
        "operator": reader.operator,
        "code": signature.proof_sha256[:12],
        "title": signature.template.name,
        "verify": f"{reader.say('verify')} {verify}",
        "stamp": reader.say("void") if all(one.voided_at for one in waivers) else None,
        "words": reader.words,
        # Which words were on the paper, the scan shows.
        "blocks": blocks_of(shown["body_html"]) if signature.method != "paper" else [],
        "people": [_person(one, reader) for one in waivers],
        "answers": _answers(signature, shown["questions"], reader),
        "signer": {
            "name": full_name(signature.first_name, signature.last_name),
            "facts": reader.say(signature.relation),
        },
        "typed": signature.typed_name,
        "picture": pictures.get("signature.png"),
        "scan": pictures.get(scans.PICTURE),
        "photo": pictures.get("photo.jpg"),
        "qr": segno.make_qr(verify, error="m").svg_inline(border=0),
        "facts": _facts(signature, reader),
    }


def _day(day: date, reader: Recipient) -> str:
    return format_date(day, "long", locale=reader.babel)


def _person(one: Any, reader: Recipient) -> dict[str, str]:
    facts = [
        reader.say("minor") if one.is_minor else "",
        reader.say("born", day=_day(one.birth_date, reader)) if one.birth_date else "",
        reader.say("valid_until", day=_day(one.expires_on, reader)) if one.expires_on else "",
    ]
    return {"name": full_name(one.first_name, one.last_name), "facts": " · ".join(filter(None, facts))}


def _answers(signature: WaiverSignature, questions: Any, reader: Recipient) -> list[dict[str, str]]:
    given = signature.answers
    rows = [
        {"name": reader.say(name), "value": given[name]} for name in ("initials", "id_number") if given[name]
    ]
    for one in questions:
        value = given["questions"].get(one["id"])
        if value in (None, ""):
            continue
        if isinstance(value, bool):
            value = reader.say("yes" if value else "no")
        labels = {option["id"]: option["label"] for option in one["options"]}
        rows.append({"name": one["label"], "value": labels.get(value, value)})
    return rows


def _facts(signature: WaiverSignature, reader: Recipient) -> list[dict[str, str]]:
    def moment(at: datetime) -> str:
        local = format_datetime(zones.to_local(at, reader.time_zone), "long", locale=reader.babel)
        return f"{local} ({at:%Y-%m-%d %H:%M:%S} UTC)"

    language = Locale.parse(signature.locale.replace("-", "_")).get_display_name(reader.babel)
    rows = (
        ("signed_at", moment(signature.signed_at)),
        ("received_at", moment(signature.received_at) if _is_late(signature) else ""),
        ("address", signature.ip or ""),
        ("device", signature.user_agent),
        (
            "version",
            reader.say(
                "version_of",
                name=signature.template.name,
                n=signature.template_version,
                language=language or signature.locale,
            ),
        ),
        ("text_sha256", signature.text_sha256),
        ("proof_sha256", signature.proof_sha256),
    )
    return [{"name": reader.say(name), "value": value} for name, value in rows if value]


def _is_late(signature: WaiverSignature) -> bool:
    return (signature.received_at - signature.signed_at).total_seconds() > 60
