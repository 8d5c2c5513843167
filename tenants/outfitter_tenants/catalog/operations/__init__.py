"""Writes of the catalogue."""

from outfitter_tenants.catalog.operations.experiences import (
    CAPACITY_TYPES,
    ExperienceValues,
    IllegalStatus,
    assign_policy,
    reorder_experiences,
    save_experience,
)
from outfitter_tenants.catalog.operations.ticket_types import CustomerTypeDraft

__all__ = [
    "CAPACITY_TYPES",
    "CustomerTypeDraft",
    "ExperienceValues",
    "IllegalStatus",
    "assign_policy",
    "reorder_experiences",
    "save_experience",
]
