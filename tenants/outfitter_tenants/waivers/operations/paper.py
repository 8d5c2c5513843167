"""What was signed on paper, kept as a scan: evidence like any other, and it never changes either."""

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta

from outfitter.kit import ids
from outfitter_tenants.waivers import queries
from outfitter_tenants.waivers.models import Waiver, WaiverSignature
from outfitter_tenants.waivers.operations.signatures import keep
from outfitter_tenants.waivers.rules import texts
from outfitter_tenants.waivers.rules.ages import retain_until
from outfitter_tenants.waivers.rules.scans import clean_scan
from outfitter_tenants.waivers.types import Circumstances


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """Whose waiver a scan is, and of which template; `scan` is a PDF or a picture."""

    template_id: int
    first_name: str
    last_name: str
    scan: bytes
    email: str | None = None
    birth_date: date | None = None
    is_minor: bool = False


def keep_scan(request: PaperRequest, where: Circumstances) -> WaiverSignature:
    """
    Keep the scan of a waiver that somebody signed on paper (domain.md 4.20).

    It is of the text as it stands now: which one was on the paper, the scan shows.

    :raises WaiverTemplateNotFound: there is no such template
    :raises Invalid: it is neither a PDF nor a picture, or too large
    """
    template = queries.get_template(template_id=request.template_id)
    body = {one.locale: {"body_html": one.body_html} for one in template.texts}
    shown = texts.text_in(body, template.questions, template.locale, template.locale)
    name, data = clean_scan(request.scan, field="file")
    signature = WaiverSignature(
        hash=ids.public_hash(),
        template_id=template.id,
        template_version=template.current_version,
        locale=template.locale,
        text_sha256=texts.text_sha256(shown),
        first_name=request.first_name,
        last_name=request.last_name,
        email=request.email,
        birth_date=request.birth_date,
        relation="guardian" if request.is_minor else "self",
        answers={"initials": "", "id_number": "", "questions": {}},
        method="paper",
        picture_sha256=hashlib.sha256(data).hexdigest(),
        consent_at=where.at,
        signed_at=where.at,
        received_at=where.at,
        ip=where.ip,
        user_agent=where.user_agent[:300],
        device_id=where.device_id,
        trip_id=where.trip_id,
        day=where.day,
    )
    return keep(signature, [_waiver(request, where, template.valid_days)], {name: data}, "waiver.scanned")


def _waiver(request: PaperRequest, where: Circumstances, valid_days: int | None) -> Waiver:
    signed = where.today
    born = request.birth_date if request.is_minor else None
    return Waiver(
        hash=ids.public_hash(),
        first_name=request.first_name,
        last_name=request.last_name,
        email=request.email,
        birth_date=request.birth_date,
        is_minor=request.is_minor,
        expires_on=signed + timedelta(days=valid_days) if valid_days else None,
        retain_until=retain_until(
            signed,
            # Of a minor whose age nobody wrote down, the youngest is assumed.
            born=signed if request.is_minor and born is None else born,
            years=where.retention_years,
            majority=where.majority,
        ),
    )
