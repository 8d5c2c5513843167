"""Routes of voices: who speaks, with which, and how that sounds (domain.md 5.22, docs/adr/0114)."""

from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.speech.types import SpeechKeys, SpeechRefused
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.devices.models import SpeechAccount, SpeechClip
from outfitter_tenants.devices.speech import clips, provider_calls, text_to_speech
from outfitter_tenants.devices.speech import schemas as s

router = Router(tags=["devices"])
ClipId = Annotated[int, Path(ge=1, le=2**63 - 1)]
SET_UP, HEAR = allow("setup.general"), allow("manifest.view")
TIMES_A_MINUTE, TIMES_A_DAY = 30, 3000
_AWAY: Final = {503: ErrorOut, **ERRORS}


@router.get(
    "/api/textToSpeech/providers/get",
    auth=SET_UP,
    response={200: list[s.SpeechProviderOut], **ERRORS},
    operation_id="speech_providers_get",
)
def speech_providers(request: HttpRequest) -> list[dict[str, object]]:
    """Return who can speak besides the browser: the plugins that are on."""
    return provider_calls.describe_providers(languages=reader_languages(request))


@router.post(
    "/api/textToSpeech/voices/get",
    auth=SET_UP,
    response={200: list[s.SpokenVoiceOut], **_AWAY},
    operation_id="speech_voices_get",
)
def speech_voices(request: HttpRequest, body: s.SpeechVoicesIn) -> list[dict[str, object]]:
    """Return the voices of an account, which also tries it."""
    _ration(request)
    keys = SpeechKeys(body.credentials or {}, body.region)
    if body.credentials is None and body.id is not None:
        row = text_to_speech.get_account(account_id=body.id)
        # An account's secrets open its own provider, and no other.
        if row.provider == body.provider:
            keys = SpeechKeys(provider_calls.keys_of(row).credentials, body.region)
    try:
        found = provider_calls.voices(provider_calls.ProviderAccount(body.provider, keys))
    except SpeechRefused as problem:
        raise Invalid(text_to_speech.refusal_of(problem)) from None
    return [{"id": one.id, "name": one.name, "languages": list(one.languages)} for one in found]


@router.post(
    "/api/textToSpeech/speak", auth=HEAR, response={200: s.SpokenOut, **ERRORS}, operation_id="speech_speak"
)
def speech_speak(request: HttpRequest, body: s.SpeakIn) -> dict[str, object]:
    """Return how a text sounds; where no provider speaks it, the browser is to."""
    account = _account(body)
    _ration(request)
    if account is None or account.provider == provider_calls.BROWSER:
        return {"spoken_by": "browser", "clip_id": None, "reason": "none"}
    try:
        clip = clips.clip_of(account=account, text=body.text, language=body.language, at=utc_now())
    except SpeechRefused as problem:
        return {"spoken_by": "browser", "clip_id": None, "reason": problem.code}
    except provider_calls.SpeechAway:
        return {"spoken_by": "browser", "clip_id": None, "reason": "away"}
    return {"spoken_by": "provider", "clip_id": clip.pk, "reason": None}


@router.get(
    "/api/textToSpeech/clip/{clip}", auth=HEAR, response={200: None, **ERRORS}, operation_id="speech_clip"
)
def speech_clip(request: HttpRequest, clip: ClipId) -> HttpResponse:
    """Return the sound of a text that was spoken."""
    return sound(clips.get_clip(clip_id=clip))


def sound(clip: SpeechClip) -> HttpResponse:
    """Return a clip as an answer; it never changes."""
    response = HttpResponse(bytes(clip.content), content_type=clip.content_type)
    response["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def _account(body: s.SpeakIn) -> SpeechAccount | None:
    if body.account_id is not None:
        return text_to_speech.get_account(account_id=body.account_id)
    return clips.find_voice(language=body.language)


def _ration(request: HttpRequest) -> None:
    limit(f"speech:{caller_of(request).avatar_id}", times=TIMES_A_MINUTE, seconds=60)
    limit(f"speech-day:{current_schema()}", times=TIMES_A_DAY, seconds=24 * 3600)
