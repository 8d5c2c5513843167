"""Waivers: the templates with their texts, what was signed, and whom it counts for."""

from outfitter_tenants.waivers.models.signatures import BookingWaiver, Waiver, WaiverSignature
from outfitter_tenants.waivers.models.templates import ExperienceWaiver, WaiverTemplate, WaiverTemplateVersion

__all__ = (
    "BookingWaiver",
    "ExperienceWaiver",
    "Waiver",
    "WaiverSignature",
    "WaiverTemplate",
    "WaiverTemplateVersion",
)
