"""Waiver templates: another text is another version, and what was signed stays."""

import hashlib

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.waivers import operations, queries
from tests.support import database
from tests.support.api_operations import assert_error, sign_in

RISKS = {
    "name": "Risks",
    "kind": "adult",
    "locale": "en",
    "requires": ["initials"],
    "valid_days": 365,
    "is_active": True,
    "body_html": "<p>Water is wet.</p>",
}


def save(template_id=None, version=None, **values):
    return operations.save_template(
        values={**RISKS, **values}, template_id=template_id, version=version, at=utc_now()
    )


@pytest.mark.usefixtures("reef")
class TestVersions:
    def test_another_text_is_another_version(self):
        made = save()
        save(made, body_html="<p>Water is cold.</p>")
        save(made, name="The risks", body_html="<p>Water is cold.</p>")

        found = queries.get_template(template_id=made)
        texts = queries.list_versions(template_id=made)

        assert (found.name, found.current_version) == ("The risks", 2)
        assert [(t.version, t.body_html) for t in texts] == [
            (2, "<p>Water is cold.</p>"),
            (1, "<p>Water is wet.</p>"),
        ]
        assert found.body_sha256 == hashlib.sha256(b"<p>Water is cold.</p>").hexdigest()

    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("<p onclick=x()>Hi</p><script>alert(1)</script>", "<p>Hi</p>"),
            ('<a href="javascript:x">Hi</a>', "Hi"),
            ("<h2>Risks</h2><ul><li>Cold</li></ul>", "<h2>Risks</h2><ul><li>Cold</li></ul>"),
        ],
    )
    def test_only_plain_markup_is_kept(self, typed, kept):
        assert queries.get_template(template_id=save(body_html=typed)).body_html == kept

    @pytest.mark.parametrize("typed", ["", "   ", "<p></p>", "<script>x</script>"])
    def test_an_empty_text_is_refused(self, typed):
        with pytest.raises(Invalid) as refusal:
            save(body_html=typed)

        assert "body_html" in refusal.value.detail["fields"]
        assert queries.list_templates() == []

    def test_a_stale_version_changes_nothing(self):
        made = save()
        save(made, version=1, valid_days=None)

        with pytest.raises(operations.StaleTemplate):
            save(made, version=1, name="Late")

        assert queries.get_template(template_id=made).name == "Risks"

    def test_a_name_is_taken_once_in_a_language(self):
        made = save()
        save(locale="de")
        with pytest.raises(Invalid):
            save()
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

        made = post("/api/waiverTemplate/save", RISKS).json()["waiverTemplate"]
        path = f"/api/waiverTemplate/{made['id']}"

        assert len(owner.get(f"{path}/get").json()["versions"]) == 1
        assert len(owner.get("/api/waiverTemplates/get").json()["waiverTemplates"]) == 1
        assert post(f"{path}/archive").json()["waiverTemplate"]["is_archived"]
        assert owner.get("/api/waiverTemplates/get").json()["waiverTemplates"] == []
        assert not post(f"{path}/restore").json()["waiverTemplate"]["is_archived"]
        assert_error(post("/api/waiverTemplate/save", {**RISKS, "locale": "tlh"}), 422)
        assert_error(owner.get("/api/waiverTemplate/999/get"), 404, "not_found")
