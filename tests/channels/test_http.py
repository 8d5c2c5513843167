"""Channels over HTTP, as the screens of the back office call them."""

import json

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.adapter import ChannelBooking
from outfitter.sdk import channels
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels.api import getyourguide
from outfitter_tenants.channels.models import AvailabilityPush, ChannelCall, ChannelConnection, ProductMapping
from outfitter_tenants.channels.operations import allotments, pushes
from outfitter_tenants.channels.queries import connections as connected
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.fake_channel import ask, connect, map_offer
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT
from tests.support.tenant_clients import enter_operator


@pytest.fixture
def desk(fair, client_for):
    client = owner_of(client_for)
    enter_operator(database.REEF.schema_name)
    return Desk(client)


class Desk:
    def __init__(self, client):
        self.client = client

    def get(self, path, status=200, **query):
        return self._read(self.client.get(f"/api/ota/{path}", query), status)

    def post(self, path, body=None, status=200):
        answer = self.client.post(f"/api/ota/{path}", json.dumps(body or {}), content_type="application/json")
        return self._read(answer, status)

    def _read(self, answer, status):
        enter_operator(database.REEF.schema_name)
        assert answer.status_code == status, answer.content[:500]
        return answer.json()


def new(**values):
    return {"channel": "fair", "title": "Fair", "reseller_id": make_reseller("Fair AG"), **values}


