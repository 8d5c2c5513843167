"""Saved reports by mail: at their time, once, to those who may have them at that moment."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox
from outfitter.plugins.models import DueJob, OutboxDelivery
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.reports import report_mails
from outfitter_tenants.reports.models import CustomReport, ReportMail
from outfitter_tenants.transfer.models import Transfer
from tests.invoices import invoice_calls as b
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_role, owner

pytestmark = pytest.mark.usefixtures("reef")
SAVE = "/api/reports/custom/save"
DAILY = {"frequency": "daily", "time": "07:00", "format": "csv"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)
    return tmp_path


@pytest.fixture
def chief(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


@pytest.fixture
def ana(reef: Any) -> UserAvatar:
    """Somebody who reads reports and takes them out."""
    return make_colleague("Ana", "x", role=make_role("reader", "report.view", "trip.view", "export"))


@pytest.fixture
def sold(reef: Any) -> None:
    b.sell(make_offer(capacity=None), make_reseller("=Cmd Tours"))


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def save(client: Client, *people: UserAvatar, **more: Any) -> Any:
    body = {
        "name": "Every morning",
        "base": "trips",
        "definition": {"period": "last_7_days", "columns": ["confirmation_code", "total_amount"]},
        "schedule": DAILY,
        "recipients": [one.pk for one in people],
    }
    return post(client, SAVE, **(body | more))


def make_due() -> CustomReport:
    """Have the report's time come."""
    row = CustomReport.objects.latest("pk")
    CustomReport.objects.filter(pk=row.pk).update(next_send_at=utc_now() - timedelta(minutes=1))
    return row


def go(*, times: int = 1) -> None:
    """Do all that is due of reports until nothing is, each piece so many times."""
    later = utc_now()
    for _ in range(12):
        for row in CustomReport.objects.filter(next_send_at__lte=utc_now()):
            for _ in range(times):
                report_mails.send({"report_id": row.pk}, utc_now())
        for job in Job.objects.filter(status__in=["queued", "running"]):
            jobs.work_on({"job_id": job.pk}, utc_now())
        later += timedelta(seconds=20)
        for one in ReportMail.objects.exclude(status__in=["sent", "skipped", "failed"]):
            for _ in range(times):
                report_mails.deliver({"mail_id": one.pk}, later)


def statuses() -> list[tuple[str, str]]:
    return list(ReportMail.objects.order_by("pk").values_list("status", "reason"))


class TestSending:
    def test_each_gets_one_with_their_own_file(self, chief, ana, sold, client_for):
        assert save(chief, owner(), ana).status_code == 200
        make_due()
        go(times=3)
        assert sorted(one.to[0] for one in mail.outbox) == sorted([owner().email, ana.email])
        assert statuses() == [("sent", "")] * 2
        letter = next(one for one in mail.outbox if one.to == [ana.email])
        file = Transfer.objects.get(requested_by=ana.pk)
        assert "Every morning" in letter.subject
        assert f"/setup/tools/importExportViewer?export={file.pk}" in letter.body
        [shown] = browser_of(client_for, ana).get("/api/importexport/get").json()["data"]
        answer = browser_of(client_for, ana).get(shown["download_url"])
        text = b"".join(answer.streaming_content).decode("utf-8-sig")
        assert text.splitlines()[0] == "confirmation_code,total_amount"
        assert len(text.splitlines()) == 2
        # Nobody is told of the file by the way as well.
        for delivery in OutboxDelivery.objects.filter(event__name="job.finished"):
            outbox.deliver.run(delivery_id=delivery.pk)
        assert not Notification.objects.filter(kind="job_finished").exists()

    def test_a_worker_that_died_while_sending_is_followed_by_one_with_the_same_mail(
        self, chief, ana, monkeypatch
    ):
        save(chief, ana)
        make_due()
        go()
        [first] = mail.outbox
        ReportMail.objects.update(status="sending", leased_until=utc_now() - timedelta(seconds=1))
        report_mails.deliver({"mail_id": ReportMail.objects.get().pk}, utc_now())
        again = mail.outbox[1]
        assert again.extra_headers["Message-ID"] == first.extra_headers["Message-ID"]
        ReportMail.objects.update(status="sending", leased_until=utc_now() + timedelta(minutes=5))
        report_mails.deliver({"mail_id": ReportMail.objects.get().pk}, utc_now())
        assert len(mail.outbox) == 2

    def test_a_server_that_takes_nothing_is_tried_again(self, chief, ana, monkeypatch):
        save(chief, ana)
        make_due()

        def refuse(*_args: object, **_kwargs: object) -> None:
            raise ConnectionError

        with monkeypatch.context() as patch:
            patch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
            with pytest.raises(ConnectionError):
                go()
        assert statuses() == [("made", "")]
        go()
        assert len(mail.outbox) == 1

    def test_days_nobody_worked_come_to_one(self, chief, ana):
        save(chief, ana)
        row = make_due()
        CustomReport.objects.update(next_send_at=utc_now() - timedelta(days=9))
        go()
        assert len(mail.outbox) == 1
        row.refresh_from_db()
        assert row.next_send_at is not None
        assert timedelta(0) < row.next_send_at - utc_now() <= timedelta(days=1, hours=1)
        job = DueJob.objects.get(schema_name=current_schema(), kind=report_mails.SEND, key=str(row.pk))
        assert job.next_at == row.next_send_at

    def test_a_report_that_is_removed_is_mailed_no_more(self, chief, ana):
        made = save(chief, ana).json()
        row = make_due()
        report_mails.send({"report_id": row.pk}, utc_now())
        post(chief, f"/api/reports/custom/{made['id']}/remove")
        assert not DueJob.objects.filter(kind=report_mails.SEND, key=str(row.pk)).exists()
        report_mails.send({"report_id": row.pk}, utc_now())
        go()
        assert mail.outbox == []

    def test_old_ones_are_forgotten(self, chief, ana):
        save(chief, ana)
        make_due()
        go()
        report_mails.forget_old({}, utc_now())
        assert ReportMail.objects.count() == 1
        report_mails.forget_old({}, utc_now() + timedelta(days=91))
        assert ReportMail.objects.count() == 0


