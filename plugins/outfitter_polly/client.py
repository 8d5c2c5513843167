"""The only module that talks to Amazon Polly, through Amazon's own library."""

import logging
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any, Final, TypeVar

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from outfitter.sdk import Retryable, SpeechKeys, SpeechRefused, SpeechRequest, SpokenAudio, SpokenVoice
from outfitter_polly.errors import BUSY, refusal_of

CONNECT_SECONDS: Final = 4
READ_SECONDS: Final = 9
MOST_BYTES: Final = 4 * 1024 * 1024
MOST_PAGES: Final = 10
# Of what a voice can be spoken with, the one that sounds best comes first.
_ENGINES: Final = ("neural", "standard", "generative", "long-form")
_REGION: Final = re.compile(r"[a-z]{2}(-[a-z]+)+-[0-9]")
Answer = TypeVar("Answer")
_making: Final = threading.Lock()
# Amazon's library logs requests whole, keys included, where somebody asks for DEBUG.
logging.getLogger("botocore").setLevel(logging.WARNING)


def voices(keys: SpeechKeys) -> Sequence[SpokenVoice]:
    """
    Return the voices of a region.

    :raises SpeechRefused: Amazon said no
    :raises Retryable: it did not answer, or asks to wait
    """
    return [SpokenVoice(one["Id"], one.get("Name") or one["Id"], _languages(one)) for one in _described(keys)]


def speak(keys: SpeechKeys, request: SpeechRequest) -> SpokenAudio:
    """
    Return a text as MP3.

    :raises SpeechRefused: Amazon said no, or has no such voice
    :raises Retryable: it did not answer, or asks to wait
    """
    voice = next((one for one in _described(keys) if one["Id"] == request.voice), None)
    if voice is None:
        raise SpeechRefused("no_such_voice", request.voice)
    spoken = _languages(voice)
    # A voice that speaks several languages has to be told which; any other speaks its own.
    code = next((one for one in spoken if one.lower().startswith(request.language.lower())), spoken[0])
    engines = voice.get("SupportedEngines") or ["standard"]
    engine = next((one for one in _ENGINES if one in engines), engines[0])
    answer = _ask(
        lambda: _client(keys).synthesize_speech(
            Text=request.text,
            TextType="text",
            OutputFormat="mp3",
            VoiceId=request.voice,
            Engine=engine,
            LanguageCode=code,
        )
    )
    with closing(answer["AudioStream"]) as stream:
        content: bytes = _ask(lambda: stream.read(MOST_BYTES + 1))
    if not content or len(content) > MOST_BYTES:
        raise SpeechRefused("refused", "the sound is empty or too large")
    return SpokenAudio("audio/mpeg", content)


def _described(keys: SpeechKeys) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    token: dict[str, str] = {}
    for _ in range(MOST_PAGES):
        page = _ask(lambda: _client(keys).describe_voices(**token))  # noqa: B023  (called at once)
        found += page.get("Voices", ())
        if not page.get("NextToken"):
            break
        token = {"NextToken": page["NextToken"]}
    return found


def _languages(voice: dict[str, Any]) -> list[str]:
    return [voice["LanguageCode"], *(voice.get("AdditionalLanguageCodes") or ())]


def _client(keys: SpeechKeys) -> Any:
    if not _REGION.fullmatch(keys.region):
        # A region becomes a part of the host's name.
        raise SpeechRefused("no_such_region", "the region is none")
    key, secret = keys.credentials.get("access_key_id", ""), keys.credentials.get("secret_access_key", "")
    if not key or not secret:
        raise SpeechRefused("keys_refused", "there are no keys")
    from django.conf import settings

    # Making clients is not safe beside others that do.
    with _making:
        return _made(keys.region, key, secret, str(settings.SPEECH_API_BASE))


@lru_cache(maxsize=16)
def _made(region: str, key: str, secret: str, base: str) -> Any:
    import boto3

    return boto3.session.Session().client(
        "polly",
        region_name=region,
        endpoint_url=f"{base}/polly" if base else None,
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        config=Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": 1},
            **({"proxies": {}} if base else {}),
        ),
    )


def _ask(call: Callable[[], Answer]) -> Answer:
    try:
        return call()
    except ClientError as problem:
        told = problem.response.get("Error", {})
        code = str(told.get("Code", ""))
        status = int(problem.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
        if code in BUSY or status == 429 or status >= 500:
            raise Retryable(f"Amazon answered {code or status}") from None
        raise SpeechRefused(refusal_of(code, status), f"{code}: {told.get('Message', '')}"[:300]) from None
    except (BotoCoreError, OSError) as problem:
        raise Retryable(f"Amazon did not answer: {type(problem).__name__}") from None
