"""What was checked is what runs: once, whoever dies, whoever asks twice, and for nobody else."""

from datetime import timedelta

import pytest
from django.db import transaction

from outfitter.kit.clock import utc_now
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.transfer import operations as transfers
from outfitter_tenants.transfer.imports import check_work, import_files, run_work
from outfitter_tenants.transfer.imports.operations import preflight_checks as checks
from outfitter_tenants.transfer.models import ImportKey, ImportRow, Transfer
from tests.imports.import_calls import (
    BASE,
    bring_in,
    check,
    checked,
    content,
    csv_of,
    detect,
    post,
    start,
    state,
    try_check,
    undo,
    upload,
    work,
)
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role

MAPPING = {"email": "email"}


def people(cnt: int) -> list[list[object]]:
    return [["email"], *[[f"p{n}@example.com"] for n in range(cnt)]]


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(run_work, "SIZE", 3)
    monkeypatch.setattr(check_work, "SIZE", 3)
    monkeypatch.setattr(check_work, "_BATCH", 2)
    monkeypatch.setattr(checks, "AT_ONCE", 4)


class TestChecking:
    def test_a_long_file_is_checked_by_a_job_and_only_then_runs(self, rita, small_chunks):
        made = upload(rita, csv_of([*people(8), ["p0@example.com"], ["nobody"]]))
        found = check(rita, made["iej_id"], "customers", MAPPING)
        assert (found["status"], found["checked"], found["is_whole"]) == ("validating", 4, False)
        assert (found["rows"], found["confirm_token"]) == (10, None)
        assert state(rita, made["iej_id"])["progress_ppm"] == 400_000

        work()

        ready = state(rita, made["iej_id"])
        assert (ready["status"], ready["check"]["is_whole"], ready["check"]["checked"]) == ("ready", True, 10)
        assert (ready["check"]["creates"], ready["check"]["refused"]) == (8, 2)
        assert [one["row"] for one in ready["check"]["errors"]] == [9, 10]
        assert "row 1 of this file" in content(rita, ready["outcome_url"])
        assert start(rita, made["iej_id"], ready["confirm_token"]).status_code == 200
        work()
        assert (Customer.objects.count(), ImportRow.objects.count()) == (8, 10)

    def test_a_check_that_dies_begins_where_it_was(self, rita, small_chunks, monkeypatch):
        made = upload(rita, csv_of([["email"], ["nobody"], *people(9)[1:], ["none"]]))
        check(rita, made["iej_id"], "customers", MAPPING)
        once = check_work.check_rows
        died = []

        def die(*args, **named):
            found = once(*args, **named)
            if not died:
                died.append(True)
                raise RuntimeError("killed")
            return found

        monkeypatch.setattr(check_work, "check_rows", die)
        work()
        ready = state(rita, made["iej_id"])
        assert died
        assert (ready["check"]["checked"], ready["check"]["refused"]) == (11, 2)
        assert content(rita, ready["outcome_url"]).count("isn't an email") == 2

    def test_a_token_is_of_one_file_one_mapping_and_one_way(self, rita):
        found = checked(rita, "customers", people(2))
        token = found["confirm_token"]
        other = check(rita, found["iej_id"], "customers", MAPPING, mode="upsert")
        assert other["confirm_token"] != token
        assert_error(start(rita, found["iej_id"], token), 409, "stale_check")
        assert_error(start(rita, found["iej_id"], "forged"), 409, "stale_check")
        elsewhere = checked(rita, "customers", people(2))
        assert_error(start(rita, found["iej_id"], elsewhere["confirm_token"]), 409, "stale_check")
        detect(rita, found["iej_id"], object="customers", has_heading=False)
        assert_error(start(rita, found["iej_id"], other["confirm_token"]), 409, "stale_check")
        assert Customer.objects.count() == 0

    def test_what_is_not_clear_is_asked_and_never_guessed(self, rita):
        head = ["email", "birth_date"]
        made = upload(rita, csv_of([head, ["a@example.com", "03/04/1990"], ["b@example.com", "05/06/1991"]]))
        guess = detect(rita, made["iej_id"], object="customers")
        assert guess["date_formats"] == [
            {"heading": "birth_date", "formats": ["dmy", "mdy"], "example": "03/04/1990"}
        ]
        asked = try_check(rita, made["iej_id"], "customers", guess["mapping_guess"])
        assert_error(asked, 422, "validation_failed")
        assert list(asked.json()["detail"]["fields"]) == ["options.date_format"]
        found = check(rita, made["iej_id"], "customers", guess["mapping_guess"], date_format="mdy")
        start(rita, made["iej_id"], found["confirm_token"])
        work()
        assert str(Customer.objects.get(email="a@example.com").birth_date) == "1990-03-04"

    def test_one_day_beyond_twelve_says_it_for_all(self, rita):
        head = ["email", "birth_date"]
        bring_in(rita, "customers", [head, ["a@example.com", "03.04.1990"], ["b@example.com", "25.06.1991"]])
        assert str(Customer.objects.get(email="a@example.com").birth_date) == "1990-04-03"

    def test_columns_that_are_none_and_required_ones_that_nothing_fills(self, rita):
        made = upload(rita, csv_of(people(1)))
        asked = try_check(rita, made["iej_id"], "customers", {"email": "mail", "color": "email"})
        assert set(asked.json()["detail"]["fields"]) == {"mapping.email", "mapping.color"}
        asked = try_check(rita, made["iej_id"], "products", {"name": "email"})
        assert set(asked.json()["detail"]["fields"]) == {"mapping.price"}
        asked = try_check(rita, made["iej_id"], "products", {"name": "email"}, fixed={"price": "ten"})
        assert set(asked.json()["detail"]["fields"]) == {"fixed.price"}
        assert (
            try_check(rita, made["iej_id"], "products", {"name": "email"}, fixed={"price": "10"}).json()["ok"]
            == 1
        )


