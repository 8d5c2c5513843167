"""Who is billed: name, address, VAT id, where statements go, the card, credits."""

from dataclasses import dataclass
from datetime import datetime

from outfitter.accounts.models import Account
from outfitter.billing import audit_port, platform_gateway
from outfitter.billing.models import BillingAccount, BillingStatement
from outfitter.billing.operations import arrears, statement_issue
from outfitter.billing.operations.statement_issue import Occasion
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.price_periods import Period
from outfitter.billing.rules.statement_sums import Line
from outfitter.billing.rules.tax_choice import is_vat_id, plain_vat_id
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.kit.zones import local_day
from outfitter.plugins.payments.types import GatewaySetup


class CardNotAdded(DomainError):
    """The card was not kept, or belongs to somebody else."""

    code = "card_not_kept"
    status = 409


@dataclass(frozen=True, slots=True)
class Details:
    """What stands on statements as the buyer, and where they are sent."""

    legal_name: str
    address: str
    country: str
    vat_id: str
    email: str


def save_details(*, account: Account, details: Details, known_version: int, at: datetime) -> BillingAccount:
    """
    Keep who is billed from the next statement on.

    :raises Invalid: the VAT id is none of that country
    :raises StaleVersion: somebody changed it meanwhile
    """
    vat_id = plain_vat_id(details.vat_id)
    country = details.country or account.country
    if vat_id and not is_vat_id(vat_id, country):
        raise Invalid({"vat_id": ["This doesn't look like a VAT ID of this country."]})
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        if customer.version != known_version:
            raise StaleVersion("The billing details were changed meanwhile. Please reload the page.")
        customer.legal_name, customer.address = details.legal_name, details.address
        customer.country, customer.vat_id, customer.email = details.country, vat_id, details.email
        customer.version += 1
        customer.save()
        audit_port.note(account, "details_changed", at=at, after={"vat_id": vat_id, "country": country})
    return customer


def set_pays_by(*, account: Account, pays_by: str, at: datetime) -> None:
    """Let an operator pay by transfer, or by card again; the host decides."""
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        if customer.pays_by != pays_by:
            customer.pays_by = pays_by
            customer.save(update_fields=["pays_by"])
            audit_port.note(account, "details_changed", at=at, after={"pays_by": pays_by})


def begin_card(*, account: Account, at: datetime) -> GatewaySetup:
    """
    Begin to keep a card of an operator at the platform's own gateway.

    :raises NoPaymentProvider: the deployment has no gateway
    :raises GatewayUnavailable: no answer; repeat
    """
    customer = billed_accounts.find_customer(account_id=account.pk) or BillingAccount(account=account)
    known = customer.gateway_customer or platform_gateway.ensure_customer(
        account_id=account.pk, name=customer.legal_name or account.name, email=customer.email
    )
    with atomic():
        locked = billed_accounts.lock_customer(account_id=account.pk)
        if locked.gateway_customer != known:
            locked.gateway_customer = known
            locked.save(update_fields=["gateway_customer"])
    return platform_gateway.begin_setup(
        customer_id=known, key=f"billing-setup-{account.pk}-{at.timestamp():.6f}"
    )


def keep_card(*, account: Account, setup_id: str, at: datetime) -> BillingAccount:
    """
    Keep the card that a browser gave to the gateway, and charge at once what is owed.

    :raises CardNotAdded: it was not kept, or for somebody else
    :raises GatewayUnavailable: no answer; repeat
    """
    setup = platform_gateway.read_setup(setup_id)
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        is_ours = bool(customer.gateway_customer) and setup.customer_id == customer.gateway_customer
        if setup.status != "succeeded" or setup.card is None or not is_ours:
            raise CardNotAdded("The card wasn't saved. Please try again.")
        card = setup.card
        customer.card_id, customer.card_brand = card.gateway_id, card.brand or ""
        customer.card_last4, customer.card_exp = card.last4 or "", card.exp or ""
        customer.version += 1
        customer.save()
        audit_port.note(account, "card_saved", at=at, after={"last4": customer.card_last4})
        if billed_accounts.balance(account_id=account.pk) > 0 and customer.pays_by == "card":
            arrears.plan_charge(account, at=at)
    return customer


def give_credit(*, account: Account, amount: int, reason: str, at: datetime) -> BillingStatement | None:
    """Take something off what an operator owes, with a credit note of its own; tax goes with it."""
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        day = local_day(at, account.time_zone)
        last = billed_accounts.find_last_statement(account_id=account.pk)
        audit_port.note(account, "credited", at=at, after={"amount": amount}, reason=reason)
        return statement_issue.issue(
            customer=customer,
            occasion=Occasion("credit", Period(day, day), last.currency if last else account.currency),
            lines=[Line("credit", -amount, {"reason": reason})],
            at=at,
        )
