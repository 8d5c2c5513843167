"""Cards at a reader: paid, tipped, refunded with the card, and nobody else's reader."""

import dataclasses
from typing import Any

import pytest

from outfitter.sdk import GatewayIntent, GatewayReader, PaymentFailed, TenantContext, Terms
from outfitter_stripe import terminal
from tests.plugins.stripe.steps import begin, provider, read
from tests.stripe_double.local_double import Running

QUAY = {"line1": "1 Quay", "city": "Key West", "state": "FL", "postal_code": "33040", "country": "US"}
AT_COUNTER = Terms(channel="card_present")


@pytest.fixture
def reader(double: Running, ctx: TenantContext) -> GatewayReader:
    """Register a simulated reader of Reef's."""
    place = provider.ensure_location(ctx, name="Boathouse", address=QUAY, key="place")
    return provider.register_reader(
        ctx, registration_code="simulated-wpe", label="Counter 1", location_id=place.gateway_id, key="reader"
    )


def show(ctx: TenantContext, reader: GatewayReader, intent: GatewayIntent, **more: Any) -> GatewayReader:
    """Ask for the card."""
    return provider.process_on_reader(
        ctx,
        reader_id=reader.gateway_id,
        gateway_id=intent.gateway_id,
        **{"key": "show-1", "currency": intent.currency, **more},
    )


def present(double: Running, reader: GatewayReader, **card: Any) -> None:
    """Hold a card to the reader."""
    helpers = double.library().v1.test_helpers.terminal.readers
    helpers.present_payment_method(reader.gateway_id, card)  # type: ignore[arg-type]


