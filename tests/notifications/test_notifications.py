"""What staff are told: once, as they chose, in their language, by mail as well."""

import json
from datetime import timedelta

import pytest
from django.core import mail

from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter_tenants.notifications import notification_types, operations, queries, tasks, translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.api_operations import assert_error, sign_in

BOOKED = {
    "code": "KAY-42Q",
    "name": "Ana Ruiz",
    "experiences": ["Kayak"],
    "guests": 3,
    "start_at": "2026-07-08T13:00:00+00:00",
    "amount": 12700,
    "currency": "USD",
}


def booked(key="1"):
    return operations.NotificationEvent("trip_booked", key, BOOKED, url="/trip/1", trip_id=1)


def me():
    return UserAvatar.objects.get(email=database.REEF.owner_email)


def tell(occasion, **more):
    return operations.notify(occasion, at=utc_now(), **more)


@pytest.fixture
def owner(reef, client_for):
    client = client_for("reef")
    sign_in(client, database.REEF.owner_email, database.PASSWORD)
    return client


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.mark.usefixtures("reef")
class TestTelling:
    def test_an_occasion_is_told_once(self):
        assert [tell(booked()), tell(booked()), tell(booked("2"))] == [1, 0, 1]

    def test_those_who_may_not_know_are_not_told(self):
        for slug in ("guide", "analyst"):
            UserAvatar.objects.create(
                name=slug, email=f"{slug}@reef.example", role=Role.objects.get(slug=slug)
            )
        disabled = UserAvatar.objects.create(
            name="Gone", email="gone@reef.example", role=Role.objects.get(slug="manager"), status="disabled"
        )

        tell(booked())

        assert [row.user_avatar_id for row in Notification.objects.all()] == [me().pk]
        assert disabled.pk != me().pk

    def test_people_choose_how(self):
        UserAvatar.objects.filter(pk=me().pk).update(
            notification_prefs={"trip_booked": {"in_app": False, "email": True}}
        )

        tell(booked())

        row = Notification.objects.get()
        assert (row.channels, row.email_status) == (["email"], "queued")
        assert queries.counts(avatar_id=me().pk).unread == 1  # the product's news

    def test_nobody_is_told_who_wants_nothing(self):
        UserAvatar.objects.filter(pk=me().pk).update(
            notification_prefs={"trip_booked": {"in_app": False, "email": False}}
        )

        assert tell(booked()) == 0

    def test_plugins_hear_of_it(self, monkeypatch):
        heard = []
        monkeypatch.setitem(outbox._own, "notification.raised", {"core:test": lambda ctx, event: None})
        tell(booked())
        heard = [(e.name, e.payload["notification_kind"]) for e in OutboxEvent.objects.all()]

        assert heard == [("notification.raised", "trip_booked")]


@pytest.mark.usefixtures("reef")
class TestMail:
    def send(self):
        row = Notification.objects.get()
        tasks.send_email({"notification_id": row.pk}, utc_now())

    def test_urgent_things_are_mailed_once(self):
        tell(operations.NotificationEvent("trip_attention", "1", {"code": "K", "reason": "refund_failed"}))
        assert DueJob.objects.filter(kind=operations.EMAIL).count() == 1

        self.send()
        self.send()

        [letter] = mail.outbox
        assert letter.to == [database.REEF.owner_email]
        assert "K: a refund failed" in letter.subject
        assert Notification.objects.get().email_status == "sent"

    def test_a_link_leads_through_the_bell(self):
        tell(operations.NotificationEvent("trip_attention", "1", {"code": "K"}, url="/trip/7"))

        self.send()

        row = Notification.objects.get()
        assert f"/notifications/read?id={row.pk}&to=/trip/7" in mail.outbox[0].body

    def test_the_reader_s_language_is_spoken(self):
        UserAvatar.objects.filter(pk=me().pk).update(locale="de")
        tell(operations.NotificationEvent("trip_attention", "1", {"code": "K", "reason": "refund_failed"}))

        self.send()

        assert "Erstattung ist fehlgeschlagen" in mail.outbox[0].subject
        assert "/de/profile/notifications" in mail.outbox[0].body

    def test_suppressed_addresses_get_nothing(self):
        tell(operations.NotificationEvent("trip_attention", "1", {"code": "K"}))
        UserAvatar.objects.filter(pk=me().pk).update(is_email_suppressed=True)

        self.send()

        assert mail.outbox == []
        assert Notification.objects.get().email_status == "suppressed"

    def test_a_mail_that_never_goes_is_given_up(self):
        tell(operations.NotificationEvent("trip_attention", "1", {"code": "K"}))
        row = Notification.objects.get()
        for _ in range(operations.MAX_ATTEMPTS):
            assert operations.claim_email(notification_id=row.pk) is not None

        assert operations.claim_email(notification_id=row.pk) is None
        assert Notification.objects.get().email_status == "failed"