class TestRunning:
    def test_a_worker_that_is_killed_goes_on_and_no_row_comes_twice(self, rita, small_chunks, monkeypatch):
        found = self.ready(rita, 10)
        start(rita, found["iej_id"], found["confirm_token"])
        finish = run_work._count
        deaths = []

        def die(row, check, noted):
            if len(deaths) < 3 and noted[0].no in {4, 10}:
                deaths.append(noted[0].no)
                raise RuntimeError("killed in mid-run, with its rows written")
            return finish(row, check, noted)

        monkeypatch.setattr(run_work, "_count", die)
        work()
        done = state(rita, found["iej_id"])
        # A chunk that died is begun once more from its first row.
        assert deaths == [4, 4, 4]
        assert (done["status"], done["created_rows"]) == ("done", 10)
        assert Customer.objects.count() == 10
        assert list(ImportRow.objects.order_by("no").values_list("no", flat=True)) == list(range(1, 11))

    def test_two_who_press_at_once_run_it_once(self, rita):
        found = checked(rita, "customers", people(2))
        first = start(rita, found["iej_id"], found["confirm_token"])
        assert first.status_code == 200
        assert_error(start(rita, found["iej_id"], found["confirm_token"]), 409, "wrong_state")
        assert Job.objects.filter(kind="transfer.import").count() == 1

    def test_a_chunk_that_comes_again_changes_nothing(self, rita):
        done = bring_in(rita, "customers", people(2))
        Job.objects.filter(kind="transfer.import").update(status="running", finished_at=None, state={})
        jobs.work_on({"job_id": Job.objects.get(kind="transfer.import").pk}, utc_now())
        assert Customer.objects.count() == 2
        assert state(rita, done["iej_id"])["created_rows"] == 2

    def test_one_row_that_cannot_be_written_stops_no_other(self, rita):
        found = checked(rita, "customers", people(7))
        importer = run_work.BatchCheck(Transfer.objects.get(pk=found["iej_id"]), reader(), utc_now()).importer
        write = importer.write

        def refuse(rows, context):
            if any(one.row.values["email"] == "p3@example.com" for one in rows):
                Customer.objects.create(hash="0" * 24)
                raise run_work.DomainError("Not this one.")
            return write(rows, context)

        object.__setattr__(importer, "write", refuse)
        try:
            start(rita, found["iej_id"], found["confirm_token"])
            work()
        finally:
            object.__setattr__(importer, "write", write)
        done = state(rita, found["iej_id"])
        assert (done["status"], done["created_rows"], done["error_rows"]) == ("done_with_errors", 6, 1)
        assert "Not this one." in content(rita, done["outcome_url"])
        assert Customer.objects.count() == 6

    def test_a_run_that_is_stopped_keeps_what_is_in_and_lets_it_go(self, rita, small_chunks):
        found = self.ready(rita, 7)
        start(rita, found["iej_id"], found["confirm_token"])
        job = Job.objects.get(kind="transfer.import")
        lease = jobs.worker._take(job.pk, utc_now())
        jobs.worker._do_chunk(job.pk, lease, utc_now)
        stopped = post(rita, f"{BASE}/{found['iej_id']}/cancel").json()
        assert stopped["status"] == "running"
        jobs.worker._do_chunk(job.pk, lease, utc_now)
        done = state(rita, found["iej_id"])
        assert (done["status"], done["created_rows"], Customer.objects.count()) == ("cancelled", 3, 3)
        assert_error(post(rita, f"{BASE}/{found['iej_id']}/cancel"), 409, "wrong_state")
        assert undo(rita, found["iej_id"])["undo"]["status"] == "done"
        assert Customer.objects.count() == 0

    def test_after_a_dry_run_the_same_file_comes_in(self, rita):
        dry = bring_in(rita, "customers", [*people(2), ["nobody"]], dry_run=True)
        assert (dry["status"], dry["error_rows"], Customer.objects.count()) == ("done_with_errors", 1, 0)

        again = check(rita, dry["iej_id"], "customers", dry["mapping"])
        assert (again["status"], again["creates"], again["refused"]) == ("ready", 2, 1)
        assert state(rita, dry["iej_id"])["error_rows"] == 0
        start(rita, dry["iej_id"], again["confirm_token"])
        work()

        done = state(rita, dry["iej_id"])
        assert (done["created_rows"], done["error_rows"], Customer.objects.count()) == (2, 1, 2)
        # What is in is over: it begins anew for nobody.
        refused = try_check(rita, dry["iej_id"], "customers", dry["mapping"])
        assert_error(refused, 409, "wrong_state")
        assert undo(rita, dry["iej_id"])["undo"]["undone"] == 2

    def test_formulas_in_the_outcome_are_text(self, rita):
        rows = [["email", "first_name"], ["nobody", '=HYPERLINK("http://evil")'], ["@SUM(A1)", "+1"]]
        found = checked(rita, "customers", rows)
        text = content(rita, found["outcome_url"])
        assert "'=HYPERLINK" in text
        assert "'@SUM" in text
        assert ",=" not in text

    @staticmethod
    def ready(client, cnt: int) -> dict[str, object]:
        found = checked(client, "customers", people(cnt))
        work()
        return {**found, "confirm_token": state(client, found["iej_id"])["confirm_token"]}


