"""What one person told us on their trips: answers, reviews and signed waivers, for their export."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from outfitter.kit.person_names import full_name
from outfitter_tenants.fields import queries as fields
from outfitter_tenants.messaging import reviews
from outfitter_tenants.waivers import printout
from outfitter_tenants.waivers import queries as waivers

# A signature is printed once; who signed more often than this asks for the rest.
MAX_PAPERS: Final = 100


def answers_of(about: Mapping[str, Collection[int]]) -> list[dict[str, object]]:
    """Return what was answered about these (scope -> ids there), in the order it was said."""
    found = fields.answers(about=about)
    known = fields.list_by_ids(ids={one.field_id for one in found})
    return [
        {
            "at": one.answered_at.isoformat(),
            "question": known[one.field_id].label or known[one.field_id].name,
            "answer": one.value,
        }
        for one in found
    ]


def reviews_of(*, customer_ids: Sequence[int], trip_ids: Sequence[int]) -> list[dict[str, object]]:
    """Return what a person said of their trips, and what was replied."""
    return [
        {
            "at": row.created_at.isoformat(),
            "rating": row.rating,
            "text": row.text,
            "reply": row.reply_text,
            "is_published": row.is_published,
        }
        for row in reviews.list_of(customer_ids=customer_ids, trip_ids=trip_ids)
    ]


def waivers_of(*, booking_ids: Sequence[int]) -> list[dict[str, object]]:
    """Return what a person's tickets have signed; `file` is the name of the printed copy beside the data."""
    found: dict[str, dict[str, object]] = {}
    for rows in waivers.booking_rows(booking_ids=booking_ids).values():
        for row in rows:
            if row.waiver is None:
                continue
            signature = row.waiver.signature
            found[signature.hash] = {
                "signed_at": signature.signed_at.isoformat(),
                "guest": full_name(row.waiver.first_name, row.waiver.last_name),
                "signed_by": full_name(signature.first_name, signature.last_name),
                "file": f"waivers/{signature.hash}.pdf",
            }
    return sorted(found.values(), key=lambda one: str(one["signed_at"]))


def papers_of(*, booking_ids: Sequence[int]) -> dict[str, bytes]:
    """Return the printed copies of what a person's tickets have signed, by the names of their files."""
    names = [str(one["file"]) for one in waivers_of(booking_ids=booking_ids)[:MAX_PAPERS]]
    return {name: printout.pdf_of(key=name.removeprefix("waivers/").removesuffix(".pdf")) for name in names}
