"""What stands for a template's fields and blocks in one message."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.style import Style
    from outfitter_tenants.messaging.mjml.block_parts import Page, Part

# Not written yet: the language decides how. Amounts are minor units, moments wall times.
FieldValue = str | int | date | datetime | time | Callable[["Style"], str] | None
DrawBlock = Callable[["Page"], "Part | None"]


@dataclass(frozen=True, slots=True)
class MergeValues:
    """
    What a message about something says: the value of each field, and what draws each block.

    `message_hash` is whose page and whose way to unsubscribe it links to; "" leaves
    `{{message.view_link}}` and `{{message.unsubscribe_link}}` for whoever sends it. `variant` names
    the shipped words that suit what it is about where a template has several ("many", "undated").
    """

    category: str
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    blocks: Mapping[str, DrawBlock] = field(default_factory=dict)
    message_hash: str = ""
    variant: str = ""

    def of_message(self, message_hash: str) -> "MergeValues":
        """Return the same for the message that has this hash."""
        return replace(self, message_hash=message_hash)
