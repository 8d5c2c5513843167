"""
Money comes and goes in every way, news come late, twice and in any order, processes die anywhere.

After every step the journal is what payments say and nothing goes back that did not come; once the
reconciler is through, the gateway's books are ours (invariants 3, 6, 7 and 10 of domain.md 7.3).
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.refunds import cancellations, refund_preview
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRequest
from outfitter_tenants.checkout.refunds.refund_preview import RefundScope
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.ledger.models import Intent, Payment, PaymentHold
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.trips.models import Trip
from tests.checkout import payment_world as w
from tests.checkout.payment_till import Till
from tests.giftcards.card_calls import apply, unapply
from tests.support.sales import fill_cart
from tests.support.sold_trips import STAFF, order_of

PICK = st.integers(0, 30)
AMOUNT = st.integers(1, 9000)
TIP = st.sampled_from([0, 0, 300])
# When the process dies: before or after its next call to the gateway, or before a statement to
# the database; when an answer is lost.
DIES = st.one_of(st.none(), st.none(), st.sampled_from(["before", "after"]), st.integers(0, 90))
LOSES = st.sampled_from([None, None, None, "before", "after"])
WAYS = st.sampled_from(["source", "source", "source", "gift_card", "cash"])
CODES = st.sampled_from(["expired_card", "gateway_refused"])


class Money(Till):
    """What tills, customers, banks and the network do to three trips."""

    # Money comes.

    @rule(n=PICK, amount=AMOUNT, tip=TIP, method=st.sampled_from(["cash", "check"]), dies=DIES)
    def take_by_hand(self, n: int, amount: int, tip: int, method: str, dies: Any = None) -> None:
        self.number += 1
        received = Received(method, amount, tip, request_key=f"t{self.number}")

        def take(dies: Any = None) -> None:
            self.do(
                "take",
                lambda: payments.add_payment(
                    trip_id=self.trip(n),
                    received=received,
                    currency=None,
                    is_overpaying=False,
                    is_told=False,
                    by=STAFF,
                    at=utc_now(),
                ),
                dies,
            )

        take(dies)
        if dies is not None:
            # Whoever got no answer sends the same again.
            take()
        assert Payment.objects.filter(request_key=received.request_key).count() <= 1

    @rule(
        n=PICK,
        amount=AMOUNT,
        tip=TIP,
        capture=st.sampled_from(["automatic", "manual"]),
        device=st.sampled_from(["", "b"]),
        dies=DIES,
        loses=LOSES,
    )
    def ask_for_a_card(
        self, n: int, amount: int, tip: int, capture: str, device: str, dies: Any, loses: Any
    ) -> None:
        wish = intents.IntentRequest(amount=amount, tip_amount=tip, capture=capture, device=device)
        self.do(
            "begin",
            lambda: intents.begin(
                trip_id=self.trip(n), channel="moto", amount_mode="custom", at=utc_now(), wish=wish
            ),
            dies,
            loses,
        )

    @rule(
        n=PICK, amount=AMOUNT, tip=TIP, code=st.sampled_from([None, "card_declined"]), dies=DIES, loses=LOSES
    )
    def the_kept_card_is_charged(
        self, n: int, amount: int, tip: int, code: Any, dies: Any, loses: Any
    ) -> None:
        self.bank.refusals = {"pm_1": code} if code else {}
        self.number += 1
        wish = card_charges.ChargeRequest("customer", self.card, amount, tip, request_key=f"c{self.number}")
        before = self.charged()
        for again in range(2):
            trouble = (None, None) if again else (dies, loses)
            self.do(
                "charge",
                lambda: card_charges.charge(trip_id=self.trip(n), wish=wish, by=STAFF, at=utc_now()),
                *trouble,
            )
        assert self.charged() <= before + 1

    @rule(guests=st.integers(1, 4), is_changed=st.booleans(), dies=DIES, loses=LOSES)
    def a_visitor_begins_to_pay(self, guests: int, is_changed: bool, dies: Any, loses: Any) -> None:
        """And may choose more or fewer places, before they pay and while they do."""
        if Trip.objects.get(pk=self.carts[-1]).status != "draft":
            self.carts.append(fill_cart(self.offer, adults=1, children=0))
        cart = self.carts[-1]
        self.do(
            "visit",
            lambda: intents.begin(
                trip_id=cart, channel="web", amount_mode="due", at=utc_now(), is_customer=True
            ),
            dies,
            loses,
        )
        if is_changed:
            self.do("choose", lambda: fill_cart(self.offer, adults=guests, children=0, trip_id=cart))

    @precondition(lambda self: self.intent(0, "requires_method"))
    @rule(n=PICK)
    def the_customer_pays(self, n: int) -> None:
        gateway_id = str(self.intent(n, "requires_method"))
        own = self.bank.intents[gateway_id].metadata["intent"]
        is_hold = Intent.objects.get(pk=own).capture == "manual"
        (self.bank.authorise if is_hold else self.bank.pay)(gateway_id)

    @precondition(lambda self: Intent.objects.exists())
    @rule(n=PICK, loses=LOSES, dies=DIES)
    def the_browser_confirms(self, n: int, loses: Any, dies: Any) -> None:
        rows = list(Intent.objects.order_by("pk"))
        row = rows[n % len(rows)]
        self.do(
            "confirm",
            lambda: intents.confirm(trip_id=row.trip_id, intent_id=row.pk, at=utc_now()),
            dies,
            loses,
        )

    @rule(n=PICK, amount=AMOUNT, dies=DIES)
    def a_gift_card_pays(self, n: int, amount: int, dies: Any = None) -> None:
        card = self.cards[n % len(self.cards)]
        self.do("apply", lambda: apply(self.trip(n), card, amount), dies)

    @precondition(lambda self: PaymentHold.objects.filter(status="authorized").exists())
    @rule(n=PICK, part=st.sampled_from([None, 100, 0]), dies=DIES, loses=LOSES)
    def a_held_amount_is_taken_or_let_go(self, n: int, part: Any, dies: Any, loses: Any) -> None:
        rows = list(PaymentHold.objects.filter(status="authorized").order_by("pk"))
        hold_id = rows[n % len(rows)].pk
        about = {"hold_id": hold_id, "reason": "asked", "by": STAFF, "at": utc_now()}
        if part == 0:
            self.do("release", lambda: captures.release_hold(**about), dies, loses)
        else:
            self.do("capture", lambda: captures.capture_hold(amount=part, **about), dies, loses)

    @precondition(lambda self: self.intent(0, "requires_capture"))
    @rule(n=PICK)
    def what_is_held_lapses(self, n: int) -> None:
        self.bank.let_lapse(str(self.intent(n, "requires_capture")))

    # Money goes back.

    @precondition(lambda self: self.payment(0))
    @rule(
        n=PICK,
        amount=st.one_of(st.none(), AMOUNT),
        tip=st.sampled_from([None, None, 100]),
        way=WAYS,
        is_again=st.booleans(),
        dies=DIES,
        loses=LOSES,
    )
    def give_back(
        self, n: int, amount: Any, tip: Any, way: Any, is_again: bool, dies: Any, loses: Any
    ) -> None:
        paid = self.payment(n)
        assert paid is not None
        self.number += 1
        wanted = RefundRequest(
            "customer", (RefundPart(paid.pk, amount, tip, way),), request_key=f"k{self.number}"
        )
        self.refund(paid.trip_id, wanted, dies, loses)
        if is_again:
            self.refund(paid.trip_id, wanted)
            made = Payment.objects.filter(request_key__startswith=f"k{self.number}#")
            before = w.everything()
            self.refund(paid.trip_id, wanted)
            assert made.count() <= 1
            assert not made or w.everything() == before

    def refund(self, trip_id: int, wanted: RefundRequest, dies: Any = None, loses: Any = None) -> None:
        self.do(
            "refund",
            lambda: refunds.refund_payments(trip_id=trip_id, refund=wanted, by=STAFF, at=utc_now()),
            dies,
            loses,
        )

    @rule(n=PICK, amount=st.one_of(st.none(), AMOUNT), between=PICK, dies=DIES)
    def give_back_what_was_shown(self, n: int, amount: Any, between: int, dies: Any) -> None:
        scope = RefundScope(amount=amount, is_overpaid=amount is None)
        shown = self.do(
            "calculate",
            lambda: refund_preview.calculate_refund(
                trip_id=self.trip(n),
                scope=scope,
                wish=CancellationOptions("customer", "policy"),
                by=STAFF,
                at=utc_now(),
            ),
        )
        if shown is None:
            return
        if between % 3 == 0:
            self.take_by_hand(n, 500, 0, "cash")
        self.refund(self.trip(n), RefundRequest("customer", token=shown.token), dies)

    @rule(n=PICK)
    def try_a_failed_refund_again(self, n: int) -> None:
        rows = Payment.objects.filter(
            kind="refund", status__in=["failed", "reversed"], replaced_by=None
        ).order_by("pk")
        if rows:
            row = rows[n % len(rows)]
            self.refund(row.trip_id, RefundRequest("customer", retry_id=row.pk))

    @rule(
        n=PICK,
        how=st.sampled_from([("customer", "policy"), ("weather", "full")]),
        is_credit=st.booleans(),
        is_back=st.booleans(),
        dies=DIES,
    )
    def cancel(self, n: int, how: Any, is_credit: bool, is_back: bool, dies: Any = None) -> None:
        trip_id = self.trip(n)
        about: Any = {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}
        self.do(
            "cancel", lambda: cancellations.cancel(wish=CancellationOptions(*how, is_credit), **about), dies
        )
        if is_back:
            self.do("uncancel", lambda: cancellations.uncancel(is_unscheduled=False, **about))

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, is_card=st.booleans(), dies=DIES)
    def undo_a_payment(self, n: int, is_card: bool, dies: Any = None) -> None:
        paid = self.payment(n)
        assert paid is not None
        if is_card:
            if Payment.objects.filter(trip_id=paid.trip_id, method="gift_card", kind="payment"):
                self.do("unapply", lambda: unapply(paid.trip_id), dies)
            return
        self.do(
            "remove",
            lambda: payments.remove_payment(
                trip_id=paid.trip_id, payment_id=paid.pk, reason="typo", by=STAFF, at=utc_now()
            ),
            dies,
        )

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, method=st.sampled_from(["cash", "wire"]))
    def a_payment_was_noted_wrongly(self, n: int, method: str) -> None:
        paid = self.payment(n)
        assert paid is not None
        self.do(
            "edit",
            lambda: payments.edit_payment(
                trip_id=paid.trip_id,
                payment_id=paid.pk,
                by=STAFF,
                at=utc_now(),
                correction=payments.Correction(method=method, note="It was so."),
            ),
        )

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, share=st.integers(0, 300))
    def share_a_tip(self, n: int, share: int) -> None:
        paid = self.payment(n)
        assert paid is not None
        whole = paid.tip_amount - paid.refunded_tip_amount - paid.reversed_tip_amount
        one = min(share, whole)
        splits = dict(zip(self.guides, (one, whole - one), strict=True))
        self.do(
            "tips",
            lambda: payments.assign(
                trip_id=paid.trip_id, payment_id=paid.pk, splits=splits, by=STAFF, at=utc_now()
            ),
        )

    # What banks and the network do.

    @precondition(lambda self: self.bank.news)
    @rule(n=PICK, is_kept=st.booleans(), dies=DIES)
    def news_arrive(self, n: int, is_kept: bool, dies: Any = None) -> None:
        """Late, in any order, and twice at once; perhaps again another time."""
        kind, what = self.bank.news[n % len(self.bank.news)]
        if not is_kept:
            self.bank.news.remove((kind, what))
            self.bank.news.append((kind, what))
        self.do("news", lambda: w.tell(self.bank, kind, what, utc_now()), dies)
        at = utc_now()
        w.tell(self.bank, kind, what, at)
        before = w.everything()
        w.tell(self.bank, kind, what, at)
        assert w.everything() == before

    @rule(code=CODES)
    def the_next_refund_is_refused(self, code: str) -> None:
        self.bank.refuses = code

    @rule(funds=st.sampled_from([0, 2000, None]), is_slow=st.booleans(), is_away=st.booleans())
    def the_gateway_has_a_day(self, funds: Any, is_slow: bool, is_away: bool) -> None:
        self.bank.funds, self.bank.is_slow = funds, is_slow
        self.bank.is_away = is_away and self.number % 4 == 0

    @precondition(lambda self: self.bank.given)
    @rule(n=PICK, status=st.sampled_from(["succeeded", "failed"]))
    def a_refund_ends(self, n: int, status: Any) -> None:
        self.bank.end_refund(list(self.bank.given)[n % len(self.bank.given)], status)

    @precondition(lambda self: self.intent(0, "succeeded"))
    @rule(n=PICK, status=st.sampled_from(["needs_response", "under_review", "won", "lost"]))
    def the_bank_disputes(self, n: int, status: Any) -> None:
        self.bank.dispute(str(self.intent(n, "succeeded")), status)

    @precondition(lambda self: self.intent(0, "succeeded"))
    @rule(n=PICK, amount=AMOUNT)
    def somebody_refunds_at_the_gateway(self, n: int, amount: int) -> None:
        gateway_id = str(self.intent(n, "succeeded"))
        left = self.bank.intents[gateway_id].amount_received - self.bank.given_of(gateway_id)
        if left and not self.bank.is_disputed(gateway_id):
            self.bank.book_refund(gateway_id, min(amount, left))

    @precondition(lambda self: sum(one.net for one in self.bank.lines) > 0)
    @rule()
    def the_gateway_pays_out(self) -> None:
        self.bank.pay_out(at=self.bank.now)

    @rule(dies=DIES)
    def the_books_are_gone_through(self, dies: Any = None) -> None:
        at = utc_now() + w.timedelta(minutes=20)
        self.do("books", lambda: w.keep_books(self.bank, at), dies)

    @rule(hours=st.sampled_from([0, 1, 30]), dies=DIES)
    def the_worker_works(self, hours: int, dies: Any) -> None:
        w.work_off(self.bank, utc_now() + w.timedelta(hours=hours), dies)
