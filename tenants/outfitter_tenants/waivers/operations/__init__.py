"""Writes of waivers: templates, signatures, and whom they count for."""

from outfitter_tenants.waivers.operations.booking_waivers import (
    assign,
    forget_unnamed,
    release,
    release_all,
    release_mark,
    set_states,
)
from outfitter_tenants.waivers.operations.paper import PaperRequest, keep_scan
from outfitter_tenants.waivers.operations.signatures import (
    NotAsked,
    TextReplaced,
    folder_of,
    proof_of,
    sign,
    void,
)
from outfitter_tenants.waivers.operations.templates import (
    RECOUNT,
    StaleTemplate,
    save_template,
    schedule_recount,
    set_archived,
    set_experience_waivers,
)

__all__ = (
    "RECOUNT",
    "NotAsked",
    "PaperRequest",
    "StaleTemplate",
    "TextReplaced",
    "assign",
    "folder_of",
    "forget_unnamed",
    "keep_scan",
    "proof_of",
    "release",
    "release_all",
    "release_mark",
    "save_template",
    "schedule_recount",
    "set_archived",
    "set_experience_waivers",
    "set_states",
    "sign",
    "void",
)
