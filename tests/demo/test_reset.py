"""The demonstration begins anew: at once for visitors, and nothing else is touched."""

from datetime import timedelta

import pytest
from django.db import connection

from outfitter.accounts import hosts, sessions
from outfitter.accounts.models import Account, Domain, User, UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_demo import operator_account, reset, seed
from tests.demo import AT
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of

pytestmark = pytest.mark.django_db
FEW = 200


def test_visitors_find_a_fresh_one_and_others_keep_what_they_have(db):
    connection.set_schema_to_public()
    seed.seed(at=AT, studio=None, count=FEW)
    with connection.cursor() as cursor:
        # The old one was made long ago: nothing of it waits for the end of this transaction.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    old = operator_account.find_operator()
    others = set(Account.objects.exclude(pk=old.pk).values_list("pk", "slug", "schema_name"))
    user = User.objects.get(email=operator_account.TEAM[0].email)
    for schema in (old.schema_name, "t_reef"):
        caller = RequestOrigin(ip="127.0.0.1", schema_name=schema)
        proof = sessions.Proof("password", is_second_factor=False)
        sessions.start_session(user=user, proof=proof, is_remembered=False, caller=caller, at=AT)

    fresh = reset.reset(at=AT + timedelta(hours=1), studio=None, count=FEW)

    assert (fresh.slug, fresh.is_demo, fresh.is_ready) == ("demo", True, True)
    assert fresh.schema_name != old.schema_name
    assert Domain.objects.get(domain="demo.localhost").tenant_id == fresh.pk
    assert not Account.objects.filter(pk=old.pk).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname = %s", [old.schema_name])
        assert cursor.fetchone()[0] == 0
    assert set(Account.objects.exclude(pk=fresh.pk).values_list("pk", "slug", "schema_name")) == others
    assert UserSession.objects.filter(user=user, schema_name="t_reef", ended_at=None).count() == 1
    assert not UserSession.objects.filter(schema_name=old.schema_name, ended_at=None).exists()


def test_nobody_real_is_reset(db, reef):
    connection.set_schema_to_public()
    with pytest.raises(NotFound):
        reset.reset(at=AT, studio=None)
    Account.objects.filter(pk=reef.pk).update(slug="demo")
    with pytest.raises(reset.NotADemo):
        reset.reset(at=AT, studio=None)
    assert reset.clear_away() == 0


def test_the_button_is_the_platforms(apex_client, reef, client_for):
    assert_error(owner_of(client_for).post("/api/platform/demo/reset"), 404)
    desk = platform_admin_of(apex_client)
    assert desk.get("/api/platform/demo/get").json() == {"created_at": None}
    assert_error(desk.post("/api/platform/demo/reset"), 404)


def test_a_visitor_is_told_why_the_session_ended(reef, client_for):
    browser = owner_of(client_for)
    Account.objects.filter(pk=reef.pk).update(is_demo=True)
    hosts.forget()
    assert browser.get("/app/init").status_code == 200
    sessions.end_all_at(schema_name=reef.schema_name, at=utc_now(), reason=reset.REASON)
    found = assert_error(browser.get("/app/init"), 401, "unauthenticated")
    assert found["detail"] == {"reason": "demo_reset"}
    assert assert_error(client_for("reef").get("/app/init"), 401)["detail"] == {}
