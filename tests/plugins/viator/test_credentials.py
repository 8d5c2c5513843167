"""Who may come in, and what is said to what cannot be read: always in Viator's own form."""

import json

import pytest

from outfitter_tenants.channels.models import ChannelCall
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.trips.models import Trip
from tests.support import viator
from tests.support.sales import make_offer
from tests.support.tenant_clients import make_client
from tests.support.viator import ADDRESS, KEY, booking_data, day_of, error_of, reserve_body

MEGABYTES = b'{"requestType": "' + b"x" * 10 * 1024 * 1024 + b'"}'


def post(caller, path, body, content_type="application/json", **headers):
    return caller.client.post(f"{ADDRESS}{path}", body, content_type=content_type, headers=headers)


def said(answer, code):
    assert answer.status_code == 200
    assert answer.json()["data"]["RequestStatus"]["Error"]["ErrorCode"] == code
    return answer.json()


class TestOneAddress:
    def test_get_says_that_somebody_is_there(self, caller):
        answer = caller.client.get(ADDRESS, headers={"X-Api-Key": KEY})

        assert answer.status_code == 200
        assert "Booking" in answer.json()["requestTypes"]
        assert caller.client.get(ADDRESS).status_code == 401

    def test_put_is_answered_like_post(self, caller):
        data = {
            "ApiKey": KEY,
            "ResellerId": "1",
            "SupplierId": viator.SUPPLIER,
            "Timestamp": "2027-01-01T00:00:00Z",
        }
        body = json.dumps({"requestType": "TourListRequest", "data": data})
        answer = caller.client.put(ADDRESS, body, content_type="application/json")

        assert answer.json()["data"]["Tour"][0]["SupplierProductCode"] == "CAVES"

    def test_other_methods_are_not(self, caller):
        assert caller.client.delete(ADDRESS, headers={"X-Api-Key": KEY}).status_code == 405
        answer = caller.client.get(f"{ADDRESS}/v2/reserve", headers={"X-Api-Key": KEY})
        assert (answer.status_code, answer.json()["error"]) == (405, "METHOD_NOT_ALLOWED")

    def test_every_request_has_an_address_of_its_own_too(self, caller, offer):
        tours = caller.v1("TourList", path="/tourlist")["Tour"]

        assert tours[0]["TourOption"][0]["productOptionId"] == "CAVES:DEFAULT"
        assert error_of(caller.v1("Booking", path="/tourlist")) == "TGDS0025"

    def test_a_request_that_is_none(self, caller):
        answer = post(caller, "", json.dumps({"requestType": "DanceRequest", "data": {"ApiKey": KEY}}))

        assert said(answer, "TGDS0007")["responseType"] == "ErrorResponse"

    def test_another_operators_id_and_another_reseller(self, unsold):
        viator.enable()
        viator.connect(unsold, settings={"reseller_id": "1000"})
        caller = viator.Viator()

        assert error_of(caller.v1("TourList", SupplierId=78)) == "TGDS0011"
        assert error_of(caller.v1("TourList", ResellerId="1001")) == "TGDS0015"
        body = reserve_body(unsold, supplierId=78)
        assert caller.v2("reserve", body, status=422)["error"] == "INVALID_SUPPLIER"


class TestKeys:
    @pytest.mark.parametrize("key", ["", "wrong", "x" * 5000])
    def test_a_wrong_key(self, caller, offer, seats, key):
        answer = caller.v2("reserve", reserve_body(offer), status=401, key=key)
        assert answer["error"] == "UNAUTHORIZED"
        data = {
            **booking_data(offer),
            "ApiKey": key,
            "ResellerId": "1",
            "SupplierId": 77,
            "Timestamp": "2027-01-01T00:00:00Z",
        }
        body = json.dumps({"requestType": "BookingRequest", "data": data})
        said(post(caller, "", body), "TGDS0002")
        assert seats() == (0, 0)

    def test_the_key_of_v1_may_stand_in_the_header_but_not_differ(self, caller):
        data = {"ResellerId": "1", "SupplierId": 77, "Timestamp": "2027-01-01T00:00:00Z"}
        body = {"requestType": "TourListRequest", "data": data}
        answer = post(caller, "", json.dumps(body), **{"X-Api-Key": KEY})
        assert answer.json()["data"]["Tour"]
        assert answer.json()["data"]["ApiKey"] == KEY
        data["ApiKey"] = "another"
        said(post(caller, "", json.dumps(body), **{"X-Api-Key": KEY}), "TGDS0002")

    def test_a_paused_connection(self, caller, offer, stall):
        from outfitter.kit.clock import utc_now

        connections.set_state(connection_id=stall.id, state="paused", at=utc_now())
        assert caller.v2("reserve", reserve_body(offer), status=422)["error"] == "API_DISABLED"
        assert error_of(caller.v1("Booking", booking_data(offer))) == "TGDS0016"

    def test_another_operator_does_not_know_the_key(self, caller, offer, peak):
        viator.enable(peak.schema_name)
        other = viator.Viator(slug="peak")
        other.v2("reserve", reserve_body(offer), status=401)

    def test_an_operator_without_the_plugin_has_no_such_address(self, caller, peak):
        client = make_client("peak")
        for path in ("", "/booking", "/v2/reserve", "/v2/availability/check"):
            answer = client.post(f"{ADDRESS}{path}", "{}", content_type="application/json")
            assert answer.status_code == 404

    def test_a_connection_sells_only_what_is_its_own(self, caller, offer):
        other = make_offer(name="Zip-line")
        made = viator.connect(other, key="another-key-of-viators")
        assert made.id
        names = [tour["SupplierProductName"] for tour in caller.v1("TourList")["Tour"]]
        assert names == ["Kayak"]


