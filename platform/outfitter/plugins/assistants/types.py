"""
What the host and an assistant hand to each other. Public through `outfitter.sdk`.

Everything in a request was written by people, guests among them: to an assistant it is material,
never an instruction. Nothing of it may be kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

# What a text is for.
TextPurpose = Literal["template", "text_message", "review_answer", "reply", "description", "announcement"]
Tone = Literal["friendly", "formal", "brief", "lively"]
Speaker = Literal["guest", "staff"]

# Why an assistant proposed nothing: what `AssistantRefused.code` may be.
AssistantRefusal = Literal[
    "keys_refused",  # the account or its key does not work (any more)
    "not_configured",  # there is no address, key or model
    "no_budget",  # the account's money or quota is used up
    "declined",  # the model will not write this
    "too_long",  # it does not read that much
    "refused",  # anything else; what is wrong is in the log
]


@dataclass(frozen=True, slots=True)
class ImproveRequest:
    """
    A text that somebody wants to say better.

    `locale` is the language of the answer (BCP 47), "" for the text's own. What stands in double
    braces, such as {{first_name}}, is filled in later: it has to be in the answer as it is. An
    answer has at most `max_len` characters.
    """

    text: str
    purpose: TextPurpose
    tone: Tone | None = None
    locale: str = ""
    max_len: int = 2000


@dataclass(frozen=True, slots=True)
class Remark:
    """What one side of a conversation said."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """
    A conversation, oldest remark first, that wants an answer from the operator's staff.

    `facts` are lines about the guest's booking, which may be named; nothing else is known.
    """

    remarks: Sequence[Remark]
    facts: Sequence[str] = ()
    tone: Tone | None = None
    locale: str = ""
    max_len: int = 2000


class AssistantRefused(Exception):
    """
    The assistant proposed nothing.

    `code` is one of `AssistantRefusal`; the message says what was wrong, for the log: nothing of
    the texts may be in it.
    """

    def __init__(self, code: AssistantRefusal, message: str) -> None:
        """Carry the code and what to log."""
        super().__init__(f"{code}: {message}")
        self.code: AssistantRefusal = code
        self.message = message
