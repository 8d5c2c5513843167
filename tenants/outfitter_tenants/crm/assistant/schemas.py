"""Bodies of the assistant (domain.md 5.6)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, In, Out, Visible

Tone = Literal["friendly", "formal", "brief", "lively"]
Locale = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=12)]
MaxLen = Annotated[int, Field(ge=20, le=8000, description="characters that a proposal may have at most")]


class ImproveTextIn(In):
    """
    A text to say better. `{{…}}` in it stay as they are; null for `locale` is the text's own language.
    """

    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=8000, pattern=PRINTABLE),
        Visible,
    ]
    purpose: Literal["template", "text_message", "review_answer", "reply", "description", "announcement"]
    tone: Tone | None = None
    locale: Locale | None = None
    max_len: MaxLen | None = None


class DraftIn(In):
    """How a reply is to be drafted."""

    tone: Tone | None = None
    max_len: MaxLen = 2000


class ProposalOut(Out):
    """Words for a person to accept or not; nothing is sent or saved with them. `alternatives`: 0 to 3."""

    text: str
    alternatives: list[str]
