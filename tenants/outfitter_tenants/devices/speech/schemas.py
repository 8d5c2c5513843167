"""Bodies of speech (domain.md 5.22)."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Id, In, Out, Visible

Language = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$", max_length=12)]
SpokenText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=PRINTABLE), Visible
]
Credentials = dict[
    Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)],
    Annotated[str, StringConstraints(max_length=2000)],
]


class SpeechFieldOut(Out):
    """One thing that an account is opened with."""

    name: str
    title: str
    is_secret: bool


class SpeechProviderOut(Out):
    """Somebody who speaks, whose plugin is on."""

    slug: str
    title: str
    fields: list[SpeechFieldOut]
    wants_region: bool


class SpeechVoicesIn(In):
    """An account whose voices are wanted; null credentials are those of the account `id`."""

    id: Id | None = None
    provider: Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
    region: Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)] = ""
    credentials: Credentials | None = None


class SpokenVoiceOut(Out):
    """A voice to choose; without languages it speaks whatever it is given."""

    id: str
    name: str
    languages: list[str]


class SpeakIn(In):
    """A text to hear; null for the account is whoever speaks the language."""

    text: SpokenText
    language: Language
    account_id: Id | None = None


class SpokenOut(Out):
    """
    Who speaks: the provider, whose sound is `/api/textToSpeech/clip/{clip_id}`, or the browser.

    `reason` says why the browser has to: none (no voice of a provider speaks the language), away,
    or a code of the provider's refusal.
    """

    spoken_by: Literal["provider", "browser"]
    clip_id: int | None
    reason: str | None
