"""Which events staff are told of, and in which words."""

import pytest
from django.db import transaction

from outfitter.accounts.models import User
from outfitter.accounts.operations import issue_one_time_code
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, outbox
from outfitter.plugins.models import OutboxDelivery
from outfitter.plugins.types import Event
from outfitter_tenants.notifications import subscribers, translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.notification_types import KINDS
from outfitter_tenants.people.models import UserAvatar
from tests.support import database
from tests.support.api_operations import sign_in
from tests.support.sales import fill_cart, make_offer


def me():
    return UserAvatar.objects.get(email=database.REEF.owner_email)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.mark.usefixtures("reef")
class TestEvents:
    def hear(self, name, **payload):
        ctx = contexts.context_for(schema_name=database.REEF.schema_name)
        event = Event("e1", name, payload, utc_now())
        with transaction.atomic():
            subscribers.on_event(ctx, event)
            subscribers.on_event(ctx, event)

    def test_an_online_booking_is_told_once(self):
        self.hear(
            "trip.converted",
            trip_id=5,
            confirmation_code="K",
            contact_name="Ana",
            experience_names=["Kayak"],
            pax_cnt=2,
            total_amount=100,
            currency="USD",
            method="ecommerce",
            first_start_at="2026-07-08T13:00:00+00:00",
        )

        assert [row.trip_id for row in Notification.objects.all()] == [5]

    def test_what_staff_sold_themselves_is_no_news(self):
        self.hear("trip.converted", trip_id=5, method="staff")

        assert not Notification.objects.exists()

    def test_an_overbooked_departure_is_told(self):
        self.hear(
            "timeslot.overbooked",
            timeslot_id=4,
            date="2026-07-08",
            experience_name="Kayak",
            start_at="2026-07-08T13:00:00+00:00",
            beyond_cnt=2,
            overbooked_by="Rita",
        )

        row = Notification.objects.get()
        said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
        assert said.title == "Overbooked: Kayak"
        assert said.body.endswith(": Rita added 2 guests beyond capacity.")

    def test_a_finished_job_is_told_to_who_asked(self):
        self.hear(
            "job.finished",
            job_id=3,
            kind="transfer.export",
            title={"object": "trips"},
            requested_by=me().pk,
            status="done_with_errors",
            done_cnt=7,
            failed_cnt=2,
        )

        row = Notification.objects.get()
        said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
        assert said == ("Finished with errors: Export: Trips", "2 failed, 7 done")

    @pytest.mark.parametrize(
        ("kind", "title", "said"),
        [
            ("transfer.export", {"object": "auditLogs"}, "Finished: Export: Audit log"),
            ("transfer.import", {"object": "customers", "name": "a.csv"}, "Finished: Import: a.csv"),
            (
                "transfer.check",
                {"object": "customers", "name": "a.csv"},
                "Finished: Check before import: a.csv",
            ),
            ("transfer.undo", {"object": "customers", "name": "a.csv"}, "Finished: Undo import: a.csv"),
            ("trips.source", {"name": "Radio"}, "Finished: Set source: Radio"),
            ("trips.source", {"name": ""}, "Finished: Remove source"),
            ("trips.flag", {"is_flagged": True}, "Finished: Flag trips"),
            ("trips.flag", {"is_flagged": False}, "Finished: Clear flags"),
            ("customers.tag", {"list": "customers"}, "Finished: Tag customers"),
            ("customers.anonymise", {}, "Finished: Anonymize customers"),
            ("plugin.sync", {}, "Finished: Task"),
        ],
    )
    def test_jobs_have_names(self, kind, title, said):
        self.hear(
            "job.finished",
            job_id=3,
            kind=kind,
            title=title,
            requested_by=me().pk,
            status="done",
            done_cnt=7,
            failed_cnt=0,
        )

        row = Notification.objects.get()
        assert translations.translate(row.kind, row.params, locale="en", time_zone="UTC").title == said

    def test_names_that_were_stored_as_they_are_stay(self):
        said = translations.translate("job_finished", {"job": "Trips"}, locale="en", time_zone="UTC")

        assert said.title == "Finished: Trips"

    def test_payments_are_told_to_who_asked_for_it(self):
        trip_id = fill_cart(make_offer())
        paid = {"trip_id": trip_id, "payment_id": 9, "amount": 12700, "currency": "USD"}
        self.hear("payment.captured", **paid)
        assert not Notification.objects.exists()
        UserAvatar.objects.filter(pk=me().pk).update(
            notification_prefs={"payment_received": {"in_app": True, "email": False}}
        )

        self.hear("payment.captured", **paid)

        row = Notification.objects.get()
        said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
        assert said.title == "Payment received: $127.00"
        assert said.body.startswith("Ana Ruiz · ")
        assert row.url == f"/trip/{trip_id}"

    def test_a_plugin_that_fails_is_told_once_a_day(self):
        for number in range(3):
            self.hear("plugin.failing", slug="slack", title="Slack", event=f"trip.converted{number}")

        row = Notification.objects.get()
        said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
        assert said.title == "Slack isn’t working"
        assert (row.url, row.is_urgent, row.email_status) == ("/setup/plugin/slack", True, "queued")


def test_every_rule_tells_of_a_kind_that_there_is():
    assert {rule.kind for rule in subscribers.RULES} <= set(KINDS)


class TestNewBrowsers:
    def told(self):
        deliveries = OutboxDelivery.objects.filter(event__name="signin.new_device")
        for pk in deliveries.values_list("pk", flat=True):
            outbox.deliver.run(delivery_id=pk)
        return list(Notification.objects.filter(kind="new_signin"))

    def test_a_browser_one_never_used_is_told_to_oneself(self, reef, client_for):
        first, second = client_for("reef"), client_for("reef")
        second.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"
        sign_in(first, database.REEF.owner_email, database.PASSWORD)
        sign_in(first, database.REEF.owner_email, database.PASSWORD)
        assert self.told() == []

        sign_in(second, database.REEF.owner_email, database.PASSWORD)

        [row] = self.told()
        said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
        assert said.body.startswith("Firefox, Windows · 127.0.0.1 · ")
        assert (row.user_avatar_id, row.url) == (me().pk, "/profile/security")
        sign_in(second, database.REEF.owner_email, database.PASSWORD)
        assert len(self.told()) == 1

    def test_coming_from_another_host_is_none(self, reef, client_for):
        sign_in(client_for("reef"), database.REEF.owner_email, database.PASSWORD)
        user = User.objects.get(email=database.REEF.owner_email)
        code = issue_one_time_code(user=user, schema_name=reef.schema_name, at=utc_now())

        assert post(client_for("reef"), "/api/login", {"one_time_code": code}).status_code == 200
        assert self.told() == []
