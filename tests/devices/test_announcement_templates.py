"""Words of the operator's own: made, changed, put in order, put away; and two people at it at once."""

from typing import Any

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.devices.announcements import templates
from outfitter_tenants.devices.announcements.templates import TemplateWords
from outfitter_tenants.devices.models import AnnouncementTemplate
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_role
from tests.support.threads import SCHEMA, at_once

VESTS = {"name": "Life vests", "texts": {"en": "{time} {experience}: vests on!", "es": "¡Chalecos!"}}
GATE = {"name": "Gate two", "texts": {"en": "The {time} group to gate two."}}


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def post(client, path, body):
    return client.post(f"/api/{path}", body, content_type="application/json")


def create(client, body) -> dict[str, Any]:
    answer = post(client, "announcementTemplate/create", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def listed(client) -> list[tuple[str, bool]]:
    rows = client.get("/api/announcementTemplates/get").json()
    return [(row["name"], row["archived_at"] is not None) for row in rows]


class TestOverHttp:
    def test_they_are_offered_in_their_order_with_their_fields_filled_in(self, owner):
        offer = make_offer(name="Kayak")
        vests, gate = create(owner, VESTS), create(owner, GATE)
        assert vests["texts"] == VESTS["texts"]
        order = post(owner, "announcementTemplates/reorder", {"ids": [gate["id"], vests["id"]]})
        assert [row["name"] for row in order.json()] == ["Gate two", "Life vests"]

        calls = owner.get(f"/api/timeslot/{offer.timeslot_id}/boardingCall/get").json()["calls"]

        own = [call for call in calls if call["shipped"] is None]
        assert [call["name"] for call in own] == ["Gate two", "Life vests"]
        assert own[1]["texts"][0]["text"] == "9:00 AM Kayak: vests on!"

    def test_what_is_put_away_is_offered_to_nobody_and_comes_back_last(self, owner):
        offer = make_offer()
        vests = create(owner, VESTS)
        create(owner, GATE)
        path = f"announcementTemplate/{vests['id']}/archive"
        gone = post(owner, path, {"is_archived": True}).json()
        assert gone["archived_at"] is not None
        assert listed(owner) == [("Gate two", False), ("Life vests", True)]
        calls = owner.get(f"/api/timeslot/{offer.timeslot_id}/boardingCall/get").json()["calls"]
        assert [call["name"] for call in calls if call["shipped"] is None] == ["Gate two"]
        assert post(owner, path, {"is_archived": True}).json()["archived_at"] == gone["archived_at"]

        post(owner, path, {"is_archived": False})

        assert listed(owner) == [("Gate two", False), ("Life vests", False)]
        did = AuditLog.objects.filter(action__startswith="announcement_template.").order_by("pk")
        assert [row.action.split(".")[1] for row in did] == ["created", "created", "archived", "restored"]

    def test_a_name_is_free_while_it_is_away(self, owner):
        first = create(owner, VESTS)
        assert_error(post(owner, "announcementTemplate/create", VESTS), 422)
        path = f"announcementTemplate/{first['id']}/archive"
        post(owner, path, {"is_archived": True})
        create(owner, VESTS)
        refused = assert_error(post(owner, path, {"is_archived": False}), 422)
        assert list(refused["detail"]["fields"]) == ["name"]

    def test_whoever_saves_what_somebody_else_changed_is_told(self, owner):
        made = create(owner, VESTS)
        path = f"announcementTemplate/{made['id']}/save"
        saved = post(owner, path, {**GATE, "version": 1}).json()
        assert (saved["name"], saved["texts"], saved["version"]) == ("Gate two", GATE["texts"], 2)
        # The same again changes nothing.
        assert post(owner, path, {**GATE, "version": 2}).json()["version"] == 2
        assert_error(post(owner, path, {**VESTS, "version": 1}), 409, "stale_version")
        other = create(owner, VESTS)
        refused = post(owner, f"announcementTemplate/{other['id']}/save", {**GATE, "version": 1})
        assert_error(refused, 422)

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"texts": {"en": "{gate}"}}, "texts.en"),
            ({"texts": {}}, "texts"),
            ({"texts": {"en": " "}}, "texts.en"),
            ({"texts": {"not a language": "a"}}, "texts"),
            ({"name": ""}, "name"),
            ({"name": "a" * 81}, "name"),
        ],
    )
    def test_words_that_say_nothing_are_refused(self, owner, change, field):
        fields = assert_error(post(owner, "announcementTemplate/create", {**VESTS, **change}), 422)["detail"][
            "fields"
        ]
        assert any(name.startswith(field) for name in fields), fields

    def test_thirty_are_enough(self, owner):
        rows = [AnnouncementTemplate(name=f"N{n}", texts={"en": "a"}, position=n) for n in range(30)]
        AnnouncementTemplate.objects.bulk_create(rows)
        assert_error(
            post(owner, "announcementTemplate/create", VESTS), 409, "too_many_announcement_templates"
        )

    def test_an_order_names_those_in_use(self, owner):
        _, two, three = (create(owner, {**VESTS, "name": name}) for name in "ABC")
        post(owner, f"announcementTemplate/{two['id']}/archive", {"is_archived": True})
        path = "announcementTemplates/reorder"
        assert_error(post(owner, path, {"ids": [three["id"], two["id"]]}), 404, "not_found")
        post(owner, path, {"ids": [three["id"], three["id"]]})
        assert listed(owner) == [("C", False), ("A", False), ("B", True)]

    def test_the_dock_reads_them_and_changes_none(self, owner, client_for):
        made = create(owner, VESTS)
        clerk = browser_of(client_for, make_colleague("Kim", role=make_role("clerk", "manifest.view")))
        assert listed(clerk) == [("Life vests", False)]
        for path, body in (
            ("announcementTemplate/create", GATE),
            (f"announcementTemplate/{made['id']}/save", {**GATE, "version": 1}),
            (f"announcementTemplate/{made['id']}/archive", {"is_archived": True}),
            ("announcementTemplates/reorder", {"ids": [made["id"]]}),
        ):
            assert_error(post(clerk, path, body), 403, "forbidden")


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    def test_one_name_is_given_once(self):
        with in_schema(SCHEMA):
            words = TemplateWords("Gate two", {"en": "To gate two."})
            results = at_once([lambda: templates.create(words=words, at=utc_now())] * 3)
            assert [type(one) for one in results if isinstance(one, Exception)] == [Invalid] * 2
            assert AnnouncementTemplate.objects.count() == 1

    def test_no_more_than_fit(self):
        with in_schema(SCHEMA):
            rows = [AnnouncementTemplate(name=f"N{n}", texts={"en": "a"}, position=n) for n in range(29)]
            AnnouncementTemplate.objects.bulk_create(rows)
            more = [
                lambda name=name: templates.create(words=TemplateWords(name, {"en": "a"}), at=utc_now())
                for name in "ABC"
            ]
            at_once(more)
            assert AnnouncementTemplate.objects.count() == 30
