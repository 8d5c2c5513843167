"""Operators on the platform's desk: the list out of pushed facts, one of them, and their state."""

from datetime import timedelta

import pytest

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.operators import health, tasks
from outfitter.operators.models import OperatorHealth
from outfitter.platform_audit.models import PlatformAct
from outfitter.plugins.models import DueJob, PluginLane, WebhookEvent
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.backoffice.account import stage
from outfitter_tenants.backoffice.platform_desk import health_facts
from tests.support.api_operations import assert_error
from tests.support.database import PEAK, REEF
from tests.support.platform_desk import platform_admin_of


@pytest.fixture
def desk(db, apex_client):
    return platform_admin_of(apex_client)


@pytest.fixture
def account(db):
    return Account.objects.get(schema_name=REEF.schema_name)


def listed(desk, query=""):
    answer = desk.get(f"/api/platform/operators/get?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def act(desk, account, verb, **body):
    path = f"/api/platform/operator/{account.pk}/{verb}"
    return desk.post(path, body, content_type="application/json")


def test_an_operator_tells_how_it_is(desk, account, clock):
    with in_schema(account.schema_name):
        DueJob.objects.create(
            schema_name=account.schema_name, kind="x", key="stuck", next_at=utc_now() - timedelta(hours=2)
        )
        DueJob.objects.create(
            schema_name=account.schema_name,
            kind="x",
            key="dead",
            status="failed",
            next_at=utc_now(),
            done_at=utc_now() - timedelta(hours=23),
        )
        DueJob.objects.create(
            schema_name=account.schema_name,
            kind="x",
            key="long dead",
            status="failed",
            next_at=utc_now(),
            done_at=utc_now() - timedelta(hours=25),
        )
        assert health_facts.daily({}, utc_now()) is None
        health_facts.measure(at=utc_now())

    found = OperatorHealth.objects.get(account=account)
    assert (found.error_cnt, found.stuck_job_cnt, found.failing_plugin_cnt) == (1, 1, 0)
    assert found.schema_bytes > 1_000_000
    assert {one["role"] for one in found.people} >= {"Owner"}
    assert all(set(one) == {"name", "role"} for one in found.people)
    [row] = [one for one in listed(desk)["data"] if one["id"] == account.pk]
    assert (row["error_cnt"], row["measured_at"] is None) == (1, False)


def test_the_desk_hears_of_queues_between_measurements(desk, account, clock):
    with in_schema(account.schema_name):
        health_facts.measure(at=utc_now())
    assert health.follow_queues(at=utc_now()) == 0
    queued = {"schema_name": account.schema_name, "next_at": utc_now() - timedelta(hours=2)}
    DueJob.objects.create(**queued, kind="x", key="stuck")
    for number, status in enumerate(("waiting", "running", "done")):
        WebhookEvent.objects.create(
            **queued,
            provider="stripe",
            event_id=str(number),
            kind="x",
            payload={},
            status=status,
            received_at=utc_now(),
        )
    for slug, failures in (("octo", health.FAILING_FROM), ("viator", health.FAILING_FROM - 1)):
        PluginLane.objects.create(
            slug=slug, schema_name=account.schema_name, served_at=utc_now(), failed_cnt=failures
        )
    tasks.follow_queues()

    [row] = [one for one in listed(desk)["data"] if one["id"] == account.pk]
    assert (row["failing_plugin_cnt"], row["stuck_job_cnt"]) == (1, 3)
    assert health.follow_queues(at=utc_now()) == 0
    with in_schema(account.schema_name):
        health_facts.measure(at=utc_now())
    assert health.follow_queues(at=utc_now()) == 0
    PluginLane.objects.update(failed_cnt=0)
    assert health.follow_queues(at=utc_now()) == 1


def test_the_list_is_searched_filtered_sorted_and_paged(desk, account):
    first = listed(desk, "limit=1")
    second = listed(desk, f"limit=1&cursor={first['meta']['next_cursor']}")
    names = [row["name"] for row in [*first["data"], *second["data"]]]
    assert names == sorted(names)
    assert [row["slug"] for row in listed(desk, f"search={account.slug}")["data"]] == [account.slug]
    only = '[{"field":"status","op":"eq","value":"closed"}]'
    assert listed(desk, f"filters={only}")["data"] == []
    OperatorHealth.objects.create(account=account, schema_bytes=5, measured_at=utc_now())
    by_size = [row["slug"] for row in listed(desk, "sort=-schema_bytes")["data"]]
    # What was never measured comes last, whichever way.
    assert by_size[0] == account.slug
    assert_error(desk.get("/api/platform/operators/get?sort=time_zone"), 422, "validation_failed")


def test_the_list_asks_no_schema_of_an_operator(desk, django_assert_max_num_queries):
    listed(desk)
    with django_assert_max_num_queries(4) as asked:
        listed(desk)
    assert not any(REEF.schema_name in one["sql"] for one in asked.captured_queries)


def test_the_list_as_a_file(desk, account):
    Account.objects.filter(pk=account.pk).update(name="=cmd|calc")
    text = b"".join(desk.get("/api/platform/operators/export").streaming_content).decode()
    assert text.startswith("\ufeffslug,name,")
    assert "'=cmd|calc" in text
    assert PlatformAct.objects.filter(action="operators.exported").count() == 1


def test_suspended_and_opened_again(desk, account, client_for):
    assert_error(act(desk, account, "suspend", reason=" "), 422, "validation_failed")
    page = act(desk, account, "suspend", reason="Chargebacks").json()
    assert page["row"]["status"] == "suspended"
    assert page["acts"][0]["detail"] == {"reason": "Chargebacks"}
    assert page["states"][0]["reason"] == "Chargebacks"
    assert_error(act(desk, account, "suspend", reason="Again"), 409, "account_state")
    assert act(desk, account, "lift", reason="Paid").json()["row"]["status"] == "onboarding"
    with in_schema(account.schema_name):
        log = list(AuditLog.objects.order_by("-pk").values_list("action", "actor_type", "actor_name")[:2])
    assert log == [
        ("account.suspension_lifted", "support", "Dana Desk"),
        ("account.suspended", "support", "Dana Desk"),
    ]


def test_closing_wants_the_address(desk, account):
    assert_error(act(desk, account, "close", reason="Fraud", slug="peak"), 422, "validation_failed")
    page = act(desk, account, "close", reason="Fraud", slug=account.slug).json()
    assert (page["row"]["status"], page["closed_at"] is None) == ("closed", False)
    assert act(desk, account, "reopen", reason="Mistake").json()["row"]["status"] == "onboarding"
    acts = PlatformAct.objects.order_by("pk").values_list("action", "account_id")
    assert list(acts) == [("operator.closed", account.pk), ("operator.reopened", account.pk)]


def test_measured_anew(desk, account):
    assert desk.get(f"/api/platform/operator/{account.pk}/get").json()["row"]["measured_at"] is None
    assert act(desk, account, "measure").json()["row"]["measured_at"] is not None
    other = Account.objects.get(schema_name=PEAK.schema_name)
    assert not OperatorHealth.objects.filter(account=other).exists()


def stages(desk, account):
    found = desk.get(f"/api/platform/operator/{account.pk}/get").json()["stages"]
    return [(one["stage"], one["actor"]) for one in found]


def test_a_stage_tells_who_moved_it(desk, account):
    Account.objects.filter(pk=account.pk).update(business={"phone": "+1 808 555 0100", "address": "Pier 1"})
    assert act(desk, account, "measure").status_code == 200
    assert act(desk, account, "measure").status_code == 200
    assert stages(desk, account)[-1] == ("profile", "Dana Desk")

    Account.objects.filter(pk=account.pk).update(business={})
    with in_schema(account.schema_name):
        stage.review(at=utc_now())
    assert [one for one in stages(desk, account) if one[1]] == [("profile", "Dana Desk")]
    assert stages(desk, account)[-1] == ("signed_up", "")


def test_what_is_not_there(desk):
    for verb in ("suspend", "lift", "reopen"):
        answer = desk.post(
            f"/api/platform/operator/999999/{verb}", {"reason": "x"}, content_type="application/json"
        )
        assert_error(answer, 404, "not_found")
    assert_error(desk.get("/api/platform/operator/999999/get"), 404, "not_found")
