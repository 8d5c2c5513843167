"""The words of the public pages: the same sentences with the same values in every language."""

import re

import pytest

from outfitter_tenants.messaging import translations
from outfitter_tenants.website.reader import language_name, languages, words

pytestmark = pytest.mark.rules
PLACE = re.compile(r"\{(\w+)\}")


def test_pages_come_in_every_language_that_mails_come_in():
    assert languages() == translations.languages()


@pytest.mark.parametrize("code", languages())
def test_every_language_says_the_same(code):
    english, other = words("en"), words(code)
    assert list(other) == list(english)
    for key, sentence in english.items():
        assert other[key].strip(), key
        assert set(PLACE.findall(other[key])) == set(PLACE.findall(sentence)), key


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_no_sentence_was_left_in_english(code):
    sentences = {key for key, text in words("en").items() if " " in text}
    assert not {key for key in sentences if words(code)[key] == words("en")[key]}


@pytest.mark.parametrize(
    ("code", "name"),
    [("de", "Deutsch"), ("ja", "日本語"), ("zh-TW", "繁體中文"), ("tl", "Filipino"), ("pt", "Português")],
)
def test_a_language_is_called_as_it_calls_itself(code, name):
    assert language_name(code) == name
