"""
What the host and a provider of text messages hand to each other. Public through `outfitter.sdk`.

Numbers are E.164. Ids are the provider's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

TextChannel = Literal["sms", "whatsapp"]
TEXT_CHANNELS: Final[frozenset[str]] = frozenset({"sms", "whatsapp"})
# How far a provider may say that a text has come; what failed is told by another call.
TextStatus = Literal["sent", "delivered", "read"]
# What a guest asks for with a text: no more of them, or to hear from us again.
TextRequest = Literal["stop", "start"]

# Why a provider refused a text: what `TextRefused.code` may be.
TextRefusal = Literal[
    "blocked",  # a carrier or the provider filters it
    "keys_refused",  # the account or its keys do not work (any more)
    "no_such_number",
    "not_configured",  # there are no keys, or no sender
    "not_mobile",  # a landline, or a number that takes no texts
    "not_on_whatsapp",  # the number has no WhatsApp, or one that takes no business messages
    "opted_out",  # its owner wants no more of them: the host remembers that
    "outside_window",  # WhatsApp: free words more than a day after the guest wrote last
    "template_refused",  # WhatsApp: the approved template is gone, paused or has other variables
    "too_long",
    "too_many",  # taken, then dropped: more than the channel lets this sender send
    "unreachable",  # switched off, out of reach
    "refused",  # anything else; what is wrong is in the log
]


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """
    One of the operator's templates in one language.

    `slug` is the name of a template that ships with the product, "" for the operator's own; `id` is
    the number in the address of its page.
    """

    id: int
    slug: str
    locale: str


@dataclass(frozen=True, slots=True)
class ApprovedText:
    """A text that WhatsApp approved: the provider's id of it, and what stands for its variables 1, 2, 3."""

    template_id: str
    values: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class OutgoingText:
    """
    One text to one number.

    `reference` is ours, the same however often it is sent: a provider that hands it back with its
    news lets us recognize a text whose answer was lost. Where there is an `approved` text, that goes,
    and `text` is what the thread shows.
    """

    reference: str
    to: str
    text: str
    approved: ApprovedText | None = None


@dataclass(frozen=True, slots=True)
class IncomingText:
    """
    One text that a guest wrote.

    `request` is what the provider understood of it; None leaves that to the host, which knows the
    customary words. `media_urls` are pictures and the like, still at the provider.
    """

    provider_id: str
    sender: str
    text: str
    request: TextRequest | None = None
    media_urls: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TextLimits:
    """
    What one text may be: `most_characters` of it, however many parts that makes.

    No more than `per_second` are handed over in a second; providers queue a few themselves.
    """

    most_characters: int = 1600
    per_second: float = 10.0


class TextRefused(Exception):
    """
    The provider refused for good, and sent nothing.

    `code` is one of `TextRefusal`; the message names what was wrong, for the log.
    """

    def __init__(self, code: TextRefusal, message: str) -> None:
        """Carry the code and the provider's words."""
        super().__init__(f"{code}: {message}")
        self.code: TextRefusal = code
        self.message = message


class TextAnswerLost(Exception):
    """
    Nobody knows whether the text went out: the connection broke after it was handed over.

    The host does not send it again. News of it, by its reference, say what became of it.
    """