@pytest.mark.rules
class TestWords:
    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_every_language_says_everything(self, locale):
        english = translations.words("en")

        assert list(translations.words(locale)) == list(english)
        for kind in (*notification_types.KINDS, "test"):
            for reason in ("", "paid_without_seats", "refund_failed", "trip", "all"):
                params = {
                    **BOOKED,
                    "job": "export",
                    "list": "trips",
                    "count": 1,
                    "failed": 2,
                    "reason": reason,
                    "plugin": "Slack",
                    "device": "Firefox",
                    "ip": "192.0.2.1",
                    "seen_at": BOOKED["start_at"],
                }
                said = translations.translate(kind, params, locale=locale, time_zone="America/New_York")
                assert said.title
                assert "{" not in said.title + said.body

    def test_dates_and_money_are_the_reader_s(self):
        zone = "America/New_York"
        german = translations.translate("trip_booked", BOOKED, locale="de", time_zone=zone)

        assert german.title == "Neue Buchung: Ana Ruiz"
        assert "3 Gäste" in german.body
        assert "09:00" in german.body
        assert "127,00" in german.body

    def test_what_is_missing_is_left_out(self):
        said = translations.translate("trip_booked", {"name": "Ana"}, locale="en", time_zone="UTC")

        assert said.title == "New booking: Ana"

    @pytest.mark.parametrize("file", sorted(queries.NEWS.glob("*.json")), ids=lambda f: f.stem)
    def test_news_are_told_in_every_language(self, file):
        item = json.loads(file.read_text())

        assert item["id"] == file.stem
        assert set(item["texts"]) == set(ROUTE_LOCALES)


