"""Writes of exports."""

from outfitter_tenants.transfer.operations.export_work import KIND
from outfitter_tenants.transfer.operations.exports import ExportDraft, create_export, delete_export
from outfitter_tenants.transfer.operations.retention import expire, forget_old

__all__ = ["KIND", "ExportDraft", "create_export", "delete_export", "expire", "forget_old"]
