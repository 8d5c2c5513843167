"""Writes of how far operators have come."""

from collections.abc import Iterable
from datetime import datetime

from outfitter.onboarding.models import SampleExperience, SetupTaskDone


def note_done(*, account_id: int, slugs: Iterable[str], at: datetime) -> None:
    """Keep when steps were first found done; those that have a time keep it."""
    rows = [SetupTaskDone(account_id=account_id, slug=slug, done_at=at) for slug in slugs]
    SetupTaskDone.objects.bulk_create(rows, ignore_conflicts=True)


def claim_sample(*, account_id: int, kind: str, experience_id: int) -> bool:
    """Keep which experience is the operator's sample; False when another one is already."""
    row = SampleExperience(account_id=account_id, kind=kind, experience_id=experience_id)
    SampleExperience.objects.bulk_create([row], ignore_conflicts=True)
    kept = SampleExperience.objects.filter(account_id=account_id, experience_id=experience_id)
    return kept.exists()


def forget_sample(*, account_id: int) -> None:
    """Forget that an operator has a sample."""
    SampleExperience.objects.filter(account_id=account_id).delete()
