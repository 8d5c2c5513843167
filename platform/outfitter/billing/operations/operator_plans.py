"""An operator takes a plan, changes it, gives it up, and thinks better of it (domain.md 6.6)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from outfitter.accounts import state_changes
from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts
from outfitter.billing.models import BillingAccount, PlanVersion, Subscription
from outfitter.billing.operations import statement_issue
from outfitter.billing.operations.statement_issue import Occasion
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules import proration
from outfitter.billing.rules.price_periods import MONTHS, Period, add_months, price_period
from outfitter.billing.rules.proration import Priced, discounted
from outfitter.billing.rules.statement_sums import Line, with_tax
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, NotFound, StaleVersion
from outfitter.kit.zones import day_bounds, local_day


class NoSubscription(NotFound):
    """The operator is on no plan."""


class SamePlan(DomainError):
    """The operator is on that plan already, or will be with the next period."""

    code = "same_plan"
    status = 409


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """
    What a change of plan comes to.

    `lines` are charged now, with their tax, and sum to `total`; a change that waits has none and
    says from which day on the new plan counts.
    """

    is_now: bool
    starts_on: date
    lines: list[Line]

    @property
    def total(self) -> int:
        """Return what is charged now, tax and all (minor units); negative is a credit."""
        return sum(line.amount for line in self.lines)


def price_days(subscription: Subscription) -> Period:
    """Return the days that the present price pays for."""
    return price_period(
        subscription.anchor_on,
        first=subscription.price_from_no,
        number=subscription.month_no,
        interval=subscription.plan_version.interval,
    )


def price_line(version: PlanVersion, amount: int, period: Period, kind: str = "subscription") -> Line:
    """Return the line of a price for some days."""
    facts = {"plan": version.plan.name, "from": period.start.isoformat(), "to": period.last.isoformat()}
    return Line(kind, amount, facts)  # type: ignore[arg-type]  # one of the three kinds of prices


def start(
    *, account: Account, version: PlanVersion, at: datetime, trial_days: int | None = None
) -> Subscription:
    """
    Put an operator on its first plan; the price of the first period is due at once.

    With a trial it is due on the day after it; fees of trips count from the first day.

    :raises SamePlan: the operator is on a plan already
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        if billed_accounts.find_subscription(account_id=account.pk) is not None:
            raise SamePlan("This operator is on a plan already.")
        day = local_day(at, account.time_zone)
        days = version.trial_days if trial_days is None else trial_days
        is_trial = days > 0 and not Subscription.objects.filter(account=account).exists()
        subscription = Subscription.objects.create(
            account=account,
            plan_version=version,
            started_on=day,
            anchor_on=day + timedelta(days=days) if is_trial else day,
            billed_until=day,
            is_trial=is_trial,
        )
        state_changes.mark_billed(account_id=account.pk)
        audit_port.note(account, "plan_started", at=at, after={"plan": version.plan.slug})
        kpi_facts.tell_subscription(subscription, at=at)
        if not is_trial:
            period = price_days(subscription)
            occasion = Occasion("start", period, version.currency)
            statement_issue.issue(
                customer=customer,
                occasion=occasion,
                lines=[price_line(version, version.price, period)],
                at=at,
            )
    return subscription


def preview_change(*, account: Account, version: PlanVersion, at: datetime) -> ChangePreview:
    """
    Return what changing to a plan comes to now; nothing is written.

    :raises NoSubscription: the operator is on no plan
    :raises SamePlan: it is the plan that runs
    """
    customer = billed_accounts.find_customer(account_id=account.pk) or BillingAccount(account=account)
    subscription = _running(account)
    return _preview(customer, subscription, version, local_day(at, account.time_zone))


def _running(account: Account) -> Subscription:
    subscription = billed_accounts.find_subscription(account_id=account.pk)
    if subscription is None:
        raise NoSubscription("There is no plan yet.")
    return subscription


def _preview(
    customer: BillingAccount, subscription: Subscription, version: PlanVersion, day: date
) -> ChangePreview:
    old = subscription.plan_version
    if version.pk == old.pk and subscription.next_version_id is None:
        raise SamePlan("This is your plan already.")
    if subscription.is_trial or subscription.paused_on is not None:
        # Nothing is paid for these days: the new plan simply takes the old one's place.
        return ChangePreview(is_now=True, starts_on=day, lines=[])
    if not proration.is_dearer(Priced(version.price, version.interval), Priced(old.price, old.interval)):
        return ChangePreview(is_now=False, starts_on=price_days(subscription).end, lines=[])
    lines = _switch_lines(subscription, version, day)
    tax = billed_accounts.tax_of(customer)
    facts = {"name": tax.name, "rate_ppm": tax.rate_ppm}
    return ChangePreview(
        is_now=True, starts_on=day, lines=with_tax(lines, rate_ppm=tax.rate_ppm, facts=facts)
    )


def _switch(subscription: Subscription, version: PlanVersion, day: date) -> proration.Switch:
    discount = billed_accounts.discount_on(subscription, day)
    old = subscription.plan_version
    return proration.switch_now(
        old=Priced(discounted(old.price, discount), old.interval),
        new=Priced(discounted(version.price, discount), version.interval),
        running=price_days(subscription),
        fresh=Period(day, add_months(day, MONTHS[version.interval])),
        day=day,
    )


