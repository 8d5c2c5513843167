"""The mail of a finished export, as staff would get it."""

import pytest

from outfitter_tenants.notifications.models import Notification
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
ADDRESS = "/public/emails/importExportComplete"


def test_staff_see_it_and_nothing_is_stored(reef, client_for):
    answer = owner_of(client_for).get(ADDRESS)
    assert answer.status_code == 200
    assert "/setup/tools/importExportViewer" in answer.content.decode()
    assert "sandbox" in answer["Content-Security-Policy"]
    assert not Notification.objects.exists()


def test_an_import_is_told_by_the_name_of_its_file(reef, client_for):
    answer = owner_of(client_for).get(ADDRESS, {"kind": "import"})
    assert "customers.csv" in answer.content.decode()
    assert_error(owner_of(client_for).get(ADDRESS, {"kind": "trips"}), 422)


def test_nobody_else_does(reef, client_for):
    assert_error(client_for("reef").get(ADDRESS), 401)
