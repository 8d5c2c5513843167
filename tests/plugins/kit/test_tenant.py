"""The tenant and the clock that plugin authors get."""

from datetime import UTC, datetime, timedelta

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now


def test_a_plugin_hears_what_happens_at_its_operator(tenant, other_tenant, acme):
    tenant.enable("acme", token="t")
    tenant.publish("trip.converted", trip_id=1)
    other_tenant.publish("trip.converted", trip_id=2)
    assert tenant.waiting_cnt("acme") == 1
    tenant.work()

    assert [(schema, name) for schema, name, _ in acme.heard] == [("t_reef", "trip.converted")]
    assert tenant.calls("acme")[0].status == "done"
    assert (tenant.waiting_cnt("acme"), current_schema()) == (0, "t_reef")


def test_a_guest_books_and_the_seats_are_gone(tenant, acme):
    tenant.enable("acme", token="t")
    offer = tenant.offer(capacity=5, days=2)
    slot, other = offer.timeslot_ids
    trip_id = tenant.book(offer, guests={"adult": 2, "child": 1})
    tenant.work()

    assert [name for _, name, _ in acme.heard].count("trip.converted") == 1
    assert (tenant.seats_left(slot), tenant.seats_left(other)) == (2, 5)
    assert trip_id > 0


def test_a_switched_off_plugin_hears_nothing(tenant, acme):
    tenant.enable("acme", token="t")
    tenant.publish("trip.converted", trip_id=1)
    tenant.disable("acme")
    tenant.work()

    assert acme.heard == []


def test_what_fails_is_tried_again_when_the_clock_moves(tenant, clock, acme):
    tenant.enable("acme", token="t", mood="broken")
    tenant.publish("trip.converted", trip_id=1)
    tenant.work()
    assert "acme is away" in tenant.calls("acme")[0].error

    tenant.enable("acme", token="t")
    tenant.work()
    assert acme.heard == []
    clock.forward(minutes=1)
    tenant.work()
    assert len(acme.heard) == 1


def test_the_clock_stands_still_and_moves(clock):
    begin = utc_now()
    assert utc_now() == begin
    clock.forward(minutes=16)
    assert utc_now() - begin == timedelta(minutes=16)
    clock.move_to(datetime(2026, 3, 8, 7, tzinfo=UTC))
    assert utc_now().isoformat() == "2026-03-08T07:00:00+00:00"


def test_a_browser_is_at_its_host(tenant, other_tenant):
    assert tenant.client().get("/healthz").status_code == 200
    assert other_tenant.client().get("/partner/nothing").status_code == 404
