"""Waivers whose time is over go for good, with their files (domain.md 4.20)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.waivers.models import BookingWaiver, Waiver, WaiverSignature
from outfitter_tenants.waivers.operations.signatures import folder_of

BATCH: Final = 200


def delete_expired(_state: Mapping[str, object], at: datetime) -> dict[str, Any] | None:
    """
    Delete waivers that need not be kept any longer; an operator's daily work.

    A guest of so long ago stays marked as having signed. The files of a signature go before its row
    does, so that none is left behind whatever happens in between.
    """
    with atomic():
        over = Waiver.objects.filter(retain_until__lt=at.date()).select_for_update(skip_locked=True)
        gone = list(over.order_by("pk").values_list("pk", flat=True)[:BATCH])
        BookingWaiver.objects.filter(waiver_id__in=gone).update(state="marked_signed", waiver=None)
        Waiver.objects.filter(pk__in=gone).delete()
    _delete_signatures()
    return {} if len(gone) == BATCH else None


def _delete_signatures() -> None:
    left = Waiver.objects.filter(signature=OuterRef("pk"))
    empty = WaiverSignature.objects.filter(~Exists(left)).order_by("pk")
    for pk, key in empty.values_list("pk", "hash")[:BATCH]:
        file_storage.delete_folder(schema_name=current_schema(), folder=folder_of(key))
        WaiverSignature.objects.filter(pk=pk).delete()