def _switch_lines(subscription: Subscription, version: PlanVersion, day: date) -> list[Line]:
    found = _switch(subscription, version, day)
    rest = Period(day, found.old_period.end)
    paid = found.period if found.is_new_anchor else rest
    return [
        price_line(subscription.plan_version, found.credit, rest, "proration_credit"),
        price_line(version, found.charge, paid, "proration_charge"),
    ]


def change_plan(
    *, account: Account, version: PlanVersion, expected_total: int, known_version: int, at: datetime
) -> Subscription:
    """
    Change to another plan: a dearer one now, a cheaper one with the next period.

    `expected_total` is what the preview said is charged now.

    :raises NoSubscription: the operator is on no plan
    :raises SamePlan: it is the plan that runs
    :raises StaleVersion: somebody changed it meanwhile, or a day has passed and it costs otherwise
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        subscription = _current(account, known_version)
        day = local_day(at, account.time_zone)
        preview = _preview(customer, subscription, version, day)
        if preview.total != expected_total:
            raise StaleVersion("The price has changed since you looked. Please check it again.")
        before = subscription.plan_version.plan.slug
        if preview.is_now:
            _apply_now(customer, subscription, version, day, at)
        else:
            subscription.next_version = None if version.pk == subscription.plan_version_id else version
        subscription.is_canceled = False
        _save(subscription)
        audit_port.note(
            account,
            "plan_changed",
            at=at,
            before={"plan": before},
            after={"plan": version.plan.slug, "from": preview.starts_on.isoformat()},
        )
        kpi_facts.tell_subscription(subscription, at=at)
    return subscription


def _current(account: Account, known_version: int) -> Subscription:
    subscription = _running(account)
    if subscription.version != known_version:
        raise StaleVersion("The plan was changed meanwhile. Please reload the page.")
    return subscription


def _apply_now(
    customer: BillingAccount, subscription: Subscription, version: PlanVersion, day: date, at: datetime
) -> None:
    is_paying = not subscription.is_trial and subscription.paused_on is None
    lines = _switch_lines(subscription, version, day) if is_paying else []
    found = _switch(subscription, version, day) if is_paying else None
    billed_from = subscription.billed_until
    subscription.plan_version, subscription.next_version = version, None
    if found is not None and found.is_new_anchor:
        subscription.anchor_on, subscription.month_no, subscription.price_from_no = day, 0, 0
        subscription.billed_until = day
    # Trips until today go on this statement where a new month begins with it.
    is_new_month = found is not None and found.is_new_anchor
    fees_until = day_bounds(day, customer.account.time_zone)[0] if is_new_month else None
    occasion = Occasion("change", Period(billed_from, day), version.currency, fees_until)
    statement_issue.issue(customer=customer, occasion=occasion, lines=lines, at=at)


def cancel(*, account: Account, known_version: int, is_canceled: bool, at: datetime) -> Subscription:
    """
    Have a plan end with the period that is paid for, or have it go on after all.

    :raises NoSubscription: the operator is on no plan
    :raises StaleVersion: somebody changed it meanwhile
    """
    with atomic():
        billed_accounts.lock_customer(account_id=account.pk)
        subscription = _current(account, known_version)
        subscription.is_canceled, subscription.next_version = is_canceled, None
        _save(subscription)
        audit_port.note(account, "plan_canceled" if is_canceled else "plan_kept", at=at)
    return subscription


def pause(*, account: Account, is_paused: bool, at: datetime) -> Subscription:
    """
    Have an operator pay nothing for time, as in an off season, or again.

    What is paid for already stays paid; going on charges the rest of the running period at once.

    :raises NoSubscription: the operator is on no plan
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        subscription = _running(account)
        day = local_day(at, account.time_zone)
        if is_paused == (subscription.paused_on is not None):
            return subscription
        lines: list[Line] = []
        if not is_paused and subscription.paused_on is not None:
            lines = _resumed(subscription, subscription.paused_on, day)
        subscription.paused_on = day if is_paused else None
        _save(subscription)
        audit_port.note(account, "plan_paused" if is_paused else "plan_resumed", at=at)
        kpi_facts.tell_subscription(subscription, at=at)
        occasion = Occasion("change", Period(day, day), subscription.plan_version.currency)
        statement_issue.issue(customer=customer, occasion=occasion, lines=lines, at=at)
    return subscription


def _resumed(subscription: Subscription, paused_on: date, day: date) -> list[Line]:
    period = price_days(subscription)
    if paused_on >= period.start or subscription.is_trial:
        # It was paid for before the pause.
        return []
    version = subscription.plan_version
    price = discounted(version.price, billed_accounts.discount_on(subscription, day))
    rest = Period(day, period.end)
    return [price_line(version, proration.rest_of(price, period, day), rest, "proration_charge")]


def set_discount(
    *, account: Account, discount_ppm: int, until: date | None, reason: str, at: datetime
) -> Subscription:
    """
    Take something off every coming price of an operator.

    :raises NoSubscription: the operator is on no plan
    """
    with atomic():
        billed_accounts.lock_customer(account_id=account.pk)
        subscription = _running(account)
        subscription.discount_ppm, subscription.discount_until = discount_ppm, until
        subscription.discount_reason = reason
        _save(subscription)
        after = {"discount_ppm": discount_ppm, "until": until.isoformat() if until else None}
        audit_port.note(account, "discounted", at=at, after=after, reason=reason)
        kpi_facts.tell_subscription(subscription, at=at)
    return subscription


def _save(subscription: Subscription) -> None:
    subscription.version += 1
    subscription.save()
