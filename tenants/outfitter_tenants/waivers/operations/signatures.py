"""Somebody signs. What was signed is never changed: only voided, printed once, and in the end gone."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from django.db import IntegrityError

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import ids
from outfitter.kit.errors import DomainError
from outfitter.kit.zones import local_day
from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.waivers import queries
from outfitter_tenants.waivers.models import Waiver, WaiverSignature
from outfitter_tenants.waivers.rules import signature_images as images
from outfitter_tenants.waivers.rules import texts
from outfitter_tenants.waivers.rules.ages import retain_until
from outfitter_tenants.waivers.rules.checks import check
from outfitter_tenants.waivers.types import Circumstances, ShownText, SignRequest

PRINT: Final = "waivers.print"


class TextReplaced(DomainError):
    """The text was replaced while somebody was reading it; the detail brings the new one."""

    code = "stale_version"
    status = 409


class NotAsked(DomainError):
    """The waiver is no longer in use."""

    code = "waiver_not_in_use"
    status = 409


def folder_of(key: str) -> str:
    """Return the folder of a signature's files within the operator's."""
    return f"waivers/{key}"


def sign(request: SignRequest, where: Circumstances) -> WaiverSignature:
    """
    Keep one act of signing with a waiver for each guest it is for (domain.md 4.20).

    The same act of the same device, sent again, is answered with what was kept the first time. The
    printed copy follows within seconds, as a job.

    :raises WaiverTemplateNotFound: there is no such template
    :raises NotAsked: it is archived or switched off
    :raises TextReplaced: there is a newer version than the one that was read
    :raises Invalid: something is missing or wrong, field by field
    """
    if (known := _known(request)) is not None:
        return known
    template = queries.get_template(template_id=request.template_id)
    if template.is_archived or not template.is_active:
        raise NotAsked("This waiver is no longer in use. Ask the staff which one to sign.")
    shown = _shown(request, template)
    check(request, kind=template.kind, requires=template.requires, questions=shown["questions"], where=where)
    files = _files(request)
    signature = _row(request, where, shown, files)
    waivers = _waivers(request, signature, where, template.valid_days)
    return keep(signature, waivers, files or {"typed": b""})


def _shown(request: SignRequest, template: queries.TemplateRow) -> ShownText:
    """
    Return the text as the signer read it, in their language.

    What was signed without a connection arrives later: it counts as long as the text was the present
    one at that moment.
    """
    version = queries.find_version(
        template_id=template.id, version=request.template_version, read_at=request.consent_at
    )
    if version is None:
        body = {one.locale: {"body_html": one.body_html} for one in template.texts}
        raise TextReplaced(
            "This text was updated while you were reading. Please read the new one and sign again.",
            template_version=template.current_version,
            text=texts.text_in(body, template.questions, request.locale, template.locale),
        )
    return texts.text_in(version.texts, version.questions, request.locale, version.locale)


def keep(
    signature: WaiverSignature,
    waivers: list[Waiver],
    files: Mapping[str, bytes],
    action: str = "waiver.signed",
) -> WaiverSignature:
    """Write a signature with its files and waivers, under its proof; what was sent twice is there once."""
    signature.proof_sha256 = texts.sha256(proof_of(signature, waivers))
    schema, folder = current_schema(), folder_of(signature.hash)
    # The files first: a signature without its picture would be none. The printed copy needs the folder.
    file_storage.write_all(schema_name=schema, folder=folder, files=files)
    try:
        with atomic():
            signature.save(force_insert=True)
            for one in waivers:
                one.signature = signature
            Waiver.objects.bulk_create(waivers)
            _tell(signature, [one.pk for one in waivers], action)
    except BaseException as problem:
        file_storage.delete_folder(schema_name=schema, folder=folder)
        if isinstance(problem, IntegrityError) and (known := _known(signature)) is not None:
            # The same act came twice at the same moment.
            return known
        raise
    return queries.get_signature(key=signature.hash)


def _tell(signature: WaiverSignature, waiver_ids: list[int], action: str) -> None:
    """Log what was kept, publish it, and have it printed."""
    at, trip_id, template_id = signature.received_at, signature.trip_id, signature.template_id
    record(
        entity_type="waiver",
        entity_id=waiver_ids[0],
        trip_id=trip_id,
        action=action,
        at=at,
        after={"waiver_ids": waiver_ids, "template_id": template_id},
    )
    outbox.publish("waiver.signed", at=at, waiver_ids=waiver_ids, template_id=template_id, trip_id=trip_id)
    scheduled_jobs.schedule(PRINT, key=signature.hash, due_at=at, payload={"hash": signature.hash})


def _known(request: SignRequest | WaiverSignature) -> WaiverSignature | None:
    if request.client_id is None:
        return None
    mine = WaiverSignature.objects.filter(client_id=request.client_id, template_id=request.template_id)
    found = mine.values_list("hash", flat=True).first()
    return queries.get_signature(key=found) if found else None


def _files(request: SignRequest) -> dict[str, bytes]:
    files = {}
    if request.picture is not None:
        files["signature.png"] = images.clean_signature(request.picture, field="signature_png_base64")
    if request.photo is not None:
        files["photo.jpg"] = images.clean_photo(request.photo, field="photo_base64")
    return files


def _row(
    request: SignRequest, where: Circumstances, shown: ShownText, files: Mapping[str, bytes]
) -> WaiverSignature:
    signer = request.signer
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return WaiverSignature(
        hash=ids.public_hash(),
        client_id=request.client_id,
        template_id=request.template_id,
        template_version=request.template_version,
        locale=shown["locale"],
        text_sha256=texts.text_sha256(shown),
        first_name=signer.first_name,
        last_name=signer.last_name,
        email=signer.email,
        phone=signer.phone,
        birth_date=signer.birth_date,
        relation=signer.relation,
        answers={
            "initials": request.initials,
            "id_number": request.id_number,
            "questions": dict(request.answers),
        },
        method="drawn" if request.picture is not None else "typed",
        typed_name="" if request.picture is not None else request.typed_name,
        picture_sha256=digests.get("signature.png"),
        photo_sha256=digests.get("photo.jpg"),
        consent_at=request.consent_at,
        signed_at=min(request.consent_at, where.at),
        received_at=where.at,
        ip=where.ip,
        user_agent=where.user_agent[:300],
        device_id=where.device_id,
        trip_id=where.trip_id,
        day=where.day,
    )


def _waivers(
    request: SignRequest, signature: WaiverSignature, where: Circumstances, valid_days: int | None
) -> list[Waiver]:
    signer, signed = request.signer, local_day(signature.signed_at, where.zone)
    expires_on = signed + timedelta(days=valid_days) if valid_days else None
    made = []
    if signer.is_participant:
        made.append(
            Waiver(
                hash=ids.public_hash(),
                first_name=signer.first_name,
                last_name=signer.last_name,
                email=signer.email,
                birth_date=signer.birth_date,
                expires_on=expires_on,
                retain_until=retain_until(
                    signed, born=None, years=where.retention_years, majority=where.majority
                ),
            )
        )
    for minor in request.minors:
        kept = retain_until(
            signed, born=minor.birth_date, years=where.retention_years, majority=where.majority
        )
        made.append(
            Waiver(
                hash=ids.public_hash(),
                first_name=minor.first_name,
                last_name=minor.last_name,
                birth_date=minor.birth_date,
                is_minor=True,
                expires_on=expires_on,
                retain_until=kept,
            )
        )
    return made


_PROVEN: Final = (
    "hash",
    "template_id",
    "template_version",
    "locale",
    "text_sha256",
    "first_name",
    "last_name",
    "email",
    "phone",
    "relation",
    "answers",
    "method",
    "typed_name",
    "picture_sha256",
    "photo_sha256",
    "ip",
    "user_agent",
    "device_id",
    "trip_id",
)
_TIMES: Final = ("birth_date", "consent_at", "signed_at", "received_at", "day")


def proof_of(signature: WaiverSignature, waivers: list[Waiver]) -> dict[str, object]:
    """Return everything that was signed, as the proof's hash is made of it."""

    def said(value: date | None) -> str | None:
        return None if value is None else value.isoformat()

    return {
        **{name: getattr(signature, name) for name in _PROVEN},
        **{name: said(getattr(signature, name)) for name in _TIMES},
        "waivers": [
            {
                "hash": one.hash,
                "first_name": one.first_name,
                "last_name": one.last_name,
                "birth_date": said(one.birth_date),
                "is_minor": one.is_minor,
                "expires_on": said(one.expires_on),
            }
            for one in waivers
        ],
    }


def void(*, waiver_id: int, reason: str, at: datetime) -> Waiver:
    """
    Let a signed waiver count for nobody any more; it is kept as long as any other.

    :raises WaiverNotFound: there is none
    """
    with atomic():
        row = queries.lock_waiver(waiver_id=waiver_id)
        if row.voided_at is None:
            row.voided_at = at
            row.save(update_fields=["voided_at"])
            record(entity_type="waiver", entity_id=row.pk, action="waiver.voided", at=at, reason=reason)
    return row
