"""The platform's desk is not there for anybody who does not run the platform, on whatever host."""

import pytest
from django.db import DatabaseError, transaction

from outfitter.api.principal import PlatformAdmin
from outfitter.kit.clock import utc_now
from outfitter.platform_audit import operations as platform_audit
from outfitter.platform_audit.models import PlatformAct
from tests.contract.walk import put
from tests.support.api_operations import Operation, assert_error, call, every_operation
from tests.support.database import REEF
from tests.support.owner_client import begin_session, owner_of
from tests.support.platform_desk import platform_admin_of

DESK = [one for one in every_operation() if isinstance(one.auth, PlatformAdmin)]
# Those whose address an operator's host has as well, with a meaning of its own.
SHARED = ("/api/me/", "/api/logout", "/api/hubspot/search")


def path_of(operation: Operation) -> str:
    return operation.fill(dict.fromkeys(operation.parameters, 999_999))


def refused(client, operations):
    def ask(operation: Operation):
        answer = call(client, operation, path_of(operation))
        assert_error(answer, 404, "not_found")
        return answer

    return put(operations, ask)[1]


def test_there_is_a_desk():
    assert len(DESK) >= 20


def test_a_visitor_finds_nothing(db, apex_client):
    assert refused(apex_client, DESK) == []


def test_an_owner_with_a_session_on_the_platforms_host_finds_nothing(reef, apex_client):
    begin_session(apex_client, REEF.owner_email, "public")
    assert refused(apex_client, DESK) == []


def test_an_owner_finds_nothing_at_home(reef, client_for):
    own = [one for one in DESK if not one.path.startswith(SHARED)]
    assert refused(owner_of(client_for), own) == []


def test_an_api_key_finds_nothing(db, apex_client):
    apex_client.defaults["HTTP_AUTHORIZATION"] = "Bearer of_live_0000000000000000"
    assert refused(apex_client, DESK) == []


def test_without_a_second_factor_nothing_but_setting_it_up(db, apex_client):
    client = platform_admin_of(apex_client, is_second_factor=False)

    def ask(operation: Operation):
        answer = call(client, operation, path_of(operation))
        assert_error(answer, 403, "second_factor_required")
        return answer

    assert put([one for one in DESK if not one.auth.passes], ask)[1] == []


def test_a_browser_of_another_site_is_refused(db, apex_client):
    client = platform_admin_of(apex_client)
    del client.defaults["HTTP_X_CSRFTOKEN"]
    client.handler.enforce_csrf_checks = True

    def ask(operation: Operation):
        answer = call(client, operation, path_of(operation))
        assert_error(answer, 403, "csrf_failed")
        return answer

    assert put([one for one in DESK if one.method != "GET"], ask)[1] == []


@pytest.mark.parametrize("change", [lambda rows: rows.update(subject="nobody"), lambda rows: rows.delete()])
def test_the_log_takes_new_rows_and_nothing_else(db, change):
    with transaction.atomic():
        platform_audit.record(None, "admin.appointed", subject="dana@x.example", at=utc_now())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(PlatformAct.objects.all())


def test_the_log_knows_its_acts(db):
    with pytest.raises(LookupError), transaction.atomic():
        platform_audit.record(None, "admin.promoted")


def test_the_log_is_read_filtered_and_taken_along(db, apex_client):
    client = platform_admin_of(apex_client)
    with transaction.atomic():
        platform_audit.record(None, "admin.appointed", subject="=dana@x.example")
        platform_audit.record(None, "admin.dismissed", subject="eve@x.example")
    only = '[{"field":"action","op":"eq","value":"admin.appointed"}]'
    found = client.get(f"/api/platform/audit/get?filters={only}").json()["data"]
    assert [(one["actor"], one["subject"]) for one in found] == [("Command line", "=dana@x.example")]
    text = b"".join(client.get("/api/platform/audit/export").streaming_content).decode()
    assert "'=dana@x.example" in text
    assert "admin.appointed" in client.get("/api/platform/audit/actions/get").json()
    assert PlatformAct.objects.filter(action="platform_audit.exported").exists()
