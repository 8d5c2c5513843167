"""What trips tell of their guests' waivers."""

from datetime import datetime
from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas.payments import NamedOut


class KnownWaiverOut(Out):
    """
    What is known of a guest and a waiver beyond what the experience asks for.

    `template` is null where nothing has to be signed but what staff said; `waiver_id` and `pdf_url` are
    those of what was signed here, null for what is on paper or not needed.
    """

    template: NamedOut | None
    state: Literal["required", "signed", "marked_signed", "not_applicable"]
    waiver_id: int | None
    signed_at: datetime | None
    pdf_url: str | None


class WaiverStateOut(Out):
    """How far a guest is with signing; `waivers` are for staff."""

    state: str
    required: int
    signed: int
    waivers: list[KnownWaiverOut]