def test_paid_at_the_counter(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    assert (reader.label, reader.is_online) == ("Counter 1", True)
    assert reader.device_type == "simulated_wisepos_e"
    intent = begin(ctx, terms=AT_COUNTER)
    asked = show(ctx, reader, intent)
    assert asked.action is not None
    assert (asked.action.kind, asked.action.status) == ("payment", "in_progress")
    assert asked.action.intent_id == intent.gateway_id
    present(double, reader, type="card_present")
    done = provider.get_reader(ctx, reader_id=reader.gateway_id)
    assert done.action is not None
    assert done.action.status == "succeeded"
    assert done.last_seen_at is not None
    paid = read(ctx, intent)
    assert (paid.status, paid.paid_with, paid.amount_received) == ("succeeded", "card_present", 4500)
    assert (paid.card_last4, paid.tip_amount) == ("4242", 0)


def test_a_tip_at_the_reader_is_known_apart(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    intent = begin(ctx, terms=AT_COUNTER)
    show(ctx, reader, intent, tip_on=4500)
    present(double, reader, type="card_present", amount_tip=900)
    paid = read(ctx, intent)
    assert (paid.amount, paid.amount_received, paid.tip_amount) == (5400, 5400, 900)


def test_held_at_the_counter(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    terms = dataclasses.replace(AT_COUNTER, capture="manual")
    intent = begin(ctx, terms=terms)
    show(ctx, reader, intent)
    present(double, reader, type="card_present")
    held = read(ctx, intent)
    assert (held.status, held.amount_capturable) == ("requires_capture", 4500)
    assert held.capture_before is not None
    taken = provider.capture_intent(ctx, gateway_id=intent.gateway_id, amount=4500, currency="USD", key="c")
    assert taken.status == "succeeded"


def test_a_card_that_is_refused_at_the_reader(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    intent = begin(ctx, terms=AT_COUNTER)
    show(ctx, reader, intent)
    present(double, reader, type="card_present", card_present={"number": "4000000000000002"})
    failed = provider.get_reader(ctx, reader_id=reader.gateway_id).action
    assert failed is not None
    assert (failed.status, failed.failure_code) == ("failed", "card_declined")
    assert read(ctx, intent).status == "requires_method"


def test_stopping_and_trying_again(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    intent = begin(ctx, terms=AT_COUNTER)
    show(ctx, reader, intent)
    stopped = provider.cancel_reader_action(ctx, reader_id=reader.gateway_id, key="stop")
    assert stopped.action is None or stopped.action.status != "in_progress"
    show(ctx, reader, intent, key="show-2")
    double.control(f"readers/{reader.gateway_id}/fail", code="customer_canceled")
    failed = provider.get_reader(ctx, reader_id=reader.gateway_id).action
    assert failed is not None
    assert failed.failure_code == "customer_canceled"


def test_a_reader_that_is_away(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    double.control(f"readers/{reader.gateway_id}", status="offline")
    assert not provider.get_reader(ctx, reader_id=reader.gateway_id).is_online
    with pytest.raises(PaymentFailed) as refused:
        show(ctx, reader, begin(ctx, terms=AT_COUNTER))
    assert refused.value.code == "reader_offline"


def test_a_reader_that_does_not_answer(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    double.control(f"readers/{reader.gateway_id}", status="online", silent=True)
    with pytest.raises(PaymentFailed) as refused:
        show(ctx, reader, begin(ctx, terms=AT_COUNTER))
    assert refused.value.code == "reader_timeout"


def pay_with_interac(double: Running, ctx: TenantContext, reader: GatewayReader) -> GatewayIntent:
    """Pay 45 Canadian dollars with a Canadian debit card."""
    intent = begin(ctx, currency="CAD", terms=AT_COUNTER)
    show(ctx, reader, intent)
    present(double, reader, type="interac_present")
    return read(ctx, intent)


def test_interac_is_refunded_with_the_card_only(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    paid = pay_with_interac(double, ctx, reader)
    assert (paid.status, paid.paid_with) == ("succeeded", "interac")
    wanted: Any = {"gateway_id": paid.gateway_id, "amount": 2000, "currency": "CAD"}
    with pytest.raises(PaymentFailed) as refused:
        provider.refund(ctx, key="r1", reason="", **wanted)
    assert refused.value.code == "terminal_refund_required"
    asked = provider.refund_on_reader(
        ctx, reader_id=reader.gateway_id, key="r2", metadata={"refund": "9"}, **wanted
    )
    assert asked.action is not None
    assert (asked.action.kind, asked.action.status) == ("refund", "in_progress")
    present(double, reader, type="interac_present")
    done = provider.get_reader(ctx, reader_id=reader.gateway_id).action
    assert done is not None
    assert done.status == "succeeded"
    assert done.refund_id is not None
    refund = provider.get_refund(ctx, gateway_id=done.refund_id)
    assert (refund.status, refund.amount, refund.currency) == ("succeeded", 2000, "CAD")
    assert refund.metadata["refund"] == "9"


def test_other_cards_are_refunded_without_the_card(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    intent = begin(ctx, terms=AT_COUNTER)
    show(ctx, reader, intent)
    present(double, reader, type="card_present")
    refund = provider.refund(
        ctx, gateway_id=intent.gateway_id, amount=4500, currency="USD", key="r", reason=""
    )
    assert refund.status == "succeeded"


def test_tills_get_a_secret_for_one_place(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    token = provider.connection_token(ctx, location_id=reader.location_id)
    assert token.secret.startswith("pst_")
    assert token.location_id == reader.location_id


def test_operators_on_one_account_do_not_see_each_others_readers(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    peak = TenantContext(schema="peak", name="Peak")
    assert list(provider.list_readers(peak)) == []
    assert list(provider.list_locations(peak)) == []
    assert [own.gateway_id for own in provider.list_readers(ctx)] == [reader.gateway_id]
    assert [own.gateway_id for own in provider.list_locations(ctx)] == [reader.location_id]
    intent = begin(peak, key="peak", terms=AT_COUNTER)
    place = str(reader.location_id)
    attempts: list[Any] = [
        lambda: provider.connection_token(peak, location_id=place),
        lambda: provider.connection_token(peak),
        lambda: provider.get_reader(peak, reader_id=reader.gateway_id),
        lambda: show(peak, reader, intent),
        lambda: provider.cancel_reader_action(peak, reader_id=reader.gateway_id, key="s"),
        lambda: provider.refund_on_reader(
            peak, reader_id=reader.gateway_id, gateway_id=intent.gateway_id, amount=1, currency="USD", key="r"
        ),
        lambda: provider.register_reader(
            peak, registration_code="simulated-wpe", label="x", location_id=place, key="x"
        ),
        lambda: provider.set_tip_suggestions(peak, location_id=place, currency="USD", percents=[10], key="t"),
    ]
    for attempt in attempts:
        with pytest.raises(PaymentFailed) as refused:
            attempt()
        assert refused.value.code == "not_found"
    provider.remove_reader(peak, reader_id=reader.gateway_id, key="x")
    assert len(list(provider.list_readers(ctx))) == 1


def test_no_simulated_reader_where_money_is_real(
    double: Running, ctx: TenantContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = dataclasses.replace(terminal.keys_for(ctx), is_test=False)
    monkeypatch.setattr(terminal, "keys_for", lambda _ctx: live)
    place = provider.ensure_location(ctx, name="Boathouse", address=QUAY, key="place")

    with pytest.raises(PaymentFailed):
        provider.register_reader(
            ctx,
            registration_code=" simulated-wpe",
            label="Counter",
            location_id=place.gateway_id,
            key="reader",
        )
    assert list(provider.list_readers(ctx)) == []


def test_a_reader_goes_out_of_use(double: Running, ctx: TenantContext, reader: GatewayReader) -> None:
    for key in ("x1", "x2"):
        provider.remove_reader(ctx, reader_id=reader.gateway_id, key=key)
    assert list(provider.list_readers(ctx)) == []


@pytest.mark.parametrize("percents", [[10, 15, 20, 25], [0], [101]])
def test_senseless_tip_suggestions(
    double: Running, ctx: TenantContext, reader: GatewayReader, percents: list[int]
) -> None:
    with pytest.raises(ValueError, match="up to three"):
        provider.set_tip_suggestions(
            ctx, location_id=str(reader.location_id), currency="USD", percents=percents, key="t"
        )


def test_tip_suggestions_belong_to_a_place(
    double: Running, ctx: TenantContext, reader: GatewayReader
) -> None:
    def offer(key: str, *percents: int) -> Any:
        provider.set_tip_suggestions(
            ctx, location_id=str(reader.location_id), currency="USD", percents=percents, key=key
        )
        (kept,) = double.state()["objects"]["terminal.configuration"]
        return (kept.get("tipping") or {}).get("usd", {}).get("percentages")

    assert [int(percent) for percent in offer("t1", 10, 15, 20)] == [10, 15, 20]
    assert [int(percent) for percent in offer("t2", 18)] == [18]
    assert offer("t3") is None
    (place,) = double.state()["objects"]["terminal.location"]
    (kept,) = double.state()["objects"]["terminal.configuration"]
    assert place["configuration_overrides"] == kept["id"]
