"""What plugins do in a sale is bounded: whatever one does, the guest gets the seats."""

import threading
import time
from typing import Any

import pytest
from django.db import connection, transaction

from outfitter.plugins import circuit_breaker, hold_checks, isolated_call, time_limits
from outfitter.plugins.models import OutboxEvent
from tests.support import sales

pytestmark = pytest.mark.usefixtures("reef")


def ask() -> list[str]:
    return hold_checks.find_hold_objections(schema_name="t_reef", timeslot_id=1, pax_cnt=2)


def refuse(_ctx: Any) -> list[str]:
    return ["Not today."]


def fail(_ctx: Any) -> list[str]:
    raise RuntimeError("broken")


def spin(_ctx: Any) -> list[str]:
    while True:
        pass


def leave(_ctx: Any) -> list[str]:
    raise SystemExit


def ask_sql(_ctx: Any) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    return []


class TestOneThatMisbehaves:
    @pytest.mark.parametrize(
        "does", [fail, leave, ask_sql, lambda _: 5, lambda _: [None], lambda _: [["no"]]]
    )
    def test_has_nothing_against_it_and_the_others_are_heard(self, plant, does):
        plant("broken", check_hold=does)
        plant("strict", check_hold=refuse)

        assert ask() == ["Not today."]

    @pytest.mark.parametrize("does", [lambda _: time.sleep(5), spin])
    def test_one_that_hangs_costs_half_a_second_and_no_more(self, plant, does):
        plant("stuck", check_hold=does)
        begin = time.monotonic()

        assert ask() == []
        assert time.monotonic() - begin < time_limits.SALE + 0.5

    def test_one_that_counts_in_circles_is_ended(self, plant):
        plant("spinner", check_hold=spin)
        ask()

        end = time.monotonic() + 3
        while time.monotonic() < end and _threads("plugin-spinner"):
            time.sleep(0.02)
        assert not _threads("plugin-spinner")

    def test_what_breaks_on_its_connection_leaves_the_sales_transaction_alone(self, plant):
        plant("broken", check_hold=ask_sql)

        with transaction.atomic(), connection.cursor() as cursor:
            ask()
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)

    def test_one_that_hangs_never_fills_the_process(self, plant, monkeypatch):
        monkeypatch.setattr(time_limits, "SALE", 0.02)
        stop = threading.Event()
        plugin = plant("filler", check_hold=lambda _: [stop.wait(10)][:0])
        for _ in range(isolated_call.PLACES + 4):
            circuit_breaker.reset_breakers()
            ask()
        asked = len(plugin.asked)
        stop.set()

        assert asked == isolated_call.PLACES

    def test_a_sale_goes_through(self, plant):
        plant("broken", check_hold=fail)
        plant("stuck", check_hold=lambda _: time.sleep(5))
        offer = sales.make_offer()

        assert sales.fill_cart(offer)

    def test_one_that_refuses_still_refuses(self, plant):
        plant("strict", check_hold=lambda _: "Not today.")

        assert ask() == ["Not today."]

    def test_too_many_words_are_cut(self, plant):
        plant("talker", check_hold=lambda _: ["x" * 5000] * 50)

        assert [len(reason) for reason in ask()] == [300] * 10


def _threads(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]


class TestBreaker:
    def test_after_three_failures_it_is_left_alone_then_tried_once(self, plant, monkeypatch):
        now = [0.0]
        monkeypatch.setattr(circuit_breaker, "clock", lambda: now[0])
        plugin = plant("broken", check_hold=fail)
        for _ in range(6):
            ask()
        assert len(plugin.asked) == 3

        now[0] = circuit_breaker.FIRST_REST + 1
        ask()
        ask()
        assert len(plugin.asked) == 4

        plugin.hold = refuse
        now[0] += 2 * circuit_breaker.FIRST_REST + 1
        assert [ask(), ask()] == [["Not today."]] * 2

    def test_a_success_forgets_earlier_failures(self, plant):
        plugin = plant("broken", check_hold=fail)
        for does in (fail, fail, refuse, fail, fail):
            plugin.hold = does
            ask()
        plugin.hold = refuse

        assert ask() == ["Not today."]

    def test_one_operators_trouble_is_not_anothers(self, plant):
        plugin = plant("broken", at=("t_reef", "t_peak"), check_hold=fail)
        for _ in range(4):
            ask()
        plugin.hold = refuse

        assert ask() == []
        heard = hold_checks.find_hold_objections(schema_name="t_peak", timeslot_id=1, pax_cnt=2)
        assert heard == ["Not today."]

    def test_the_operator_is_told_once(self, plant, django_capture_on_commit_callbacks):
        plant("broken", check_hold=fail)
        for _ in range(3):
            with django_capture_on_commit_callbacks(execute=True):
                ask()
                ask()
        event = OutboxEvent.objects.get(name="plugin.failing")

        assert (event.payload["slug"], event.payload["reason"]) == ("broken", "check_failing")

    def test_rests_grow_up_to_ten_minutes(self):
        assert [circuit_breaker.calculate_rest(more) for more in (0, 1, 4, 5, 99)] == [
            30.0,
            60.0,
            480.0,
            600.0,
            600.0,
        ]
