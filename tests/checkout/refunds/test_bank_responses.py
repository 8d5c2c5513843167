"""What we say to banks: evidence in time, or that they are right; and who is reminded of it."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, outbox
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter.plugins.payments.types import PaymentFailed
from outfitter.plugins.types import Event
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.card_charges import balance_charges
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway_reconciliation import payout_import
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.sale_terms import gateway_jobs
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.operations import GiftCardInvalid
from outfitter_tenants.ledger.models import Dispute, Payment
from outfitter_tenants.notifications import subscribers, translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.models import Properties, UserAvatar
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Flag, Trip
from tests.giftcards.card_calls import apply, sell_card
from tests.giftcards.card_value import worth
from tests.support.api_operations import assert_error
from tests.support.faulty_gateway import FaultyGateway
from tests.support.resellers import make_reseller
from tests.support.sold_trips import STAFF, pay
from tests.support.team import make_role
from tests.support.trip_states import logged, make_reserved

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 12700


@dataclass
class Listening(FaultyGateway):
    """A gateway that hands on what we say to banks."""

    capabilities: frozenset[str] = frozenset({"disputes"})
    said: list[tuple[str, dict[str, str], list[str], bool]] = field(default_factory=list)
    closed: bool = False

    def submit_evidence(self, ctx, *, gateway_id, texts, files, is_final, key):
        with self._called():
            if self.closed:
                raise PaymentFailed("gateway_refused", "too late")
            self.said.append((gateway_id, dict(texts), [one.kind for one in files], is_final))
            assert all(one.content.startswith(b"%PDF") for one in files)
            return self._now(gateway_id, "under_review" if is_final else "needs_response")

    def accept_dispute(self, ctx, *, gateway_id, key):
        with self._called():
            return self._now(gateway_id, "lost")

    def _now(self, gateway_id, status):
        made = replace(self.disputes[gateway_id], status=status, has_evidence=True)
        self.disputes[gateway_id] = made
        return made

    def get_dispute(self, ctx, *, gateway_id):
        return self.disputes[gateway_id]

    def list_disputes(self, ctx, *, since=None):
        return iter([one for one in self.disputes.values() if one.created_at >= since])


@pytest.fixture
def bank(monkeypatch) -> Listening:
    made = Listening()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), made

    monkeypatch.setattr(intent_calls, "payment_provider", provider)
    return made


@pytest.fixture
def paid(trip_id) -> Payment:
    return pay(trip_id, TOTAL)


def told(paid, status="needs_response", *, days: float = 7, **more) -> GatewayDispute:
    """A dispute as the gateway tells it."""
    return GatewayDispute(
        "dp_1",
        status,
        "fraudulent",
        TOTAL,
        "USD",
        None,
        paid.intent.gateway_id,
        evidence_due_at=utc_now() + timedelta(days=days),
        settled_currency="USD",
        created_at=utc_now(),
        **more,
    )


def hear(bank, dispute) -> Dispute:
    bank.disputes[dispute.gateway_id] = dispute
    disputes.dispute_changed(gateway="stripe", dispute=dispute, at=utc_now())
    return Dispute.objects.get()


def say(client, row, what, **body):
    path = f"/api/payments/dispute/{row.pk}/{what}"
    return client.post(path, body, content_type="application/json")


class TestAnswers:
    def test_first_a_draft_and_then_for_good(self, staff, bank, paid):
        row = hear(bank, told(paid))

        draft = say(staff, row, "answer", statement="They were here.")
        assert draft.status_code == 200, draft.content[:500]
        assert draft.json()["trip"]["disputes"][0]["has_evidence"] is True
        final = say(staff, row, "answer", statement="All of them.", is_final=True).json()

        assert final["trip"]["disputes"][0]["status"] == "under_review"
        gateway_id, texts, files, is_final = bank.said[-1]
        assert (gateway_id, files, is_final) == ("dp_1", ["uncategorized_file"], True)
        assert texts["uncategorized_text"] == "All of them."
        assert (texts["customer_name"], len(texts["service_date"])) == ("Ana Ruiz", 10)
        assert texts["product_description"]
        said = [one for one in logged(paid.trip_id) if one.startswith("payment.dispute")]
        assert sorted(said) == [
            "payment.dispute_answered",
            "payment.dispute_drafted",
            "payment.dispute_opened",
        ]
        assert_error(say(staff, row, "answer"), 409, "dispute_closed")

    def test_given_up_the_trip_owes_it(self, staff, bank, paid):
        row = hear(bank, told(paid))

        answer = say(staff, row, "accept", reason="they are right").json()

        assert answer["trip"]["totals"]["balance"] == TOTAL
        assert "payment.dispute_accepted" in logged(paid.trip_id)
        # The gateway's own news of it says nothing new.
        hear(bank, bank.disputes["dp_1"])
        assert trips.balance(trips.get_trip(trip_id=paid.trip_id)) == TOTAL
        assert "payment.dispute_lost" not in logged(paid.trip_id)

    def test_a_bank_that_does_not_listen_any_more(self, staff, bank, paid):
        row = hear(bank, told(paid, days=-1))
        assert_error(say(staff, row, "answer"), 409, "dispute_closed")
        assert_error(say(staff, row, "accept", reason="a"), 409, "dispute_closed")
        row = hear(bank, told(paid))
        bank.closed = True
        assert_error(say(staff, row, "answer"), 409, "dispute_closed")
        assert not bank.said

    def test_a_gateway_that_is_away_or_cannot(self, staff, bank, paid):
        row = hear(bank, told(paid))
        bank.is_away = True
        assert_error(say(staff, row, "answer"), 502, "gateway_error")
        bank.capabilities = frozenset()
        assert_error(say(staff, row, "accept", reason="a"), 409, "gateway_unsupported")
        assert Dispute.objects.get().status == "needs_response"

    def test_who_and_what(self, staff, client_for, bank, paid):
        row = hear(bank, told(paid))
        for what in ("answer", "accept"):
            unknown = staff.post(
                f"/api/payments/dispute/9999999/{what}",
                {"reason": "a"} if what[1] == "c" else {},
                content_type="application/json",
            )
            assert_error(unknown, 404, "not_found")
            assert_error(say(client_for("reef"), row, what, reason="a"), 401, "unauthenticated")
        assert_error(say(staff, row, "accept"), 422, "validation_failed")
        assert_error(say(staff, row, "answer", colour="red"), 422, "validation_failed")


class TestReminders:
    def test_three_days_and_one_day_before_the_end(self, bank, paid):
        row = hear(bank, told(paid))
        due_at = row.evidence_due_at
        (job,) = DueJob.objects.filter(kind=disputes.REMIND)
        assert job.next_at == due_at - timedelta(days=3)

        disputes.remind(job.payload, job.next_at)
        hear(bank, bank.disputes["dp_1"])

        (job,) = DueJob.objects.filter(kind=disputes.REMIND)
        assert job.next_at in {due_at - timedelta(days=3), due_at - timedelta(days=1)}
        assert OutboxEvent.objects.filter(name="payment.dispute_due").count() == 1

    def test_not_once_it_is_answered_or_over(self, staff, bank, paid):
        row = hear(bank, told(paid))
        say(staff, row, "answer", is_final=True)

        assert not DueJob.objects.filter(kind=disputes.REMIND).exists()
        disputes.remind({"dispute_id": row.pk}, utc_now())
        assert not OutboxEvent.objects.filter(name="payment.dispute_due").exists()

    def test_how_it_is_said(self, bank, paid):
        row = hear(bank, told(paid))
        disputes.remind({"dispute_id": row.pk}, utc_now())
        stored = OutboxEvent.objects.get(name="payment.dispute_due")
        event = Event(str(stored.pk), stored.name, stored.payload, stored.occurred_at)
        ctx = contexts.context_for(schema_name=current_schema())

        subscribers.on_event(ctx, event)

        note = Notification.objects.get(params__reason="dispute_due")
        said = translations.translate(note.kind, note.params, locale="en", time_zone="UTC")
        assert "respond to the $127.00 dispute" in said.title
        assert (note.is_urgent, note.url) == (True, f"/trip/{paid.trip_id}")


def test_a_dispute_that_no_webhook_told_is_found_by_the_days_books(bank, paid):
    bank.disputes["dp_1"] = told(paid)
    source = payout_import.BooksSource(contexts.context_for(schema_name=current_schema()), bank, utc_now())
    payout_import.pull_disputes(source)
    assert Dispute.objects.get().status == "needs_response"

    bank.disputes["dp_1"] = replace(told(paid, "lost"), created_at=utc_now() - timedelta(days=60))
    payout_import.pull_disputes(source)

    assert trips.balance(trips.get_trip(trip_id=paid.trip_id)) == TOTAL


def test_gift_cards_that_a_disputed_payment_bought_are_named(bank, trip_id):
    card = sell_card(trip_id, 5000)
    whole = trips.get_trip(trip_id=trip_id).total_amount
    paid = pay(trip_id, whole)
    gift_cards.activate(gift_card_id=card, by=STAFF, at=utc_now())
    hear(bank, told(paid))

    comment = Flag.objects.get(trip_id=trip_id, cleared_at=None).comment
    assert comment.startswith("Dispute: fraudulent. Gift cards it bought: ")


class TestBoughtCards:
    """What a stolen card bought cannot be spent before its bank has decided."""

    @pytest.fixture
    def bought(self, trip_id) -> tuple[int, Payment]:
        card = sell_card(trip_id, 5000)
        paid = pay(trip_id, trips.get_trip(trip_id=trip_id).total_amount)
        gift_cards.activate(gift_card_id=card, by=STAFF, at=utc_now())
        return card, paid

    def test_they_wait_for_the_bank_and_are_good_again(self, bank, bought):
        card, paid = bought
        assert worth(card) == (5000, 0)
        hear(bank, told(paid))
        hear(bank, told(paid, "under_review"))
        assert GiftCard.objects.get(pk=card).suspended_at is not None
        with pytest.raises(GiftCardInvalid) as refused:
            apply(make_reserved(), card)
        assert refused.value.detail == {"reason": "suspended"}
        hear(bank, told(paid, "won"))
        assert GiftCard.objects.get(pk=card).suspended_at is None
        apply(make_reserved(), card, 1000)
        assert worth(card) == (4000, 0)
        log = AuditLog.objects.filter(entity_type="gift_card", entity_id=card).order_by("pk")
        done = [row.action for row in log if row.action.endswith(("suspended", "resumed"))]
        assert done == ["gift_card.suspended", "gift_card.resumed"]

    def test_they_wait_as_well_when_they_become_good_meanwhile(self, bank, trip_id):
        card = sell_card(trip_id, 5000)
        paid = pay(trip_id, trips.get_trip(trip_id=trip_id).total_amount)
        hear(bank, told(paid))
        gift_cards.activate(gift_card_id=card, by=STAFF, at=utc_now())
        assert GiftCard.objects.get(pk=card).suspended_at is not None

    @pytest.mark.parametrize("spent", [0, 2000])
    def test_lost_they_are_void_and_what_was_spent_stays_owed(self, bank, bought, spent):
        card, paid = bought
        if spent:
            apply(make_reserved(), card, spent)
        whole = replace(told(paid), amount=paid.amount)
        hear(bank, whole)
        hear(bank, replace(whole, status="lost"))
        row = GiftCard.objects.get(pk=card)
        assert (row.status, row.void_reason, row.suspended_at) == ("void", "dispute lost", None)
        assert worth(card) == (0, 0)
        trip = trips.get_trip(trip_id=paid.trip_id)
        assert (trip.total_amount, trips.balance(trip)) == (TOTAL + spent, TOTAL + spent)
        hear(bank, replace(whole, status="lost"))
        assert worth(card) == (0, 0)

    def test_what_other_money_pays_for_stays_good(self, bank, bought):
        card, paid = bought
        hear(bank, replace(told(paid), amount=1000))
        hear(bank, replace(told(paid, "lost"), amount=1000))
        row = GiftCard.objects.get(pk=card)
        assert (row.status, row.suspended_at, worth(card)) == ("active", None, (5000, 0))


class TestWhatHangsOnIt:
    """What a partner earns, when the rest is charged, who is told: all by what is owed by now."""

    def lose(self, bank, paid):
        """Lose a whole payment; the gateway says so twice."""
        whole = replace(told(paid), amount=paid.amount)
        hear(bank, whole)
        for _ in range(2):
            hear(bank, replace(whole, status="lost"))
        return trips.get_trip(trip_id=paid.trip_id)

    @pytest.fixture
    def changes(self, monkeypatch) -> list[dict]:
        """What is published of changed trips; nobody here listens to it."""
        found, publish = [], outbox.publish

        def hear_it(name, **payload):
            publish(name, **payload)
            found.extend([payload] if name == "trip.changed" else [])

        monkeypatch.setattr(outbox, "publish", hear_it)
        return found

    @pytest.mark.parametrize("has_card", [True, False])
    def test_a_lost_payment_of_a_partners_trip(self, bank, trip_id, changes, has_card):
        Properties.objects.update_or_create(pk=1, defaults={"is_auto_charge_balance": True})
        card = sell_card(trip_id, 5000) if has_card else None
        trip_reseller.set_reseller(
            trip_id=trip_id,
            reseller_id=make_reseller(collect_type="reseller_collects"),
            reprice="keep",
            by=STAFF,
            at=utc_now(),
        )
        before = trips.get_trip(trip_id=trip_id)
        paid = pay(trip_id, before.total_amount)
        if card:
            gift_cards.activate(gift_card_id=card, by=STAFF, at=utc_now())
        changes.clear()
        trip = self.lose(bank, paid)
        fall = 5000 if has_card else 0
        assert before.total_amount - trip.total_amount == fall
        assert before.net_due_amount - trip.net_due_amount == fall
        assert trip.commission["net_due_amount"] == trip.net_due_amount
        assert [one["trip_id"] for one in changes] == [trip_id]

    def test_the_rest_is_planned_and_people_decide(self, bank, trip_id):
        Properties.objects.update_or_create(pk=1, defaults={"is_auto_charge_balance": True})
        paid = pay(trip_id, TOTAL)
        Trip.objects.filter(pk=trip_id).update(balance_due_at=utc_now() - timedelta(hours=1))
        self.lose(bank, paid)
        job = DueJob.objects.get(kind=gateway_jobs.KIND, key=str(trip_id))
        balance_charges.charge(job.payload, utc_now())
        assert trips.get_trip(trip_id=trip_id).attention == "balance_unasked"

    def test_a_dispute_that_moves_nothing_changes_nothing(self, bank, trip_id, changes):
        paid = pay(trip_id, TOTAL)
        hear(bank, told(paid))
        hear(bank, told(paid, "won"))
        assert changes == []


def test_a_role_without_refunds_says_nothing_to_banks(staff, bank, paid):
    row = hear(bank, told(paid))
    UserAvatar.objects.update(role=make_role("desk", "trip.view", "payment.take"))
    assert_error(say(staff, row, "answer"), 403, "forbidden")
    assert_error(say(staff, row, "accept", reason="a"), 403, "forbidden")
