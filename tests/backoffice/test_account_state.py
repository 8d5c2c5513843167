"""What an operator may do in each state of its account, and who brings it there (domain.md 3.1)."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from outfitter.accounts import hosts, queries, state_changes
from outfitter.accounts.models import Account, AccountStageEvent, AccountStateEvent
from outfitter.api import principal
from outfitter.kit import account_states
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.backoffice.account import stage as account_stage
from outfitter_tenants.backoffice.account import state
from outfitter_tenants.people import permissions
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations.booking_rules import NotBookable
from outfitter_tenants.trips.milestones import Milestones
from outfitter_tenants.trips.models import Trip
from tests.support import database
from tests.support.api_operations import assert_error, call, every_operation
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.tenant_clients import enter_operator
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = [
    one for one in every_operation() if one.host == "tenant" and not one.path.startswith("api/plugins/")
]
UNSAFE = [one for one in OPERATIONS if one.method not in {"GET", "HEAD"}]
# What visitors may send while nothing is sold: questions, and what ends what they began.
STILL_OPEN = {
    "experiences_in_range",
    "experience_in_range",
    "init",
    "timeslot_is_bookable",
    "timeslots_are_bookable",
    "payment_confirm",
    "trip_order_cancel_holds",
}
ENDS_THE_SESSION = {"logout", "me_sessions_end_others", "me_session_end"}


def ids(operation):
    return f"{operation.method} {operation.path}"


def is_refused(client, operation):
    """Ask for something that is not there; tell whether the account's state was the answer."""
    path = operation.fill({name: 999_999 for name in operation.parameters})
    answer = call(client, operation, path)
    if "json" not in answer.headers.get("Content-Type", ""):
        return False
    return json.loads(answer.content).get("code") == "account_suspended"


def bring(reef, change, reason="No license"):
    """Change the state as whoever runs the platform does, seen by every process."""
    found = state.change(change=change, actor="platform", reason=reason, at=utc_now())
    connection.set_tenant(Account.objects.get(pk=reef.pk))
    return found


class TestTheTable:
    """Every change from every state: it leads where the table says, or it is refused."""

    @pytest.mark.parametrize("status", ["onboarding", "live", "past_due", "suspended", "closed"])
    @pytest.mark.parametrize("change", list(account_states.FROM))
    def test_from_each_state(self, reef, status, change):
        Account.objects.filter(pk=reef.pk).update(status=status, closed_at=utc_now())
        for undone in account_states.UNDOES.values():
            AccountStateEvent.objects.create(
                account=reef, change=undone, before="past_due", after=status, at=utc_now(), actor="x"
            )
        asked = {"account_id": reef.pk, "change": change, "actor": "x", "at": utc_now()}

        if status not in account_states.FROM[change]:
            with pytest.raises(state_changes.StateRefused):
                state_changes.change_state(**asked)
            assert Account.objects.get(pk=reef.pk).status == status
            return
        state_changes.change_state(**asked)

        after = account_states.TO[change] or "past_due"
        assert Account.objects.get(pk=reef.pk).status == after
        last = AccountStateEvent.objects.order_by("pk").last()
        assert (last.change, last.before, last.after) == (change, status, after)

    def test_a_closed_account_that_was_suspended_stays_suspended(self, reef):
        for change in ("suspend", "close", "reopen"):
            found = bring(reef, change)
        assert found["status"] == "suspended"
        assert bring(reef, "lift")["status"] == "onboarding"

    @pytest.mark.parametrize(("days", "works"), [(29, True), (30, False)])
    def test_thirty_days_to_come_back(self, reef, days, works):
        closed_at = utc_now()
        state_changes.change_state(
            account_id=reef.pk, change="close", actor="Rita", at=closed_at, reason="Sold"
        )
        asked = {
            "account_id": reef.pk,
            "change": "reopen",
            "actor": "Rita",
            "at": closed_at + timedelta(days=days),
        }
        if works:
            assert state_changes.change_state(**asked).after == "onboarding"
        else:
            with pytest.raises(state_changes.GraceOver):
                state_changes.change_state(**asked)


@pytest.fixture
def stopped(reef):
    """Reef Runners, suspended."""
    bring(reef, "suspend")
    return reef


