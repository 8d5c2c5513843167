"""A confirmation is sent once, whatever runs twice, breaks or gets lost on the way."""

import smtplib
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection

from outfitter.plugins import contexts
from outfitter.plugins.models import DueJob
from outfitter.plugins.types import Event, Permanent
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.messaging import letters, operations, queries, subscribers, tasks
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.models import Message
from tests.messaging.support import operator, payload

AT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)


class BrokenBackend(EmailBackend):
    """A mail server that answers with `problem` as often as it is asked."""

    problem: Exception = ConnectionRefusedError("nobody there")

    def send_messages(self, messages):
        raise self.problem


@pytest.fixture
def broken(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.BrokenBackend"

    def with_problem(problem):
        monkeypatch.setattr(BrokenBackend, "problem", problem)

    return with_problem


def queue(**changes):
    data = confirmation.from_payload(payload(**changes))
    return letters.queue_confirmation(data=data, operator=operator(), at=AT)


def receive(**changes):
    event = Event("e1", "trip.converted", payload(**changes), AT)
    subscribers.on_trip_converted(contexts.context_for(schema_name="t_reef"), event)


def watcher(message_id):
    return DueJob.objects.filter(schema_name="t_reef", kind=operations.WATCH, key=str(message_id))


def test_a_message_is_a_row_with_a_watcher_before_it_is_a_mail(reef):
    message = Message.objects.get(pk=queue())

    assert (message.status, message.dedupe_key) == ("queued", "confirmation:41")
    assert message.to == "Ana Ruíz <ana@guest.example>"
    assert [file["name"] for file in message.attachments] == ["invite.ics"]
    assert watcher(message.pk).get().next_at == AT + timedelta(minutes=1)
    assert mail.outbox == []


def test_queueing_twice_leaves_one_message(reef):
    assert queue() == queue()
    assert Message.objects.count() == 1
    assert AuditLog.objects.filter(action="message.queued").count() == 1


def test_delivering_twice_sends_once(reef):
    message_id = queue()

    operations.deliver(message_id=message_id, at=AT)
    operations.deliver(message_id=message_id, at=AT)

    assert len(mail.outbox) == 1
    assert Message.objects.get().status == "sent"
    assert not watcher(message_id).exists()


def test_the_mail_has_both_bodies_the_file_and_where_to_answer(reef):
    operations.deliver(message_id=queue(), at=AT)
    (sent,) = mail.outbox
    source = sent.message()

    assert source["Reply-To"] == "desk@reef.example"
    assert source["From"] == "Reef Runners <no-reply@localhost>"
    assert source["Auto-Submitted"] == "auto-generated"
    assert [kind for _, kind in sent.alternatives] == ["text/html"]
    assert 'text/calendar; charset="utf-8"; method="PUBLISH"' in str(source).replace("\n", "")
    assert source["Message-ID"] == f"<{Message.objects.get().hash}@localhost>"


@pytest.mark.parametrize(
    "problem",
    [
        ConnectionRefusedError("nobody there"),
        smtplib.SMTPServerDisconnected("gone"),
        smtplib.SMTPResponseException(451, b"later"),
        smtplib.SMTPAuthenticationError(535, b"wrong password"),
        smtplib.SMTPRecipientsRefused({"ana@guest.example": (450, b"full")}),
    ],
)
def test_a_passing_fault_is_tried_again_later(reef, broken, problem):
    broken(problem)
    message_id = queue()

    operations.deliver(message_id=message_id, at=AT)

    row = Message.objects.get()
    assert (row.status, row.attempt_cnt) == ("queued", 1)
    assert row.error
    assert watcher(message_id).get().next_at == AT + timedelta(seconds=60)


@pytest.mark.parametrize(
    "problem",
    [
        smtplib.SMTPRecipientsRefused({"ana@guest.example": (550, b"unknown")}),
        smtplib.SMTPDataError(554, b"no"),
        ValueError("not an address"),
    ],
)
def test_a_refusal_for_good_ends_it(reef, broken, problem):
    broken(problem)
    message_id = queue()

    operations.deliver(message_id=message_id, at=AT)

    assert Message.objects.get().status == "failed"
    assert not watcher(message_id).exists()
    assert AuditLog.objects.filter(action="message.failed", trip_id=41).exists()


def test_tries_get_rarer_and_end(reef, broken):
    broken(ConnectionRefusedError("nobody there"))
    message_id, at, waits = queue(), AT, []

    while Message.objects.get().status == "queued":
        operations.deliver(message_id=message_id, at=at)
        if found := watcher(message_id).first():
            waits.append(int((found.next_at - at).total_seconds()))
            at = found.next_at

    # A server that is away for an hour, or a password that is wrong overnight, costs nobody a mail.
    assert waits[:8] == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert sum(waits) > 23 * 3600
    assert Message.objects.get().status == "failed"


def test_a_message_whose_worker_died_is_sent_once_more_and_then_given_up(reef):
    message_id = queue()
    assert queries.take_for_sending(message_id=message_id, at=AT) is not None

    early = operations.check(message_id=message_id, at=AT + timedelta(seconds=59))
    assert (early.is_sendable, early.is_open) == (False, True)
    assert early.look_again == timedelta(minutes=1)
    late = operations.check(message_id=message_id, at=AT + timedelta(minutes=1))
    assert (late.is_sendable, late.is_open) == (True, True)

    later = AT + timedelta(minutes=11)
    assert queries.take_for_sending(message_id=message_id, at=later) is not None
    end = operations.check(message_id=message_id, at=later + timedelta(minutes=10))
    assert (end.is_sendable, end.is_open) == (False, False)
    assert Message.objects.get().status == "failed"


def test_a_message_is_on_its_way_again_a_minute_after_its_worker_was_killed(reef, broken):
    class Killed(BaseException):
        """Nothing of ours runs any more."""

    message_id = queue()
    broken(Killed())
    with pytest.raises(Killed):
        operations.deliver(message_id=message_id, at=AT)

    assert Message.objects.get().status == "sending"
    assert watcher(message_id).get().next_at <= AT + timedelta(minutes=1)
    found = operations.check(message_id=message_id, at=AT + timedelta(minutes=1))
    assert found.is_sendable


def test_a_slow_mail_server_is_no_dead_worker(reef, monkeypatch):
    message_id, beats = queue(), []

    @contextmanager
    def kept(renew):
        renew(AT + timedelta(seconds=55))
        beats.append(operations.check(message_id=message_id, at=AT + timedelta(seconds=100)))
        yield

    monkeypatch.setattr(operations.queue, "hold_lease", kept)
    operations.deliver(message_id=message_id, at=AT)

    assert [one.is_sendable for one in beats] == [False]
    assert len(mail.outbox) == 1


def test_the_second_try_of_a_stuck_message_carries_the_same_message_id(reef):
    message_id = queue()
    queries.take_for_sending(message_id=message_id, at=AT)
    operations.check(message_id=message_id, at=AT + timedelta(minutes=10))

    operations.deliver(message_id=message_id, at=AT + timedelta(minutes=10))

    assert mail.outbox[0].message()["Message-ID"] == f"<{Message.objects.get().hash}@localhost>"


def test_the_watcher_sends_what_a_lost_job_left(reef, monkeypatch):
    message_id, sent = queue(), []
    monkeypatch.setattr(tasks.send_message, "after_commit", lambda **kw: sent.append(kw))

    tasks.watch({"message_id": message_id}, AT + timedelta(minutes=1))

    assert sent == [{"message_id": message_id}]
    assert watcher(message_id).get().next_at == AT + timedelta(minutes=11)


@pytest.mark.parametrize("status", ["sent", "failed", "cancelled"])
def test_the_watcher_leaves_what_is_done(reef, monkeypatch, status):
    message_id = queue()
    Message.objects.update(status=status)
    monkeypatch.setattr(tasks.send_message, "after_commit", lambda **kw: pytest.fail("sent again"))

    tasks.watch({"message_id": message_id}, AT + timedelta(minutes=1))


def test_the_event_makes_one_message_and_starts_one_job_each_time(reef, monkeypatch):
    started = []
    monkeypatch.setattr(tasks.send_message, "after_commit", lambda **kw: started.append(kw))

    receive()
    receive()

    assert Message.objects.count() == 1
    assert len(started) == 2
    assert "http://reef.localhost:8000/customerPortal" in Message.objects.get().body_html


def test_a_trip_without_an_address_is_not_written_to(reef):
    receive(contact_email=None)

    assert not Message.objects.exists()


def test_an_event_that_cannot_be_read_is_not_tried_forever(reef):
    with pytest.raises(Permanent):
        receive(orders=[{}])


@pytest.mark.parametrize("address", ["müller@guest.example", "not an address"])
def test_an_odd_address_never_stops_the_queue(reef, address):
    operations.deliver(message_id=queue(contact_email=address), at=AT)

    assert Message.objects.get().status in {"sent", "failed"}


def test_two_workers_at_once_send_one_mail(waiting_at_peak):
    ready, taken = threading.Barrier(2), []

    def work():
        connection.set_schema("t_peak")
        ready.wait()
        taken.append(queries.take_for_sending(message_id=waiting_at_peak, at=AT))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(each is not None for each in taken) == 1


@pytest.fixture
def waiting_at_peak(django_db_setup, django_db_blocker):
    """A queued message that other connections see; gone afterwards."""
    with django_db_blocker.unblock():
        connection.set_schema("t_peak")
        row = Message.objects.create(hash="w" * 24, category="test", to="a@b.example", created_at=AT)
        yield row.pk
        connection.set_schema("t_peak")
        row.delete()
        connection.close()
