"""Making an operator: killed anywhere it goes on, twice at once it happens once."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client
from tests.support import signups
from tests.support.database import PASSWORD
from tests.support.signups import call

from outfitter.accounts import operations, schema_pool, schema_snapshot
from outfitter.accounts.models import Account, Domain, Membership, SpareSchema, User
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import TenantPlugin
from outfitter_signup import provision_run, provision_steps, rules, tasks
from outfitter_signup.models import Signup
from outfitter_tenants.people.queries import find_avatar, list_roles

pytestmark = pytest.mark.django_db
COUNTED = (
    "people_properties",
    "people_role",
    "people_useravatar",
    "trips_bookingstatus",
    "trips_tripmethod",
    "trips_tripsource",
    "catalog_customertype",
    "catalog_location",
    "audit_auditlog",
)


class Killed(BaseException):
    """What no `except Exception` catches: the worker is gone."""


@pytest.fixture(autouse=True)
def _mail_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    signups.run_mail_jobs(monkeypatch)


def _counts(account: Account) -> dict[str, int]:
    found = {}
    with in_schema(account.schema_name), connection.cursor() as cursor:
        for table in COUNTED:
            cursor.execute(f"SELECT count(*) FROM {account.schema_name}.{table}")
            found[table] = cursor.fetchone()[0]
    found["domains"] = Domain.objects.filter(tenant=account).count()
    found["members"] = Membership.objects.filter(account=account).count()
    found["plugins"] = TenantPlugin.objects.filter(schema_name=account.schema_name).count()
    return found


def _kill_in(monkeypatch: pytest.MonkeyPatch, step: str, *, after: bool) -> None:
    original = provision_steps.STEPS[step]

    def dying(job: provision_steps.Provision) -> None:
        if after:
            original(job)
        raise Killed

    monkeypatch.setitem(provision_steps.STEPS, step, dying)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", list(provision_steps.STEPS))
def test_a_worker_killed_at_any_step_loses_and_doubles_nothing(
    apex_client: Client, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    signup = signups.registered(apex_client)
    with monkeypatch.context() as dying:
        _kill_in(dying, step, after=after)
        with pytest.raises(Killed):
            provision_run.run_provision(signup_id=signup.pk)
    signup.refresh_from_db()
    done = list(provision_steps.STEPS)[: list(provision_steps.STEPS).index(step)]
    assert (signup.state, signup.steps_done) == ("provisioning", done)
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"
    account = Account.objects.get(slug="kayak-kingdom")
    reef = Account.objects.get(slug="reef")
    assert _counts(account) == _counts(reef)
    assert account.is_ready


def test_with_the_pool_empty_the_snapshot_is_replayed(apex_client: Client) -> None:
    assert SpareSchema.objects.count() == 0
    signup = signups.registered(apex_client)
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"
    account = Account.objects.get(slug="kayak-kingdom")
    assert account.schema_version == schema_snapshot.current_snapshot().schema_version


def test_a_spare_schema_is_taken_and_is_gone_from_the_pool(apex_client: Client) -> None:
    assert schema_pool.fill_pool(wanted=2) == 2
    names = set(SpareSchema.objects.values_list("schema_name", flat=True))
    signup = signups.registered(apex_client)
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"
    left = set(SpareSchema.objects.values_list("schema_name", flat=True))
    assert len(left) == 1
    assert left < names
    (taken,) = names - left
    assert not schema_snapshot.schema_exists(schema_name=taken)
    assert schema_pool.fill_pool(wanted=2) == 1


def test_the_owner_signs_in_and_may_do_everything(apex_client: Client) -> None:
    signup = signups.registered(apex_client)
    provision_run.run_provision(signup_id=signup.pk)
    signup.refresh_from_db()
    assert signup.account is not None
    assert signup.user is not None
    with in_schema(signup.account.schema_name):
        avatar = find_avatar(user_id=signup.user.pk)
        roles = [role["slug"] for role in list_roles()]
    assert avatar is not None
    assert {"trip.edit", "setup.bank", "payment.refund"} <= avatar.permissions
    assert roles == ["owner", "manager", "reservations_agent", "analyst", "guide", "reseller_agent"]


@pytest.mark.django_db(transaction=True)
def test_a_step_that_fails_is_tried_again_and_then_given_up(
    apex_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    signup = signups.registered(apex_client)

    def broken(_job: provision_steps.Provision) -> None:
        raise RuntimeError("no room")

    with monkeypatch.context() as failing:
        failing.setitem(provision_steps.STEPS, "plugins", broken)
        states = [provision_run.run_provision(signup_id=signup.pk) for _ in range(rules.PROVISION_ATTEMPTS)]
    assert states == ["provisioning"] * (rules.PROVISION_ATTEMPTS - 1) + ["failed"]
    signup.refresh_from_db()
    assert (signup.steps_done, signup.error) == ([], "RuntimeError('no room')")
    account = Account.objects.get(slug="kayak-kingdom")
    assert not schema_snapshot.schema_exists(schema_name=account.schema_name)

    token = _token_of(signup)
    shown = apex_client.get("/signup/init", {"signup_token": token}).json()
    assert shown["state"] == "failed"
    assert shown["progress"]["steps"][0]["state"] == "failed"
    body = signups.registration(apex_client, token)
    assert call(apex_client, "/signup/register", body).json() == {"state": "provisioning"}
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"


def _token_of(signup: Signup) -> str:
    from outfitter_signup.queries import token_hash

    signup.token_hash = token_hash("known-here")
    signup.save(update_fields=["token_hash"])
    return "known-here"


def test_a_lost_job_is_started_again(apex_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    signup = signups.registered(apex_client)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.provision, "apply_async", lambda **options: sent.append(options))
    tasks.retry_stuck()
    assert sent == []
    Signup.objects.update(changed_at=utc_now() - rules.STUCK_AFTER - timedelta(seconds=1))
    tasks.retry_stuck()
    assert sent == [{"kwargs": {"signup_id": signup.pk}}]


def test_old_sign_ups_expire_and_let_go_of_their_slug(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    wish = {"signup_token": token, "slug": "kayak-kingdom"}
    call(apex_client, "/signup/validate-domain", wish)
    Signup.objects.update(changed_at=utc_now() - rules.EXPIRES_AFTER - timedelta(seconds=1))
    tasks.retry_stuck()
    signup = Signup.objects.get()
    assert (signup.state, signup.slug, signup.code_hash) == ("expired", None, "")
    Signup.objects.update(changed_at=utc_now() - rules.FORGOTTEN_AFTER - timedelta(seconds=1))
    tasks.retry_stuck()
    assert Signup.objects.count() == 0


def test_create_account_makes_a_whole_operator_once() -> None:
    words = ["demo", "Demonstration", "Demo@Outfitter.example", "--password", PASSWORD, "--demo"]
    call_command("create_account", *words)
    call_command("create_account", *words)
    account = Account.objects.get(slug="demo")
    assert (account.is_ready, account.is_demo) == (True, True)
    assert User.objects.get(email="demo@outfitter.example").check_password(PASSWORD)
    assert _counts(account) == _counts(Account.objects.get(slug="reef"))


def _together(*calls: Any) -> list[Any]:
    results: list[Any] = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(index: int) -> None:
        gate.wait()
        try:
            results[index] = calls[index]()
        except Exception as problem:
            results[index] = problem
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_two_who_want_one_slug_at_the_same_moment(apex_client: Client) -> None:
    tokens = [signups.confirmed(apex_client, email=f"{n}@kayaks.example") for n in "ab"]
    bodies = [signups.registration(apex_client, token) for token in tokens]
    answers = _together(
        *(lambda body=body: call(Client(HTTP_HOST="localhost"), "/signup/register", body) for body in bodies)
    )
    assert sorted(answer.status_code for answer in answers) == [202, 409]
    loser = next(answer for answer in answers if answer.status_code == 409)
    assert loser.json()["code"] == "slug_taken"
    assert Account.objects.filter(slug="kayak-kingdom").count() == 1
    assert User.objects.filter(email__endswith="@kayaks.example").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_sign_up(apex_client: Client) -> None:
    signup = signups.registered(apex_client)
    states = _together(*[lambda: provision_run.run_provision(signup_id=signup.pk)] * 2)
    # Who comes while the other is at it leaves it to them.
    assert sorted(states) in (["ready", "ready"], ["provisioning", "ready"])
    assert _counts(Account.objects.get(slug="kayak-kingdom")) == _counts(Account.objects.get(slug="reef"))


@pytest.mark.django_db(transaction=True)
def test_two_operators_never_get_the_same_spare_schema() -> None:
    schema_pool.fill_pool(wanted=2)
    accounts = [
        operations.create_account(
            slug=f"racer-{n}",
            name=n,
            country="US",
            currency="USD",
            time_zone="UTC",
            locale="en",
            at=utc_now(),
        )
        for n in "ab"
    ]
    taken = _together(
        *(lambda account=account: schema_pool.claim_schema(account=account) for account in accounts)
    )
    assert taken == [True, True]
    assert SpareSchema.objects.count() == 0
    for account in accounts:
        assert schema_snapshot.schema_exists(schema_name=account.schema_name)


@pytest.mark.django_db(transaction=True)
def test_two_who_fill_the_pool_do_not_overfill_it() -> None:
    made = _together(*[lambda: schema_pool.fill_pool(wanted=2)] * 2)
    assert sum(made) == SpareSchema.objects.count() == 2
