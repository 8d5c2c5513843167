"""Every language says everything, with its own plurals and its own way to write dates."""

import re

import pytest
from babel import Locale

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.messaging import translations

pytestmark = pytest.mark.rules
# The languages of the widget's picker.
WIDGET = [
    "en",
    "es",
    "fr",
    "de",
    "it",
    "ja",
    "zh-CN",
    "zh-TW",
    "nl",
    "pt",
    "ar",
    "he",
    "hi",
    "cs",
    "da",
    "tl",
    "fi",
    "el",
    "ko",
    "pl",
]
CODES = translations.languages()


def placeholders(pattern):
    return set(re.findall(r"\{(amount|date|experience|n|name|operator|phone|sender|method)\b", pattern))


def test_all_languages_of_routes_and_widget_are_there():
    wanted = {translations.language(code) for code in (*ROUTE_LOCALES, *WIDGET)}

    assert wanted == set(CODES)
    assert "en" not in {translations.language(c) for c in (*ROUTE_LOCALES, *WIDGET) if c != "en"}


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_every_sentence_and_every_value(code):
    english, own = translations.catalogue("en"), translations.catalogue(code)

    assert own.keys() == english.keys()
    for key, pattern in english.items():
        assert placeholders(own[key]) == placeholders(pattern), key
        assert own[key].strip()
    if code != "en":
        # A voucher is a voucher in many languages, cash is cash in some, and Filipino says store credit.
        own_words = [key for key in english if not key.startswith("method_")]
        same = [key for key in own_words if own[key] == english[key]]
        assert set(same) <= {"total", "code", "gift_code", "gift_credit_title"}


@pytest.mark.parametrize("code", CODES)
def test_every_plural_form_of_a_language_is_written(code):
    forms = set(Locale.parse(translations.babel_locale(code, "en-US").language).plural_form.tags)
    pattern = translations.catalogue(code)["guests_cnt"]

    assert {*forms, "other"} <= set(re.findall(r"(\w+) \{", pattern)) | {"many"}


@pytest.mark.parametrize(
    ("code", "n", "text"),
    [
        ("en", 1, "1 guest"),
        ("en", 2, "2 guests"),
        ("en", 0, "0 guests"),
        ("fr", 0, "0 personne"),
        ("pl", 3, "3 uczestników"),
        ("ru", 1, "1 гость"),
        ("ru", 3, "3 гостя"),
        ("ru", 11, "11 гостей"),
        ("cs", 2, "2 hosté"),
        ("cs", 5, "5 hostů"),
        ("ar", 2, "ضيفان"),
        ("ar", 11, "11 ضيفًا"),
        ("ja", 1, "1名"),
        ("he", 2, "שני משתתפים"),
        ("zh-TW", 4, "4 位"),
    ],
)
def test_plurals(code, n, text):
    assert translations.translate(code, "guests_cnt", n=n) == text


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("de-AT", "de"),
        ("pt_BR", "pt"),
        ("zh", "zh-CN"),
        ("zh-Hans", "zh-CN"),
        ("zh-HK", "zh-TW"),
        ("zh-Hant-TW", "zh-TW"),
        ("iw", "he"),
        ("fil-PH", "tl"),
        ("xx", "en"),
        ("", "en"),
        (None, "en"),
        ("../../etc", "en"),
    ],
)
def test_the_nearest_language(tag, code):
    assert translations.language(tag) == code


@pytest.mark.parametrize(
    ("tag", "operator", "babel"),
    [
        ("en", "en-GB", "en_GB"),
        ("en-AU", "en-US", "en_AU"),
        ("de", "en-US", "de"),
        ("fr", "fr-CA", "fr_CA"),
        ("tl", "en-PH", "fil"),
        ("en-QQ", "en-US", "en_US"),
        ("zh-TW", "en-US", "zh_Hant_TW"),
        ("ja", "broken", "ja"),
    ],
)
def test_region_comes_from_the_operator_when_both_speak_the_language(tag, operator, babel):
    assert str(translations.babel_locale(tag, operator)) == babel


@pytest.mark.parametrize(
    ("pattern", "values", "text"),
    [
        ("plain", {}, "plain"),
        ("{a} and {b}", {"a": "1", "b": "{a}"}, "1 and {a}"),
        ("{n, plural, =0 {none} one {# by {who}} other {# by {who}}}", {"n": 1, "who": "Bo"}, "1 by Bo"),
        ("{n, plural, =0 {none} one {one} other {#}}", {"n": 0}, "none"),
        ("{n, plural, other {#}}!", {"n": 12}, "12!"),
    ],
)
def test_patterns(pattern, values, text):
    assert translations.fill(pattern, "en", values) == text


def test_a_missing_value_is_an_error_and_not_an_empty_mail():
    with pytest.raises(KeyError):
        translations.translate("en", "footer")
