"""The mails of sign-up in twelve languages."""

import re

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_signup import signup_mails
from outfitter_signup.models import Signup
from outfitter_signup.provision_run import ORDER
from outfitter_signup.translations import FOLDER, texts

pytestmark = pytest.mark.rules


def _signup(**fields: object) -> Signup:
    person = {"email": "a@b.example", "first_name": "Ada", "company_name": "Kayaks & Co"}
    return Signup(**{**person, "locale": "en", **fields})


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
@pytest.mark.parametrize("is_known", [False, True])
def test_the_code_stands_in_subject_text_and_page(locale: str, is_known: bool) -> None:
    mail = signup_mails.code_mail(_signup(locale=locale, is_known_email=is_known), "012345")
    page = str(mail.alternatives[0].content)
    assert mail.subject.startswith("012345")
    assert "012345" in mail.body
    assert "012345" in page
    assert f'lang="{locale}"' in page
    assert ("http://localhost:8000/" in mail.body) is is_known
    assert "{" not in mail.subject + mail.body


def test_every_language_says_the_same_things_in_its_own_words() -> None:
    english = texts("en")
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ROUTE_LOCALES)
    assert set(english["steps"]) == set(ORDER)
    for locale in ROUTE_LOCALES:
        words = texts(locale)
        assert set(words) == set(english)
        assert set(words["steps"]) == set(ORDER)
        for key, text in words.items():
            if key != "steps":
                holes = re.findall(r"{\w+}", text)
                assert holes == re.findall(r"{\w+}", english[key]), (locale, key)
                assert locale == "en" or text != english[key], (locale, key)


def test_a_name_cannot_write_headers_or_markup() -> None:
    signup = _signup(company_name="Evil\r\nBcc: x@y.example <b>", first_name="<script>")
    mail = signup_mails.welcome_mail(signup, "http://evil.localhost:8000/")
    assert mail.subject == "Evil Bcc: x@y.example <b> is ready"
    assert mail.message()["Bcc"] is None
    assert "<script>" not in str(signup_mails.code_mail(signup, "012345").alternatives[0].content)


def test_an_unknown_language_is_english() -> None:
    assert texts("xx") == texts("en")
    assert texts("de-AT")["button_sign_in"] == "Anmelden"


@pytest.mark.parametrize(
    ("locale", "first", "last", "told"),
    [
        ("ja", "太郎", "山田", "山田 様"),
        ("en", "太郎", "山田", "Hello 山田 太郎,"),
        ("de", "محمد", "الأحمد", "Guten Tag \u2068محمد\u2069,"),
    ],
)
def test_they_address_people_as_their_language_does(locale: str, first: str, last: str, told: str) -> None:
    signup = _signup(locale=locale, first_name=first, last_name=last)
    assert signup_mails.code_mail(signup, "012345").body.startswith(told)
