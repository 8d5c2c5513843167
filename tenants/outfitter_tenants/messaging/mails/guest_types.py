"""What guest types are called in a mail: as its reader calls them."""

from collections.abc import Mapping
from typing import Any

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.localization import normal


def in_customers_words(payload: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return what an event says of a trip, with guest types in the customer's language.

    :raises KeyError: the payload lacks a part
    """
    names = catalog.guest_type_names(languages=(normal(payload["locale"]),) if payload["locale"] else ())
    return {
        **payload,
        "orders": [
            {
                **order,
                "guests": [
                    {**line, "customer_type": names.of(line["customer_type"])} for line in order["guests"]
                ],
            }
            for order in payload["orders"]
        ],
        "bill": [
            {**line, "label": names.of(line["label"])} if line["kind"] == "ticket" else line
            for line in payload.get("bill") or ()
        ],
    }
