"""What Dialpad posts: signed with the operator's secret or 403, and a call of ours once."""

import json

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import configs
from outfitter.plugins.models import WebhookEvent
from outfitter_dialpad.requests import verified
from outfitter_tenants.calls.models import Call
from outfitter_tenants.people.models import UserAvatar
from tests.plugins.dialpad.conftest import GUEST, LINE, SECRET, SETTINGS, event, ms, post, token
from tests.support import database

TOKEN = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJjYWxsX2lkIjo0OTIzNzQwMDAwLCJzdGF0ZSI6Imhhbmd1cCIsImRpcmVjdGlvbiI6"
    "ImluYm91bmQiLCJleHRlcm5hbF9udW1iZXIiOiIrMTQxNTU1NTAxMDAiLCJpbnRlcm5hbF9udW1iZXIiOiIrMTQxNTU1NTAxOTkiLCJl"
    "dmVudF90aW1lc3RhbXAiOjE3MDAwMDAwMDAwMDB9.QvEUDMZms2HyuJiJQ6J37YXktPMwUNuhGopgRBivdM4"
)
LEG = {"call_id": 4923740001, "entry_point_call_id": 4923740000}


class TestGenuine:
    def test_a_token_is_read(self):
        found = verified(f"{TOKEN}\n".encode(), SECRET)
        assert (found["call_id"], found["state"], found["external_number"]) == (4923740000, "hangup", GUEST)

    @pytest.mark.parametrize("path", ["precall", "postcall"])
    def test_what_is_forged_is_refused_and_not_kept(self, host, path):
        claims = event("ringing")
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        for body in (
            token(claims, "another-secret-that-has-32-bytes-too"),
            jwt.encode(claims, None, algorithm="none"),
            jwt.encode(claims, key, algorithm="RS256"),
            token(claims, SECRET * 2, algorithm="HS512"),
            json.dumps(claims),
            b"\xff\xfe",
            b"",
            "a.b.c",
        ):
            assert post(host, path, body).status_code == 403, body
        assert WebhookEvent.objects.count() == Call.objects.count() == 0

    def test_without_a_secret_nothing_is(self, host, reef):
        configs.enable(schema_name=reef.schema_name, slug="dialpad", values={"secret": "", "api_key": "k"})
        assert post(host, "precall", json.dumps(event("ringing"))).status_code == 403
        assert post(host, "precall", event("ringing")).status_code == 403

    def test_another_operators_secret_opens_nothing(self, host, client_for):
        mine = {**SETTINGS, "secret": "another-secret-that-has-32-bytes-too"}
        configs.enable(schema_name=database.PEAK.schema_name, slug="dialpad", values=mine)
        assert post(client_for("peak"), "precall", event("ringing")).status_code == 403
        with in_schema(database.REEF.schema_name):
            assert Call.objects.count() == 0

    def test_what_is_no_call_is_refused(self, host):
        assert post(host, "precall", {"state": "ringing"}).status_code == 400

    def test_a_megabyte_is_too_much(self, host):
        assert post(host, "postcall", event("hangup", transcription_text="x" * 1_100_000)).status_code == 413

    @pytest.mark.parametrize(
        "body",
        [
            event("ringing", -3600),
            event("ringing", 3600),
            event("hangup", -40 * 86_400),
            event("ringing", event_timestamp="soon", date_started=None),
        ],
    )
    def test_what_is_stale_is_refused(self, host, body):
        assert post(host, "precall", body).status_code == 403


class TestOneCall:
    def test_from_its_ring_to_its_recording(self, host):
        post(host, "precall", event("ringing"))
        post(host, "precall", event("ringing", 1))
        row = Call.objects.get()
        assert (row.status, row.caller_number, row.destination_number) == ("ringing", GUEST, LINE)
        assert row.caller_name == "Kaylah Mills"
        post(host, "postcall", event("connected", 4, date_connected=ms(4)))
        assert Call.objects.get().status == "answered"
        ended = {"date_connected": ms(4), "date_ended": ms(30), "talk_time": 26_000.0}
        post(host, "postcall", event("hangup", 30, **ended))
        url = "https://dialpad.com/r/1"
        post(host, "postcall", event("recording", 45, **ended, recording_details=[{"id": "1", "url": url}]))
        row = Call.objects.get()
        assert (row.status, row.duration_s, row.recording_url) == ("completed", 26, url)

    def test_a_hangup_before_all_else(self, host):
        post(host, "postcall", event("hangup", 30, date_connected=ms(4), date_ended=ms(30)))
        post(host, "precall", event("ringing"))
        row = Call.objects.get()
        assert (row.status, row.duration_s) == ("completed", 26)

    def test_the_legs_of_a_transfer_are_one(self, host):
        owner = UserAvatar.objects.get(role__slug="owner")
        who = {"type": "user", "email": owner.email}
        post(host, "precall", event("ringing"))
        post(host, "precall", event("ringing", 2, call_id=4923740009, entry_point_call_id=4923740000))
        post(host, "postcall", event("hangup", 12, call_id=4923740009, entry_point_call_id=4923740000))
        post(host, "precall", event("ringing", 14, **LEG, target=who))
        post(host, "postcall", event("connected", 18, **LEG, target=who, date_connected=ms(18)))
        row = Call.objects.get()
        assert (row.status, row.agent_avatar_id) == ("answered", owner.pk)
        post(host, "postcall", event("hangup", 40, **LEG, date_connected=ms(18), date_ended=ms(40)))
        post(host, "postcall", event("hangup", 41, date_ended=ms(41)))
        row = Call.objects.get()
        assert (row.status, row.callback) == ("completed", "none")

    def test_voicemail(self, host):
        post(host, "precall", event("ringing"))
        post(host, "postcall", event("hangup", 20, date_ended=ms(20)))
        post(host, "postcall", event("voicemail_uploaded", 25, voicemail_link="https://dialpad.com/v/1"))
        row = Call.objects.get()
        assert (row.status, row.callback) == ("voicemail", "wanted")
        assert row.recording_url == "https://dialpad.com/v/1"

    def test_a_call_out(self, host):
        out = {"direction": "outbound", "selected_caller_id": LINE}
        post(host, "precall", event("calling", **out))
        post(host, "postcall", event("hangup", 9, date_connected=ms(3), date_ended=ms(9), **out))
        row = Call.objects.get()
        assert (row.direction, row.status, row.destination_number) == ("outbound", "completed", GUEST)

    @pytest.mark.parametrize("state", ["ai_playbook", "something_new", "eavesdrop", ""])
    def test_a_state_that_says_nothing_is_taken(self, host, state):
        assert post(host, "postcall", event(state)).status_code == 200
        assert Call.objects.count() == 0

    def test_a_withheld_number(self, host):
        anonymous = {"external_number": "", "contact": {"name": "Anonymous"}}
        post(host, "precall", event("ringing", **anonymous))
        assert Call.objects.get().caller_number == ""