class TestBodies:
    @pytest.mark.parametrize(
        ("body", "content_type", "v1"),
        [
            (b"", "application/json", "TGDS0001"),
            (b"{", "application/json", "TGDS0001"),
            (b"[]", "application/json", "TGDS0001"),
            (b"\xff", "application/json", "TGDS0001"),
            (MEGABYTES, "application/json", "TGDS0001"),
            (b"<a/>", "text/xml", "TGDS0009"),
            (b"a=b", "application/x-www-form-urlencoded", "TGDS0009"),
        ],
        ids=["empty", "half", "list", "bytes", "10 MB", "xml", "form"],
    )
    def test_what_cannot_be_read(self, caller, body, content_type, v1):
        said(post(caller, "", body, content_type), v1)
        said(post(caller, "/booking", body, content_type), v1)
        answer = post(caller, "/v2/reserve", body, content_type, **{"X-Api-Key": KEY})

        assert (answer.status_code, answer.json()["error"]) == (400, "BAD_REQUEST")
        assert Trip.objects.count() == 0

    def test_a_fault_of_ours_is_said_without_what_is_inside(self, caller, offer, monkeypatch):
        from outfitter_viator import v1_bookings, v2_handlers

        def fail(*_):
            raise RuntimeError("a secret of ours")

        monkeypatch.setattr(v1_bookings, "create_booking", fail)
        monkeypatch.setattr(v2_handlers, "place_hold", fail)
        answer = caller.v2("reserve", reserve_body(offer), status=500)
        data = caller.v1("Booking", booking_data(offer))

        assert answer["error"] == "INTERNAL_ERROR"
        assert error_of(data) == "TGDS0006"
        assert "secret" not in json.dumps([answer, data])

    def test_calls_are_written_down_without_the_key_and_found_by_reference(self, caller, offer):
        caller.v1("Booking", booking_data(offer, ContactEmail="secret@mail.example"))
        row = ChannelCall.objects.filter(references__contains=["BR-1"]).get()

        assert (row.operation, row.direction, row.outcome) == ("v1", "in", "ok")
        for secret in (KEY, "secret@mail.example", "Guest1"):
            assert secret not in row.asked + row.answered
        caller.v1("Booking", booking_data(offer, reference="BR-2", SupplierProductCode="NO"))
        assert ChannelCall.objects.get(references__contains=["BR-2"]).code == "TGDS0013"


class TestStock:
    def test_v1_availability_of_a_day_with_a_hold(self, caller, offer, seats):
        data = {
            "StartDate": day_of(offer).isoformat(),
            "SupplierProductCode": "CAVES",
            "TourOptions": {"SupplierOptionCode": "DEFAULT", "TourDepartureTime": "09:00:00"},
            "TravellerMix": {"Adult": 2, "Total": 2},
            "AvailabilityHold": {"Expiry": "PT300S"},
        }
        (row,) = caller.v1("Availability", data)["TourAvailability"]

        assert row["AvailabilityStatus"]["Status"] == "AVAILABLE"
        assert row["AvailabilityStatus"]["TravellerMixAvailability"]["Senior"] is False
        assert row["Price"]["Item"] == [
            {"RetailPrice": 49, "AgeBand": "Adult"},
            {"RetailPrice": 29, "AgeBand": "Child"},
        ]
        assert row["Capacity"]["Simple"] == {"Remaining": 10, "ConsumedBy": ["ADULT", "CHILD"]}
        assert row["AvailabilityHold"]["Expiry"] in {"PT300S", "PT299S"}
        assert seats() == (0, 2)
        hold = row["AvailabilityHold"]["Reference"]
        answer = caller.v1("Booking", booking_data(offer, AvailabilityHoldReference=hold))
        assert answer["TransactionStatus"] == {"Status": "CONFIRMED"}
        assert seats() == (2, 0)

    @pytest.mark.parametrize(
        ("change", "status"),
        [
            ({"TravellerMix": {"Adult": 11}}, "TRAVELLER_MISMATCH"),
            ({"TravellerMix": {"Senior": 1}}, "TRAVELLER_MISMATCH"),
            ({"StartDate": "2020-01-01"}, "NO_EVENT"),
            ({"TourOptions": {"TourDepartureTime": "17:00:00"}}, "NO_EVENT"),
        ],
    )
    def test_v1_availability_says_why_not(self, caller, offer, change, status):
        data = {"StartDate": day_of(offer).isoformat(), "SupplierProductCode": "CAVES", **change}
        (row,) = caller.v1("Availability", data)["TourAvailability"]

        assert row["AvailabilityStatus"]["UnavailabilityReason"] == status

    def test_batches_of_everything(self, caller, offer):
        dates = {"StartDate": day_of(offer).isoformat(), "EndDate": ""}
        (row,) = caller.v1("BatchAvailability", {**dates, "Mode": "ALL"})["BatchTourAvailability"]
        prices = caller.v1("BatchPricing", {**dates, "SupplierProductCode": ["CAVES"]})

        assert row["AvailabilityStatus"] == {"Status": "AVAILABLE"}
        assert prices["CurrencyCode"] == "USD"
        assert prices["BatchTourPricing"][0]["BatchPrice"]["Item"][0]["RetailPrice"] == 49
        none = caller.v1("BatchPricing", {**dates, "SupplierProductCode": ["NO"]})
        assert none["BatchTourPricing"] == []
        backwards = {"StartDate": "2027-01-02", "EndDate": "2027-01-01"}
        assert error_of(caller.v1("BatchAvailability", backwards)) == "TGDS0023"
