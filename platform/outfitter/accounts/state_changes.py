"""Writes of an account's state: one row locked, one event written, whoever asked."""

from dataclasses import dataclass
from datetime import datetime

from outfitter.accounts import hosts, queries
from outfitter.accounts.models import Account, AccountStageEvent, AccountStateEvent
from outfitter.db.locks import atomic
from outfitter.kit import account_states as states
from outfitter.kit.errors import DomainError
from outfitter.live.events import end_streams


class StateRefused(DomainError):
    """The account is not in a state from which this change starts."""

    code = "account_state"
    status = 409


class GraceOver(DomainError):
    """The account was closed more than thirty days ago."""

    code = "grace_over"
    status = 409


@dataclass(frozen=True, slots=True)
class StateChange:
    """What an account was and is."""

    before: str
    after: str


def change_state(
    *, account_id: int, change: states.Change, actor: str, at: datetime, reason: str = ""
) -> StateChange:
    """
    Bring an account into another state and write down who did it and why.

    `actor` is a name for people: an owner's, "platform", "first booking".

    :raises StateRefused: it is in another state, perhaps since a moment ago
    :raises GraceOver: it was closed too long ago to be opened again
    """
    with atomic():
        account = Account.objects.select_for_update(of=("self",)).get(pk=account_id)
        before = account.status
        if before not in states.FROM[change]:
            raise StateRefused(f"The account is {before}.", status=before)
        if change == "reopen" and at >= (states.reopen_until(account.closed_at) or at):
            raise GraceOver("The account was closed more than 30 days ago.")
        account.status = states.TO[change] or _former(account_id, states.UNDOES[change])
        _date(account, change, reason, at)
        account.save(update_fields=["status", "went_live_at", "closed_at", "closed_reason"])
        AccountStateEvent.objects.create(
            account=account,
            change=change,
            before=before,
            after=account.status,
            at=at,
            actor=actor,
            reason=reason,
        )
        if states.is_read_only(account.status):
            end_streams(schema_name=account.schema_name)
    forget_account(account)
    return StateChange(before, account.status)


def _date(account: Account, change: states.Change, reason: str, at: datetime) -> None:
    if change == "go_live":
        account.went_live_at = account.went_live_at or at
    if change == "close":
        account.closed_at, account.closed_reason = at, reason
    if change == "reopen":
        account.closed_at = account.closed_reason = None


def _former(account_id: int, change: states.Change) -> str:
    """Return what the account was before it was suspended, or closed."""
    made = AccountStateEvent.objects.filter(account_id=account_id, change=change)
    last = made.order_by("-pk").first()
    return last.before if last is not None else "onboarding"


def stop_sales(*, account_id: int, actor: str, at: datetime) -> bool:
    """
    Stop the public sale of an operator; staff go on working and selling. True when it was on.

    A suspended or closed account sells nothing anyway and is left as it is.
    """
    return _switch_sales(account_id, "stop_sales", actor, at)


def resume_sales(*, account_id: int, actor: str, at: datetime) -> bool:
    """Let the public sale of an operator go on; True when it was stopped."""
    return _switch_sales(account_id, "resume_sales", actor, at)


def _switch_sales(account_id: int, change: str, actor: str, at: datetime) -> bool:
    with atomic():
        account = Account.objects.select_for_update(of=("self",)).get(pk=account_id)
        is_stop = change == "stop_sales"
        if is_stop == (account.sales_stopped_at is not None) or (
            is_stop and not states.sells(account.status)
        ):
            return False
        account.sales_stopped_at = at if is_stop else None
        account.save(update_fields=["sales_stopped_at"])
        AccountStateEvent.objects.create(
            account=account, change=change, before=account.status, after=account.status, at=at, actor=actor
        )
    forget_account(account)
    return True


def mark_billed(*, account_id: int) -> None:
    """Note that an operator has a plan, so that fees of its trips are looked at from now on."""
    with atomic():
        account = Account.objects.select_for_update(of=("self",)).get(pk=account_id)
        if not account.is_billed:
            account.is_billed = True
            account.save(update_fields=["is_billed"])
    forget_account(account)


def reason_of(*, account_id: int) -> str:
    """Return why the account is in the state it is in; empty when nobody said."""
    found = AccountStateEvent.objects.filter(account_id=account_id, change__in=states.FROM).order_by("-pk")
    return str(found.values_list("reason", flat=True).first() or "")


def enter_stage(*, account_id: int, stage: str, at: datetime, actor: str = "") -> bool:
    """
    Note the onboarding stage an account has reached (domain.md 6.4); True when it is another.

    `actor` is the name of who runs the platform and had it looked at; empty: it came by itself.
    Stages may be lost again: an operator who deletes the only experience is at `profile`.
    """
    with atomic():
        account = Account.objects.select_for_update(of=("self",)).get(pk=account_id)
        if account.onboarding_stage == stage:
            return False
        AccountStageEvent.objects.filter(account=account, left_at=None).update(left_at=at)
        AccountStageEvent.objects.create(account=account, stage=stage, entered_at=at, actor=actor)
        account.onboarding_stage = stage
        account.save(update_fields=["onboarding_stage"])
    forget_account(account)
    return True


def forget_account(account: Account) -> None:
    """Have this process read the account anew; others do within ten seconds."""
    hosts.forget(hosts.tenant_host(account.slug))
    queries.forget_facts(account.schema_name)
