"""Voices: tried before they are saved, heard before they are used, and never told what opens them."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter_tenants.devices.models import SpeechAccount, SpeechClip
from outfitter_tenants.devices.speech import api, clips
from tests.plugins.speech.conftest import speech_double  # noqa: F401
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague

KEYS = {"access_key_id": "AKIDEXAMPLE1", "secret_access_key": "hush-hush-1"}
POLLY = {"provider": "polly", "region": "us-east-1", "voice": "Joanna", "language": "en-US"}
BROWSER = {"provider": "browser", "voice": "A", "language": "en", "is_default": True}
SAID = {"text": "Gate two, please.", "language": "en-US"}


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def polly(reef: Any, speech_double: Any) -> Any:  # noqa: F811
    configs.enable(schema_name=reef.schema_name, slug="polly")
    return speech_double


def put(client, *accounts):
    return client.post(
        "/api/textToSpeech/accounts/set", {"accounts": accounts}, content_type="application/json"
    )


def speak(client, **change):
    return client.post("/api/textToSpeech/speak", {**SAID, **change}, content_type="application/json")


def test_secrets_go_in_and_never_come_out(staff, polly):
    made = put(staff, {**POLLY, "credentials": KEYS, "is_default": True}).json()

    assert (made[0]["has_credentials"], made[0]["is_default"], made[0]["is_available"]) == (True,) * 3
    kept = put(staff, {**POLLY, "id": made[0]["id"], "region": "eu-west-1"}).json()
    assert (kept[0]["has_credentials"], kept[0]["region"]) == (True, "eu-west-1")
    shown = staff.get("/api/textToSpeech/accounts/get")
    assert b"hush" not in shown.content
    assert "hush" not in SpeechAccount.objects.get().credentials_encrypted
    assert put(staff).json() == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"credentials": {**KEYS, "access_key_id": "wrongKey12"}}, "credentials"),
        ({"credentials": {"access_key_id": "A"}}, "credentials"),
        ({"credentials": {**KEYS, "endpoint": "https://evil.example"}}, "credentials"),
        ({"voice": "Nobody"}, "voice"),
        ({"language": "ja"}, "language"),
        ({"region": "moon"}, "region"),
        ({"provider": "elevenlabs"}, "provider"),
        ({"provider": "google"}, "provider"),
        ({"credentials": None}, "credentials"),
    ],
)
def test_what_cannot_speak_is_not_saved(staff, polly, change, field):
    answer = put(staff, {**POLLY, "credentials": KEYS, **change})
    assert_error(answer, 422, "validation_failed")
    assert f"accounts.0.{field}" in str(answer.json()["detail"])
    assert "hush" not in answer.text
    assert not SpeechAccount.objects.exists()


def test_what_is_refused(staff, client_for):
    assert_error(put(staff, {**BROWSER, "id": 999_999}), 422)
    assert_error(put(staff, BROWSER, {**BROWSER, "voice": "B"}), 422)
    assert_error(put(staff, BROWSER, {**BROWSER, "is_default": False}), 422)
    assert_error(client_for("reef").get("/api/textToSpeech/accounts/get"), 401)


def test_a_provider_that_is_away_changes_nothing(staff, polly, settings):
    settings.SPEECH_API_BASE = "http://127.0.0.1:1"
    assert_error(put(staff, {**POLLY, "credentials": KEYS}), 503, "speech_away")
    assert not SpeechAccount.objects.exists()
    assert put(staff, BROWSER).status_code == 200


def test_an_account_stays_when_its_plugin_goes(staff, polly, reef):
    made = put(staff, {**POLLY, "credentials": KEYS}).json()[0]
    configs.disable(schema_name=reef.schema_name, slug="polly")
    kept = put(staff, {**POLLY, "id": made["id"]}).json()[0]
    assert (kept["has_credentials"], kept["is_available"]) == (True, False)
    assert speak(staff).json() == {"spoken_by": "browser", "clip_id": None, "reason": "none"}


def test_providers_and_voices_are_listed(staff, polly):
    [one] = staff.get("/api/textToSpeech/providers/get").json()
    assert (one["slug"], one["title"], one["wants_region"]) == ("polly", "Amazon Polly", True)
    assert [field["is_secret"] for field in one["fields"]] == [False, True]

    asked = {"provider": "polly", "region": "us-east-1", "credentials": KEYS}
    found = staff.post("/api/textToSpeech/voices/get", asked, content_type="application/json").json()
    assert [voice["id"] for voice in found] == ["Joanna", "Lupe", "Vicki"]
    asked["credentials"] = {**KEYS, "access_key_id": "wrongKey12"}
    refused = staff.post("/api/textToSpeech/voices/get", asked, content_type="application/json")
    assert_error(refused, 422, "validation_failed")


def test_secrets_of_an_account_open_no_other_provider(staff, polly, reef):
    made = put(staff, {**POLLY, "credentials": KEYS}).json()[0]
    configs.enable(schema_name=reef.schema_name, slug="elevenlabs")
    asked = {"provider": "elevenlabs", "id": made["id"]}
    refused = staff.post("/api/textToSpeech/voices/get", asked, content_type="application/json")
    assert_error(refused, 422, "validation_failed")
    asked = {"provider": "polly", "id": made["id"], "region": "us-east-1"}
    assert staff.post("/api/textToSpeech/voices/get", asked, content_type="application/json").json()


def test_a_text_is_spoken_once_and_kept(staff, polly):
    put(staff, {**POLLY, "credentials": KEYS})
    first, second = speak(staff).json(), speak(staff).json()
    assert first == second
    assert (first["spoken_by"], first["reason"]) == ("provider", None)
    assert polly.asked() == ["Gate two, please."]
    heard = staff.get(f"/api/textToSpeech/clip/{first['clip_id']}")
    assert heard["Content-Type"] == "audio/mpeg"
    assert heard.content[:4] == b"RIFF"
    # Another text, another voice: something else is heard.
    assert speak(staff, text="Gate three.").json()["clip_id"] != first["clip_id"]


def test_a_voice_speaks_its_language_only(staff, polly):
    put(
        staff,
        {**POLLY, "credentials": KEYS},
        {**POLLY, "voice": "Vicki", "language": "de-DE", "credentials": KEYS, "is_default": True},
    )
    assert clips.find_voice(language="en-GB").voice == "Joanna"
    assert clips.find_voice(language="de").voice == "Vicki"
    assert speak(staff, language="ja").json()["reason"] == "none"


@pytest.mark.parametrize(
    ("mood", "reason"), [("broken", "away"), ("busy", "away"), ("no_budget", "keys_refused")]
)
def test_when_the_provider_fails_the_browser_speaks(staff, polly, mood, reason):
    put(staff, {**POLLY, "credentials": KEYS})
    polly.mood = mood
    assert speak(staff).json() == {"spoken_by": "browser", "clip_id": None, "reason": reason}
    assert not SpeechClip.objects.exists()


@pytest.mark.parametrize(
    "change", [{"text": ""}, {"text": "x" * 1001}, {"language": "!"}, {"voice": "x"}, {"text": "a\x00"}]
)
def test_texts_have_limits(staff, change):
    assert_error(speak(staff, **change), 422, "validation_failed")


def test_what_is_not_there_is_not_found(staff):
    assert_error(speak(staff, account_id=999_999), 404, "not_found")
    assert_error(staff.get("/api/textToSpeech/clip/999999"), 404, "not_found")


def test_too_many_are_refused(staff, monkeypatch):
    monkeypatch.setattr(api, "TIMES_A_MINUTE", 2)
    assert [speak(staff).status_code for _ in range(3)] == [200, 200, 429]


def test_who_may(reef, client_for):
    guide = browser_of(client_for, make_colleague("Guide", "guide", email="guide@x.io"))
    assert speak(guide).status_code == 200
    assert_error(guide.get("/api/textToSpeech/providers/get"), 403, "forbidden")
    agent = browser_of(client_for, make_colleague("Agent", "reseller_agent", email="agent@x.io"))
    assert_error(speak(agent), 403, "forbidden")


def test_what_nobody_hears_is_forgotten(staff, polly):
    put(staff, {**POLLY, "credentials": KEYS})
    speak(staff)
    assert clips.forget_unheard({}, utc_now() + timedelta(days=29)) is None
    assert SpeechClip.objects.count() == 1
    clips.forget_unheard({}, utc_now() + timedelta(days=31))
    assert not SpeechClip.objects.exists()
