"""Writes of imports, from the upload to taking it all back."""

from outfitter_tenants.transfer.imports.operations.detections import Detection, detect
from outfitter_tenants.transfer.imports.operations.endings import cancel_import, delete_import
from outfitter_tenants.transfer.imports.operations.file_uploads import upload
from outfitter_tenants.transfer.imports.operations.preflight_checks import CheckDraft, preflight
from outfitter_tenants.transfer.imports.operations.starts import start_import, start_undo

__all__ = [
    "CheckDraft",
    "Detection",
    "cancel_import",
    "delete_import",
    "detect",
    "preflight",
    "start_import",
    "start_undo",
    "upload",
]
