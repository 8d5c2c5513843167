"""What plugins show on screens, in every language of the office; English where a word is missing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from outfitter.plugins import configs, plugin_labels, registry
from outfitter.plugins.label_files import read_labels
from outfitter.plugins.plugin_labels import Labels, labels_of
from outfitter_tenants.backoffice.plugin_settings import actions
from outfitter_tenants.backoffice.plugin_settings.operations import form_of
from outfitter_tenants.channels import adapters, serializers

pytestmark = pytest.mark.rules
OFFICE = {one.name for one in Path("web/src/messages").iterdir() if one.is_dir()}
# Codes of protocols and names of things: what they are is what they are called.
SHIPPED = (
    *("callrail", "chat_completions", "dialpad", "elevenlabs", "getyourguide", "mailchimp", "octo"),
    *("polly", "redeam", "ses", "slack", "stripe", "tiqets", "twilio", "viator"),
)


def shown_of(slug: str) -> set[str]:
    """Return every word that screens show of a plugin, in English."""
    seen: set[str] = set()

    class Spy(Labels):
        def text(self, words: str) -> str:
            seen.add(words)
            return words

    declared = configs.schema_of(slug)
    if declared is not None:
        form_of(declared, {}, Spy())
    for name, provider in registry.collect("speech_providers"):
        seen |= {one.title for one in provider.fields if name == slug}
    for action in actions.actions_of(slug):
        seen |= {action.title, action.help}
    adapter = adapters.all_adapters().get(slug)
    if adapter is not None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serializers, "labels_of", lambda *_a, **_k: Spy())
            serializers.channel_out(adapter, languages=())
    return {words for words in seen if words and not is_code(words)}


def is_code(words: str) -> bool:
    """Tell whether a word is a code of a protocol, which has no other name."""
    return re.fullmatch(r"[A-Z][A-Z0-9_-]+", words) is not None


def titles_of_classes(slug: str) -> set[str]:
    """Return what pydantic says of models themselves, which no screen shows."""
    found: set[str] = set()
    adapter = adapters.all_adapters().get(slug)
    models: list[Any] = []
    if adapter is not None:
        models = [adapter.settings, adapter.credentials, adapter.mapping_settings]
        models += [tool.form for tool in adapter.tools]
    for model in filter(None, models):
        document = model.model_json_schema()
        for part in (document, *document.get("$defs", {}).values()):
            found |= {part.get("title", ""), part.get("description", "")}
    return found


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_word_is_in_every_language(slug: str) -> None:
    known = read_labels(f"outfitter_{slug}")
    assert set(known) >= OFFICE - {"en"}
    shown = shown_of(slug) - titles_of_classes(slug)
    assert shown
    for locale in sorted(OFFICE - {"en"}):
        missing = sorted(shown - set(known[locale]))
        assert missing == [], locale
        # A word that is the same in both may be; most of them are not.
        same = [one for one in shown if known[locale][one] == known.get("en", {}).get(one, one)]
        assert len(same) * 3 <= len(shown), (locale, same)


@pytest.mark.parametrize("slug", SHIPPED)
def test_values_of_choices_have_names_in_english(slug: str) -> None:
    english = read_labels(f"outfitter_{slug}").get("en", {})
    for locale, words in read_labels(f"outfitter_{slug}").items():
        assert all(text.strip() for text in words.values()), locale
    raw = {one for one in shown_of(slug) if re.fullmatch(r"[a-z]+(_[a-z]+)*", one)}
    assert sorted(raw - set(english)) == []


def test_the_first_language_that_has_a_word_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        "de": {"Name": "Name", "Day": "Tag"},
        "pt": {"Day": "Dia", "Hour": "Hora"},
        "en": {"std": "Standard"},
    }
    monkeypatch.setattr(registry, "by_plugin", lambda *_a, **_k: {"acme": lambda: [words]})
    found = labels_of("acme", languages=("de-AT", "pt-BR"))
    assert [found.text(one) for one in ("Day", "Hour", "std", "More")] == ["Tag", "Hora", "Standard", "More"]
    # Whoever reads English is not told in German what has no other word.
    english = labels_of("acme", languages=("en-US", "de"))
    assert [english.text(one) for one in ("Day", "std")] == ["Day", "Standard"]
    assert labels_of("acme", languages=("xx",)).text("Day") == "Day"


def test_a_plugin_without_translations_is_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "by_plugin", lambda *_a, **_k: {})
    assert labels_of("acme", languages=("de",)).text("Day") == "Day"
    assert read_labels("outfitter_demo") == {}


def test_a_schema_keeps_its_values_and_its_fields() -> None:
    document = {
        "properties": {"title": {"title": "Day", "enum": ["a", "b"], "type": "string"}},
        "$defs": {"Row": {"properties": {"description": {"description": "Day"}}}},
        "title": "Day",
    }
    found = plugin_labels.Labels(({"Day": "Tag", "title": "Titel", "a": "A!"},)).schema(document)
    assert found == {
        "properties": {
            "title": {"title": "Tag", "enum": ["a", "b"], "type": "string", "x-names": {"a": "A!", "b": "b"}}
        },
        "$defs": {"Row": {"properties": {"description": {"description": "Tag"}}}},
        "title": "Tag",
    }
    assert json.dumps(document)
