"""
What a provider of speech implements. Public through `outfitter.sdk`.

Accounts are the operator's, kept by the host and handed in with every call. Calls happen outside of
transactions and are given up after `SECONDS`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from outfitter.plugins.speech.types import SpeechField, SpeechKeys, SpeechRequest, SpokenAudio, SpokenVoice

if TYPE_CHECKING:
    from outfitter.plugins.types import TenantContext

SECONDS: Final = 15.0


class SpeechProvider(Protocol):
    """Somebody who turns text into sound."""

    slug: str
    # What its accounts are opened with, and whether they are in a region.
    fields: Sequence[SpeechField]
    wants_region: bool

    def voices(self, ctx: "TenantContext", keys: SpeechKeys) -> Sequence[SpokenVoice]:
        """
        Return the voices of an account; it is also how an account is tried.

        :raises SpeechRefused: the account does not work
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def speak(self, ctx: "TenantContext", keys: SpeechKeys, request: SpeechRequest) -> SpokenAudio:
        """
        Return a text as sound.

        :raises SpeechRefused: the account or the voice does not work
        :raises Retryable: it did not answer, or asks to wait
        """
        ...
