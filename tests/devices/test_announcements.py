"""Announcements: made by staff, played by devices, each heard once at most."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.announcements import boarding_calls, call_sentences, operations, queries
from outfitter_tenants.devices.announcements.operations import Manner, Said
from outfitter_tenants.devices.models import Announcement, AnnouncementPlay, Device
from tests.devices.test_speech import KEYS, POLLY, put
from tests.plugins.speech.conftest import speech_double  # noqa: F401
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague

SAID = [Said("en", "The 10:30 group to gate two"), Said("de", "Die Gruppe um 10:30 zu Tor zwei")]
HEADER = "HTTP_X_OUTFITTER_DEVICE"


def register(name: str = "Dock", kind: str = "tts") -> tuple[int, str]:
    return devices.register(
        name=name, kind=kind, platform="", push_token=None, location_id=None, at=utc_now()
    )


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def dock(reef: Any) -> tuple[int, str]:
    return register()


def say(*device_ids: int, **manner: Any) -> Announcement:
    return operations.announce(
        parts=SAID, device_ids=device_ids, manner=Manner(**manner), timeslot_id=None, at=utc_now()
    )


def post(client, path, body=None, token=None):
    more = {HEADER: token} if token else {}
    return client.post(path, body or {}, content_type="application/json", **more)


def listen(client, token, playing=None):
    return post(client, "/api/device/listen", {"playing": playing}, token)


class TestOverHttp:
    def test_from_the_desk_to_the_dock(self, owner, client_for, dock):
        device_id, token = dock
        body = {
            "parts": [{"language": one.language, "text": one.text} for one in SAID],
            "device_ids": [device_id],
            "repeat_cnt": 2,
        }
        made = post(owner, "/api/announcement/create", body)
        assert made.status_code == 200, made.text
        assert [one["status"] for one in made.json()["devices"]] == ["queued"]

        page = client_for("reef")
        heard = listen(page, token).json()
        key = heard["announcement"]["id"]
        assert heard["device_name"] == "Dock"
        assert heard["announcement"]["parts"] == body["parts"]
        assert (heard["announcement"]["repeat_cnt"], heard["announcement"]["has_chime"]) == (2, True)
        assert listen(page, token).json()["announcement"] is None
        assert listen(page, token, key).json()["is_stopped"] is False

        done = post(
            page, f"/api/device/announcement/{key}/heard", {"status": "played", "spoken_by": "browser"}, token
        )
        assert done.json() == {"status": "played"}
        [row] = owner.get("/api/announcements/get").json()["data"]
        assert (row["devices"][0]["status"], row["devices"][0]["spoken_by"]) == ("played", "browser")
        [shown] = owner.get("/api/devices/get").json()["devices"]
        assert shown["listened_at"] is not None

    def test_stopping_ends_it_within_one_question(self, owner, client_for, dock):
        device_id, token = dock
        made = say(device_id)
        page = client_for("reef")
        listen(page, token)
        stopped = post(owner, f"/api/announcement/{made.pk}/stop")
        assert stopped.json()["stopped_at"] is not None
        assert listen(page, token, made.pk).json()["is_stopped"] is True
        post(page, f"/api/device/announcement/{made.pk}/heard", {"status": "stopped"}, token)
        assert AnnouncementPlay.objects.get().status == "stopped"
        assert post(owner, f"/api/announcement/{made.pk}/stop").status_code == 200

    def test_a_provider_speaks_and_the_browser_where_it_cannot(
        self,
        owner,
        client_for,
        dock,
        reef,
        speech_double,  # noqa: F811
    ):
        device_id, token = dock
        configs.enable(schema_name=reef.schema_name, slug="polly")
        assert put(owner, {**POLLY, "credentials": KEYS}).status_code == 200
        made = say(device_id)
        page = client_for("reef")
        path = f"/api/device/announcement/{made.pk}/sound"
        # What was not handed out is nothing to hear.
        assert_error(page.get(path, **{HEADER: token}), 404, "not_found")
        listen(page, token)
        heard = page.get(path, **{HEADER: token})
        assert (heard.status_code, heard.content[:4]) == (200, b"RIFF")
        assert_error(page.get(f"{path}?part=1", **{HEADER: token}), 409, "speak_it_yourself")
        assert_error(page.get(f"{path}?part=2", **{HEADER: token}), 404, "not_found")
        speech_double.mood = "broken"
        again = say(device_id)
        Announcement.objects.filter(pk=again.pk).update(parts=[{"language": "en", "text": "Gate five"}])
        listen(page, token)
        path = f"/api/device/announcement/{again.pk}/sound"
        assert_error(page.get(path, **{HEADER: token}), 503, "speech_away")

    def test_a_device_hears_its_own_only(self, client_for, dock):
        device_id, _ = dock
        other_id, other = register("Ramp")
        made = say(device_id)
        page = client_for("reef")
        assert listen(page, other).json()["announcement"] is None
        assert listen(page, other, made.pk).json()["is_stopped"] is True
        path = f"/api/device/announcement/{made.pk}"
        assert_error(page.get(f"{path}/sound", **{HEADER: other}), 404, "not_found")
        assert_error(post(page, f"{path}/heard", {"status": "played"}, other), 404, "not_found")
        assert other_id != device_id

    @pytest.mark.parametrize("token", ["", "forged", "x" * 500])
    def test_without_a_token_nothing_is_heard(self, reef, client_for, token):
        assert_error(listen(client_for("reef"), token), 403, "device_unknown")

    def test_a_till_plays_nothing_and_a_revoked_device_is_unknown(self, client_for, dock):
        _, till = register("Till", "pos")
        assert_error(listen(client_for("reef"), till), 409, "device_plays_nothing")
        devices.revoke(device_id=dock[0], at=utc_now())
        assert_error(listen(client_for("reef"), dock[1]), 403, "device_unknown")

    @pytest.mark.parametrize(
        "change",
        [
            {"parts": []},
            {"parts": [{"language": "en", "text": " "}]},
            {"parts": [{"language": "en", "text": "x" * 501}]},
            {"parts": [{"language": "en", "text": "A"}, {"language": "en", "text": "B"}]},
            {"device_ids": []},
            {"device_ids": [999_999]},
            {"repeat_cnt": 0},
            {"repeat_cnt": 11},
            {"volume": 101},
            {"valid_seconds": 5},
            {"voice": "x"},
        ],
    )
    def test_what_is_wrong_is_not_said(self, owner, dock, change):
        body = {"parts": [{"language": "en", "text": "A"}], "device_ids": [dock[0]], **change}
        assert_error(post(owner, "/api/announcement/create", body), 422, "validation_failed")
        assert not Announcement.objects.exists()

    def test_what_is_not_there_is_not_found(self, owner, dock):
        assert_error(post(owner, "/api/announcement/999999/stop"), 404, "not_found")
        assert_error(owner.get("/api/timeslot/999999/boardingCall/get"), 404)
        body = {"parts": [{"language": "en", "text": "A"}], "device_ids": [dock[0]], "timeslot_id": 999_999}
        assert_error(post(owner, "/api/announcement/create", body), 404)

    def test_who_sees_some_bookings_speaks_to_nobody(self, client_for, dock):
        for role in ("guide", "reseller_agent"):
            browser = browser_of(client_for, make_colleague(role, role, email=f"{role}@x.io"))
            assert_error(browser.get("/api/announcements/get"), 403, "forbidden")


class TestOnceAtMost:
    def test_what_expired_while_a_device_was_off_stays_unsaid(self, dock):
        say(dock[0], valid_seconds=60)
        late = utc_now() + timedelta(seconds=61)
        assert operations.take_next(device_id=dock[0], at=late) is None
        [row] = queries.list_announcements(at=late)
        assert row["devices"][0]["status"] == "missed"

    def test_they_come_in_order_and_each_once(self, dock):
        keys = [say(dock[0]).pk for _ in range(3)]
        taken = [operations.take_next(device_id=dock[0], at=utc_now()) for _ in range(4)]
        assert [one.announcement_id if one else None for one in taken] == [*keys, None]

    def test_what_was_stopped_never_begins(self, dock):
        made = say(dock[0])
        operations.stop(announcement_id=made.pk, at=utc_now())
        assert operations.take_next(device_id=dock[0], at=utc_now()) is None

    def test_the_first_word_about_its_end_counts(self, dock):
        made = say(dock[0])
        operations.take_next(device_id=dock[0], at=utc_now())
        for ending in ("played", "failed"):
            operations.end(
                device_id=dock[0], announcement_id=made.pk, ending=ending, spoken_by=None, at=utc_now()
            )
        assert AnnouncementPlay.objects.get().status == "played"

    def test_a_page_that_was_closed_is_not_playing_for_ever(self, dock):
        say(dock[0])
        operations.take_next(device_id=dock[0], at=utc_now())
        [row] = queries.list_announcements(at=utc_now() + timedelta(minutes=16))
        assert row["devices"][0]["status"] == "failed"

    def test_after_thirty_days_they_are_gone(self, dock):
        say(dock[0])
        operations.forget_said({}, utc_now() + timedelta(days=29))
        assert Announcement.objects.count() == 1
        operations.forget_said({}, utc_now() + timedelta(days=31))
        assert not AnnouncementPlay.objects.exists()
        assert Device.objects.count() == 1


class TestWords:
    def test_a_departure_has_its_words_in_every_language(self, reef):
        offer = make_offer(name="Kayak")
        found = boarding_calls.boarding_call(timeslot_id=offer.timeslot_id)
        assert [call.shipped for call in found.calls] == ["boarding_at", "boarding", "last_call"]
        said = {one.language: one.text for one in found.calls[0].texts}
        assert len(said) == 12
        assert said["en"] == "The 9:00 AM group for Kayak: please come to The old boathouse."
        assert "9:00" in said["de"]
        assert found.suggested_languages[0] == "en"
        assert not [text for text in said.values() if "{" in text or "\u202f" in text]

    def test_what_stands_for_nothing_is_named(self):
        assert call_sentences.unknown_fields("{time} {gate} {gate} {0}") == ["gate", "0"]
