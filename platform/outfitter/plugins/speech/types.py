"""What the host and a provider of speech hand to each other. Public through `outfitter.sdk`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

# What browsers play.
AudioType = Literal["audio/mpeg", "audio/wav", "audio/ogg"]
MOST_CHARACTERS: Final = 1000
MOST_AUDIO_BYTES: Final = 4 * 1024 * 1024

# Why nothing was spoken: what `SpeechRefused.code` may be.
SpeechRefusal = Literal[
    "keys_refused",  # the account or its keys do not work (any more)
    "no_such_voice",
    "no_such_region",
    "language_refused",  # the voice does not speak it
    "no_budget",  # the account's money or quota is used up
    "too_long",
    "refused",  # anything else; what is wrong is in the log
]


@dataclass(frozen=True, slots=True)
class SpeechField:
    """One thing that an account is opened with, as its form asks for it. Labels are translated."""

    name: str
    title: str
    is_secret: bool = True


@dataclass(frozen=True, slots=True)
class SpeechKeys:
    """An operator's account at a provider; what opens it is not shown where an account is logged."""

    credentials: Mapping[str, str] = field(repr=False)
    region: str = ""


@dataclass(frozen=True, slots=True)
class SpokenVoice:
    """A voice that can be chosen; `languages` are BCP 47, empty for one that speaks whatever it is given."""

    id: str
    name: str
    languages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A text to read out, plain, in a language (BCP 47)."""

    text: str
    voice: str
    language: str


@dataclass(frozen=True, slots=True)
class SpokenAudio:
    """A text as sound."""

    content_type: AudioType
    content: bytes = field(repr=False)


class SpeechRefused(Exception):
    """
    Nothing was spoken, and asking again does not help.

    `code` is one of `SpeechRefusal`; the message names what was wrong, for the log.
    """

    def __init__(self, code: SpeechRefusal, message: str) -> None:
        """Carry the code and the provider's words."""
        super().__init__(f"{code}: {message}")
        self.code: SpeechRefusal = code
        self.message = message
