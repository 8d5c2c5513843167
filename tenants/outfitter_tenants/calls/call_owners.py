"""Calls that were nobody's when the phone rang, once it is known whose number it was."""

from outfitter.db.locks import atomic
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.calls import queries
from outfitter_tenants.calls.call_events import publish_change
from outfitter_tenants.calls.models import Call
from outfitter_tenants.customers import queries as customers


def on_created(_ctx: TenantContext, event: Event) -> None:
    """Give a new customer the calls that were made with their numbers before."""
    try:
        row = customers.get_customer(customer_id=int(event.payload["customer_id"]))
    except customers.CustomerNotFound:
        return
    for number in [row.phone, *row.more_phones]:
        if number:
            rematch(number=number)


def rematch(*, number: str) -> list[int]:
    """
    Give the calls with a number (E.164) that are nobody's, either way, to whom alone it belongs.

    Returns their ids; where several have the number, nobody is assumed. Twice is as once.
    """
    with atomic():
        # Notices of the same number wait, as they do for one another.
        customers.lock_contact_data(keys=[f"call:{number}"])
        owners = customers.ids_with_phone(phone=number)
        if len(owners) != 1:
            return []
        nobodys = Call.objects.select_for_update().filter(queries.outside(number), customer_id__isnull=True)
        rows = list(nobodys.order_by("pk"))
        Call.objects.filter(pk__in=[row.pk for row in rows]).update(customer_id=owners[0])
        for row in rows:
            publish_change(row)
    return [row.pk for row in rows]
