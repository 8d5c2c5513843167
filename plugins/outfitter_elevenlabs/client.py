"""The only module that talks to ElevenLabs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from outfitter.sdk import Retryable, SpeechKeys, SpeechRefused, SpeechRequest, SpokenAudio, SpokenVoice
from outfitter_elevenlabs.errors import refusal

if TYPE_CHECKING:
    from outfitter.sdk.http import OutboundRequest, OutboundResponse

API: Final = "https://api.elevenlabs.io"
# Speaks 29 languages and finds out by itself which one it is given.
MODEL: Final = "eleven_multilingual_v2"
FORMAT: Final = "mp3_44100_128"
SECONDS: Final = 12.0
MOST_BYTES: Final = 4 * 1024 * 1024


def voices(keys: SpeechKeys) -> Sequence[SpokenVoice]:
    """
    Return the voices of an account.

    :raises SpeechRefused: ElevenLabs said no
    :raises Retryable: it did not answer, or asks to wait
    """
    from outfitter.sdk.http import OutboundRequest

    answer = _ask(
        OutboundRequest("voices", "GET", f"{_base()}/v1/voices", headers=_headers(keys), seconds=SECONDS)
    )
    try:
        listed = answer.json()["voices"]
        return [SpokenVoice(str(one["voice_id"]), str(one["name"])) for one in listed]
    except (ValueError, KeyError, TypeError):
        raise SpeechRefused("refused", "the answer lists no voices") from None


def speak(keys: SpeechKeys, request: SpeechRequest) -> SpokenAudio:
    """
    Return a text as MP3.

    :raises SpeechRefused: ElevenLabs said no
    :raises Retryable: it did not answer, or asks to wait
    """
    from outfitter.sdk.http import OutboundRequest

    answer = _ask(
        OutboundRequest(
            "speak",
            "POST",
            f"{_base()}/v1/text-to-speech/{quote(request.voice, safe='')}?output_format={FORMAT}",
            headers={**_headers(keys), "Accept": "audio/mpeg"},
            json={"text": request.text, "model_id": MODEL},
            seconds=SECONDS,
            most_bytes=MOST_BYTES,
        )
    )
    if not answer.body or not answer.headers.get("content-type", "").startswith("audio/"):
        raise SpeechRefused("refused", "the answer is no sound")
    return SpokenAudio("audio/mpeg", answer.body)


def _base() -> str:
    from django.conf import settings

    base = str(settings.SPEECH_API_BASE)
    return f"{base}/elevenlabs" if base else API


def _headers(keys: SpeechKeys) -> dict[str, str]:
    key = keys.credentials.get("api_key", "")
    if not key or not (key.isascii() and key.isprintable()):
        raise SpeechRefused("keys_refused", "there is no key")
    return {"xi-api-key": key}


def _ask(request: "OutboundRequest") -> "OutboundResponse":
    from outfitter.sdk.http import NoAnswer, send_request

    try:
        answer = send_request(request)
    except NoAnswer as problem:
        raise Retryable(f"ElevenLabs did not answer: {problem.reason}") from None
    if answer.status == 200:
        return answer
    if answer.status == 429 or answer.status >= 500:
        raise Retryable(f"ElevenLabs answered {answer.status}")
    raise refusal(answer.status, answer.body)
