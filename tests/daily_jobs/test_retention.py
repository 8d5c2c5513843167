"""What is over is let go of, in time, in batches, and twice is as good as once."""

import os
from datetime import timedelta

import pytest
from django.conf import settings

from outfitter.accounts import operations as accounts
from outfitter.accounts import sessions, tasks
from outfitter.accounts.models import OneTimeCode, User, UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.db import batch_delete
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.crm.operations import merges
from outfitter_tenants.crm.profile import customer_full
from outfitter_tenants.customers.models import CustomerMerge
from outfitter_tenants.customers.operations.retention import forget_merges
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations.retention import forget_ended
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.retention import forget_old as forget_notifications
from outfitter_tenants.people.models import Properties, UserAvatar
from outfitter_tenants.transfer import export_files
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations import forget_old as forget_transfers
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.trips.operations.retention import forget_carts
from tests.support import database
from tests.support.customers import make_customer
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
NOW = utc_now()


def days(number: float) -> timedelta:
    return timedelta(days=number)


def make_job(**values):
    return Job.objects.create(kind="test.none", created_at=NOW, **values)


class TestJobs:
    def test_ended_ones_go_after_three_months_and_open_ones_never(self):
        make_job(status="done", finished_at=NOW)
        waiting = make_job()

        assert forget_ended({}, NOW + days(90)) is None
        assert Job.objects.count() == 2
        assert forget_ended({}, NOW + days(90.1)) is None
        assert list(Job.objects.all()) == [waiting]

    def test_a_full_batch_asks_to_be_called_again(self, monkeypatch):
        monkeypatch.setattr("outfitter_tenants.jobs.operations.retention.BATCH", 1)
        monkeypatch.setattr(
            "outfitter_tenants.jobs.operations.retention.delete_batch",
            lambda rows: batch_delete.delete_batch(rows, limit=1),
        )
        make_job(status="done", finished_at=NOW)
        make_job(status="failed", finished_at=NOW)

        assert [forget_ended({}, NOW + days(91)) for _ in range(3)] == [{}, {}, None]
        assert not Job.objects.exists()


class TestNotifications:
    @pytest.mark.parametrize(
        ("values", "kept"), [({"read_at": NOW}, 90), ({"deleted_at": NOW}, 90), ({}, 365)]
    )
    def test_how_long_they_are_kept(self, values, kept):
        Notification.objects.create(
            user_avatar=UserAvatar.objects.first(), kind="test", occasion="test:1", created_at=NOW, **values
        )

        forget_notifications({}, NOW + days(kept))
        assert Notification.objects.count() == 1
        forget_notifications({}, NOW + days(kept + 0.1))
        forget_notifications({}, NOW + days(kept + 0.1))
        assert Notification.objects.count() == 0


class TestMerges:
    def test_what_was_kept_for_an_undo_goes_with_it(self):
        kept, other = make_customer(email="a@x.io"), make_customer(last_name="Roiz", phone=None)
        done = merges.merge(keep_id=kept, merge_ids=[other], choices={}, at=NOW)

        forget_merges({}, NOW + days(30))
        assert merges.undo(merge_id=done.merge_id, at=NOW + days(30)).restored_ids == [other]
        done = merges.merge(keep_id=kept, merge_ids=[other], choices={}, at=NOW)
        forget_merges({}, NOW + days(30.1))
        assert forget_merges({}, NOW + days(30.1)) is None

        row = CustomerMerge.objects.get(pk=done.merge_id)
        assert (row.after, row.moved) == ({}, {})
        assert row.before[str(other)] == {"first_name": "Ana", "last_name": "Roiz"}
        with pytest.raises(merges.MergeRefused):
            merges.undo(merge_id=done.merge_id, at=NOW + days(30.1))
        shown = customer_full(customer_id=kept, at=NOW + days(31))["merges"]
        assert shown[0]["names"] == ["Ana Roiz"]


