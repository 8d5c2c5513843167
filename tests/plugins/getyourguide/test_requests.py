"""Who may come in, what is told of products, and what is said to what cannot be read."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.channels.models import ChannelCall, ProductMapping
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support import getyourguide
from tests.support.getyourguide import ADDRESS, moment, reserve_data
from tests.support.sales import make_offer
from tests.support.tenant_clients import make_client

MEGABYTES = b'{"data": "' + b"x" * 10 * 1024 * 1024 + b'"}'
READS = ("get-availabilities", "products/CAVES/pricing-categories", "products/CAVES/addons", "products/CAVES")
WRITES = ("reserve", "cancel-reservation", "book", "cancel-booking", "notify")


def around(offer, days=1):
    at = moment(offer)
    return {
        "productId": "CAVES",
        "fromDateTime": (at - timedelta(days=days)).isoformat(),
        "toDateTime": (at + timedelta(days=days)).isoformat(),
    }


class TestAvailabilities:
    def test_a_departure(self, caller, offer):
        (row,) = caller.get("get-availabilities", **around(offer))["availabilities"]

        assert row == {
            "dateTime": moment(offer).isoformat(),
            "productId": "CAVES",
            "vacancies": 10,
            "cutoffSeconds": row["cutoffSeconds"],
            "currency": "USD",
            "pricesByCategory": {
                "retailPrices": [{"category": "ADULT", "price": 4900}, {"category": "CHILD", "price": 2900}]
            },
        }
        assert row["cutoffSeconds"] >= 0

    def test_both_ends_are_included(self, caller, offer):
        at = moment(offer).isoformat()
        query = {"productId": "CAVES", "fromDateTime": at, "toDateTime": at}
        assert len(caller.get("get-availabilities", **query)["availabilities"]) == 1
        later = (moment(offer) + timedelta(seconds=1)).isoformat()
        query = {"productId": "CAVES", "fromDateTime": later, "toDateTime": later}
        assert caller.get("get-availabilities", **query)["availabilities"] == []

    def test_seats_go_and_come_back(self, caller, offer):
        def left():
            return caller.get("get-availabilities", **around(offer))["availabilities"][0]["vacancies"]

        held = caller.post("reserve", reserve_data(offer, adults=4))
        assert left() == 6
        data = {"reservationReference": held["reservationReference"], "gygBookingReference": "GYG1"}
        caller.post("cancel-reservation", data)
        assert left() == 10
        Timeslot.objects.update(cutoff_at_reseller=utc_now() - timedelta(minutes=1))
        assert left() == 0

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"productId": "NOPE"}, "INVALID_PRODUCT"),
            ({"productId": "CAVES:NO"}, "INVALID_PRODUCT"),
            ({"productId": "a\x00b"}, "INVALID_PRODUCT"),
            ({"productId": ""}, "VALIDATION_FAILURE"),
            ({"fromDateTime": "yesterday"}, "VALIDATION_FAILURE"),
            ({"toDateTime": "2020-01-01T00:00:00Z"}, "VALIDATION_FAILURE"),
            ({"toDateTime": "2099-01-01T00:00:00Z"}, "VALIDATION_FAILURE"),
            ({"toDateTime": ""}, "VALIDATION_FAILURE"),
        ],
    )
    def test_what_makes_no_sense(self, caller, offer, change, code):
        answer = caller.get("get-availabilities", **{**around(offer), **change})

        assert answer["errorCode"] == code

    def test_days_that_are_over_have_nothing(self, caller, offer):
        query = {
            "productId": "CAVES",
            "fromDateTime": "2020-01-01T00:00:00Z",
            "toDateTime": "2020-02-01T00:00:00Z",
        }
        assert caller.get("get-availabilities", **query) == {"availabilities": []}


class TestProducts:
    def test_the_list_is_for_this_supplier_only(self, caller, stall):
        answer = caller.get(f"suppliers/{stall.uuid}/products")

        assert answer["products"] == [{"productId": "CAVES", "productTitle": "Kayak"}]
        assert caller.get("suppliers/another/products")["errorCode"] == "INVALID_SUPPLIER"

    def test_details_categories_and_add_ons(self, caller, stall):
        details = caller.get("products/CAVES")
        assert details["destinationLocation"] == {"city": "Lagos", "country": "PRT"}
        assert details["supplierId"] == stall.uuid
        categories = caller.get("products/CAVES/pricing-categories")["pricingCategories"]
        assert [row["category"] for row in categories] == ["ADULT", "CHILD"]
        assert caller.get("products/CAVES/addons") == {"addons": []}

    @pytest.mark.parametrize("path", ["", "/addons"])
    def test_a_product_that_is_not_sold(self, caller, path):
        assert caller.get(f"products/NOPE{path}")["errorCode"] == "INVALID_PRODUCT"

    @pytest.mark.parametrize("name", ["NOPE", "%00"])
    def test_categories_of_a_product_that_is_not_sold_are_none(self, caller, name):
        """The schema of this answer has no error, and always wants its data."""
        assert caller.get(f"products/{name}/pricing-categories") == {"pricingCategories": []}

    def test_addresses_have_a_slash_at_their_end_or_not(self, caller, stall):
        for path in ("products/CAVES", f"suppliers/{stall.uuid}/products"):
            assert caller.get(path) == caller.get(f"{path}/")


class TestNotify:
    DATA = {
        "notificationType": "PRODUCT_DEACTIVATION",
        "description": "Deactivated",
        "supplierName": "Reef",
        "integrationName": "Outfitter",
        "dateTime": "2027-06-01T12:00:00+02:00",
        "productDetails": {"productId": "CAVES", "gygTourOptionId": "123", "tourOptionTitle": "T"},
        "notificationDetails": {
            "failedRequestType": "reserve",
            "errorType": "no_availability",
            "errorMessageReceived": "No such slot",
        },
    }

    def test_a_product_that_was_taken_off_sale_is_marked(self, caller):
        assert caller.post("notify", self.DATA) == {}
        row = ProductMapping.objects.get()

        assert row.state == "refused"
        assert "no_availability: No such slot" in row.why
        assert "123" in row.why

    def test_other_news_and_other_products_are_taken_in(self, caller):
        product = {**self.DATA["productDetails"], "productId": "NOPE"}
        assert caller.post("notify", {**self.DATA, "productDetails": product}) == {}
        assert caller.post("notify", {**self.DATA, "notificationType": "NEWS"}) == {}
        assert ProductMapping.objects.get().state == "live"
        bare = {k: v for k, v in self.DATA.items() if k != "productDetails"}
        assert caller.post("notify", bare)["errorCode"] == "VALIDATION_FAILURE"


class TestCredentials:
    @pytest.mark.parametrize(
        ("name", "password"),
        [("gyg", "wrong"), ("gyg", ""), ("gyg", "x" * 5000), ("another", getyourguide.PASSWORD)],
    )
    def test_wrong_ones_are_200_and_say_so(self, stall, offer, name, password):
        caller = getyourguide.GetYourGuide(name=name, password=password)
        for path in READS:
            assert caller.get(path)["errorCode"] == "AUTHORIZATION_FAILURE"
        for path in WRITES:
            assert caller.post(path, reserve_data(offer))["errorCode"] == "AUTHORIZATION_FAILURE"

    def test_none_at_all(self, stall):
        answer = make_client("reef").get(f"{ADDRESS}/get-availabilities/")

        assert (answer.status_code, answer.json()["errorCode"]) == (200, "AUTHORIZATION_FAILURE")

    def test_they_are_401_where_that_is_set(self, unsold):
        getyourguide.enable()
        getyourguide.connect(unsold, settings={"is_refused_with_401": True})
        for name, password in (("gyg", "wrong"), ("another", getyourguide.PASSWORD)):
            headers = {"Authorization": getyourguide.basic(name, password)}
            answer = make_client("reef").get(f"{ADDRESS}/products/CAVES", headers=headers)
            assert (answer.status_code, answer.json()["errorCode"]) == (401, "AUTHORIZATION_FAILURE")

    def test_a_paused_connection(self, caller, stall):
        connections.set_state(connection_id=stall.id, state="paused", at=utc_now())

        assert caller.get("products/CAVES")["errorCode"] == "AUTHORIZATION_FAILURE"

    def test_an_operator_without_the_plugin_has_no_such_address(self, caller, peak):
        client = make_client("peak")
        for path in (*READS, *WRITES):
            for slash in ("", "/"):
                answer = client.post(f"{ADDRESS}/{path}{slash}", "{}", content_type="application/json")
                assert answer.status_code == 404

    def test_a_connection_sells_only_what_is_its_own(self, caller, offer):
        getyourguide.connect(make_offer(name="Zip-line"), key="another-password-123")
        other = getyourguide.GetYourGuide(password="another-password-123")

        assert other.get("products/CAVES")["productTitle"] == "Zip-line"
        assert caller.get("products/CAVES")["productTitle"] == "Kayak"


class TestBodies:
    @pytest.mark.parametrize(
        ("body", "content_type"),
        [
            (b"", "application/json"),
            (b"{", "application/json"),
            (b"[]", "application/json"),
            (b"\xff", "application/json"),
            (b'{"data": NaN}', "application/json"),
            (b"[" * 50_000, "application/json"),
            (MEGABYTES, "application/json"),
            (b"<a/>", "text/xml"),
            (b"a=b", "application/x-www-form-urlencoded"),
        ],
        ids=["empty", "half", "list", "bytes", "nan", "deep", "10 MB", "xml", "form"],
    )
    @pytest.mark.parametrize("path", WRITES)
    def test_what_cannot_be_read(self, caller, path, body, content_type):
        answer = caller.client.post(
            f"{ADDRESS}/{path}/", body, content_type=content_type, headers=caller.headers
        )

        assert caller.read(answer)["errorCode"] == "VALIDATION_FAILURE"
        assert Trip.objects.count() == 0

    def test_another_method(self, caller):
        answer = caller.client.put(f"{ADDRESS}/reserve/", b"{}", headers=caller.headers)

        assert caller.read(answer)["errorCode"] == "VALIDATION_FAILURE"

    def test_a_fault_of_ours_is_said_without_what_is_inside(self, caller, offer, monkeypatch):
        from outfitter_getyourguide import reservations

        def fail(*_):
            raise RuntimeError("a secret of ours")

        monkeypatch.setattr(reservations, "place_hold", fail)
        answer = caller.post("reserve", reserve_data(offer))

        assert answer["errorCode"] == "INTERNAL_SYSTEM_FAILURE"
        assert "secret" not in json.dumps(answer)

    def test_calls_are_written_down_without_names_and_found_by_reference(self, caller, offer, sell):
        sell()
        rows = ChannelCall.objects.filter(references__contains=["GYG1"])

        assert {row.operation for row in rows} == {"reserve", "book"}
        for row in rows:
            for secret in (getyourguide.PASSWORD, "ines@mail.example", "Ines"):
                assert secret not in row.asked + row.answered
        caller.post("reserve", reserve_data(offer, reference="GYG2", productId="NO"))
        row = ChannelCall.objects.get(references__contains=["GYG2"])
        assert row.code == "INVALID_PRODUCT"
