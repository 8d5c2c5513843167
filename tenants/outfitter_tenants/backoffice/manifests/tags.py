"""
By what a manifest is known before it is made (ADR 74).

A manifest is made of rows, settings, its reader and the code. The tag names all four, and none of
them is read for it: the database sums up the rows, the settings' version came with the session.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings

import outfitter_tenants
from outfitter.db.configuration import current_version
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.source_digest import source_digest
from outfitter_tenants.backoffice.manifests.queries import Which

# An unchanged manifest is sent anew after so long, so that a device never holds a bundle that is over.
_RENEWED: Final = 6 * 3600
_CODE: Final = Path(outfitter_tenants.__file__).parent


def tag_of(which: Which, *, languages: Sequence[str], device_id: int | None, at: datetime) -> str:
    """
    Return what a manifest is known by to one reader: the same as long as it says the same.

    Inside of `configuration()`. Nobody outside can tell from it what it was made of.
    """
    turn = int(at.timestamp()) // _RENEWED
    made_of = (source_digest(_CODE), current_version(), which, languages, device_id, turn)
    parts = (current_schema(), *map(repr, made_of), which.fingerprint(at=at))
    return keyed_hash(settings.SECRET_KEY, "manifest", *parts)[:32]