class TestCarts:
    @pytest.fixture
    def cart(self):
        trip_id = fill_cart(make_offer())
        Booking.objects.filter(trip_order__trip_id=trip_id).update(guest_first_name="Zoe")
        Trip.objects.filter(pk=trip_id).update(ip="203.0.113.5", changed_at=NOW, created_at=NOW)
        return trip_id

    def test_nobody_is_known_after_thirty_days(self, cart):
        forget_carts({}, NOW + days(30))
        assert Trip.objects.get(pk=cart).contact_email == "ana@example.com"
        assert forget_carts({}, NOW + days(30.1)) is None

        trip = Trip.objects.get(pk=cart)
        assert (trip.contact_first_name, trip.contact_email, trip.ip) == ("", None, None)
        assert set(Booking.objects.values_list("guest_first_name", flat=True)) == {""}
        written = AuditLog.objects.filter(trip_id=cart).values_list("before", "after")
        assert "ana@example.com" not in str(list(written))
        version = trip.version
        forget_carts({}, NOW + days(31))
        assert Trip.objects.get(pk=cart).version == version

    def test_the_operator_says_how_long(self, cart):
        Properties.objects.update(draft_expire_days=7)

        forget_carts({}, NOW + days(7))
        assert Trip.objects.get(pk=cart).contact_email == "ana@example.com"
        forget_carts({}, NOW + days(7.1))
        assert Trip.objects.get(pk=cart).contact_email is None

    @pytest.mark.parametrize("values", [{"status": "reserved", "reserved_at": NOW}, {"paid_amount": 100}])
    def test_what_was_bought_is_left_alone(self, cart, values):
        Trip.objects.filter(pk=cart).update(**values)

        forget_carts({}, NOW + days(60))

        assert Trip.objects.get(pk=cart).contact_email == "ana@example.com"


class TestExports:
    @pytest.fixture
    def export(self, tmp_path, settings):
        settings.VAR = tmp_path
        row = Transfer.objects.create(
            kind="export",
            object="trips",
            format="csv",
            status="done",
            created_at=NOW,
            expires_at=NOW + days(7),
        )
        export_files.spool(str(row.key), [["Ana"]], at=0)
        return row

    def test_a_file_whose_expiry_got_lost_expires(self, export):
        forget_transfers({}, NOW + days(7.1))
        forget_transfers({}, NOW + days(7.1))

        export.refresh_from_db()
        assert export.status == "expired"
        assert export_files.folders() == []

    def test_the_row_goes_after_three_months(self, export):
        forget_transfers({}, NOW + days(96))
        assert Transfer.objects.exists()
        forget_transfers({}, NOW + days(97.1))
        assert not Transfer.objects.exists()

    def test_files_of_nobody_go_after_a_day(self, export):
        Transfer.objects.all().delete()

        forget_transfers({}, NOW)
        assert len(export_files.folders()) == 1
        forget_transfers({}, NOW + days(1.1))
        assert export_files.folders() == []

    def test_files_of_somebody_and_other_folders_stay(self, export):
        other = export_files.folder_of("") / "not-ours"
        other.mkdir()
        os.utime(other, (0, 0))

        forget_transfers({}, NOW + days(6))

        assert len(export_files.folders()) == 1
        assert other.exists()
        assert str(other).startswith(str(settings.VAR))


class TestLogins:
    def test_old_sessions_and_tickets_go(self, monkeypatch):
        user = User.objects.get(email=database.REEF.owner_email)
        proof = sessions.Proof("password", is_second_factor=False)
        sessions.start_session(user=user, proof=proof, is_remembered=False, caller=RequestOrigin(), at=NOW)
        accounts.issue_one_time_code(user=user, schema_name="t_reef", at=NOW)

        monkeypatch.setattr(tasks, "utc_now", lambda: NOW + days(0.9))
        tasks.tidy.run()
        assert (UserSession.objects.count(), OneTimeCode.objects.count()) == (1, 1)
        monkeypatch.setattr(tasks, "utc_now", lambda: NOW + days(32))
        tasks.tidy.run()
        tasks.tidy.run()
        assert (UserSession.objects.count(), OneTimeCode.objects.count()) == (0, 0)

    def test_batches_are_bounded(self):
        user = User.objects.get(email=database.REEF.owner_email)
        proof = sessions.Proof("password", is_second_factor=False)
        for _ in range(5):
            sessions.start_session(
                user=user, proof=proof, is_remembered=False, caller=RequestOrigin(), at=NOW
            )
        mine = UserSession.objects.filter(user=user)

        assert batch_delete.delete_in_batches(mine, batch=2, most=1) == 2
        assert batch_delete.delete_in_batches(mine, batch=2) == 3
        assert batch_delete.delete_in_batches(mine, batch=2) == 0