class TestHttp:
    def test_the_list_is_paged_and_read(self, owner):
        for number in range(5):
            tell(booked(str(number)))
        first = owner.get("/api/notifications/get?limit=3").json()
        rest = owner.get(f"/api/notifications/get?limit=3&cursor={first['next_cursor']}").json()

        assert [len(first["data"]), len(rest["data"])] == [3, 2]
        assert rest["next_cursor"] is None
        assert first["data"][0]["title"] == "New booking: Ana Ruiz"
        some = [row["id"] for row in first["data"][:2]]
        assert post(owner, "/api/notifications/alerts/read", {"ids": some}).json() == {
            "changed_cnt": 2,
            "unread": 4,
            "alerts": 0,
        }
        unread = owner.get("/api/notifications/get?is_unread=true").json()["data"]
        assert len(unread) == 3
        assert post(owner, "/api/notifications/alerts/read").json()["changed_cnt"] == 3

    def test_the_count_is_kept_by_etag(self, owner):
        answer = owner.get("/api/notifications/count")
        again = owner.get("/api/notifications/count", headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304
        tell(booked())
        fresh = owner.get("/api/notifications/count", headers={"if-none-match": answer["ETag"]})
        assert fresh.json()["unread"] == answer.json()["unread"] + 1

    @pytest.mark.parametrize("prefix", ["/api", ""])
    def test_what_is_deleted_does_not_come_back(self, owner, prefix):
        for number in range(3):
            tell(booked(str(number)))
        rows = owner.get("/api/notifications/get").json()["data"]

        one = post(owner, f"{prefix}/notifications/deleteNotification", {"id": rows[0]["id"]})
        assert one.json()["changed_cnt"] == 1
        many = post(owner, f"{prefix}/notifications/deleteNotifications", {"ids": [rows[1]["id"]]})
        assert many.json()["changed_cnt"] == 1
        assert tell(booked("2")) == 0
        assert len(owner.get("/api/notifications/get").json()["data"]) == 1
        assert post(owner, f"{prefix}/notifications/deleteNotifications").json()["changed_cnt"] == 0

    def test_nobody_touches_what_others_were_told(self, owner):
        other = UserAvatar.objects.create(
            name="Max", email="max@reef.example", role=Role.objects.get(slug="manager")
        )
        tell(booked(), avatar_ids=[other.pk])
        theirs = Notification.objects.get()

        for path in ("alerts/read", "deleteNotifications"):
            answer = post(owner, f"/api/notifications/{path}", {"ids": [theirs.pk]})
            assert answer.json()["changed_cnt"] == 0
        assert owner.get("/api/notifications/get").json()["data"] == []

    def test_news_are_read_once(self, owner):
        [item, *_] = owner.get("/api/notifications/get").json()["news"]
        assert not item["is_read"]
        before = owner.get("/api/notifications/count").json()["unread"]

        left = post(owner, f"/api/notifications/news/{item['id']}/read").json()

        assert left["unread"] == before - 1
        assert_error(post(owner, "/api/notifications/news/none/read"), 404, "not_found")

    @pytest.mark.parametrize("call", ["SendMeATest", "SendMeATripTest", "SendToSubscriberTest"])
    def test_tests_arrive(self, owner, call):
        sent = post(owner, f"/api/notifications/{call}").json()

        assert (sent["sent"], sent["recipient_cnt"]) == (True, 1)
        assert owner.get("/api/notifications/get").json()["data"][0]["kind"] == "test"

    def test_the_page_s_test_is_the_same(self, owner):
        path = "/notifications/SendMeATripTest"
        ours = owner.get(path, headers={"X-Requested-With": "XMLHttpRequest"})
        assert ours.json()["sent"]
        assert owner.get(path, headers={"Sec-Fetch-Site": "same-origin", "X-Requested-With": ""}).json()[
            "sent"
        ]

    @pytest.mark.parametrize("site", ["cross-site", "same-site", "none", ""])
    def test_a_link_sends_no_test(self, owner, site):
        before = Notification.objects.count()

        answer = owner.get(
            "/notifications/SendMeATripTest", headers={"Sec-Fetch-Site": site, "X-Requested-With": ""}
        )

        assert_error(answer, 403, "csrf_failed")
        assert Notification.objects.count() == before

    def test_tests_are_limited(self, owner):
        answers = [post(owner, "/api/notifications/SendToSubscriberTest") for _ in range(4)]

        assert_error(answers[-1], 429, "rate_limited")

    def test_preferences_are_kept(self, owner):
        body = {"kinds": {"trip_booked": {"in_app": True, "email": True}}}
        saved = post(owner, "/api/notifications/preferences/save", body).json()["kinds"]
        kept = owner.get("/api/notifications/preferences/get").json()["kinds"]

        assert saved == kept
        assert next(k for k in kept if k["kind"] == "trip_booked")["email"]
        wrong = {"kinds": {"weather": {"in_app": True, "email": True}}}
        assert_error(post(owner, "/api/notifications/preferences/save", wrong), 422)

    def test_the_shell_knows_how_much_is_new(self, owner):
        tell(booked())

        count = owner.get("/api/notifications/count").json()["unread"]
        assert owner.get("/app/init").json()["unread_cnt"] == count


def test_due_work_mails(reef):
    tell(operations.NotificationEvent("trip_attention", "1", {"code": "K"}))

    assert scheduled_jobs._handlers[operations.EMAIL] is tasks.send_email
    assert DueJob.objects.get(kind=operations.EMAIL).next_at <= utc_now() + timedelta(seconds=1)
