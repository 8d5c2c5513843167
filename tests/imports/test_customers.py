"""Customers come in from a file, once, and go again while nothing depends on them."""

import csv
import io
import json
from datetime import date

from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.crm.operations import privacy
from outfitter_tenants.customers import person_records
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations.customers import save_customer
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.transfer.models import ImportKey, ImportRow, Transfer
from tests.imports.import_calls import bring_in, checked, content, state, undo
from tests.support.add_ons import sell
from tests.support.sales import make_offer

HEAD = ["First Name", "Surname", "E-Mail", "Telefon", "Geburtsdatum", "Newsletter", "Tags"]
ANA = ["Ana", "Ruiz", "ANA@example.com", "+34 600 123 456", "1988-05-17", "yes", "diver; repeat"]
BEN = ["Ben", "Stone", "ben@example.com", "", "", "no", ""]


def make(**values):
    return save_customer(values=values, region="US", at=utc_now())


def test_a_list_of_people_becomes_customers(rita):
    done = bring_in(rita, "customers", [HEAD, ANA, BEN])

    assert (done["status"], done["created_rows"], done["error_rows"]) == ("done", 2, 0)
    ana = Customer.objects.get(email="ana@example.com")
    assert (ana.first_name, ana.last_name, ana.phone) == ("Ana", "Ruiz", "+34600123456")
    assert (ana.birth_date, ana.tags) == (date(1988, 5, 17), ["diver", "repeat"])
    assert (ana.marketing["email_opt_in"], ana.marketing["source"]) == (True, "import")
    assert AuditLog.objects.filter(action="customer.created", entity_id=ana.pk).count() == 1
    finished = AuditLog.objects.get(action="import.finished")
    assert finished.after["created"] == 2
    assert not ImportKey.objects.exists()


def test_who_is_there_is_left_changed_or_refused(rita):
    known = make(first_name="Ana", last_name="Old", email="ana@example.com", notes="Mine")
    assert bring_in(rita, "customers", [HEAD, ANA])["skipped_rows"] == 1
    assert Customer.objects.get(pk=known).last_name == "Old"

    assert checked(rita, "customers", [HEAD, ANA], mode="insert")["errors"][0]["code"] == "exists"

    done = bring_in(rita, "customers", [HEAD, ANA], mode="upsert")
    assert (done["updated_rows"], done["created_rows"]) == (1, 0)
    ana = Customer.objects.get(pk=known)
    assert (ana.last_name, ana.notes, ana.phone) == ("Ruiz", "Mine", "+34600123456")

    undone = undo(rita, done["iej_id"])
    assert undone["undo"]["status"] == "done"
    ana.refresh_from_db()
    assert (ana.last_name, ana.phone, ana.birth_date) == ("Old", None, None)


def test_who_is_forgotten_is_forgotten_in_imports_too(rita):
    known = make(first_name="Ana", last_name="Old", email="ana@example.com")
    done = bring_in(rita, "customers", [HEAD, ANA], mode="upsert")
    person = person_records.Person([known], [])
    [told] = person_records.export(person)["imports"]
    assert told["replaced"]["last_name"] == "Old"

    privacy.anonymise(customer_id=known, at=utc_now())

    assert ImportRow.objects.get(object_id=known).before is None
    assert person_records.export(person)["imports"] == []
    # What it replaced is gone: the import can't bring them back, and says so.
    undone = undo(rita, done["iej_id"])["undo"]
    assert (undone["undone"], undone["kept"]) == (0, 1)
    assert Customer.objects.get(pk=known).last_name == ""


def test_forgetting_empties_what_taking_an_import_back_said_of_them(rita):
    done = bring_in(rita, "customers", [HEAD, ANA, BEN])
    for name in ("ana", "ben"):
        person = Customer.objects.get(email=f"{name}@example.com")
        save_customer(values={"notes": "Called"}, region="US", at=utc_now(), customer_id=person.pk)
    assert {one["message"][:3] for one in undo(rita, done["iej_id"])["undo"]["reasons"]} == {"Ana", "Ben"}

    ben = Customer.objects.get(email="ben@example.com")
    privacy.anonymise(customer_id=ben.pk, at=utc_now())

    told = state(rita, done["iej_id"])["undo"]
    assert [one["message"] for one in told["reasons"]] == ["Ana Ruiz was changed after the import."]
    # How many stayed is nobody's name.
    assert told["kept"] == 2
    [job] = Job.objects.filter(kind="transfer.undo")
    kept = json.dumps([job.errors, Transfer.objects.get().report])
    assert "Ana" in kept
    assert "Ben" not in kept


