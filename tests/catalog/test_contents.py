"""Texts in several languages: written, cleaned, and read by everybody in their own."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.localization import accepted, choose, normal
from outfitter_tenants.catalog.models import ExperienceContent
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of


@pytest.mark.rules
class TestLanguages:
    @pytest.mark.parametrize(
        ("tag", "stored"),
        [("de", "de"), ("PT_br", "pt-BR"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419")],
    )
    def test_a_tag_is_written_one_way(self, tag: str, stored: str) -> None:
        assert normal(tag) == stored

    @pytest.mark.parametrize(
        ("header", "languages"),
        [
            ("", ()),
            ("de-AT,de;q=0.9,en;q=0.8", ("de-AT", "de", "en")),
            ("en;q=0.1, fr", ("fr", "en")),
            ("fr;q=0, *;q=0.5, it;q=x", ()),
            ("<script>, ja", ("ja",)),
        ],
    )
    def test_what_browsers_send(self, header: str, languages: tuple[str, ...]) -> None:
        assert accepted(header) == languages

    @given(st.text(max_size=200))
    def test_no_header_is_too_odd(self, header: str) -> None:
        assert len(accepted(header)) <= 10

    @pytest.mark.parametrize(
        ("wanted", "chosen"),
        [
            (("de",), "de"),
            (("de-AT",), "de"),
            (("pt-PT",), "pt-BR"),
            (("en-GB", "de"), None),
            (("en-US",), None),
            (("ja", "fr-CA", "de"), "fr-FR"),
            (("ja",), None),
            ((), None),
        ],
    )
    def test_the_nearest_is_chosen(self, wanted: tuple[str, ...], chosen: str | None) -> None:
        assert choose(wanted, offered=["de", "pt-BR", "fr-FR"], own="en-US") == chosen


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def update(client: Client, experience: Any, **body: Any) -> Any:
    path = f"/api/experience/{experience.pk}/updateContent"
    return client.post(path, body, content_type="application/json")


@pytest.mark.usefixtures("reef")
class TestContents:
    def test_a_language_is_added_changed_and_taken_away(self, owner: Client) -> None:
        reef = make_experience(name="Reef tour", short_description="See it")
        answer = update(owner, reef, locale="de-de", name="Rifftour", inclusions="Flossen").json()
        assert answer["own_locale"] == "en-US"
        assert [(c["locale"], c["name"]) for c in answer["contents"]] == [
            ("en-US", "Reef tour"),
            ("de-DE", "Rifftour"),
        ]
        assert answer["version"] == 2
        again = update(owner, reef, locale="de-DE", name="Rifftour").json()
        assert again["version"] == 2
        update(owner, reef, locale="de-DE", name="", version=2)
        content = ExperienceContent.objects.get()
        assert (content.name, content.inclusions) == ("", "Flossen")
        update(owner, reef, locale="de-DE", inclusions="")
        assert not ExperienceContent.objects.exists()
        log = AuditLog.objects.filter(action="experience.content_changed").order_by("id")
        assert log[0].after == {"name.de-DE": "Rifftour", "inclusions.de-DE": "Flossen"}
        assert_error(update(owner, reef, locale="de", name="A", version=2), 409, "stale_version")

    def test_the_operators_own_language_is_the_experience_itself(self, owner: Client) -> None:
        reef = make_experience(name="Reef tour")
        answer = update(owner, reef, locale="en-us", name="Reef trip").json()
        assert [c["name"] for c in answer["contents"]] == ["Reef trip"]
        refused = assert_error(update(owner, reef, locale="en-US", name=" "), 422)
        assert set(refused["detail"]["fields"]) == {"name"}

    def test_html_is_cleaned_in_every_language(self, owner: Client) -> None:
        reef = make_experience()
        evil = (
            '<p onclick="x()">Hi <a href="javascript:x()">a</a><a href="https://e.example">b</a>'
            '<img src=x onerror=x()><script>x()</script><iframe src="//e"></iframe></p>'
        )
        clean = (
            '<p>Hi <a rel="noopener noreferrer nofollow">a</a><a href="https://e.example"'
            ' rel="noopener noreferrer nofollow">b</a></p>'
        )
        for locale in ("en-US", "fr"):
            rows = update(owner, reef, locale=locale, description_html=evil).json()["contents"]
            [row] = [row for row in rows if row["locale"] == locale]
            assert row["description_html"] == clean

    def test_readers_get_theirs_text_by_text(self, owner: Client, client_for: Any) -> None:
        reef = make_experience(name="Reef tour", short_description="See it")
        update(owner, reef, locale="de", name="Rifftour")
        public = client_for("reef")
        path = f"/api/experience/{reef.pk}/get"

        def read(client: Client, path: str, header: str = "") -> tuple[str, str]:
            found = client.get(path, headers={"accept-language": header}).json()["experience"]
            return found["name"], found["short_description"]

        assert read(public, path) == ("Reef tour", "See it")
        assert read(public, path, "de-CH,en;q=0.5") == ("Rifftour", "See it")
        assert read(public, path, "en,de;q=0.5") == ("Reef tour", "See it")
        assert read(public, f"{path}?locale=de", "en") == ("Rifftour", "See it")
        assert read(owner, path, "de") == ("Reef tour", "See it")
        assert read(owner, f"{path}?locale=de") == ("Rifftour", "See it")
        assert "Accept-Language" in public.get(path)["Vary"]
        german = {"accept-language": "de"}
        assert public.get("/api/experiences", headers=german).json()[0]["name"] == "Rifftour"
        init = public.post("/api/init", content_type="application/json", headers=german)
        assert init.json()["experiences"][0]["name"] == "Rifftour"
        chosen = public.post("/api/init?locale=de", content_type="application/json")
        assert chosen.json()["experiences"][0]["name"] == "Rifftour"
        assert_error(public.get(f"{path}?locale=%00"), 422, "validation_failed")

    def test_calendars_follow(
        self, owner: Client, client_for: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        reef = make_experience(name="Reef tour")
        public = client_for("reef")
        path = "/api/experiences/getInDateRange/2030-01-01/2030-01-02"
        body = {"isAuthenticated": False, "requestId": 1, "showPrices": False, "fetchExperiences": True}

        def shown() -> str:
            answer = public.post(path, body, content_type="application/json")
            name: str = answer.json()["experiences"][0]["name"]
            return name

        assert shown() == "Reef tour"
        with django_capture_on_commit_callbacks(execute=True):
            update(owner, reef, locale="en-US", name="Reef trip")
        assert shown() == "Reef trip"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"locale": "no language", "name": "A"}, "locale"),
            ({"name": "A"}, "locale"),
            ({"locale": "de", "name": "🐠" * 200}, "name"),
            ({"locale": "de", "inclusions": "x" * 20_001}, "inclusions"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, body: Any, field: str) -> None:
        problem = assert_error(update(owner, make_experience(), **body), 422)
        assert set(problem["detail"]["fields"]) == {field}

    def test_strangers_and_neighbours(self, owner: Client, client_for: Any) -> None:
        reef = make_experience()
        answer = update(client_for("reef"), reef, locale="de", name="A")
        assert_error(answer, 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(peak.get(f"/api/experience/{reef.pk}/contents/get"), 404, "not_found")
        assert_error(update(peak, reef, locale="de", name="A"), 404, "not_found")
        assert owner.get(f"/api/experience/{reef.pk}/contents/get").status_code == 200
