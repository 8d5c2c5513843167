"""The inbox at the edge: pages, threads, answers, and who may."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Conversation, Message
from tests.inbox.support import PHONE, STRANGER, ask, connect_texts, make_trip, text
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role, owner

pytestmark = pytest.mark.usefixtures("reef")
JSON = "application/json"


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def post(client: Any, row: Conversation, deed: str, body: dict[str, Any] | None = None) -> Any:
    return client.post(f"/api/conversation/{row.pk}/{deed}", body or {}, content_type=JSON)


def names(client: Any, **asked: Any) -> list[str]:
    return [one["name"] for one in client.get("/api/inbox/get", asked).json()["data"]]


class TestPages:
    def test_newest_first_with_who_and_what(self, staff):
        make_trip()
        text()
        text("Do you have bikes?", sender=STRANGER)
        page = staff.get("/api/inbox/get").json()
        assert [one["name"] for one in page["data"]] == [STRANGER, "Ana Ruiz"]
        assert page["data"][1]["snippet"] == "Where do we meet?"
        assert page["data"][1]["unread_cnt"] == 1
        assert page["next_cursor"] is None

    def test_filters(self, staff):
        make_trip()
        text()
        text(sender=STRANGER)
        row = Conversation.objects.get(address=STRANGER)
        assert post(staff, row, "assign", {"avatar_id": owner().pk}).status_code == 200
        assert names(staff, show="mine") == [STRANGER]
        assert names(staff, show="unassigned") == ["Ana Ruiz"]
        assert post(staff, row, "close").json()["is_open"] is False
        assert names(staff, show="closed") == [STRANGER]
        assert names(staff, show="mine") == []
        assert names(staff, show="unread") == ["Ana Ruiz"]
        assert staff.get("/api/inbox/unread/get").json() == {"unread_cnt": 1, "mine_cnt": 0}
        assert post(staff, row, "open").json()["is_open"] is True

    def test_search_by_name_and_number(self, staff):
        make_trip()
        text()
        text(sender=STRANGER)
        assert names(staff, search="rui") == ["Ana Ruiz"]
        assert names(staff, search="0177") == [STRANGER]
        assert names(staff, search="0123") == ["Ana Ruiz"]
        assert names(staff, search="nobody") == []

    def test_pages_have_no_gaps(self, staff):
        for number in range(7):
            text(sender=f"+1212555020{number}")
        seen, cursor = [], ""
        while cursor is not None:
            page = staff.get("/api/inbox/get", {"limit": 3, "cursor": cursor}).json()
            seen += [one["address"] for one in page["data"]]
            cursor = page["next_cursor"]
        assert seen == [f"+1212555020{number}" for number in range(6, -1, -1)]

    @pytest.mark.parametrize("cursor", ["x", "1", "1.x", "²3.4", f"{'9' * 30}.1"])
    def test_a_cursor_of_nobody(self, staff, cursor):
        assert_error(staff.get("/api/inbox/get", {"cursor": cursor}), 422)

    @pytest.mark.parametrize(
        ("show", "index"),
        [
            ("open", "conversation_by_time"),
            ("closed", "conversation_by_time"),
            ("mine", "conversation_by_person"),
            ("unassigned", "conversation_of_nobody"),
            ("unread", "conversation_unread"),
        ],
    )
    def test_each_filter_reads_an_index(self, staff, show, index):
        Conversation.objects.bulk_create(
            Conversation(
                address=f"+1{number}",
                last_at=utc_now(),
                is_open=number % 2 == 0,
                unread_cnt=number % 3,
                assigned_to=owner().pk if number % 5 == 0 else None,
            )
            for number in range(200)
        )
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        with CaptureQueriesContext(connection) as seen:
            first = staff.get("/api/inbox/get", {"show": show, "limit": 5}).json()
            staff.get("/api/inbox/get", {"show": show, "limit": 5, "cursor": first["next_cursor"]})
        pages = [q["sql"] for q in seen if "messaging_conversation" in q["sql"] and "ORDER BY" in q["sql"]]
        assert len(pages) == 2
        for sql in pages:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}")
                plan = "\n".join(row[0] for row in cursor.fetchall())
            assert index in plan, plan


class TestThread:
    def test_oldest_first_with_ways_to_answer(self, staff, monkeypatch):
        connect_texts(monkeypatch)
        trip = make_trip()
        ask(trip)
        text("Hello?")
        row = Conversation.objects.get()
        found = staff.get(f"/api/conversation/{row.pk}/get").json()
        assert [one["written_text"] for one in found["messages"][-2:]] == ["May we bring a dog?", "Hello?"]
        assert found["default_channel"] == "sms"
        assert found["trip"]["confirmation_code"] == trip.confirmation_code
        ways = {one["channel"]: (one["to"], one["reason"]) for one in found["ways"]}
        assert ways["sms"] == (PHONE, "")
        assert ways["email"] == ("ana@example.com", "")

    def test_older_ones_by_page(self, staff, monkeypatch):
        from outfitter_tenants.crm.inbox import api

        monkeypatch.setattr(api, "PAGE", 2)
        for body in "abc":
            text(body, sender=STRANGER)
        path = f"/api/conversation/{Conversation.objects.get().pk}/get"
        page = staff.get(path).json()
        assert ([one["body_text"] for one in page["messages"]], page["has_older"]) == (["b", "c"], True)
        older = staff.get(path, {"before": page["messages"][0]["id"]}).json()
        assert ([one["body_text"] for one in older["messages"]], older["has_older"]) == (["a"], False)

    def test_reading_marks_read(self, staff):
        text(sender=STRANGER)
        row = Conversation.objects.get()
        assert post(staff, row, "read").json()["unread_cnt"] == 0
        assert staff.get("/api/inbox/unread/get").json()["unread_cnt"] == 0


class TestAnswers:
    def test_as_the_guest_wrote_last(self, staff, monkeypatch):
        connect_texts(monkeypatch)
        make_trip()
        asked = text()
        row = Conversation.objects.get()
        said = post(staff, row, "answer", {"body": "At the pier."}).json()
        assert (said["channel"], said["to"], said["status"]) == ("sms", PHONE, "queued")
        assert said["author_name"]
        message = Message.objects.get(pk=said["id"])
        assert (message.in_reply_to_id, message.trip_id, message.is_urgent) == (asked.pk, row.trip_id, True)
        row.refresh_from_db()
        assert (row.unread_cnt, row.last_direction, row.snippet) == (0, "out", "At the pier.")

    def test_or_by_mail_in_the_guests_language(self, staff):
        trip = make_trip()
        type(trip).objects.filter(pk=trip.pk).update(locale="de")
        ask(trip)
        body = {"body": "Am Steg.", "channel": "email", "subject": "Treffpunkt"}
        said = post(staff, Conversation.objects.get(), "answer", body).json()
        assert (said["channel"], said["subject"], said["locale"]) == ("email", "Treffpunkt", "de")
        assert "May we bring a dog?" in said["body_text"]

    def test_with_the_voucher(self, staff):
        ask(make_trip())
        body = {"body": "Here it is.", "attachments": ["voucher"]}
        said = post(staff, Conversation.objects.get(), "answer", body).json()
        assert said["attachment_names"][0].startswith("voucher-")

    def test_texts_need_a_provider(self, staff):
        make_trip()
        text()
        row = Conversation.objects.get()
        answer = post(staff, row, "answer", {"body": "Hi", "channel": "sms"})
        assert_error(answer, 409, "sms_not_connected")
        assert row.unread_cnt == 1

    def test_a_number_that_said_stop(self, staff, monkeypatch):
        connect_texts(monkeypatch)
        make_trip()
        text()
        suppressions.suppress(address=PHONE, channel="sms", source="reply", at=utc_now())
        said = post(staff, Conversation.objects.get(), "answer", {"body": "Hi"}).json()
        assert (said["status"], said["error"]) == ("suppressed", "This number asked for no more texts.")

    def test_a_stranger(self, staff, monkeypatch):
        connect_texts(monkeypatch)
        text(sender=STRANGER)
        row = Conversation.objects.get()
        said = post(staff, row, "answer", {"body": "We do."}).json()
        assert (said["to"], said["trip_id"]) == (STRANGER, None)
        thread = staff.get(f"/api/conversation/{row.pk}/get").json()["messages"]
        assert [one["direction"] for one in thread] == ["in", "out"]
        assert_error(post(staff, row, "answer", {"body": "Hi", "channel": "email"}), 422)

    @pytest.mark.parametrize("body", [{}, {"body": " "}, {"body": "x" * 50_000}, {"body": "x", "to": "y"}])
    def test_nothing_to_say(self, staff, body):
        text(sender=STRANGER)
        assert_error(post(staff, Conversation.objects.get(), "answer", body), 422)


class TestWays:
    def test_of_a_trip(self, staff, monkeypatch):
        trip = make_trip()
        path = f"/api/messages/trip/{trip.hash}/ways/get"
        found = staff.get(path).json()
        assert (found["conversation_id"], found["default_channel"]) == (None, "email")
        ways = {one["channel"]: one["reason"] for one in found["ways"]}
        assert ways == {"email": "", "sms": "not_connected", "whatsapp": "not_connected"}
        connect_texts(monkeypatch)
        text()
        found = staff.get(path).json()
        assert found["default_channel"] == "sms"
        assert found["conversation_id"] == Conversation.objects.get().pk
        assert_error(staff.get("/api/messages/trip/nobody/ways/get"), 404, "not_found")

    def test_of_a_customer_who_never_wrote(self, staff):
        trip = make_trip()
        path = f"/api/messages/customer/{trip.customer_id}/ways/get"
        assert staff.get(path).json()["conversation_id"] is None
        body = {"body": "Your hat is at the desk.", "subject": "Your hat"}
        said = staff.post(f"/api/customer/{trip.customer_id}/answer", body, content_type=JSON).json()
        assert (said["channel"], said["subject"], said["status"]) == ("email", "Your hat", "queued")
        row = Conversation.objects.get()
        assert (row.customer_id, row.is_open, row.unread_cnt) == (trip.customer_id, False, 0)
        nobody = staff.post("/api/customer/99999/answer", body, content_type=JSON)
        assert_error(nobody, 404, "not_found")
        assert_error(staff.get("/api/messages/customer/99999/ways/get"), 404, "not_found")

    def test_a_trips_answer_goes_the_chosen_way(self, staff, monkeypatch):
        connect_texts(monkeypatch)
        trip = make_trip()
        text()
        path = f"/api/trip/{trip.hash}/questions/answer"
        assert staff.post(path, {"body": "A"}, content_type=JSON).json()["to"] == PHONE
        body = {"body": "A", "channel": "email"}
        assert "ana@example.com" in staff.post(path, body, content_type=JSON).json()["to"]


class TestAssigning:
    def test_whoever_is_named_hears_of_it(self, staff):
        text(sender=STRANGER)
        mate = make_colleague("Mia")
        row = Conversation.objects.get()
        said = post(staff, row, "assign", {"avatar_id": mate.pk}).json()
        assert said["assigned_to"] == {"id": mate.pk, "name": "Mia"}
        [told] = OutboxEvent.objects.filter(name="conversation.assigned")
        assert (told.payload["assignee_id"], told.payload["contact_name"]) == (mate.pk, STRANGER)
        assert mate.pk in [one["id"] for one in staff.get("/api/inbox/people/get").json()["data"]]
        assert post(staff, row, "assign", {"avatar_id": None}).json()["assigned_to"] is None

    def test_who_may_not_answer_is_not_offered(self, staff):
        text(sender=STRANGER)
        mate = make_colleague("Gil", role=make_role("reader", "trip.view"))
        assert_error(post(staff, Conversation.objects.get(), "assign", {"avatar_id": mate.pk}), 422)


class TestWalls:
    @pytest.mark.parametrize("deed", ["answer", "assign", "close", "open", "read"])
    def test_nobodys_conversation(self, staff, deed):
        body = {"answer": {"body": "x"}, "assign": {"avatar_id": None}}.get(deed, {})
        answer = staff.post(f"/api/conversation/999/{deed}", body, content_type=JSON)
        assert_error(answer, 404, "not_found")

    def test_who_sees_some_trips_sees_no_strangers(self, client_for):
        text(sender=STRANGER)
        role = make_role("skipper", "trip.view", "crm.send", scope="assigned")
        guide = browser_of(client_for, make_colleague("Gil", role=role))
        row = Conversation.objects.get()
        for path in ("inbox/get", "inbox/unread/get", "inbox/people/get", f"conversation/{row.pk}/get"):
            assert_error(guide.get(f"/api/{path}"), 403, "forbidden")
        assert_error(post(guide, row, "answer", {"body": "x"}), 403, "forbidden")

    def test_the_public(self, client_for):
        assert_error(client_for("reef").get("/api/inbox/get"), 401, "unauthenticated")