def test_an_undo_asks_as_much_for_two_as_for_forty(rita):
    few = bring_in(rita, "customers", [HEAD, ANA, BEN])
    people = [[f"P{n}", "Many", f"p{n}@example.com", "", "", "", ""] for n in range(40)]
    with CaptureQueriesContext(connection) as for_two:
        assert undo(rita, few["iej_id"])["undo"]["undone"] == 2
    many = bring_in(rita, "customers", [HEAD, *people])
    with CaptureQueriesContext(connection) as for_forty:
        assert undo(rita, many["iej_id"])["undo"]["undone"] == 40
    assert not Customer.objects.filter(last_name="Many").exists()
    assert len(for_forty) <= len(for_two) + 2


def test_a_number_with_a_similar_name_is_the_same_person_another_address_is_not(rita):
    known = make(first_name="Ana", last_name="Ruiz", phone="+34600123456")
    rows = [
        ["Ana", "Ruíz", "", "+34 600 123 456", "", "", ""],
        ["Ben", "Stone", "", "+34 600 123 456", "", "", ""],
    ]
    found = checked(rita, "customers", [HEAD, *rows])
    assert (found["skips"], found["creates"], found["duplicates"]) == (1, 1, 1)

    Customer.objects.filter(pk=known).update(email="other@example.com")
    assert checked(rita, "customers", [HEAD, ANA])["creates"] == 1


def test_twins_in_a_file_are_refused_by_the_row_they_equal(rita):
    twin = ["Anna", "R", "ana@EXAMPLE.com", "", "", "", ""]
    by_phone = ["Ana", "Ruiz", "", "+34 600 123 456", "", "", ""]
    done = bring_in(rita, "customers", [HEAD, ANA, BEN, twin, by_phone])

    assert (done["status"], done["created_rows"], done["error_rows"]) == ("done_with_errors", 2, 2)
    told = list(csv.reader(io.StringIO(content(rita, done["outcome_url"]))))
    assert told[0][:4] == ["Row", "Problems", "First Name", "Surname"]
    assert [row[:3] for row in told[1:]] == [
        ["3", "This is the same as row 1 of this file.", "Anna"],
        ["4", "This is the same as row 1 of this file.", "Ana"],
    ]


def test_who_unsubscribed_stays_unsubscribed(rita):
    known = make(first_name="Ana", last_name="Ruiz", email="ana@example.com")
    Customer.objects.filter(pk=known).update(unsubscribed_at=utc_now())
    bring_in(rita, "customers", [HEAD, ANA], mode="upsert")
    ana = Customer.objects.get(pk=known)
    assert not ana.marketing.get("email_opt_in")
    assert ana.unsubscribed_at is not None


def test_undo_keeps_who_has_booked_or_was_changed_and_says_so(rita):
    done = bring_in(rita, "customers", [HEAD, ANA, BEN, ["Cid", "Vale", "cid@example.com", "", "", "", ""]])
    ana, ben = (Customer.objects.get(email=f"{name}@example.com") for name in ("ana", "ben"))
    from outfitter_tenants.trips.models import Trip

    Trip.objects.filter(pk=sell(make_offer())).update(customer_id=ana.pk)
    save_customer(values={"notes": "Called"}, region="US", at=utc_now(), customer_id=ben.pk)

    undone = undo(rita, done["iej_id"])["undo"]

    assert (undone["status"], undone["undone"], undone["kept"]) == ("done_with_errors", 1, 2)
    assert {one["message"] for one in undone["reasons"]} == {
        "Ben Stone was changed after the import.",
        "Ana Ruiz: Other records still use this customer.",
    }
    assert not Customer.objects.filter(email="cid@example.com").exists()
    assert state(rita, done["iej_id"])["undo"]["is_possible"]
    assert ImportRow.objects.filter(state="undone").count() == 1


def test_a_whole_name_is_parted_and_a_number_without_plus_is_read(rita):
    head = ["Customer", "Customer Email", "Phone"]
    bring_in(
        rita,
        "customers",
        [head, ["Ruiz, Ana", "a@example.com", "4915112345678"], ["Ben Al Stone", "b@example.com", ""]],
    )
    assert Customer.objects.get(email="a@example.com").phone == "+4915112345678"
    assert Customer.objects.get(email="a@example.com").first_name == "Ana"
    ben = Customer.objects.get(email="b@example.com")
    assert (ben.first_name, ben.last_name) == ("Ben Al", "Stone")
