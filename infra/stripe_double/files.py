"""Files: evidence for disputes. Only what they are is kept, not what is in them."""

from __future__ import annotations

from stripe_double import lists
from stripe_double.errors import ApiError, missing
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

# How many bytes a file may have, by what it is for.
LIMITS = {"dispute_evidence": 5_000_000, "business_logo": 512_000, "business_icon": 512_000}
_BEGINNINGS = {b"%PDF-": "pdf", b"\x89PNG\r\n": "png", b"\xff\xd8\xff": "jpg"}


def kind_of(content: bytes) -> str | None:
    """Return `pdf`, `png` or `jpg` by how a file begins, None for any other."""
    return next((kind for mark, kind in _BEGINNINGS.items() if content.startswith(mark)), None)


def create(world: World, call: Call) -> Record:
    """
    Take a file in (`purpose`, `file`).

    :raises ApiError: it is no picture or PDF, too large, or for nothing we know
    """
    params = call.params
    params.allow(("purpose", "file", "file_link_data", "expand"))
    purpose = params.required("purpose")
    limit = LIMITS.get(purpose)
    if limit is None:
        raise ApiError(400, f"Invalid purpose: {purpose[:40]}", param="purpose")
    given = params.get("file")
    if not isinstance(given, dict) or "sha256" not in given:
        raise missing("file")
    if given["kind"] is None:
        raise ApiError(400, "The file must be a PDF, JPEG or PNG file.", param="file")
    if not 0 < given["size"] <= limit:
        raise ApiError(400, f"The file must have at most {limit} bytes.", param="file")
    key = new_id("file")
    file: Record = {
        "id": key,
        "object": "file",
        "created": world.now(),
        "expires_at": None,
        "filename": given["filename"],
        "links": lists.empty(f"/v1/file_links?file={key}"),
        "purpose": purpose,
        "size": given["size"],
        "title": None,
        "type": given["kind"],
        "url": f"http://{call.host}/v1/files/{key}/contents",
    }
    world.store.put("file_mark", key, {"sha256": given["sha256"]})
    return world.add(file, call)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return what is known of a file."""
    call.params.allow(("expand",))
    return world.find("file", key, call)


def find_all(world: World, call: Call) -> Record:
    """List files, or those of a purpose."""
    return lists.find_all(world, call, "file", ("purpose",))
