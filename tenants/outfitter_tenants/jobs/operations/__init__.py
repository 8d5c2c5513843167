"""Writes of jobs: starting, cancelling, working."""

from outfitter_tenants.jobs.operations.creation import TooMany, cancel, start
from outfitter_tenants.jobs.operations.failure_privacy import forget_failures
from outfitter_tenants.jobs.operations.worker import work_on

__all__ = ["TooMany", "cancel", "forget_failures", "start", "work_on"]
