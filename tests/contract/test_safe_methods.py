"""Opening an address changes nothing: every GET operation, asked as a link would ask it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.contract.questions import TENANT, plausible
from tests.support import database
from tests.support.api_operations import Operation
from tests.support.tenant_clients import make_client

READS = [one for one in TENANT if one.method == "GET"]
_WRITE = re.compile(
    r"\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM)\s+\"?(?:\w+\"?\.\"?)?(\w+)", re.IGNORECASE
)
# Tables that a mere look may write, and why.
NOTED = {
    "people_useravatar": "when somebody was last here",
    "accounts_usersession": "when a session was last used",
}
# Operations that write down that they were asked, and nothing else.
NOTES_ITSELF = {
    # That a mail was opened, and that its reader went where it leads.
    "crm_open": {"messaging_message", "messaging_messageevent"},
    "crm_link": {"messaging_message", "messaging_messageevent", "messaging_messagelink"},
    "gift_card_pdf": {"audit_auditlog"},  # it is worth money: who took it is written down
    "pay_link_get": {"ledger_paymentlink"},  # when the customer first opened it
}


def _writes(statements: list[dict[str, str]]) -> set[str]:
    """Return the tables that were written to, beside what is only noted."""
    found: set[str] = set()
    for one in statements:
        sql = re.sub(r"\bFOR (?:NO KEY )?UPDATE\b", "", one["sql"])
        found |= {name for name in _WRITE.findall(sql) if name.upper() != "SET"}
    return found - NOTED.keys()


def _address(operation: Operation, theirs: dict[str, object]) -> str:
    return operation.fill({**plausible(operation), **theirs})


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_opening_an_address_changes_nothing(
    is_signed_in: bool, db: None, theirs: dict[str, object], owners: Client
) -> None:
    browser = owners if is_signed_in else make_client(database.REEF.slug)
    browser.raise_request_exception = False
    wrong = {}
    for operation in READS:
        # A link from another site: the cookie comes along, our script's header does not.
        with CaptureQueriesContext(connection) as seen:
            answer = browser.get(
                _address(operation, theirs), headers={"Sec-Fetch-Site": "cross-site", "X-Requested-With": ""}
            )
        written = _writes(seen.captured_queries) - NOTES_ITSELF.get(operation.name, set())
        if written:
            wrong[operation.path] = (answer.status_code, sorted(written))
    assert wrong == {}
