"""Which trips came with a file, and what they were called where they came from."""

from django.db import models

from outfitter_tenants.trips.models.trip import Trip


class ImportedTrip(models.Model):
    """
    A trip that an import brought in: one for each booking of the system it was made in.

    What is imported twice is found here, so that it is there once. `version` is the trip's as it came:
    whoever changed it since depends on it, and it is not taken back.
    """

    trip = models.OneToOneField(Trip, on_delete=models.CASCADE, related_name="imported")
    # Where it was booked (empty: the file does not say), and its number there.
    provider = models.CharField(max_length=40, default="", blank=True)
    reference = models.CharField(max_length=120)
    # The import that brought it (transfer.Transfer).
    transfer_id = models.BigIntegerField()
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "reference"], name="one_trip_an_imported_booking")
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.reference}"
