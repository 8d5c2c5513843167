"""Customers over HTTP."""

import json
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.crm import bulk_actions
from outfitter_tenants.crm.operations import merges
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations import worker
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.trips.models import Trip
from tests.calls.support import make_call
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.customers import add_card, add_message, make_customer, sell
from tests.support.owner_client import owner_of
from tests.support.sales import ANA, make_offer

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def owner(client_for) -> Any:
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


class TestTheList:
    def names(self, owner, **query):
        answer = owner.get("/api/customers/get", query)
        assert answer.status_code == 200, answer.content
        return [row["name"] for row in answer.json()["data"]]

    @pytest.fixture(autouse=True)
    def _people(self, reef):
        make_customer(first_name="Ana", last_name="Ruiz", email="ana@x.io", tags=["diver"])
        make_customer(first_name="Élodie", last_name="Aubert", phone="+33142685300", is_vip=True)
        make_customer(first_name="Bo", last_name="Li", company="Kayak GmbH", marketing={"email_opt_in": True})

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("ruiz", ["Ana Ruiz"]),
            ("elodie AUB", ["Élodie Aubert"]),
            ("01 42 68 53 00".replace(" ", ""), ["Élodie Aubert"]),
            ("kayak", ["Bo Li"]),
            ("ana@x.io", ["Ana Ruiz"]),
            ("nobody", []),
        ],
    )
    def test_is_searched(self, owner, typed, expected):
        assert self.names(owner, search=typed) == expected

    @pytest.mark.parametrize(
        ("field", "op", "value", "expected"),
        [
            ("tags", "in", ["diver"], ["Ana Ruiz"]),
            ("tags", "empty", None, ["Élodie Aubert", "Bo Li"]),
            ("is_vip", "eq", True, ["Élodie Aubert"]),
            ("email_opt_in", "eq", True, ["Bo Li"]),
            ("email_opt_in", "ne", True, ["Élodie Aubert", "Ana Ruiz"]),
            ("name", "contains", "aub", ["Élodie Aubert"]),
            ("name", "eq", "bo li", ["Bo Li"]),
            ("email", "empty", None, ["Élodie Aubert", "Bo Li"]),
            ("trip_cnt", "gt", 0, []),
            ("is_anonymised", "eq", True, []),
        ],
    )
    def test_is_filtered(self, owner, field, op, value, expected):
        filters = json.dumps([{"field": field, "op": op, "value": value}])

        assert self.names(owner, filters=filters, sort="name") == expected

    def test_is_sorted_and_paged(self, owner):
        answer = owner.get("/api/customers/get", {"sort": "-name", "limit": 2}).json()

        assert [row["name"] for row in answer["data"]] == ["Ana Ruiz", "Bo Li"]
        assert answer["meta"]["total"] == 3
        rest = owner.get(
            "/api/customers/get", {"sort": "-name", "limit": 2, "cursor": answer["meta"]["next_cursor"]}
        ).json()
        assert [row["name"] for row in rest["data"]] == ["Élodie Aubert"]
        assert rest["meta"]["next_cursor"] is None

    def test_leaves_merged_ones_out(self, owner):
        ids = list(Customer.objects.order_by("pk").values_list("pk", flat=True))
        merges.merge(keep_id=ids[0], merge_ids=ids[1:2], choices={}, at=utc_now())

        assert self.names(owner, sort="name") == ["Bo Li", "Ana Ruiz"]

    def test_refuses_what_it_does_not_know(self, owner):
        assert_error(owner.get("/api/customers/get", {"sort": "notes"}), 422, "validation_failed")

    def test_tags_in_use(self, owner):
        assert owner.get("/api/customers/tags/get").json() == {"data": ["diver"]}


