"""Waiver templates: other texts are another version, and what was signed stays."""

import pytest
from django.db import connection
from django.db.utils import DatabaseError

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.waivers import operations, queries
from outfitter_tenants.waivers.rules import texts as rules
from tests.support import database
from tests.support.api_operations import assert_error, sign_in


def text(body="<p>Water is wet.</p>", locale="en"):
    return {"locale": locale, "body_html": body}


RISKS = {
    "name": "Risks",
    "kind": "adult",
    "locale": "en",
    "requires": ["initials"],
    "valid_days": 365,
    "is_reusable": True,
    "is_active": True,
    "texts": [text()],
    "questions": [],
}
SWIM = {
    "id": "swim",
    "kind": "choice",
    "is_required": True,
    "labels": {"en": "How well do you swim?", "de": "Wie gut schwimmen Sie?"},
    "options": [{"id": "well", "labels": {"en": "Well"}}, {"id": "not", "labels": {"en": "Not at all"}}],
}


def save(template_id=None, version=None, **values):
    return operations.save_template(
        values={**RISKS, **values}, template_id=template_id, version=version, at=utc_now()
    )


@pytest.mark.usefixtures("reef")
class TestVersions:
    def test_another_text_is_another_version(self):
        made = save()
        save(made, texts=[text("<p>Water is cold.</p>")])
        save(made, name="The risks", texts=[text("<p>Water is cold.</p>")])

        found = queries.get_template(template_id=made)
        versions = queries.list_versions(template_id=made)

        assert (found.name, found.current_version) == ("The risks", 2)
        assert [(v.version, v.texts[0].body_html) for v in versions] == [
            (2, "<p>Water is cold.</p>"),
            (1, "<p>Water is wet.</p>"),
        ]
        kept = {"en": {"body_html": "<p>Water is cold.</p>"}}
        assert found.body_sha256 == rules.version_sha256(kept, [])

    @pytest.mark.parametrize(
        "change",
        [
            {"texts": [text(), text("<p>Wasser ist nass.</p>", "de")]},
            {"questions": [SWIM]},
            {"locale": "de", "texts": [text("<p>Wasser ist nass.</p>", "de")]},
        ],
        ids=["a language", "a question", "the main language"],
    )
    def test_whatever_signers_read_is_part_of_it(self, change):
        made = save()
        save(made, **change)

        assert queries.get_template(template_id=made).current_version == 2

    def test_a_version_is_never_written_again(self):
        save()

        with pytest.raises(DatabaseError, match="never changes"), atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE waivers_waivertemplateversion SET texts = '{}'")

    def test_languages_come_with_the_main_one_first(self):
        made = save(locale="fr", texts=[text(locale="de"), text(locale="fr"), text(locale="en")])

        found = queries.get_template(template_id=made)

        assert [one.locale for one in found.texts] == ["fr", "de", "en"]

    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("<p onclick=x()>Hi</p><script>alert(1)</script>", "<p>Hi</p>"),
            ('<a href="javascript:x">Hi</a>', "Hi"),
            ("<h2>Risks</h2><ul><li>Cold</li></ul>", "<h2>Risks</h2><ul><li>Cold</li></ul>"),
        ],
    )
    def test_only_plain_markup_is_kept(self, typed, kept):
        found = queries.get_template(template_id=save(texts=[text(typed)]))

        assert found.texts[0].body_html == kept

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"texts": [text("")]}, "texts"),
            ({"texts": [text("   ")]}, "texts"),
            ({"texts": [text("<p></p>")]}, "texts"),
            ({"texts": [text("<script>x</script>")]}, "texts"),
            ({"texts": [text(), text()]}, "texts"),
            ({"locale": "de"}, "locale"),
            ({"questions": [{**SWIM, "labels": {"de": "Nur deutsch"}}]}, "questions.0.labels"),
            ({"questions": [{**SWIM, "options": []}]}, "questions.0.options"),
            ({"questions": [{**SWIM, "kind": "text"}]}, "questions.0.options"),
            ({"questions": [SWIM, SWIM]}, "questions"),
        ],
    )
    def test_what_nobody_could_sign_is_refused(self, change, field):
        with pytest.raises(Invalid) as refusal:
            save(**change)

        assert field in refusal.value.detail["fields"]
        assert queries.list_templates() == []

    def test_a_stale_version_changes_nothing(self):
        made = save()
        save(made, version=1, valid_days=None)

        with pytest.raises(operations.StaleTemplate):
            save(made, version=1, name="Late")

        assert queries.get_template(template_id=made).name == "Risks"

    def test_a_name_is_taken_once(self):
        made = save()
        with pytest.raises(Invalid):
            save(locale="de", texts=[text(locale="de")])
        operations.set_archived(template_id=made, is_archived=True, at=utc_now())
        save()
        with pytest.raises(Invalid):
            operations.set_archived(template_id=made, is_archived=False, at=utc_now())


class TestHttp:
    @pytest.fixture
    def owner(self, reef, client_for):
        client = client_for("reef")
        sign_in(client, database.REEF.owner_email, database.PASSWORD)
        return client

    def test_the_whole_way(self, owner):
        def post(path, body=None):
            return owner.post(path, body or {}, content_type="application/json")

        body = {**RISKS, "texts": [text(), text("<p>Wasser ist nass.</p>", "de")], "questions": [SWIM]}
        made = post("/api/waiverTemplate/save", body).json()["waiverTemplate"]
        path = f"/api/waiverTemplate/{made['id']}"

        assert made["questions"] == [SWIM]
        assert [one["locale"] for one in made["texts"]] == ["en", "de"]
        assert len(owner.get(f"{path}/get").json()["versions"]) == 1
        assert len(owner.get("/api/waiverTemplates/get").json()["waiverTemplates"]) == 1
        assert post(f"{path}/archive").json()["waiverTemplate"]["is_archived"]
        assert owner.get("/api/waiverTemplates/get").json()["waiverTemplates"] == []
        assert not post(f"{path}/restore").json()["waiverTemplate"]["is_archived"]
        assert_error(post("/api/waiverTemplate/save", {**RISKS, "locale": "tlh"}), 422)
        assert_error(owner.get("/api/waiverTemplate/999/get"), 404, "not_found")
