"""Templates at the edge: written, kept in versions, put back, put away."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.messaging import template_operations
from outfitter_tenants.messaging.models import Automation, Template, TemplateVersion
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES
from tests.messaging.template_calls import BODY, Desk, words
from tests.messaging.test_documents import doc, field, paragraph, text
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer


@pytest.fixture
def desk(reef: Any, client_for: Any) -> Desk:
    return Desk(owner_of(client_for))


class TestLists:
    def test_what_ships_is_there_once(self, desk):
        for _ in range(2):
            found = desk.get("/api/templates/get")["templates"]
        assert sorted(one["slug"] for one in found) == sorted(SYSTEM_TEMPLATES)
        assert all(one["is_system"] and one["version"] == 0 and one["is_active"] for one in found)

    def test_one_category(self, desk):
        desk.save(category="reminder")
        found = desk.get("/api/templates/get?category=reminder")["templates"]
        assert {one["category"] for one in found} == {"reminder"}
        assert [one["name"] for one in found if not one["is_system"]] == ["Sun"]

    def test_an_editor_opens_the_words_that_ship(self, desk):
        whole = desk.get(f"/api/template/{desk.system('confirmation')['id']}/get")
        english = next(one for one in whole["texts"] if one["locale"] == "en")
        assert english["is_shipped"]
        assert english["subject"] == "Confirmed: {{trip.experience}}, {{trip.date}}"
        kinds = [one["type"] for one in english["document"]["content"]]
        assert kinds[:2] == ["greeting", "paragraph"]
        intro = english["document"]["content"][1]["content"]
        assert [one["type"] for one in intro] == ["text", "mergeField", "text"]
        assert len(whole["texts"]) == 12

    def test_merge_fields_of_a_category(self, desk):
        found = desk.get("/api/template/merge-fields/get?category=gift_card")
        assert "gift_card.amount" in {one["name"] for one in found["fields"]}
        assert "trip.balance" not in {one["name"] for one in found["fields"]}
        assert "giftCard" in {one["name"] for one in found["blocks"]}
        assert_error(desk.client.get("/api/template/merge-fields/get?category=x"), 422)

    @pytest.mark.parametrize("path", ["get", "versions/get"])
    def test_there_is_no_such_template(self, desk, path):
        assert_error(desk.client.get(f"/api/template/999999/{path}"), 404, "not_found")


class TestSave:
    def test_other_words_are_another_version(self, desk):
        made = desk.save(experience_ids=[make_offer().experience_id], trip_methods=["ecommerce"])
        template = made["template"]
        assert (template["version"], template["locales"]) == (1, ["en"])
        same = desk.save(id=template["id"], version=1, name="Sun and sea")
        assert (same["template"]["version"], same["template"]["name"]) == (1, "Sun and sea")
        other = desk.save(id=template["id"], version=1, texts=[words(), words(locale="de", subject="Hallo")])
        assert (other["template"]["version"], other["template"]["locales"]) == (2, ["en", "de"])
        row = AuditLog.objects.filter(entity_type="template").order_by("pk").last()
        assert (row.action, row.after["version"]) == ("template.saved", 2)

    def test_nobody_overwrites_what_they_did_not_read(self, desk):
        made = desk.save()["template"]
        desk.save(id=made["id"], version=1, texts=[words(subject="First")])
        late = desk.post(
            "/api/template/save",
            id=made["id"],
            version=1,
            name="Sun",
            category="custom",
            texts=[words(subject="Second")],
        )
        assert assert_error(late, 409, "stale_version")["detail"]["version"] == 2

    def test_a_system_template_keeps_its_name_and_what_nobody_changed(self, desk):
        row = desk.system("reminder_day")
        texts = desk.get(f"/api/template/{row['id']}/get")["texts"]
        shipped = [
            {key: one[key] for key in ("locale", "subject", "preheader", "document", "sms_text")}
            for one in texts
        ]
        same = desk.save(id=row["id"], version=0, name="Mine", category="custom", texts=shipped)
        assert same["template"] == {**row, "changed_at": same["template"]["changed_at"]}
        shipped[0] = {**shipped[0], "subject": "Bring sun cream"}
        other = desk.save(id=row["id"], version=0, name="Mine", texts=shipped)
        assert (other["template"]["version"], other["template"]["name"]) == (1, row["name"])
        assert other["template"]["locales"] == [shipped[0]["locale"]]
        assert [one["is_shipped"] for one in other["texts"]] == [False] + [True] * 11

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            ({"texts": [words(subject="{{guest.shoe_size}}")]}, "unknown_merge_field"),
            ({"texts": [words(document=doc(paragraph(field("nobody"))))]}, "unknown_merge_field"),
            ({"texts": [words(document=doc({"type": "iframe"}))]}, "bad_document"),
            ({"texts": [words(document=doc(paragraph(text("x" * 50_001))))]}, "bad_document"),
            ({"texts": [words(subject="")]}, "validation_failed"),
            ({"texts": [words(document={})]}, "validation_failed"),
            ({"texts": []}, "validation_failed"),
            ({"texts": [words(), words()]}, "validation_failed"),
            ({"texts": [words(locale="xx")]}, "validation_failed"),
            ({"channel": "sms"}, "validation_failed"),
            ({"name": ""}, "validation_failed"),
            ({"category": "news"}, "validation_failed"),
            ({"experience_ids": [999_999]}, "validation_failed"),
            ({"trip_methods": ["pigeon"]}, "validation_failed"),
        ],
    )
    def test_what_cannot_be_sent_is_not_kept(self, desk, wrong, code):
        body = {"name": "Sun", "category": "custom", "texts": [words()], **wrong}
        found = assert_error(desk.post("/api/template/save", **body), 422, code)
        if code == "unknown_merge_field":
            assert found["detail"]["name"] in {"guest.shoe_size", "nobody"}
        assert not Template.objects.filter(is_system=False).exists()

    def test_nobody_changes_what_is_not_there(self, desk):
        body = {"name": "Sun", "category": "custom", "texts": [words()]}
        assert_error(desk.post("/api/template/save", id=999_999, **body), 404, "not_found")


class TestVersions:
    def test_an_earlier_one_comes_back_as_a_new_one(self, desk):
        made = desk.save()["template"]
        desk.save(id=made["id"], version=1, texts=[words(subject="Other")])
        for _ in range(2):
            back = desk.post(f"/api/template/{made['id']}/restore/1").json()
        assert back["template"]["version"] == 3
        assert back["texts"][0]["subject"] == "For {{trip.experience}}"
        versions = desk.get(f"/api/template/{made['id']}/versions/get")["versions"]
        assert [(one["version"], one["restored_from"], one["is_present"]) for one in versions] == [
            (3, 1, True),
            (2, None, False),
            (1, None, False),
        ]
        assert versions[0]["author_name"]
        assert desk.get(f"/api/template/{made['id']}/get?version=2")["texts"][0]["subject"] == "Other"
        # What is said now need not come back.
        assert desk.post(f"/api/template/{made['id']}/restore/3").json()["template"]["version"] == 3

    def test_one_that_never_was(self, desk):
        made = desk.save()["template"]
        assert_error(desk.post(f"/api/template/{made['id']}/restore/7"), 404, "no_such_version")
        assert_error(desk.post(f"/api/template/{made['id']}/restore/0"), 404, "no_such_version")
        assert_error(desk.client.get(f"/api/template/{made['id']}/get?version=7"), 404, "no_such_version")
        assert_error(desk.post("/api/template/999999/restore/1"), 404, "not_found")

    @pytest.mark.parametrize("way", ["reset", "restore/0"])
    def test_a_system_template_says_again_what_ships(self, desk, way):
        row = desk.system("followup")
        desk.save(id=row["id"], version=0, texts=[words()])
        back = desk.post(f"/api/template/{row['id']}/{way}").json()
        assert back["template"]["version"] == 0
        assert all(one["is_shipped"] for one in back["texts"])
        # What was written stays, and is written on behind it.
        again = desk.save(id=row["id"], version=0, texts=[words(subject="Once more")])
        assert again["template"]["version"] == 2
        assert TemplateVersion.objects.filter(template_id=row["id"]).count() == 2

    def test_only_a_system_template_is_reset(self, desk):
        made = desk.save()["template"]
        assert_error(desk.post(f"/api/template/{made['id']}/reset"), 409, "system_template")
        assert_error(desk.post("/api/template/999999/reset"), 404, "not_found")


class TestAway:
    def test_an_own_one_is_put_away(self, desk):
        made = desk.save()["template"]
        for _ in range(2):
            gone = desk.post(f"/api/template/{made['id']}/archive").json()
        assert gone["template"]["is_archived"]
        assert made["id"] not in {one["id"] for one in desk.get("/api/templates/get")["templates"]}
        assert_error(desk.post(f"/api/template/{made['id']}/activate", is_active=True), 404, "not_found")
        assert AuditLog.objects.filter(action="template.archived").count() == 1

    def test_not_while_automations_send_it(self, desk):
        made = desk.save()["template"]
        facts = {"template_id": made["id"], "trigger": "after_end", "created_at": utc_now()}
        user = Automation.objects.create(**facts, changed_at=utc_now())
        refused = assert_error(desk.post(f"/api/template/{made['id']}/archive"), 409, "template_in_use")
        assert [one["id"] for one in refused["detail"]["automations"]] == [user.pk]
        user.archived_at = utc_now()
        user.save()
        assert desk.post(f"/api/template/{made['id']}/archive").status_code == 200

    def test_what_ships_stays(self, desk):
        row = desk.system("receipt")
        assert_error(desk.post(f"/api/template/{row['id']}/archive"), 409, "system_template")
        switched = desk.post(f"/api/template/{row['id']}/activate", is_active=False)
        assert_error(switched, 409, "system_template")

    def test_on_and_off(self, desk):
        made = desk.save()["template"]
        off = desk.post(f"/api/template/{made['id']}/activate", is_active=False).json()
        assert off["template"]["is_active"] is False
        on = desk.post(f"/api/template/{made['id']}/activate", is_active=True).json()
        assert on["template"]["is_active"] is True
        assert_error(desk.post("/api/template/999999/activate", is_active=True), 404, "not_found")
        assert_error(desk.post("/api/template/999999/archive"), 404, "not_found")

    def test_a_copy_says_the_same_once_it_is_switched_on(self, desk):
        row = desk.system("confirmation")
        copy = desk.post(f"/api/template/{row['id']}/clone").json()
        facts = copy["template"]
        assert (facts["is_system"], facts["is_active"], facts["version"]) == (False, False, 1)
        assert facts["name"] == "Booking confirmation (copy)"
        assert len(facts["locales"]) == 22
        own = desk.post(f"/api/template/{desk.save()['template']['id']}/clone").json()
        assert own["texts"][0]["document"]["content"][0]["type"] == BODY["content"][0]["type"]
        assert_error(desk.post("/api/template/999999/clone"), 404, "not_found")


def test_two_people_at_once_make_two_versions(desk):
    made = desk.save()["template"]
    rows = {}
    for name in ("One", "Other"):
        draft = template_operations.TemplateDraft(
            "Sun", "custom", "email", [template_operations.TemplateWords("en", name, "", BODY)]
        )
        rows[name] = template_operations.save_template(
            draft=draft, template_id=made["id"], version=None, at=utc_now()
        ).version
    assert rows == {"One": 2, "Other": 3}