class TestOneCustomer:
    def test_is_made_changed_and_starred(self, owner):
        made = post(
            owner,
            "/api/customer/create",
            {
                "first_name": "Ana",
                "email": "ANA@x.io",
                "phone": "(212) 555-0134",
                "address": {"city": "Madrid"},
                "birth_date": "1990-05-01",
                "marketing": {"email_opt_in": True, "sms_opt_in": False, "source": "phone"},
            },
        )
        assert made.status_code == 200, made.content
        customer = made.json()
        assert (customer["email"], customer["phone"]) == ("ana@x.io", "+12125550134")
        assert customer["address"]["city"] == "Madrid"
        assert customer["marketing"]["source"] == "phone"
        path = f"/api/customer/{customer['id']}"

        saved = post(owner, f"{path}/save", {"company": "Kayak SL", "version": 1}).json()
        assert (saved["company"], saved["first_name"], saved["version"]) == ("Kayak SL", "Ana", 2)
        assert_error(post(owner, f"{path}/save", {"company": "X", "version": 1}), 409)
        assert post(owner, f"{path}/toggleVip?is_vip=true").json()["is_vip"] is True
        assert post(owner, f"{path}/toggleVip?is_vip=true").json()["is_vip"] is True
        assert post(owner, f"{path}/toggleVip").json()["is_vip"] is False
        actions = [row["action"] for row in owner.get(f"{path}/history").json()["data"]]
        assert actions == ["customer.changed"] * 3 + ["customer.created"]

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"email": "no"}, "email"),
            ({"phone": "12", "first_name": "A"}, "phone"),
            ({"country": "Spain"}, "country"),
            ({}, "last_name"),
            ({"tags": ["x" * 61]}, "tags.0"),
        ],
    )
    def test_refusals_name_the_field(self, owner, body, field):
        fields = assert_error(post(owner, "/api/customer/create", body), 422)["detail"]["fields"]

        assert field in {name.removeprefix("body.") for name in fields}

    def test_an_emptied_field_is_none(self, owner):
        made = make_customer(email="ana@x.io", company="Kayak SL")

        saved = post(owner, f"/api/customer/{made}/save", {"email": "", "company": " "}).json()

        assert (saved["email"], saved["company"]) == (None, None)

    def test_shows_trips_tickets_and_messages(self, owner):
        trip_id = sell(make_offer(), ANA, is_paid=False)
        customer_id = Trip.objects.get(pk=trip_id).customer_id
        add_message(customer_id, trip_id)
        path = f"/api/customer/{customer_id}"

        full = owner.get(f"{path}/get").json()

        assert (full["balance_due_amount"], full["currency"]) == (7800, "USD")
        assert full["next_trip"]["id"] == trip_id
        assert full["counts"] == {
            "trips": 1,
            "upcoming": 1,
            "bookings": 2,
            "messages": 1,
            "cards": 0,
            "duplicates": 0,
        }
        [trip] = owner.get(f"{path}/trips/get").json()["data"]
        assert trip["id"] == trip_id
        tickets = owner.get(f"{path}/bookings/get", {"limit": 1}).json()
        assert (len(tickets["data"]), tickets["meta"]["total"]) == (1, 2)
        assert tickets["data"][0]["experience"]["name"] == "Kayak"
        [message] = owner.get(f"/api/messages/customer/{customer_id}/get").json()
        assert message["subject"] == "See you, Ana"
        trip = owner.get(f"/api/trip/{trip_id}/get").json()
        assert trip["customer"]["id"] == customer_id

    def test_the_public_does_not_see_the_customer_of_a_trip(self, client_for):
        trip = Trip.objects.get(pk=sell(make_offer(), ANA))

        portal = client_for("reef").get(f"/api/customerPortal/{trip.hash}/init/0").json()

        assert portal["trip"]["customer"] is None

    def test_cards(self, owner):
        made = make_customer()
        first, second = add_card(made, is_default=True), add_card(made, exp_year=2020)
        path = f"/api/customer/{made}"

        cards = owner.get(f"{path}/cards/get").json()["data"]
        assert [(card["id"], card["exp"], card["is_expired"]) for card in cards] == [
            (first, "04/31", False),
            (second, "04/20", True),
        ]
        post(owner, f"{path}/card/{second}/makeDefault")
        left = post(owner, f"{path}/card/{first}/remove").json()["data"]
        assert [(card["id"], card["is_default"]) for card in left] == [(second, True)]
        assert len(post(owner, f"{path}/card/{first}/restore").json()["data"]) == 2

    def test_export_is_a_zip(self, owner):
        made = make_customer()

        answer = post(owner, f"/api/customer/{made}/export")

        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/zip"
        assert f"customer-{made}.zip" in answer["Content-Disposition"]
        assert answer["Cache-Control"] == "no-store"


