"""What papers of each kind can show, and what an operator chose of it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# Kind -> what people can leave out, in the order in which it stands on the paper.
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "ticket": ("logo", "operator", "time", "guest", "guest_type", "extras", "place", "code"),
    "label": ("operator", "time", "guest", "guest_type", "code"),
    "voucher": ("logo", "operator", "time", "guests", "extras", "place", "code"),
    "receipt": ("logo", "operator", "sender", "lines", "payments", "code"),
    "departure": ("totals", "guides", "resources", "contacts", "extras", "notes", "waivers"),
}
# What a paper is for can't be left out: the experience and the QR code, the sums of a receipt.


@dataclass(frozen=True, slots=True)
class PaperChoice:
    """What a paper shows: fields of its kind, a line at its end, the operator's logo as a file."""

    fields: frozenset[str]
    footer: str = ""
    logo: bytes | None = None

    def has(self, field: str) -> bool:
        """Return whether a field is shown."""
        return field in self.fields


def everything(kind: str) -> PaperChoice:
    """Return the choice of an operator that chose nothing: all fields."""
    return PaperChoice(frozenset(FIELDS[kind]))
