"""What an operator says of its business; the public row of it."""

from dataclasses import dataclass
from typing import Any, Final, TypedDict

from outfitter.accounts import hosts
from outfitter.accounts.models import Account
from outfitter.db.statements import Param, Statement


@dataclass(frozen=True, slots=True)
class BusinessRow:
    """An operator as a business."""

    name: str
    legal_name: str
    slug: str
    country: str
    type: str
    phone: str
    website: str
    address: str


class ProfileValues(TypedDict, total=False):
    """The fields of a business that may be written."""

    name: str
    legal_name: str
    phone: str
    website: str
    address: str
    currency: str
    locale: str
    time_zone: str


# What `account_id` says of its business, as it is stored.
SAID: Final = Statement(lambda: Account.objects.filter(pk=Param("account_id")).values_list("business"))


def get_business(*, schema_name: str) -> BusinessRow:
    """Return the business of an operator."""
    account = Account.objects.get(schema_name=schema_name)
    business: dict[str, Any] = account.business
    return BusinessRow(
        name=account.name,
        legal_name=account.legal_name or "",
        slug=account.slug,
        country=account.country,
        type=str(business.get("type") or ""),
        phone=str(business.get("phone") or ""),
        website=str(business.get("website") or ""),
        address=str((business.get("address") or {}).get("text") or ""),
    )


def save_business(*, schema_name: str, values: ProfileValues) -> None:
    """Write what is named of an operator's business, in the caller's transaction."""
    account = Account.objects.select_for_update().get(schema_name=schema_name)
    business = dict(account.business)
    for name, value in values.items():
        if name == "address":
            business["address"] = {**(business.get("address") or {}), "text": value}
        elif name in {"phone", "website"}:
            business[name] = value
        elif name == "legal_name":
            account.legal_name = str(value) or None
        else:
            setattr(account, name, value)
    account.business = business
    account.save(update_fields=["name", "legal_name", "business", "currency", "locale", "time_zone"])
    hosts.forget(hosts.tenant_host(account.slug))
