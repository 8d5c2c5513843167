"""
What the host and a provider of mail hand to each other. Public through `outfitter.sdk`.

Addresses are in lower case, without names. Ids are the provider's own.
"""

from dataclasses import dataclass
from typing import Final, Literal

# Why a provider refused a mail: what `MailRefused.code` may be.
MailRefusal = Literal[
    "bad_address",  # no mail can be delivered there, ever
    "keys_refused",  # the account or its keys do not work (any more)
    "not_configured",  # there are no keys, or no sender
    "paused",  # the provider stopped the account for now
    "sender_not_verified",  # the provider does not know that the sender's address is ours
    "too_large",
    "refused",  # anything else; what is wrong is in the log
]
# What somebody will mend in the settings or at the provider: such a mail waits, and is not lost.
MENDABLE: Final[frozenset[MailRefusal]] = frozenset(
    {"keys_refused", "not_configured", "paused", "sender_not_verified"}
)
# A mailbox that is not there, or one that is full or away for now.
Bounce = Literal["permanent", "transient"]


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """
    One mail to one address, whole.

    `reference` is ours, the same however often it is sent: a provider that hands it back with its
    news lets us recognize a mail whose answer was lost. `raw` is the mail as it goes over the wire
    (MIME, CRLF), with every header that RFC 8058 wants where `is_marketing`.
    """

    reference: str
    sender: str
    to: str
    raw: bytes
    is_marketing: bool = False


@dataclass(frozen=True, slots=True)
class MailLimits:
    """What one mail may weigh, attachments and encoding included, and how many go in a second."""

    most_bytes: int = 10_000_000
    per_second: float = 10.0


class MailRefused(Exception):
    """
    The provider refused, and sent nothing.

    `code` is one of `MailRefusal`; the message names what was wrong, for the log. What `MENDABLE`
    names is tried again for a day, the rest is final.
    """

    def __init__(self, code: MailRefusal, message: str) -> None:
        """Carry the code and the provider's words."""
        super().__init__(f"{code}: {message}")
        self.code: MailRefusal = code
        self.message = message


class MailAnswerLost(Exception):
    """
    Nobody knows whether the mail went out: the connection broke after it was handed over.

    The host does not send it again. News of it, by its reference, say what became of it.
    """
