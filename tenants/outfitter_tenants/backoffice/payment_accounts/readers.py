"""Card readers at the gateway: which there are, a new one, and one less."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from outfitter.kit.errors import Invalid
from outfitter.plugins.payments import providers
from outfitter.plugins.payments.balance_types import GatewayLocation, GatewayReader
from outfitter_tenants.audit.operations import record
from outfitter_tenants.backoffice.payment_accounts.gateway_account import able, read_account
from outfitter_tenants.checkout.gateway.errors import GatewayRefused
from outfitter_tenants.checkout.terminals import operations as terminals

if TYPE_CHECKING:
    from outfitter.plugins.payments.gateway import PaymentProvider
    from outfitter.plugins.types import TenantContext

UNKNOWN_CODE: Final = "The reader no longer shows this code. Get a new one from it."


def all_of(*, schema_name: str) -> dict[str, Any]:
    """
    Return the operator's readers and the places they stand at; none where there is no gateway.

    :raises DomainError: the gateway refuses or does not answer
    """
    try:
        ctx, provider = providers.payment_provider(schema_name=schema_name)
    except providers.NoPaymentProvider:
        return {"readers": [], "locations": [], "is_supported": False}
    if "terminal" not in provider.capabilities:
        return {"readers": [], "locations": [], "is_supported": False}
    places = read_account(lambda: list(provider.list_locations(ctx)))
    readers = read_account(lambda: list(provider.list_readers(ctx)))
    names = {place.gateway_id: place.name for place in places}
    return {
        "readers": [_reader(reader, names) for reader in readers],
        "locations": [_place(place) for place in places],
        "is_supported": True,
    }


def _place(place: GatewayLocation) -> dict[str, Any]:
    return {"id": place.gateway_id, "name": place.name}


def _reader(reader: GatewayReader, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": reader.gateway_id,
        "label": reader.label,
        "device_type": reader.device_type,
        "serial_number": reader.serial_number,
        "is_online": reader.is_online,
        "last_seen_at": reader.last_seen_at,
        "location": names.get(reader.location_id or "", ""),
        "is_busy": reader.action is not None and reader.action.status == "in_progress",
    }


def register(
    *,
    schema_name: str,
    code: str,
    label: str,
    location_id: str | None,
    address: Mapping[str, str] | None,
    at: datetime,
) -> None:
    """
    Take a reader into use with the code it shows, at a place that is there or a new one.

    :raises NoPaymentProvider: no gateway is switched on
    :raises Unsupported: it has no readers
    :raises Invalid: neither a place nor an address, or a code that no reader shows
    :raises DomainError: the gateway refuses the code, or does not answer
    """
    ctx, provider = _terminal(schema_name)
    if location_id is None:
        if not address:
            raise Invalid({"location_id": ["Choose a location for the reader."]})
        key = f"place:{schema_name}:{address['line1']}:{address['postal_code']}"
        made = read_account(
            lambda: provider.ensure_location(ctx, name=ctx.name or label, address=address, key=key[:200])
        )
        location_id = made.gateway_id
    place = location_id
    try:
        reader = read_account(
            lambda: provider.register_reader(
                ctx,
                registration_code=code,
                label=label,
                location_id=place,
                key=f"reader:{schema_name}:{code}:{at:%Y%m%d%H%M}",
            )
        )
    except GatewayRefused as problem:
        raise Invalid({"registration_code": [UNKNOWN_CODE]}) from problem
    _tell("plugin.reader_added", at, {"reader": reader.gateway_id, "label": label})
    terminals.later(at=at)


def remove(*, schema_name: str, reader_id: str, at: datetime) -> None:
    """
    Take a reader out of use; doing so twice is no error.

    :raises NoPaymentProvider: no gateway is switched on
    :raises Unsupported: it has no readers
    :raises DomainError: the gateway refuses or does not answer
    """
    ctx, provider = _terminal(schema_name)
    key = f"reader-gone:{schema_name}:{reader_id}"
    read_account(lambda: provider.remove_reader(ctx, reader_id=reader_id, key=key))
    _tell("plugin.reader_removed", at, {"reader": reader_id})


def _terminal(schema_name: str) -> "tuple[TenantContext, PaymentProvider]":
    return able(
        schema_name=schema_name,
        capability="terminal",
        said="The payment service of this operator has no card readers.",
    )


def _tell(action: str, at: datetime, after: Mapping[str, Any]) -> None:
    with transaction.atomic():
        record(entity_type="plugin", entity_id=0, action=action, at=at, after=after)
