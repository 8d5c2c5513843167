"""Writes of jobs: starting, cancelling, working."""

from outfitter_tenants.jobs.operations.starting import TooMany, cancel, start
from outfitter_tenants.jobs.operations.working import work_on

__all__ = ["TooMany", "cancel", "start", "work_on"]
