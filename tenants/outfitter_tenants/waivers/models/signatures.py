"""What was signed, by whom and when, and for which guest it counts (domain.md 3.8, 4.20)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class WaiverSignature(models.Model):
    """
    One act of signing one text, for one person or for a family; or the scan of one on paper.

    The database refuses every change of it, but for the printed copy, which comes once.
    """

    hash = models.CharField(max_length=24, unique=True)
    # What the signer's device calls this act, so that it counts once however often it is sent.
    client_id = models.CharField(max_length=64, null=True)
    template = models.ForeignKey("waivers.WaiverTemplate", on_delete=models.PROTECT, related_name="+")
    template_version = models.PositiveIntegerField()
    locale = models.CharField(max_length=12)
    text_sha256 = models.CharField(max_length=64)
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80)
    email = models.EmailField(null=True)
    phone = models.CharField(max_length=20, null=True)
    birth_date = models.DateField(null=True)
    # What the signer is to the minors: self, parent, guardian.
    relation = models.CharField(max_length=8, choices=slug_choices("self", "parent", "guardian"))
    answers = models.JSONField(default=dict)
    method = models.CharField(max_length=5, choices=slug_choices("drawn", "typed", "paper"))
    # What was typed in place of a drawn signature.
    typed_name = models.CharField(max_length=160, default="", blank=True)
    # The drawn signature, or the scan of what was signed on paper.
    picture_sha256 = models.CharField(max_length=64, null=True)
    photo_sha256 = models.CharField(max_length=64, null=True)
    consent_at = models.DateTimeField()
    signed_at = models.DateTimeField()
    received_at = models.DateTimeField()
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, default="", blank=True)
    device_id = models.BigIntegerField(null=True)
    # The trip whose link or guests it was signed under; null: nobody knew then.
    trip_id = models.BigIntegerField(null=True)
    # The operator's day it was signed for: the activity's, without one that of signing.
    day = models.DateField()
    # SHA-256 of the canonical JSON of all of the above and of whom it is for. It stands on the printed
    # copy, where anybody may check it; the hash above opens the copy itself.
    proof_sha256 = models.CharField(max_length=64, unique=True)
    pdf_sha256 = models.CharField(max_length=64, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["client_id", "template"], name="one_signature_an_act"),
            models.CheckConstraint(
                condition=Q(method__in=["drawn", "paper"], picture_sha256__isnull=False, typed_name="")
                | Q(method="typed", picture_sha256__isnull=True) & ~Q(typed_name=""),
                name="signature_drawn_typed_or_scanned",
            ),
        ]
        indexes = [models.Index(F("day"), name="signatures_of_a_day")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.hash}"


class Waiver(models.Model):
    """
    A signed waiver of one guest: the signer's own, or one of each minor they signed for.

    The database refuses every change but voiding it; rows leave once `retain_until` is over.
    """

    hash = models.CharField(max_length=24, unique=True)
    signature = models.ForeignKey(WaiverSignature, on_delete=models.PROTECT, related_name="waivers")
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80)
    email = models.EmailField(null=True)
    birth_date = models.DateField(null=True)
    is_minor = models.BooleanField(default=False)
    # The last day it counts on, in the operator's calendar; null: for ever.
    expires_on = models.DateField(null=True)
    retain_until = models.DateField()
    voided_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("signature"), name="waivers_of_a_signature")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.hash}"


class BookingWaiver(models.Model):
    """
    What is known of a guest and a template beyond what the experience asks for.

    Which templates a guest has to sign follows from the experience and the ticket; a row says that
    one was signed, was marked as signed on paper, is not needed, or is needed all the same. A row
    without a template is what staff said of a guest whom nothing is asked of.
    """

    booking_id = models.BigIntegerField()
    template = models.ForeignKey(
        "waivers.WaiverTemplate", null=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(
        max_length=14, choices=slug_choices("required", "signed", "marked_signed", "not_applicable")
    )
    waiver = models.ForeignKey(Waiver, null=True, on_delete=models.PROTECT, related_name="bookings")
    set_by = models.BigIntegerField(null=True)
    set_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["booking_id", "template"], nulls_distinct=False, name="one_state_a_guest_and_waiver"
            ),
            models.CheckConstraint(
                condition=Q(state="signed", waiver__isnull=False)
                | (~Q(state="signed") & Q(waiver__isnull=True)),
                name="signed_names_the_waiver",
            ),
        ]
        indexes = [models.Index(F("waiver"), name="guests_of_a_waiver")]

    def __str__(self) -> str:
        return f"{self.booking_id}: {self.template_id} {self.state}"