class TestConnections:
    def test_made_with_a_key_that_is_shown_once(self, desk):
        made = desk.post("connection/create", new(credentials={"password": "s3cret-word"}))
        assert len(made["key"]) > 40
        connection = made["connection"]
        assert (connection["state"], connection["has_credentials"]) == ("draft", True)
        assert connection["key_hint"] == made["key"][-4:]
        assert connection["settings"] == {"hall": "north"}
        assert {one["code"] for one in connection["problems"]} == {"nothing_mapped"}
        for text in (desk.get("connections/get"), desk.get(f"connection/{connection['id']}/get")):
            assert made["key"] not in json.dumps(text)
            assert "s3cret-word" not in json.dumps(text)
        row = ChannelConnection.objects.get()
        assert "s3cret-word" not in row.credentials_encrypted
        assert connected.credentials_of(row) == {"password": "s3cret-word"}
        assert AuditLog.objects.filter(action="channel.connected").count() == 1
        assert "s3cret" not in json.dumps(list(AuditLog.objects.values_list("after", flat=True)))

    @pytest.mark.parametrize(
        ("values", "status", "code"),
        [
            ({"channel": "nobody"}, 404, "not_found"),
            ({"reseller_id": 999_999}, 404, "not_found"),
            ({"settings": {"hall": 3}}, 422, "validation_failed"),
            ({"credentials": {}, "key": "x" * 20}, 422, "validation_failed"),
            ({"hold_minutes": 60, "most_hold_minutes": 30}, 422, "validation_failed"),
            ({"title": ""}, 422, "validation_failed"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, desk, values, status, code):
        assert desk.post("connection/create", new(**values), status)["code"] == code
        assert ChannelConnection.objects.count() == 0

    def test_it_goes_live_once_nothing_is_missing(self, desk, offer):
        made = desk.post("connection/create", new())["connection"]
        path = f"connection/{made['id']}"
        refused = desk.post(f"{path}/setState", {"state": "live"}, 409)
        codes = {one["code"] for one in refused["detail"]["problems"]}
        assert codes == {"nothing_mapped", "credentials_missing"}
        desk.post(f"{path}/save", {"credentials": {"password": "word"}, "title": "North"})
        map_offer(made["id"], offer)
        live = desk.post(f"{path}/setState", {"state": "live"})
        assert (live["state"], live["title"], live["mapping_cnt"]) == ("live", "North", 1)
        assert desk.post(f"{path}/setState", {"state": "paused"})["state"] == "paused"
        desk.post(f"{path}/setState", {"state": "live", "version": 1}, 409)
        changes = AuditLog.objects.filter(action="channel.state_changed").order_by("id")
        assert [row.after["state"] for row in changes] == ["live", "paused"]

    def test_another_key_ends_the_old_one(self, desk):
        made = desk.post("connection/create", new())
        path = f"connection/{made['connection']['id']}"
        other = desk.post(f"{path}/rotateKey", {})
        assert other["key"] not in {None, made["key"]}
        assert desk.post(f"{path}/rotateKey", {"key": "k" * 20}, 422)["code"] == ("validation_failed")

    def test_taken_away_it_is_gone_from_the_list(self, desk, stall):
        desk.post(f"connection/{stall.id}/archive")
        assert desk.get("connections/get") == []
        assert len(desk.get("connections/get", archived="true")) == 1
        desk.post(f"connection/{stall.id}/save", {}, 404)

    def test_channels_tell_what_they_need(self, desk):
        [found] = [one for one in desk.get("channels/get") if one["channel"] == "fair"]
        assert found["credentials_schema"]["required"] == ["password"]
        assert found["is_told"] is True

    def test_a_role_that_only_sells_sees_and_changes_nothing(self, desk, stall):
        from outfitter_tenants.people.models import Role, UserAvatar

        role = Role.objects.create(slug="seller", name="Seller", permissions=["trip.view"])
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        assert_error(desk.client.get("/api/ota/connections/get"), 403, "forbidden")
        enter_operator(database.REEF.schema_name)
        desk.post(f"connection/{stall.id}/setState", {"state": "paused"}, 403)


class TestMappings:
    def test_made_with_the_names_the_channel_has(self, desk, offer):
        made = desk.post("connection/create", new())["connection"]
        body = {"connection_id": made["id"], "experience_id": offer.experience_id}
        found = desk.post("mapping/save", {**body, "product_ref": "KAYAK"})
        assert {one["unit_ref"] for one in found["units"]} == {"ADULT", "CHILD"}
        assert (found["option_ref"], found["state"], found["problems"]) == ("DEFAULT", "draft", [])
        units = [{"unit_ref": "A", "experience_customer_type_id": offer.adult}]
        change = {
            **body,
            "id": found["id"],
            "units": units,
            "state": "live",
            "start_times": ["09:00"],
            "version": found["version"],
        }
        live = desk.post("mapping/save", change)
        assert (live["product_ref"], live["start_times"]) == ("KAYAK", ["09:00:00"])
        assert [one["unit_ref"] for one in live["units"]] == ["A"]
        desk.post("mapping/save", change, 409)
        assert len(desk.get("mappings/get", connection_id=made["id"])) == 1
        desk.post(f"mapping/{found['id']}/delete")
        assert ProductMapping.objects.count() == 0

    @pytest.mark.parametrize(
        "change",
        [
            {"units": [{"unit_ref": "A", "experience_customer_type_id": 999_999}]},
            {"product_ref": "TAKEN"},
            {"units": [], "state": "live"},
            {"start_times": ["09:00Z"]},
        ],
    )
    def test_what_cannot_be_is_refused(self, desk, offer, change):
        made = desk.post("connection/create", new())["connection"]
        body = {"connection_id": made["id"], "experience_id": offer.experience_id}
        desk.post("mapping/save", {**body, "product_ref": "TAKEN"})
        desk.post("mapping/save", {**body, **change}, 422)
        assert ProductMapping.objects.count() == 1

    def test_what_the_channel_has_against_it_keeps_it_from_going_live(self, desk, fair, offer):
        made = desk.post("connection/create", new())["connection"]
        fair.complaints = ["It needs a picture."]
        body = {"connection_id": made["id"], "experience_id": offer.experience_id, "state": "live"}
        refused = desk.post("mapping/save", body, 422)
        assert refused["detail"]["fields"] == {"state": ["It needs a picture."]}

    def test_one_that_sold_something_is_paused_instead(self, desk, stall, offer):
        channels.book(stall, ask(offer))
        row = ProductMapping.objects.get()
        desk.post(f"mapping/{row.pk}/delete")
        row.refresh_from_db()
        assert row.state == "paused"


class TestAllotments:
    def test_saved_kept_shown_and_taken_back(self, desk, stall, offer):
        body = {"connection_id": stall.id, "experience_id": offer.experience_id, "guaranteed": 4}
        made = desk.post("allotment/save", body)
        allotments.keep({"connection_id": stall.id}, utc_now())
        [found] = desk.get("allotments/get", connection_id=stall.id)
        assert (found["id"], found["kept_now"]) == (made["id"], 4)
        desk.post(f"allotment/{made['id']}/delete")
        allotments.keep({"connection_id": stall.id}, utc_now())
        assert desk.get("allotments/get") == []

    @pytest.mark.parametrize(
        "change", [{"guaranteed": 0}, {"most": 2}, {"date_from": "2030-02-01"}, {"weekdays": 0}]
    )
    def test_nonsense(self, desk, stall, change):
        body = {"connection_id": stall.id, "guaranteed": 4, "date_to": "2030-01-01", **change}
        desk.post("allotment/save", body, 422)


class TestTraffic:
    def test_calls_are_found_by_reference_and_paged(self, desk, stall):
        at = utc_now()
        for number in range(60):
            ChannelCall.objects.create(
                connection_id=stall.id,
                channel="fair",
                direction="in",
                operation="hold",
                method="POST",
                path="/partner/fair",
                status=200,
                milliseconds=number,
                at=at,
                outcome="ok" if number else "failed",
                references=[f"R-{number}"],
                asked='{"a":1}',
            )
        first = desk.get("calls/get", connection_id=stall.id)
        rest = desk.get("calls/get", connection_id=stall.id, cursor=first["next_cursor"])
        assert (len(first["rows"]), len(rest["rows"]), rest["next_cursor"]) == (50, 10, None)
        [found] = desk.get("calls/get", reference="R-7")["rows"]
        assert desk.get(f"call/{found['id']}/get")["asked"] == '{"a":1}'
        assert len(desk.get("calls/get", outcome="failed")["rows"]) == 1
        desk.get("calls/get", cursor="nonsense", status=422)
        [shown] = desk.get("connections/get")
        assert shown["traffic"] == {"calls": 60, "refused": 0, "failed": 1, "slowest_milliseconds": 59}

    def test_bookings_lead_to_their_trips(self, desk, stall, offer):
        done = channels.book(stall, ask(offer))
        [found] = desk.get("bookings/get", reference="F-R-1")["rows"]
        assert (found["state"], found["total_amount"]) == ("confirmed", 2 * ADULT)
        assert found["confirmation_code"] == done.supplier_reference
        assert desk.get("bookings/get", reference="nobody")["rows"] == []
        assert desk.get("bookings/get", state="cancelled")["rows"] == []

    def test_pushes_are_seen_and_tried_again(self, desk, stall, offer):
        pushes.push_again(stall, product_id=f"P{offer.experience_id}", date_from=None, date_to=None)
        AvailabilityPush.objects.update(state="failed", error="no answer")
        rows = desk.get("pushes/get", connection_id=stall.id)["rows"]
        assert {row["state"] for row in rows} == {"failed"}
        assert desk.post(f"connection/{stall.id}/retryPushes")["count"] == 31
        assert AvailabilityPush.objects.filter(state="waiting").count() == 31


class TestReconciling:
    def test_differences_are_listed(self, desk, fair, stall, offer):
        channels.book(stall, ask(offer))
        channels.book(stall, ask(offer, reference="R-2", adults=1))
        today = utc_now().date().isoformat()
        fair.theirs = [
            ChannelBooking("F-R-1", "confirmed", units=3, amount=2 * ADULT, currency="USD"),
            ChannelBooking("F-9", "confirmed"),
        ]
        found = desk.post(f"connection/{stall.id}/reconcile", {"since": today, "until": today})
        kinds = [(one["kind"], one["reference"]) for one in found["differences"]]
        assert kinds == [("units", "F-R-1"), ("only_theirs", "F-9"), ("only_ours", "F-R-2")]
        assert found["compared_cnt"] == 4 - 1
        rows = [{"reference": "F-R-1"}, {"reference": "F-R-2", "state": "cancelled"}]
        body = {"since": today, "until": today, "rows": rows}
        found = desk.post(f"connection/{stall.id}/reconcile", body)
        assert [one["kind"] for one in found["differences"]] == ["state"]
        assert len(desk.get(f"connection/{stall.id}/reconciliations/get")) == 2
        desk.post(f"connection/{stall.id}/reconcile", {**body, "until": "2000-01-01"}, 422)


class TestGetYourGuide:
    @pytest.fixture
    def gyg(self, desk, monkeypatch):
        """The routes, with a channel of our own in the place of theirs."""
        monkeypatch.setattr(getyourguide, "CHANNEL", "fair")
        return desk

    def test_an_experience_is_mapped_and_seen(self, gyg, offer):
        assert gyg.get(f"mappings/gyg/get/{offer.experience_id}")["mapping"] is None
        body = {"experience_id": offer.experience_id, "product_id": "T-1", "gyg_option_id": 77}
        gyg.post("mappings/gyg/update", body, 404)
        connect(state="draft")
        made = gyg.post("mappings/gyg/update", body)["mapping"]
        assert (made["product_ref"], made["settings"]["gyg_option_id"]) == ("T-1", 77)
        live = gyg.post("mappings/gyg/update", {**body, "is_live": True})["mapping"]
        assert (live["id"], live["state"]) == (made["id"], "live")
        rows = gyg.get("mappings/gyg/experiences/get")
        [row] = [one for one in rows if one["experience_id"] == offer.experience_id]
        assert (row["is_mapped"], row["product_id"], row["gyg_option_id"]) == (True, "T-1", 77)
        gyg.get("mappings/gyg/get/999999", 404)
