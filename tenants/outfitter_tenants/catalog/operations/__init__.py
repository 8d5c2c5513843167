"""Writes of the catalogue."""

from outfitter_tenants.catalog.operations.experiences import (
    CAPACITY_TYPES,
    CustomerTypeDraft,
    ExperienceValues,
    IllegalStatus,
    assign_policy,
    save_experience,
)

__all__ = [
    "CAPACITY_TYPES",
    "CustomerTypeDraft",
    "ExperienceValues",
    "IllegalStatus",
    "assign_policy",
    "save_experience",
]
