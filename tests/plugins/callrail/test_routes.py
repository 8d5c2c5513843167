"""What CallRail posts: genuine or 403, at its own address or 404, and a call of ours once."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import configs
from outfitter.plugins.models import WebhookEvent
from outfitter_callrail.requests import signature_of
from outfitter_callrail.serializers import Moment, notice_of
from outfitter_tenants.calls.models import Call
from outfitter_tenants.messaging.models import Message
from tests.plugins.callrail.conftest import KEY, SETTINGS, call_body, post
from tests.support import database

# CallRail's published sample, and the signature it publishes with it.
SAMPLE = (Path(__file__).parent / "signed_sample.json").read_bytes()
SIGNATURE = "UZAHbUdfm3GqL7qzilGozGzWV64="


def ago(**span: float) -> str:
    return (datetime.now(UTC) - timedelta(**span)).isoformat()


class TestGenuine:
    def test_a_signature_is_of_the_raw_body(self):
        assert signature_of(SAMPLE, KEY) == SIGNATURE
        assert signature_of(SAMPLE + b"\n", KEY) != SIGNATURE

    @pytest.mark.parametrize("path", ["precall", "postcall", "webhook"])
    def test_what_is_forged_is_refused_and_not_kept(self, host, path):
        assert post(host, path, call_body(), key="another").status_code == 403
        assert post(host, path, call_body(), signed=b"{}").status_code == 403
        unsigned = host.post(f"/partner/callrail/{path}/address-key-of-reef", b"{}", "application/json")
        assert unsigned.status_code == 403
        assert WebhookEvent.objects.count() == Call.objects.count() == 0

    @pytest.mark.parametrize("path", ["precall", "postcall", "webhook"])
    def test_another_address_is_nobodys(self, host, path):
        assert post(host, path, call_body(), address="x" * 20).status_code == 404
        assert WebhookEvent.objects.count() == 0

    def test_another_operators_address_is_not_ours(self, host, client_for):
        configs.enable(
            schema_name=database.PEAK.schema_name,
            slug="callrail",
            values={**SETTINGS, "address_key": "y" * 20},
        )
        assert post(client_for("peak"), "precall", call_body()).status_code == 404
        assert post(client_for("peak"), "precall", call_body(), address="y" * 20).status_code == 200
        with in_schema(database.REEF.schema_name):
            assert Call.objects.count() == 0

    def test_without_an_own_key_the_address_is_ours_to_choose(self, host, reef):
        values = {**SETTINGS, "address_key": ""}
        configs.enable(schema_name=reef.schema_name, slug="callrail", values=values)
        assert post(host, "precall", call_body(), address="").status_code == 404
        assert post(host, "precall", call_body()).status_code == 404

    @pytest.mark.parametrize("raw", [b"no json", b"[]", b'"text"', b"", b'{"a": 1}'])
    def test_what_makes_no_sense_is_refused(self, host, raw):
        assert post(host, "precall", raw).status_code == 400

    def test_a_megabyte_is_too_much(self, host):
        assert post(host, "postcall", call_body(note="x" * 1_100_000)).status_code == 413
        assert WebhookEvent.objects.count() == 0

    @pytest.mark.parametrize(
        ("path", "minutes", "more"),
        [("precall", 20, {}), ("postcall", 120, {"duration": "60"}), ("precall", -20, {})],
    )
    def test_what_is_stale_is_refused(self, host, path, minutes, more):
        at = ago(minutes=minutes)
        body = call_body(start_time=at, timestamp=at, **more)
        assert post(host, path, body).status_code == 403
        assert Call.objects.count() == 0

    def test_a_long_call_is_told_at_its_end(self, host):
        body = call_body(start_time=ago(hours=2), timestamp=ago(hours=2), duration="7000", answered=True)
        assert post(host, "postcall", body).status_code == 200

    def test_is_posted(self, host):
        assert host.get("/partner/callrail/precall/address-key-of-reef").status_code == 405


class TestOneCall:
    def test_from_its_ring_to_its_tags(self, host):
        assert post(host, "precall", call_body()).status_code == 200
        row = Call.objects.get()
        assert (row.status, row.caller_number, row.caller_name) == ("ringing", "+12148654559", "Kaylah Mills")
        assert post(host, "webhook", call_body(business_phone_number="+13055550100")).status_code == 200
        full = call_body(
            answered=True,
            call_type="answered",
            duration="42",
            recording="https://app.callrail.com/calls/1/recording/redirect?access_key=a",
            recording_duration=40,
            transcription="Hello",
            formatted_tracking_source="Google Paid",
            tags=["lead"],
        )
        post(host, "postcall", full)
        post(host, "webhook", {**full, "tags": ["lead", {"name": "VIP"}], "changes": ["tags"]})
        row = Call.objects.get()
        assert (row.status, row.duration_s, row.source_tag) == ("completed", 42, "Google Paid")
        assert (row.tags, row.transcript) == (["lead", "VIP"], "Hello")
        assert row.recording_url.startswith("https://app.callrail.com/")

    def test_late_twice_and_in_another_order(self, host):
        full = call_body(answered=True, duration="42", tags=["lead"])
        for path, body in (
            ("webhook", {**full, "tags": ["sold"], "changes": ["tags"]}),
            ("postcall", full),
            ("precall", call_body()),
            ("postcall", full),
        ):
            assert post(host, path, body).status_code == 200
        row = Call.objects.get()
        assert (row.status, row.tags, row.callback) == ("completed", ["sold"], "none")
        assert WebhookEvent.objects.count() == 3

    def test_voicemail_waits_for_a_call(self, host):
        post(host, "postcall", call_body(call_type="voicemail", voicemail=True, duration="13"))
        row = Call.objects.get()
        assert (row.status, row.callback) == ("voicemail", "wanted")

    def test_one_that_staff_made(self, host):
        body = call_body(direction="outbound", call_type="outbound", answered=True, duration="9")
        post(host, "webhook", {**body, "recording_duration": None})
        row = Call.objects.get()
        assert (row.direction, row.status) == ("outbound", "completed")
        assert (row.caller_number, row.destination_number) == ("+14045558514", "+12148654559")

    def test_older_bodies_have_a_number_for_an_id(self, host):
        body = {**call_body(), "id": 766970532}
        del body["resource_id"]
        post(host, "precall", body)
        assert Call.objects.get().provider_call_id == "766970532"

    def test_the_published_sample_is_a_voicemail(self):
        found = notice_of(json.loads(SAMPLE), Moment.ENDED)
        assert (found.ending, found.duration_s, found.answered_at) == ("voicemail", 13, None)
        assert found.started_at.isoformat() == "2018-02-19T18:41:00.236000+00:00"


class TestTheRest:
    TEXT = {
        "resource_id": "SMT1",
        "source_number": "+12148654559",
        "destination_number": "+14045558514",
        "content": "Do you have seats?",
        "message_type": "sms",
        "media_urls": [],
    }

    def test_a_text_is_a_question(self, host):
        post(host, "webhook", self.TEXT)
        post(host, "webhook", self.TEXT)
        message = Message.objects.get()
        assert (message.direction, message.body_text) == ("in", "Do you have seats?")

    def test_what_staff_wrote_there_is_no_question(self, host):
        assert post(host, "webhook", {**self.TEXT, "agent": "Mia"}).status_code == 200
        assert Message.objects.count() == 0

    def test_forms_are_taken_and_say_nothing(self, host):
        assert post(host, "webhook", {"id": 1, "form_data": {"email": "a@b.example"}}).status_code == 200
        assert Call.objects.count() == Message.objects.count() == 0
