"""Custom fields: made, changed, ordered, asked by experiences."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.fields import operations, queries
from tests.support import database
from tests.support.api_operations import assert_error, sign_in
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer

DIET = {
    "name": "diet",
    "label": "What do you not eat?",
    "help_text": "",
    "kind": "select",
    "options": ["Nothing special", "Vegetarian"],
    "scope": "booking",
    "ask_when": "checkout",
    "is_required": False,
    "is_pii": False,
    "is_health": True,
    "show_on_manifest": True,
    "validation": {},
}


def make(**values):
    return operations.save_field(values={**DIET, **values}, field_id=None, version=None, at=utc_now())


def change(field_id, *, version=None, **values):
    return operations.save_field(values={**DIET, **values}, field_id=field_id, version=version, at=utc_now())


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.mark.usefixtures("reef")
class TestSaving:
    def test_new_fields_come_last(self):
        ids = [make(name=name) for name in ("a", "b", "c")]

        assert [row.id for row in queries.list_fields()] == ids

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"options": []}, "options"),
            ({"options": ["  ", ""]}, "options"),
            ({"options": ["Yes", "yes "]}, "options"),
            ({"options": [str(n) for n in range(101)]}, "options"),
        ],
    )
    def test_choices_that_are_none_are_refused(self, values, field):
        with pytest.raises(Invalid) as refusal:
            make(**values)

        assert field in refusal.value.detail["fields"]
        assert queries.list_fields() == []

    def test_other_kinds_have_no_choices(self):
        made = make(kind="text", options=["left over"])

        assert queries.get_field(field_id=made).options == []

    def test_a_name_is_taken_once(self):
        first = make()
        with pytest.raises(Invalid):
            make()
        operations.archive_field(field_id=first, at=utc_now())
        make()
        with pytest.raises(Invalid):
            operations.restore_field(field_id=first, at=utc_now())

    @pytest.mark.parametrize("values", [{"kind": "text"}, {"scope": "trip"}])
    def test_kind_and_scope_stay(self, values):
        made = make()

        with pytest.raises(Invalid):
            change(made, **values)

    def test_a_stale_version_changes_nothing(self):
        made = make()
        change(made, version=1, label="Do you eat meat?")

        with pytest.raises(operations.StaleField):
            change(made, version=1, label="Too late")

        assert queries.get_field(field_id=made).label == "Do you eat meat?"

    def test_one_field_moves_to_a_place(self):
        a, b, c = (make(name=name) for name in ("a", "b", "c"))

        operations.set_order(field_id=c, position=0, at=utc_now())
        assert [row.id for row in queries.list_fields()] == [c, a, b]
        operations.reorder(ids=[b], at=utc_now())
        assert [row.id for row in queries.list_fields()] == [b, c, a]
        with pytest.raises(queries.FieldNotFound):
            operations.reorder(ids=[b, 999], at=utc_now())


@pytest.mark.usefixtures("reef")
class TestExperiences:
    def test_ask_fields_in_their_own_order(self):
        offer = make_offer()
        a, b, c = (make(name=name) for name in ("a", "b", "c"))
        for field_id in (a, b):
            operations.assign(
                experience_id=offer.experience_id, field_id=field_id, is_required=None, at=utc_now()
            )
        operations.order_of_experience(experience_id=offer.experience_id, ids=[b, a], at=utc_now())

        asked = queries.assigned(experience_id=offer.experience_id)
        assert [row.custom_field.id for row in asked] == [b, a]
        assert [row.id for row in queries.pending(experience_id=offer.experience_id)] == [c]
        assert queries.get_field(field_id=a).experience_cnt == 1

    def test_an_experience_may_insist(self):
        offer = make_offer()
        made = make()
        for wish, required in ((None, False), (True, True)):
            operations.assign(
                experience_id=offer.experience_id, field_id=made, is_required=wish, at=utc_now()
            )
            [row] = queries.assigned(experience_id=offer.experience_id)
            assert row.is_required is required

    def test_other_fields_cannot_be_ordered(self):
        offer = make_offer()
        made = make()

        with pytest.raises(Invalid):
            operations.order_of_experience(experience_id=offer.experience_id, ids=[made], at=utc_now())
        with pytest.raises(queries.FieldNotFound):
            operations.unassign(experience_id=offer.experience_id, field_id=made, at=utc_now())


class TestHttp:
    def test_the_whole_way(self, owner):
        offer = make_offer()
        body = {k: v for k, v in DIET.items() if k != "validation"}
        field = post(owner, "/api/customField/save", body).json()["customField"]
        path = f"/experience/{offer.experience_id}"

        assert owner.get(f"{path}/pending-custom-fields").json()["customFields"][0] == field
        added = post(owner, f"{path}/add-custom-field", {"custom_field_id": field["id"]})
        assert [row["custom_field"]["id"] for row in added.json()["customFields"]] == [field["id"]]
        assert post(owner, f"{path}/set-order", {"ids": [field["id"]]}).status_code == 200
        assert owner.get(f"{path}/assigned-custom-fields").json()["customFields"]
        gone = owner.delete(f"{path}/remove-custom-field/{field['id']}")
        assert gone.json()["customFields"] == []
        ordered = post(owner, f"/api/customField/{field['id']}/setOrder", {"position": 0})
        assert ordered.status_code == 200
        assert post(owner, "/setup/customFields/reorder", {"ids": [field["id"]]}).status_code == 200
        assert post(owner, f"/api/customField/{field['id']}/archive").status_code == 200
        assert owner.get("/api/customFields/get").json()["customFields"] == []
        assert len(owner.get("/api/customFields/get?is_archived=true").json()["customFields"]) == 1
        assert post(owner, f"/api/customField/{field['id']}/restore").status_code == 200

    def test_what_is_wrong_is_named(self, owner):
        answer = post(owner, "/api/customField/save", {**DIET, "kind": "mood"})
        assert "kind" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        answer = post(owner, "/api/customField/save", {**DIET, "validation": {"min": 3, "max": 1}})
        assert_error(answer, 422, "validation_failed")
        assert_error(post(owner, "/setup/customFields/reorder", {"ids": [999]}), 404, "not_found")
        assert_error(post(owner, "/api/customField/999/setOrder", {"position": 0}), 404, "not_found")

    def test_a_field_of_another_operator_is_none(self, owner, peak, client_for):
        theirs = make()
        stranger = client_for("reef")
        sign_in(stranger, database.REEF.owner_email, database.PASSWORD)

        answer = post(stranger, "/setup/customFields/reorder", {"ids": [theirs]})

        assert_error(answer, 404, "not_found")
