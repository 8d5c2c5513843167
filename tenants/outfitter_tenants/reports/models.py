"""Saved reports, who gets them by mail, and links to figures for people without a login (domain.md 5.19)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from outfitter.db.column_types import money, slug_choices


class ReportLink(models.Model):
    """
    An address at which anyone reads the figures of one report, for a while.

    What it opens is signed into the address; the row is what the office sees of it and takes back.
    """

    report = models.CharField(max_length=12, choices=slug_choices("reviews", "executive", "conversion"))
    # How many days back the figures go, counted from the day they are read; null: all there is.
    days = models.PositiveSmallIntegerField(null=True)
    # Null: every experience.
    experience_id = models.BigIntegerField(null=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="report_link_ends_after_its_beginning"
            )
        ]
        indexes = [models.Index(F("report"), F("id").desc(), name="report_link_by_report")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.report}"


class CustomReport(models.Model):
    """A report as somebody asks for it again and again, and when it goes by mail (ADR 124)."""

    name = models.CharField(max_length=80)
    # The last part of the address of the report it is.
    base = models.CharField(max_length=60)
    # What is asked; columns may be gone by the time it is opened.
    definition = models.JSONField(default=dict)
    is_shared = models.BooleanField(default=False)
    owner_avatar_id = models.BigIntegerField()
    owner_name = models.CharField(max_length=160, default="")
    # {"frequency", "time", "weekday", "day", "format"}; null: it is not mailed.
    schedule = models.JSONField(null=True)
    # When it goes next. A worker that finds another instant here has come too late.
    next_send_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(F("owner_avatar_id"), Lower("name"), name="one_report_of_a_name"),
            models.CheckConstraint(
                condition=Q(schedule__isnull=False) | Q(next_send_at__isnull=True),
                name="unscheduled_reports_are_never_due",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.base}: {self.name}"


class ReportRecipient(models.Model):
    """
    Somebody of the team who gets a report.

    Who wants it no longer stays here, so that nobody else adds them anew.
    """

    report = models.ForeignKey(CustomReport, on_delete=models.CASCADE, related_name="recipients")
    avatar_id = models.BigIntegerField()
    unsubscribed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(F("report"), F("avatar_id"), name="one_place_per_recipient")]

    def __str__(self) -> str:
        return f"{self.avatar_id} of {self.report_id}"


class ReportMail(models.Model):
    """One report on its way to one person: written once for each occasion, whoever runs how often."""

    report = models.ForeignKey(CustomReport, on_delete=models.CASCADE, related_name="mails")
    avatar_id = models.BigIntegerField()
    # The instant it was to go.
    due_at = models.DateTimeField()
    status = models.CharField(
        max_length=8, choices=slug_choices("queued", "made", "sending", "sent", "skipped", "failed")
    )
    # Why it was not sent.
    reason = models.CharField(max_length=24, default="", blank=True)
    transfer_id = models.BigIntegerField(null=True)
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    # Until when one worker has it to send; after that it died of it.
    leased_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(F("report"), F("avatar_id"), F("due_at"), name="one_mail_per_occasion")
        ]
        indexes = [models.Index(F("due_at"), F("id"), name="report_mail_by_due")]

    def __str__(self) -> str:
        return f"#{self.pk} to {self.avatar_id}"


class DepartureFact(models.Model):
    """
    What the sales of one departure come to, added up once (ADR 146).

    True as long as no mark is about it: who reads takes marked departures from their rows. What guides and
    resources cost isn't here: it is little, and follows what they cost now.
    """

    # No foreign key: who adds up never holds a departure that somebody sells.
    timeslot_id = models.BigIntegerField(primary_key=True)
    # The operator's when this was added up; trips in another one are no part of it.
    currency = models.CharField(max_length=3)
    order_cnt = models.IntegerField()
    guest_cnt = models.IntegerField()
    no_show_cnt = models.IntegerField()
    lead_minutes = models.BigIntegerField()
    total_amount = money()
    revenue_amount = money()
    commission_amount = money()
    gateway_fee_amount = money()
    # Somebody was booked on it, in whatever currency.
    is_booked = models.BooleanField()

    def __str__(self) -> str:
        return f"#{self.timeslot_id} {self.order_cnt}"


class DepartureMark(models.Model):
    """
    That facts changed: of one departure, of those of a trip or of an order, or of all.

    Which departures these are is looked up when the mark is read: an order may have moved since. Written by
    triggers in the transaction of the change, once in each, and never updated: nobody waits for anybody.
    """

    # The transaction that changed something.
    change_id = models.BigIntegerField()
    kind = models.CharField(max_length=9, choices=slug_choices("departure", "trip", "order", "all"))
    about_id = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(F("change_id"), F("about_id"), name="departure_mark_by_change")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.about_id}"