class TestWhatIsRefused:
    def test_staff_change_nothing(self, stopped, client_for):
        owner, wrong = owner_of(client_for), []
        for operation in [one for one in UNSAFE if one.is_staff_only]:
            if operation.name in ENDS_THE_SESSION:
                continue
            # Their own login, their exports, reports, and opening again.
            is_theirs = operation.auth.permission in principal._ALWAYS
            if is_refused(owner, operation) is is_theirs:
                wrong.append(ids(operation))
        assert wrong == []

    def test_visitors_buy_nothing(self, stopped, client_for):
        visitor, wrong = client_for("reef"), []
        for operation in [one for one in UNSAFE if not one.is_staff_only]:
            # Who signs in, resets a password or tells of a payment buys nothing.
            is_open = isinstance(operation.auth, principal.Anonymous) and not operation.auth.is_sale
            is_open = is_open or operation.name in STILL_OPEN
            if is_refused(visitor, operation) is is_open:
                wrong.append(ids(operation))
        assert wrong == []

    def test_what_takes_money_by_link_is_named(self):
        sales = {o.name for o in OPERATIONS if getattr(o.auth, "is_sale", False)}
        customer = {"pay", "rebook", "guests_add", "addons_save"}
        links = {"pay_link_create_intent", "pay_link_gift_card_apply", "invoice_link_create_intent"}
        waiting = {"waitlist_join", "waitlist_place_accept"}
        assert sales == {f"customer_portal_{what}" for what in customer} | links | waiting

    def test_everybody_still_looks(self, stopped, client_for):
        owner = owner_of(client_for)
        for path in ("/app/init", "/api/trips/get", "/api/dashboard/data", "/api/account/get"):
            assert owner.get(path).status_code == 200, path
        asked = client_for("reef").post("/api/init", {}, content_type="application/json")
        assert asked.status_code == 200

    def test_another_operator_sells_on(self, stopped, peak, client_for):
        enter_operator(database.PEAK.schema_name)
        assert fill_cart(make_offer())


class TestSales:
    def test_the_calendar_offers_nothing_and_staff_still_see(self, reef, client_for):
        make_offer()
        day = (utc_now() + timedelta(days=2)).date()
        path = f"/api/experiences/getInDateRange/{day}/{day + timedelta(days=1)}"

        def dates(client, *, is_staff=False):
            body = {"isAuthenticated": is_staff}
            answer = client.post(path, body, content_type="application/json")
            enter_operator(database.REEF.schema_name)
            return [one for day in answer.json()["dates"].values() for one in day]

        assert dates(client_for("reef"))
        bring(reef, "close")
        assert dates(client_for("reef")) == []
        assert dates(owner_of(client_for), is_staff=True)
        enter_operator(database.REEF.schema_name)
        bring(reef, "reopen")
        assert dates(client_for("reef"))

    def test_seats_are_refused_where_they_are_taken(self, reef):
        offer = make_offer()
        bring(reef, "suspend")
        with pytest.raises(NotBookable) as refused:
            fill_cart(offer)
        assert refused.value.reason == "not_live"
        assert not scheduling.has_sale()

    def test_every_process_hears_of_it_within_ten_seconds(self):
        assert hosts.TTL_SECONDS <= 10
        assert queries.FACTS_TTL_SECONDS <= 10


class TestTheOwner:
    def close(self, owner, **body):
        return owner.post("/api/account/close", body, content_type="application/json")

    def test_closes_and_opens_again(self, reef, client_for):
        owner = owner_of(client_for)
        assert_error(self.close(owner, slug="peak"), 422, "validation_failed")
        closed = self.close(owner, slug="reef", reason="Winter").json()
        assert (closed["status"], closed["reason"]) == ("closed", "Winter")
        assert closed["reopen_until"] is not None
        assert_error(self.close(owner, slug="reef"), 409, "account_state")
        assert owner.get("/api/account/state/get").json() == closed
        opened = owner.post("/api/account/reopen").json()
        assert (opened["status"], opened["closed_at"]) == ("onboarding", None)
        assert_error(owner.post("/api/account/reopen"), 409, "account_state")
        enter_operator(database.REEF.schema_name)
        written = AuditLog.objects.filter(entity_type="account").order_by("pk")
        assert [row.action for row in written] == ["account.closed", "account.reopened"]
        assert written[0].reason == "Winter"

    @pytest.mark.parametrize(
        ("method", "path"),
        [("get", "/api/account/state/get"), ("post", "/api/account/close"), ("post", "/api/account/reopen")],
    )
    def test_needs_the_right(self, reef, client_for, method, path):
        owner = owner_of(client_for)
        enter_operator(database.REEF.schema_name)
        manager = Role.objects.get(slug="manager")
        UserAvatar.objects.update(role=manager)
        assert "account.close" not in manager.permissions
        answer = getattr(owner, method)(path, {}, content_type="application/json")
        assert_error(answer, 403, "forbidden")

    def test_may_not_lift_a_suspension(self, stopped, client_for):
        owner = owner_of(client_for)
        assert_error(owner.post("/api/account/reopen"), 409, "account_state")


