"""Reads of what guest types are called in other languages."""

from collections.abc import Sequence
from dataclasses import replace

from outfitter.db.configuration import configuration_read
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.models import CustomerType
from outfitter_tenants.people import queries as people


def guest_type_names(*, languages: Sequence[str]) -> GuestTypeNames:
    """
    Return how a reader calls the operator's guest types; `languages` are normal tags.

    One statement, none for who reads the operator's own language.
    """
    if not languages:
        return GuestTypeNames()
    names = GuestTypeNames(tuple(languages), {}, people.get_properties().locale)
    return names if names.is_own else replace(names, translations=_translations())


@configuration_read
def _translations() -> dict[str, dict[str, str]]:
    rows = CustomerType.objects.exclude(translations={})
    return dict(rows.values_list("name", "translations"))
