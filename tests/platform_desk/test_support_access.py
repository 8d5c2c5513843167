"""Support at an operator: only with an owner's consent, for its time, in both logs."""

from urllib.parse import parse_qs, urlsplit

import pytest

from outfitter.accounts.models import Account
from outfitter.api.principal import SignedIn
from outfitter.db.tenant_schema import in_schema
from outfitter.platform_audit.models import PlatformAct
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.permissions import NOT_FOR_SUPPORT
from tests.contract import questions
from tests.contract.walk import put
from tests.support.api_operations import assert_error, call
from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of


@pytest.fixture
def account(db):
    return Account.objects.get(schema_name=REEF.schema_name)


@pytest.fixture
def desk(db, apex_client):
    return platform_admin_of(apex_client)


@pytest.fixture
def owner(account, client_for):
    return owner_of(client_for)


def post(client, path, **body):
    return client.post(path, body, content_type="application/json")


def ask(desk, account, verb="ask", **body):
    return post(desk, f"/api/platform/operator/{account.pk}/support/{verb}", **body)


def enter(desk, account, client):
    """Sign support in at the operator, as the desk's button does."""
    url = ask(desk, account, "enter").json()["url"]
    assert urlsplit(url).netloc.startswith("reef.")
    [code] = parse_qs(urlsplit(url).query)["code"]
    answer = post(client, "/api/login", one_time_code=code)
    if answer.status_code == 200:
        client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    return answer


def logs(account):
    with in_schema(account.schema_name):
        rows = AuditLog.objects.filter(entity_type="support_access").order_by("pk")
        ours = [(row.action.split(".")[1], row.actor_name) for row in rows]
    theirs = PlatformAct.objects.filter(action__startswith="support.").order_by("pk")
    return ours, [row.action.split(".")[1] for row in theirs]


def test_asked_granted_used_and_shown_out(account, desk, owner, client_for):
    assert_error(ask(desk, account, "enter"), 403, "forbidden")
    ask(desk, account, reason="Prices look wrong")
    assert_error(ask(desk, account, reason="Again"), 409, "support_access_open")
    notice = owner.get("/app/init").json()["support"]
    assert (notice["state"], notice["asked_by"], notice["reason"]) == (
        "asked",
        "Dana Desk",
        "Prices look wrong",
    )
    assert_error(ask(desk, account, "enter"), 403, "forbidden")
    granted = post(owner, "/api/setup/support/grant", hours=1, may_change=False).json()["support"]
    assert (granted["state"], granted["may_change"]) == ("granted", False)

    support = client_for("reef")
    assert enter(desk, account, support).status_code == 200
    init = support.get("/app/init").json()
    assert init["support"]["is_me"] is True
    assert init["userAvatar"]["name"] == "Dana Desk (Outfitter support)"
    assert not NOT_FOR_SUPPORT & set(init["permissions"])
    assert support.get("/api/trips/get").status_code == 200
    assert owner.get("/app/init").json()["support"]["is_me"] is False

    assert post(owner, "/api/setup/support/end").json() == {"support": None}
    assert_error(support.get("/api/trips/get"), 403, "support_ended")
    assert_error(support.get("/app/init"), 403, "support_ended")
    assert_error(ask(desk, account, "enter"), 403, "forbidden")
    assert_error(post(owner, "/api/setup/support/end"), 409, "support_access_over")

    [past] = desk.get(f"/api/platform/operator/{account.pk}/get").json()["past_support"]
    assert (past["state"], past["reason"]) == ("ended", "Prices look wrong")
    ours, theirs = logs(account)
    assert [verb for verb, _ in ours] == theirs == ["asked", "granted", "signed_in", "ended"]
    assert ours[0][1] == "Dana Desk"
    assert ours[2][1] == "Dana Desk (Outfitter support)"