class TestMergingOverHttp:
    def test_merge_and_undo(self, owner):
        one, two = make_customer(email="a@x.io"), make_customer(email="b@x.io")
        make_call(customer_id=one)
        make_call(customer_id=two)

        merged = post(
            owner,
            "/api/customers/merge",
            {"keep_id": two, "merge_ids": [one], "field_choices": {"email": one}},
        ).json()

        assert merged["customer"]["id"] == two
        assert merged["customer"]["email"] == "a@x.io"
        assert (merged["moved"]["trips"], merged["moved"]["calls"]) == (0, 1)
        old = owner.get(f"/api/customer/{one}/get").json()
        assert (old["id"], old["redirected_from"]) == (two, one)
        undo = f"/api/customers/merge/{merged['merge_id']}/undo"
        back = post(owner, undo).json()
        assert (back["restored_ids"], back["customer"]["email"]) == ([one], "b@x.io")
        assert_error(post(owner, undo), 409, "merge_not_undoable")

    def test_duplicates_are_listed_and_dismissed(self, owner):
        one, two = make_customer(email="a@x.io"), make_customer(email="a@x.io")

        [pair] = owner.get("/api/customers/duplicates/get").json()["data"]
        assert [person["id"] for person in pair["customers"]] == [one, two]
        assert owner.get(f"/api/customer/{two}/duplicates/get").json()["total"] == 1
        left = post(owner, f"/api/customer/{one}/notDuplicate", {"other_id": two}).json()
        assert left["total"] == 0
        assert post(owner, "/api/customers/duplicates/find").json()["total"] == 0
        again = post(owner, f"/api/customer/{one}/maybeDuplicate", {"other_id": two}).json()
        assert again["total"] == 1
        assert_error(post(owner, f"/api/customer/{one}/notDuplicate", {"other_id": one}), 404)

    def test_several_are_tagged(self, owner):
        ids = [make_customer(), make_customer()]

        assert post(owner, "/api/customers/tag", {"ids": ids, "add": ["diver"]}).json() == {"changed_cnt": 2}


class TestForgettingOverHttp:
    def test_preview_then_anonymise(self, owner):
        made = make_customer(email="a@x.io")

        preview = owner.get(f"/api/customer/{made}/anonymise/preview").json()
        done = post(owner, f"/api/customer/{made}/delete", {"mode": "anonymise"}).json()

        assert (preview["reasons"], done["anonymised_ids"]) == ([], [made])
        full = owner.get(f"/api/customer/{made}/get").json()
        assert (full["email"], full["name"]) == (None, "")
        assert_error(post(owner, f"/api/customer/{made}/save", {"notes": "x"}), 409)

    def test_deleting_needs_emptiness(self, owner):
        made = make_customer()
        busy = Trip.objects.get(pk=sell(make_offer(), ANA)).customer_id

        assert post(owner, f"/api/customer/{made}/delete").json()["deleted_ids"] == [made]
        assert_error(post(owner, f"/api/customer/{busy}/delete"), 409, "customer_in_use")
        outcome = post(owner, "/api/customers/delete", {"ids": [busy], "mode": "delete_if_empty"}).json()
        assert outcome["skipped"][0]["reasons"] == ["has_trips"]