class TestWho:
    @pytest.mark.parametrize("right", ["report.view", "export"])
    def test_a_right_withdrawn_ends_it(self, chief, ana, right):
        save(chief, ana)
        kept = [one for one in ana.role.permissions if one != right]
        Role.objects.filter(pk=ana.role_id).update(permissions=kept)
        make_due()
        go()
        assert mail.outbox == []
        assert statuses() == [("skipped", "forbidden")]
        [row] = chief.get("/api/reports/custom/get").json()["reports"]
        [one] = row["recipients"]
        assert (one["is_able"], one["last_status"], one["last_reason"]) == (False, "skipped", "forbidden")

    def test_it_is_asked_again_when_the_mail_goes(self, chief, ana):
        save(chief, ana)
        row = make_due()
        report_mails.send({"report_id": row.pk}, utc_now())
        report_mails.deliver({"mail_id": ReportMail.objects.get().pk}, utc_now())
        UserAvatar.objects.filter(pk=ana.pk).update(status="disabled")
        go()
        assert mail.outbox == []
        assert statuses() == [("skipped", "forbidden")]

    def test_an_owner_who_may_not_any_more_ends_all_of_it(self, client_for, ana):
        role = make_role("boss", "report.view", "trip.view", "export")
        boss = make_colleague("Bo", "x", role=role)
        save(browser_of(client_for, boss), ana)
        Role.objects.filter(pk=role.pk).update(permissions=["trip.view"])
        row = make_due()
        go()
        row.refresh_from_db()
        assert (mail.outbox, statuses(), row.next_send_at) == ([], [], None)
        assert AuditLog.objects.filter(action="custom_report.stopped", entity_id=row.pk).count() == 1

    def test_whoever_may_not_have_it_is_no_recipient(self, chief):
        clerk = make_colleague("Cle", "x", role=make_role("clerk", "report.view", "trip.view"))
        refused = save(chief, clerk)
        assert_error(refused, 422)
        assert "Cle" in str(refused.json()["detail"]["fields"]["recipients"])
        assert_error(save(chief, recipients=[999_999]), 422)
        assert_error(save(chief), 422)

    def test_who_wants_no_more_gets_no_more_until_they_say_so(self, chief, ana, client_for):
        made = save(chief, ana, owner()).json()
        hers, path = browser_of(client_for, ana), f"/api/reports/custom/{made['id']}/subscription"
        assert post(hers, path, is_subscribed=False).json()["is_subscribed"] is False
        # Being listed anew by somebody else brings nothing back.
        save(chief, ana, owner(), id=made["id"], version=1)
        make_due()
        go()
        assert [one.to for one in mail.outbox] == [[owner().email]]
        assert post(hers, path, is_subscribed=True).json()["is_subscribed"] is True
        make_due()
        go()
        assert [one.to[0] for one in mail.outbox].count(ana.email) == 1

    def test_a_stranger_subscribes_to_nothing(self, chief, ana, client_for):
        made = save(chief, ana).json()
        other = browser_of(client_for, make_colleague("Dee", "x", role=ana.role))
        path = f"/api/reports/custom/{made['id']}/subscription"
        assert_error(post(other, path, is_subscribed=True), 404, "not_found")
        save(chief, ana, id=made["id"], version=1, is_shared=True)
        assert post(other, path, is_subscribed=True).json()["is_subscribed"] is True
        # Who may read but not take out is sent nothing either.
        eve = make_colleague("Eve", "x", role=make_role("looker", "report.view", "trip.view"))
        assert_error(post(browser_of(client_for, eve), path, is_subscribed=True), 403, "forbidden")