def test_its_time_is_over_without_anybody_s_doing(account, desk, owner, client_for, clock):
    post(owner, "/api/setup/support/grant", hours=1)
    support = client_for("reef")
    enter(desk, account, support)
    clock.forward(minutes=59)
    assert support.get("/app/init").status_code == 200
    clock.forward(minutes=2)
    assert_error(support.get("/app/init"), 403, "support_ended")
    # What is over stands in nobody's way.
    ask(desk, account, reason="Once more")
    assert post(owner, "/api/setup/support/refuse").json() == {"support": None}


def test_a_ticket_of_a_consent_that_ended_opens_nothing(account, desk, owner, client_for):
    post(owner, "/api/setup/support/grant", hours=8)
    url = ask(desk, account, "enter").json()["url"]
    post(owner, "/api/setup/support/end")
    [code] = parse_qs(urlsplit(url).query)["code"]
    assert_error(post(client_for("reef"), "/api/login", one_time_code=code), 403, "support_ended")


def test_who_was_let_in_to_look_changes_nothing(account, desk, owner, client_for):
    post(owner, "/api/setup/support/grant", hours=1)
    support = client_for("reef")
    enter(desk, account, support)
    changing = [
        one
        for one in questions.STAFF
        if one.method != "GET" and not one.path.startswith("/api/reports/") and one.name != "logout"
    ]
    assert len(changing) > 250

    def refuse(operation):
        answer = call(support, operation, questions.plausible_path(operation))
        assert answer.status_code == 403, (answer.status_code, answer.content[:200])
        return answer

    assert put(changing, refuse)[1] == []
    assert post(support, "/api/logout").status_code == 200
    assert_error(support.get("/app/init"), 401, "unauthenticated")


def test_who_may_change_never_gets_at_secrets(account, desk, owner, client_for):
    post(owner, "/api/setup/support/grant", hours=1, may_change=True)
    support = client_for("reef")
    enter(desk, account, support)
    saved = post(support, "/api/customer/create", first_name="Ann", last_name="Lee", email="ann@x.example")
    assert saved.status_code in {200, 201}, saved.content
    with in_schema(account.schema_name):
        row = AuditLog.objects.filter(entity_type="customer").order_by("-pk").first()
        assert (row.actor_type, row.actor_name) == ("support", "Dana Desk (Outfitter support)")
    never = [
        one
        for one in questions.STAFF
        if isinstance(one.auth, SignedIn)
        and (
            (one.auth.permission in NOT_FOR_SUPPORT and one.auth.otherwise in {None, *NOT_FOR_SUPPORT})
            or (one.auth.is_confirmed and one.method != "GET")
        )
    ]
    assert len(never) > 60

    def refuse(operation):
        answer = call(support, operation, questions.plausible_path(operation))
        assert answer.status_code == 403, (answer.status_code, answer.content[:200])
        return answer

    assert put(never, refuse)[1] == []


def test_support_is_nobody_of_the_team(account, desk, owner, client_for):
    post(owner, "/api/setup/support/grant", hours=1)
    enter(desk, account, client_for("reef"))
    with in_schema(account.schema_name):
        assert UserAvatar.objects.filter(status="support").count() == 1
    shown = owner.get("/api/userAvatars/get").content.decode()
    assert "support" not in shown.lower()


def test_an_owner_lets_in_for_some_hours_only(account, owner):
    assert_error(post(owner, "/api/setup/support/grant", hours=48), 422, "validation_failed")
    assert_error(post(owner, "/api/setup/support/refuse"), 409, "support_access_over")


def test_the_desk_gives_back_what_it_has(account, desk, owner):
    assert_error(ask(desk, account, "end"), 409, "support_access_over")
    ask(desk, account, reason="Why")
    assert ask(desk, account, "withdraw").json() == {"support": None}
    assert_error(ask(desk, account, "withdraw"), 409, "support_access_over")
    post(owner, "/api/setup/support/grant", hours=24)
    assert ask(desk, account, "end").json() == {"support": None}
