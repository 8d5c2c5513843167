"""The evidence of terms as a paper: the words, their fingerprints and who agreed to them (domain.md 6.2)."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel import Locale
from babel.dates import format_datetime

from outfitter.pdf import document
from outfitter.pdf.html_blocks import blocks_of
from outfitter.pdf.recipient import Recipient
from outfitter.tos import evidence
from outfitter.tos.models import Tos
from outfitter.tos.queries import AUTHORITATIVE

TEMPLATE: Final = Path(__file__).with_name("evidence.typ")
WORDS: Final = Path(__file__).with_name("words")


def as_pdf(*, audience: str, version: int, at: datetime, locale: str = "en") -> bytes:
    """
    Return a version's words and every agreement to it as PDF, in the language of who exports it.

    The fingerprints are those of the JSON file. Times are UTC.

    :raises NotFound: there is no such version
    """
    texts, rows = evidence.agreed(audience=audience, version=version)
    reader = Recipient(WORDS, locale=locale, time_zone="UTC", currency="USD", operator="")
    data = sheet(texts, rows, reader, at=at)
    return document.render(TEMPLATE, data, locale=reader.language, at=at)


def sheet(
    texts: list[Tos], rows: list[evidence.AgreementRow], reader: Recipient, *, at: datetime
) -> dict[str, object]:
    """Return what the template shows, every time written already."""
    main = next(one for one in texts if one.locale == AUTHORITATIVE)
    proof = evidence.fingerprint(evidence.proved(rows))
    return {
        "words": reader.words,
        "title": main.title,
        "version": reader.say("version", n=main.version),
        "exported": reader.say("exported", at=_time(at, reader)),
        "facts": _facts(main, reader),
        "fingerprints": [
            *({"name": f"{reader.say('fingerprint')} ({one.locale})", "value": one.sha256} for one in texts),
            {"name": reader.say("proof"), "value": proof},
        ],
        "agreements_title": reader.say("agreements", n=len(rows)),
        "agreements": [
            {
                "business": f"{row.account} ({row.slug})",
                "person": row.person,
                "email": row.email,
                "at": _time(row.agreed_at, reader),
                "ip": row.ip or "",
                "locale": row.locale,
            }
            for row in rows
        ],
        "texts": [
            {
                "locale": one.locale,
                "language": Locale.parse(one.locale, sep="-").get_display_name(reader.babel),
                "title": one.title,
                "sha256": one.sha256,
                "blocks": blocks_of(one.body_html),
            }
            for one in texts
        ],
    }


def _facts(main: Tos, reader: Recipient) -> list[dict[str, str]]:
    return [
        {"name": reader.say("audience"), "value": reader.say(main.audience)},
        {"name": reader.say("published"), "value": f"{_time(main.published_at, reader)} UTC"},
        {"name": reader.say("effective"), "value": f"{_time(main.effective_at, reader)} UTC"},
        {"name": reader.say("publisher"), "value": main.publisher or "Outfitter"},
    ]


def _time(value: datetime, reader: Recipient) -> str:
    return format_datetime(value.astimezone(UTC), "medium", tzinfo=UTC, locale=reader.babel)
