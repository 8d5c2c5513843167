"""Reads of waivers: templates, what experiences ask for, what was signed."""

from outfitter_tenants.waivers.queries.requirements import (
    AskedTemplate,
    asked_templates,
    asks_anything,
    booking_rows,
    experience_template_ids,
    offered_templates,
    required_count,
    required_templates,
)
from outfitter_tenants.waivers.queries.signatures import (
    WaiverNotFound,
    bookings_of,
    find_reusable,
    get_signature,
    get_waiver,
    lock_waiver,
    unassigned_waivers,
    waiver_of_booking,
    waiver_rows,
)
from outfitter_tenants.waivers.queries.templates import (
    TemplateRow,
    VersionRow,
    WaiverTemplateNotFound,
    get_template,
    list_templates,
    list_versions,
    lock_template,
)

__all__ = (
    "AskedTemplate",
    "TemplateRow",
    "VersionRow",
    "WaiverNotFound",
    "WaiverTemplateNotFound",
    "asked_templates",
    "asks_anything",
    "booking_rows",
    "bookings_of",
    "experience_template_ids",
    "find_reusable",
    "get_signature",
    "get_template",
    "get_waiver",
    "list_templates",
    "list_versions",
    "lock_template",
    "lock_waiver",
    "offered_templates",
    "required_count",
    "required_templates",
    "unassigned_waivers",
    "waiver_of_booking",
    "waiver_rows",
)
