"""Which of our calls an AI agent's conversation is."""

from collections.abc import Collection

from outfitter_tenants.calls.models import Call


def ids_of(*, provider_call_ids: Collection[str]) -> dict[str, int]:
    """Return the provider's id -> the call, of those that are known here; the newest where several are."""
    rows = Call.objects.filter(provider_call_id__in=provider_call_ids).order_by("pk")
    return dict(rows.values_list("provider_call_id", "pk"))
