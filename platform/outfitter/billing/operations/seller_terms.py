"""Who sells and at which taxes, as the host writes it (domain.md 6.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outfitter.billing.models import BillingSeller, CountryTax
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.tax_choice import is_vat_id, plain_vat_id
from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion


@dataclass(frozen=True, slots=True)
class TaxRate:
    """The tax of a country (millionths) and what it is called there."""

    country: str
    name: str
    rate_ppm: int


def save_seller(*, values: Mapping[str, str], known_version: int) -> BillingSeller:
    """
    Keep who sells, from the next statement on; numbers go on where they are.

    :raises Invalid: the VAT id is none of that country
    :raises StaleVersion: somebody changed it meanwhile
    """
    vat_id = plain_vat_id(values["vat_id"])
    if vat_id and not is_vat_id(vat_id, values["country"]):
        raise Invalid({"vat_id": ["This doesn't look like a VAT ID of this country."]})
    with atomic():
        billed_accounts.get_seller()
        seller = BillingSeller.objects.select_for_update().get(pk=1)
        if seller.version != known_version:
            raise StaleVersion("The seller was changed meanwhile. Please reload the page.")
        for name, value in {**values, "vat_id": vat_id}.items():
            setattr(seller, name, value)
        seller.version += 1
        seller.save()
    return seller


def save_taxes(rates: Sequence[TaxRate]) -> None:
    """
    Keep the tax of every country; what is missing has none.

    :raises Invalid: a country twice
    """
    if len({one.country for one in rates}) != len(rates):
        raise Invalid({"taxes": ["Each country can have one tax."]})
    with atomic():
        billed_accounts.get_seller()
        BillingSeller.objects.select_for_update().get(pk=1)
        CountryTax.objects.all().delete()
        CountryTax.objects.bulk_create(
            [CountryTax(country=one.country, name=one.name, rate_ppm=one.rate_ppm) for one in rates]
        )


def list_taxes() -> list[CountryTax]:
    """Return the taxes by country."""
    return list(CountryTax.objects.order_by("country"))
