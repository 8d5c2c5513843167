"""Events reach whoever enabled a plugin, once each, and one broken plugin harms nobody."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, outbox
from outfitter.plugins.models import OutboxDelivery, OutboxEvent


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    """Deliver by hand: the test says when a job runs."""
    monkeypatch.setattr(outbox.deliver, "apply_async", lambda *a, **k: None)


def publish(name="trip.converted", **payload):
    with transaction.atomic():
        outbox.publish(name, at=utc_now(), **payload)


def deliver_all():
    for pk in OutboxDelivery.objects.order_by("pk").values_list("pk", flat=True):
        outbox.deliver.run(delivery_id=pk)


class TestPublish:
    def test_reaches_only_the_operator_that_enabled_it(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")
        publish(trip_id=1)
        with in_schema("t_peak"):
            publish(trip_id=2)

        deliver_all()

        assert [(schema, name) for schema, name, _ in acme.heard] == [("t_reef", "trip.converted")]

    def test_leaves_nothing_behind_when_the_transaction_fails(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")

        def fail():
            with transaction.atomic():
                outbox.publish("trip.converted", at=utc_now())
                raise RuntimeError("no")

        with pytest.raises(RuntimeError, match="no"):
            fail()

        assert OutboxEvent.objects.count() == 0

    def test_what_is_recorded_together_is_one_statement_in_its_order(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")
        with transaction.atomic(), CaptureQueriesContext(connection) as sent, outbox.together():
            for number in range(3):
                with outbox.together():
                    outbox.publish("trip.converted", at=utc_now(), trip_id=number)
            outbox.publish("resource.painted", at=utc_now())
        assert len([one for one in sent if "INSERT" in one["sql"]]) == 1

        deliver_all()

        recorded = OutboxEvent.objects.order_by("pk")
        assert [event.payload for event in recorded] == [{"trip_id": number} for number in range(3)]
        assert [name for _, name, _ in acme.heard] == ["trip.converted"] * 3

    def test_however_many_are_recorded_together_it_is_one_statement(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")
        with transaction.atomic(), CaptureQueriesContext(connection) as sent, outbox.together():
            for number in range(70):
                outbox.publish("trip.converted", at=utc_now(), trip_id=number)
                outbox.publish("resource.painted", at=utc_now())
        assert len([one for one in sent if "INSERT" in one["sql"]]) == 1

        deliver_all()

        recorded = OutboxEvent.objects.order_by("pk")
        assert [event.payload for event in recorded] == [{"trip_id": number} for number in range(70)]
        assert [name for _, name, _ in acme.heard] == ["trip.converted"] * 70

    def test_nothing_is_recorded_of_a_block_that_fails(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")

        def fail():
            with transaction.atomic(), outbox.together():
                outbox.publish("trip.converted", at=utc_now())
                raise RuntimeError("no")

        with pytest.raises(RuntimeError, match="no"):
            fail()
        publish(trip_id=7)

        assert [event.payload for event in OutboxEvent.objects.all()] == [{"trip_id": 7}]

    def test_an_event_without_subscribers_leaves_no_row(self, reef):
        publish("resource.painted")

        assert OutboxEvent.objects.count() == 0

    def test_an_event_a_plugin_did_not_name_does_not_reach_it(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme")

        publish("hold.placed")

        assert OutboxEvent.objects.count() == 0

    def test_is_refused_outside_an_operators_schema(self, db):
        connection.set_schema_to_public()

        with pytest.raises(RuntimeError, match="operator's transaction"):
            publish()


@pytest.mark.django_db(transaction=True)
def test_what_a_transaction_tells_travels_as_one_message_and_fails_apart(monkeypatch):
    sent, heard = [], []
    monkeypatch.setattr(outbox.deliver, "apply_async", lambda kwargs, **_: sent.append(kwargs))
    monkeypatch.setattr(outbox, "_own", {})

    def break_down(_ctx, _event):
        raise RuntimeError("this part is broken")

    outbox.subscribe("trip.converted", "broken", break_down)
    outbox.subscribe("trip.converted", "sound", lambda _ctx, event: heard.append(event.payload["trip_id"]))
    with in_schema("t_reef"):
        with transaction.atomic(), outbox.together():
            outbox.publish("trip.converted", at=utc_now(), trip_id=1)
            outbox.publish("trip.converted", at=utc_now(), trip_id=2)
        (message,) = sent
        outbox.deliver.run(**message)
        outbox.deliver.run(**message)

    assert heard == [1, 2]
    states = OutboxDelivery.objects.values_list("subscriber", "status", "attempt_cnt")
    assert sorted(states) == [("core:broken", "waiting", 1)] * 2 + [("core:sound", "done", 1)] * 2


class TestDeliver:
    @pytest.fixture(autouse=True)
    def enabled(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "t"})

    def row(self):
        return OutboxDelivery.objects.get(subscriber="plugin:acme")

    def test_a_second_job_for_the_same_delivery_does_nothing(self, acme):
        publish()
        pk = self.row().pk

        outbox.deliver.run(delivery_ids=[pk, pk])
        outbox.deliver.run(delivery_id=pk)

        assert len(acme.heard) == 1
        assert self.row().status == "done"

    def test_a_plugin_that_is_away_is_tried_again_later(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "t", "mood": "broken"})
        publish()

        outbox.deliver.run(delivery_id=self.row().pk)

        row = self.row()
        assert (row.status, row.attempt_cnt) == ("waiting", 1)
        assert row.next_at > utc_now()
        assert "acme is away" in row.error

    def test_a_refusal_ends_it(self, reef, acme):
        configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "t", "mood": "refused"})
        publish()

        outbox.deliver.run(delivery_id=self.row().pk)

        assert self.row().status == "failed"

    def test_a_plugin_that_refuses_is_told_once_and_not_in_circles(self, reef, acme, monkeypatch):
        heard = []
        monkeypatch.setitem(
            outbox._own, outbox.PLUGIN_FAILING, {"core:test": lambda ctx, event: heard.append(event)}
        )
        configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "t", "mood": "refused"})
        publish()
        outbox.deliver.run(delivery_id=self.row().pk)
        about = OutboxDelivery.objects.get(event__name=outbox.PLUGIN_FAILING)
        outbox.deliver.run(delivery_id=about.pk)

        assert [event.payload["slug"] for event in heard] == ["acme"]
        about.subscriber, about.event.name = "plugin:acme", outbox.PLUGIN_FAILING
        outbox._announce_failing(about, RuntimeError("again"), utc_now())
        assert OutboxEvent.objects.filter(name=outbox.PLUGIN_FAILING).count() == 1

    def test_a_plugin_switched_off_meanwhile_hears_nothing(self, reef, acme):
        publish()
        configs.disable(schema_name=reef.schema_name, slug="acme")

        outbox.deliver.run(delivery_id=self.row().pk)

        assert acme.heard == []

    def test_the_sweeper_finds_what_a_dead_worker_left(self, acme):
        publish()
        OutboxDelivery.objects.filter(subscriber="plugin:acme").update(
            status="running", next_at=utc_now() - timedelta(seconds=1)
        )

        assert outbox.sweep_deliveries(at=utc_now()) >= 1
        outbox.deliver.run(delivery_id=self.row().pk)

        assert len(acme.heard) == 1

    def test_what_kills_its_worker_is_given_up(self, acme):
        publish()
        OutboxDelivery.objects.filter(subscriber="plugin:acme").update(
            status="running",
            next_at=utc_now() - timedelta(seconds=1),
            attempt_cnt=outbox.POLICY.most_attempts,
        )

        outbox.sweep_deliveries(at=utc_now())
        outbox.deliver.run(delivery_id=self.row().pk)

        assert (self.row().status, acme.heard) == ("failed", [])
        assert "worker" in self.row().error


class TestConfigs:
    def test_settings_are_encrypted_at_rest(self, reef, acme):
        row = configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "s3cret-word"})

        assert "s3cret-word" not in row.settings_encrypted
        found = configs.settings_of(schema_name=reef.schema_name, slug="acme")
        assert found == {"token": "s3cret-word", "mood": "good"}

    @pytest.mark.parametrize("values", [{}, {"token": 5}, {"token": "t", "other": 1}])
    def test_settings_that_do_not_fit_are_refused(self, reef, acme, values):
        from outfitter.kit.errors import Invalid

        with pytest.raises(Invalid):
            configs.enable(schema_name=reef.schema_name, slug="acme", values=values)

        assert "acme" not in configs.enabled_slugs(schema_name=reef.schema_name)

    def test_an_unknown_plugin_is_refused(self, reef):
        from outfitter.kit.errors import NotFound

        with pytest.raises(NotFound):
            configs.enable(schema_name=reef.schema_name, slug="nothing")