class TestWalls:
    """Ids in bodies of another operator's customers are nobody here."""

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/api/customers/merge", {"merge_ids": ["theirs", "mine"]}),
            ("/api/customers/merge", {"keep_id": "mine", "merge_ids": ["theirs"]}),
            ("/api/customers/delete", {"ids": ["theirs"], "mode": "anonymise"}),
            ("/api/customers/delete", {"ids": ["theirs"], "mode": "delete_if_empty"}),
            ("/api/customers/tag", {"ids": ["theirs"], "add": ["x"]}),
            ("/api/customer/{mine}/notDuplicate", {"other_id": "theirs"}),
            ("/api/customer/{mine}/maybeDuplicate", {"other_id": "theirs"}),
        ],
    )
    def test_a_foreign_id_in_a_body(self, path, body, client_for, peak):
        ids = {"mine": make_customer(), "theirs": 900_001}
        reef = _schema("t_reef")
        with reef:
            Customer.objects.create(pk=900_001, hash="theirs", first_name="Theirs")

        def real(value):
            if isinstance(value, list):
                return [real(one) for one in value]
            return ids.get(value, value)

        client = owner_of(client_for, "peak")
        answer = post(client, path.format(**ids), {name: real(v) for name, v in body.items()})

        assert_error(answer, 404, "not_found")
        with reef:
            assert Customer.objects.get(pk=900_001).first_name == "Theirs"


def _schema(name):
    from outfitter.db.tenant_schema import in_schema

    class Again:
        def __enter__(self):
            self.inside = in_schema(name)
            return self.inside.__enter__()

        def __exit__(self, *more):
            return self.inside.__exit__(*more)

    return Again()


class TestRoles:
    @pytest.fixture
    def desk(self, owner):
        role = Role.objects.get(slug="reservations_agent")
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        return owner

    def test_the_desk_edits_but_neither_merges_nor_forgets(self, desk):
        made = make_customer()

        assert post(desk, f"/api/customer/{made}/save", {"notes": "x"}).status_code == 200
        assert_error(post(desk, f"/api/customer/{made}/delete"), 403, "forbidden")
        assert_error(post(desk, f"/api/customer/{made}/export"), 403, "forbidden")
        assert_error(post(desk, "/api/customers/merge", {"merge_ids": [made]}), 403, "forbidden")


class TestBulk:
    """Everybody the list shows, as a job."""

    def run(self, answer):
        assert answer.status_code == 200, answer.content
        job = answer.json()
        worker.work_on({"job_id": job["id"]}, utc_now())
        return Job.objects.get(pk=job["id"])

    def test_tags_whom_the_filters_match(self, owner, reef, monkeypatch):
        monkeypatch.setattr(bulk_actions, "_TAG_SIZE", 2)
        ruizes = [make_customer() for _ in range(5)]
        other = make_customer(last_name="Li")
        filters = [{"field": "name", "op": "contains", "value": "ruiz"}]

        job = self.run(
            post(owner, "/api/customers/bulk", {"action": "tag", "filters": filters, "add": ["diver"]})
        )

        assert (job.status, job.done_cnt, job.total_cnt) == ("done", 5, 5)
        tagged = Customer.objects.filter(tags=["diver"]).order_by("pk")
        assert list(tagged.values_list("pk", flat=True)) == ruizes
        assert Customer.objects.get(pk=other).tags == []

    def test_anonymises_whom_nobody_needs_and_names_the_others(self, owner, reef):
        gone = make_customer()
        waiting = Trip.objects.get(pk=sell(make_offer(), ANA)).customer_id

        job = self.run(post(owner, "/api/customers/bulk", {"action": "anonymise", "ids": [gone, waiting]}))

        assert (job.status, job.done_cnt, job.failed_cnt) == ("done_with_errors", 1, 1)
        assert job.errors == [{"ref": "Ana Ruiz", "message": "trips ahead"}]
        assert Customer.objects.get(pk=gone).anonymised_at is not None

    def test_the_desk_may_not_anonymise_many(self, owner, reef):
        role = Role.objects.get(slug="reservations_agent")
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)

        assert_error(post(owner, "/api/customers/bulk", {"action": "anonymise"}), 403, "forbidden")

    def test_an_unknown_filter_is_named(self, owner, reef):
        filters = [{"field": "shoe_size", "op": "eq", "value": 44}]

        answer = post(owner, "/api/customers/bulk", {"action": "tag", "filters": filters})

        assert "filters.0.field" in assert_error(answer, 422)["detail"]["fields"]
