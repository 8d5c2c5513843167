"""Addresses that ask somebody to pay."""

from datetime import datetime
from typing import Any

from outfitter_tenants.ledger.models import PaymentLink


def open_link(*, trip_id: int, expires_at: datetime, at: datetime, **values: Any) -> PaymentLink:
    """Note a request for money that is handed out; `values` say how much and for whom."""
    return PaymentLink.objects.create(trip_id=trip_id, expires_at=expires_at, created_at=at, **values)


def revoke_link(*, link: PaymentLink, at: datetime) -> None:
    """Note that a request for money no longer stands."""
    link.revoked_at = at
    link.save(update_fields=["revoked_at"])


def mark_opened(*, link_id: int, at: datetime) -> None:
    """Note when somebody first looked at a request."""
    PaymentLink.objects.filter(pk=link_id, opened_at__isnull=True).update(opened_at=at)