def reader():
    from outfitter.db.lists import ListReader

    return ListReader(frozenset({"import", "customer.edit"}), "UTC", utc_now())


class TestWallsAndEnds:
    def test_who_may_not_or_not_that_kind(self, rita, client_for):
        found = checked(rita, "customers", people(1))
        role = make_role("helper", "import", "customer.edit")
        helper = browser_of(client_for, make_colleague("Hana", role=role))
        assert_error(helper.get(f"{BASE}/{found['iej_id']}/get"), 404)
        kinds = [one["object"] for one in helper.get("/api/importexport/formats/import/get").json()]
        assert kinds == ["customers"]
        mine = upload(helper, csv_of(people(1)))
        assert_error(try_check(helper, mine["iej_id"], "products", {"name": "email"}), 403)
        nobody = browser_of(client_for, make_colleague("Nic", role=make_role("none", "trip.view")))
        assert_error(nobody.get("/api/importexport/formats/import/get"), 403)

    def test_other_operators_do_not_see_it(self, rita, client_for, peak):
        found = checked(rita, "customers", [["email"], ["nobody"], ["a@example.com"]])
        stranger = owner_of(client_for, "peak")
        for path in ("get", "outcome"):
            assert_error(stranger.get(f"{BASE}/{found['iej_id']}/{path}"), 404)
        for path in ("cancel", "undo", "delete"):
            assert_error(post(stranger, f"{BASE}/{found['iej_id']}/{path}"), 404)
        assert_error(start(stranger, found["iej_id"], found["confirm_token"]), 404)

    def test_a_right_that_is_lost_meanwhile_ends_the_run(self, rita, client_for):
        role = make_role("helper", "import", "customer.edit")
        helper = browser_of(client_for, make_colleague("Hana", role=role))
        found = checked(helper, "customers", people(3))
        start(helper, found["iej_id"], found["confirm_token"])
        role.permissions = ["import"]
        role.save()
        work()
        assert Transfer.objects.get(pk=found["iej_id"]).status == "failed"
        assert Customer.objects.count() == 0

    def test_it_can_be_deleted_and_its_files_go(self, rita, folder):
        found = checked(rita, "customers", people(1))
        assert post(rita, f"{BASE}/{found['iej_id']}/delete").json() == {"id": found["iej_id"]}
        assert_error(rita.get(f"{BASE}/{found['iej_id']}/get"), 404)
        assert not [path for path in (folder / "imports").rglob("*") if path.is_file()]
        assert not ImportKey.objects.exists()

    def test_after_a_week_the_file_and_the_way_back_are_gone(self, rita, folder):
        done = bring_in(rita, "customers", [*people(2), ["nobody"]])
        waiting = checked(rita, "products", [["name", "price"], ["Mug", "9"]])
        late = utc_now() + timedelta(days=8)
        for pk in (done["iej_id"], waiting["iej_id"]):
            transfers.expire({"transfer_id": pk}, late)
        row = Transfer.objects.get(pk=done["iej_id"])
        assert (row.status, row.source["samples"]) == ("done_with_errors", [])
        assert Transfer.objects.get(pk=waiting["iej_id"]).status == "expired"
        assert not ImportRow.objects.exists()
        assert not [path for path in (folder / "imports").rglob("*") if path.is_file()]
        assert state(rita, done["iej_id"])["outcome_url"] is None
        with transaction.atomic():
            Transfer.objects.filter(pk=done["iej_id"]).update(finished_at=utc_now() - timedelta(days=8))
        assert_error(post(rita, f"{BASE}/{done['iej_id']}/undo"), 409, "wrong_state")
        assert import_files.folders() == []

    def test_it_stands_in_the_list_beside_exports(self, rita):
        found = checked(rita, "customers", people(1))
        [row] = rita.get("/api/importexport/get").json()["data"]
        assert (row["id"], row["kind"], row["status"], row["download_url"]) == (
            found["iej_id"],
            "import",
            "ready",
            None,
        )
        assert_error(post(rita, f"/api/importexport/export/{row['id']}/delete"), 404)
