"""Whom a gateway keeps cards for."""

from datetime import datetime

from outfitter_tenants.ledger.models import GatewayCustomer


def know_customer(
    *, gateway: str, owner_kind: str, owner_id: int, gateway_customer_id: str, at: datetime
) -> str:
    """Note under which id a gateway knows somebody; returns the one that was noted first."""
    row, _ = GatewayCustomer.objects.get_or_create(
        gateway=gateway,
        owner_kind=owner_kind,
        owner_id=owner_id,
        defaults={"gateway_customer_id": gateway_customer_id, "created_at": at},
    )
    return row.gateway_customer_id


def forget_customer(*, gateway: str, owner_kind: str, owner_id: int) -> None:
    """Forget under which id a gateway knew somebody: it knows nobody by that any more."""
    GatewayCustomer.objects.filter(gateway=gateway, owner_kind=owner_kind, owner_id=owner_id).delete()
