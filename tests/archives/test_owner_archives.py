"""The button: who may ask for an archive, how it is made, who gets the file, and until when."""

import json
import zipfile
from io import BytesIO

import pytest
from django.conf import settings

from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.models import DueJob, OutboxDelivery
from outfitter_tenants.archives import owner_archives
from outfitter_tenants.archives.models import AccountArchive
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.owner_client import owner_of
from tests.support.tenant_clients import make_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(reef, client_for, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)
    return owner_of(client_for)


def post(client, path):
    return client.post(path, {}, content_type="application/json")


def work(kind=owner_archives.KIND):
    """Do the due work of a kind, as the sweeper would have it done."""
    row = DueJob.objects.get(kind=kind)
    scheduled_jobs._handlers[kind](row.payload, row.next_at)


def test_an_owner_asks_is_told_and_gets_it(owner, reef):
    asked = post(owner, "/api/account/archive/create")
    assert (asked.status_code, asked.json()["status"]) == (200, "running"), asked.content
    assert asked.json()["download_url"] is None
    work()
    [row] = owner.get("/api/account/archives/get").json()["archives"]
    assert (row["status"], row["files_cnt"] >= 0, row["rows_cnt"] > 20) == ("done", True, True)
    answer = owner.get(row["download_url"])
    content = b"".join(answer.streaming_content)
    assert len(content) == row["byte_cnt"]
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="reef-')
    manifest = json.loads(zipfile.ZipFile(BytesIO(content)).read("manifest.json"))
    assert manifest["account"]["slug"] == "reef"
    told = OutboxDelivery.objects.get(event__name="archive.finished")
    outbox.deliver_event(told.pk)
    assert Notification.objects.get().kind == "job_finished"
    actions = set(AuditLog.objects.values_list("action", flat=True))
    assert {"account.archive_requested", "account.archived"} <= actions


def test_one_at_a_time(owner):
    post(owner, "/api/account/archive/create")
    again = post(owner, "/api/account/archive/create")
    assert (again.status_code, again.json()["code"]) == (409, "archive_running")


def test_nobody_but_an_owner(owner, client_for):
    post(owner, "/api/account/archive/create")
    work()
    [row] = owner.get("/api/account/archives/get").json()["archives"]
    assert make_client("reef").get(row["download_url"]).status_code == 401
    everything = [code for code in owner_permissions() if code != "account.close"]
    role = Role.objects.create(slug="nearly", name="Nearly", permissions=everything)
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert owner.get(row["download_url"]).status_code == 403
    assert owner.get("/api/account/archives/get").status_code == 403
    assert post(owner, "/api/account/archive/create").status_code == 403


def owner_permissions():
    return UserAvatar.objects.get(email=database.REEF.owner_email).role.permissions


def test_a_link_is_of_one_archive_and_expires(owner, client_for, clock):
    post(owner, "/api/account/archive/create")
    work()
    [row] = owner.get("/api/account/archives/get").json()["archives"]
    url = row["download_url"]
    for wrong in (url.partition("?")[0], url[:-3] + "abc", url.replace(f"/{row['id']}/", "/999999/")):
        assert owner.get(wrong).status_code == 404
    folder = owner_archives.folder_of(str(AccountArchive.objects.get().key))
    assert folder.is_dir()
    clock.forward(days=3)
    assert owner_of(client_for).get(url).status_code == 404
    work(owner_archives.EXPIRY_KIND)
    assert not folder.exists()
    assert AccountArchive.objects.get().status == "expired"


def test_one_that_fails_is_tried_again_and_then_said(owner, monkeypatch):
    def die(**_values):
        raise OSError(28, "full")

    monkeypatch.setattr(owner_archives, "export_account", die)
    post(owner, "/api/account/archive/create")
    for _ in range(2):
        work()
        assert AccountArchive.objects.get().status == "running"
    work()
    row = AccountArchive.objects.get()
    assert row.status == "failed"
    assert not owner_archives.folder_of(str(row.key)).exists()
    told = OutboxDelivery.objects.get(event__name="archive.finished")
    outbox.deliver_event(told.pk)
    assert Notification.objects.get().kind == "job_failed"
    # The next one may begin.
    monkeypatch.undo()
    assert AccountArchive.objects.filter(status="running").count() == 0


def test_one_that_is_deleted_takes_its_file_along(owner, django_capture_on_commit_callbacks):
    post(owner, "/api/account/archive/create")
    work()
    row = AccountArchive.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        assert post(owner, f"/api/account/archive/{row.pk}/delete").json() == {"archives": []}
    assert not owner_archives.folder_of(str(row.key)).exists()
    assert post(owner, f"/api/account/archive/{row.pk}/delete").status_code == 404
    owner_archives.run({"archive_id": row.pk}, row.created_at)
    assert AccountArchive.objects.count() == 0


def test_what_is_left_of_what_was_lost_goes(owner, clock):
    post(owner, "/api/account/archive/create")
    row = AccountArchive.objects.get()
    DueJob.objects.filter(kind=owner_archives.KIND).delete()
    clock.forward(days=2)
    owner_archives.forget_old({}, clock.now)
    row.refresh_from_db()
    assert row.status == "failed"
