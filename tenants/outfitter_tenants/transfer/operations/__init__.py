"""Writes of exports."""

from outfitter_tenants.transfer.operations.asking import (
    ExportDraft,
    create_export,
    delete_export,
    expire,
)
from outfitter_tenants.transfer.operations.exporting import KIND
from outfitter_tenants.transfer.operations.forgetting import forget_old

__all__ = ["KIND", "ExportDraft", "create_export", "delete_export", "expire", "forget_old"]
