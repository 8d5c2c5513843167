"""Writes of jobs: starting, cancelling, working."""

from outfitter_tenants.jobs.operations.creation import TooMany, cancel, start
from outfitter_tenants.jobs.operations.worker import work_on

__all__ = ["TooMany", "cancel", "start", "work_on"]