class TestTheCommand:
    def test_suspends_and_lifts(self, reef, capsys):
        call_command("account", "suspend", "reef", reason="No license")
        call_command("account", "show", "reef")
        call_command("account", "lift", "reef")
        assert capsys.readouterr().out.splitlines() == [
            "reef: suspended No license",
            "reef: suspended No license",
            "reef: onboarding",
        ]

    @pytest.mark.parametrize(
        ("words", "more"), [(("suspend", "reef"), {}), (("lift", "reef"), {}), (("show", "nobody"), {})]
    )
    def test_says_what_is_wrong(self, reef, words, more):
        with pytest.raises(CommandError):
            call_command("account", *words, **more)


NOTHING = Milestones(is_tested=False, sold_at=None, is_activated=False)
TESTED = Milestones(is_tested=True, sold_at=None, is_activated=False)
EARLY = ["business", "experience", "prices", "availability", "payments", "widget"]


class TestStages:
    @pytest.mark.parametrize(
        ("count", "sold", "stage"),
        [
            (0, NOTHING, "signed_up"),
            (1, NOTHING, "profile"),
            (2, NOTHING, "profile"),
            (3, NOTHING, "catalog"),
            (4, NOTHING, "schedule"),
            (5, NOTHING, "payments"),
            (6, NOTHING, "payments"),
            (5, TESTED, "tested"),
            (6, TESTED, "installed"),
            (0, TESTED, "signed_up"),
            (0, Milestones(True, utc_now(), False), "live"),
            (6, Milestones(True, utc_now(), True), "activated"),
        ],
    )
    def test_the_highest_of_which_everything_before_is_there(self, count, sold, stage):
        done = {slug: place < count for place, slug in enumerate(EARLY)}
        assert account_stage.reached(done, sold) == stage

    def test_the_first_booking_makes_an_operator_live(self, reef, reserved_trip):
        Account.objects.filter(pk=reef.pk).update(went_live_at=None)
        assert account_stage.review(at=utc_now()) == "live"
        account_stage.review(at=utc_now())

        found = Account.objects.get(pk=reef.pk)
        assert (found.status, found.onboarding_stage) == ("live", "live")
        assert found.went_live_at == reserved_trip.reserved_at
        assert AuditLog.objects.filter(action="account.went_live").count() == 1
        assert AccountStageEvent.objects.filter(account=reef, left_at=None).count() == 1

    def test_a_deleted_test_does_not(self, reef, reserved_trip):
        Trip.objects.update(status="deleted", deleted_at=utc_now())
        account_stage.review(at=utc_now())
        assert Account.objects.get(pk=reef.pk).status == "onboarding"

    def test_only_who_is_not_live_is_looked_at(self, reef):
        assert account_stage.is_before_live()
        Account.objects.filter(pk=reef.pk).update(status="live")
        enter_operator(database.REEF.schema_name)
        assert not account_stage.is_before_live()


@pytest.fixture
def reserved_trip(reef):
    """A trip that staff reserved without payment."""
    return Trip.objects.get(pk=make_reserved())


class TestRights:
    def test_each_right_that_is_given_guards_something(self):
        """A right that guards nothing is a promise that a role cannot keep."""
        demanded = {getattr(one.auth, "permission", None) for one in every_operation()}
        asked = "".join(
            file.read_text()
            for root in ("platform", "tenants")
            for file in (ROOT / root).rglob("*.py")
            if file.name not in {"permissions.py", "defaults.py"}
        )
        idle = [
            code
            for code in permissions.OFFERED - demanded
            if f'can("{code}")' not in asked and f'= "{code}"' not in asked
        ]
        assert idle == []
