"""Machines that act for an operator: what they may do, who let them in, what they did."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices, text_list


class AgentSettings(models.Model):
    """What AI agents may do here; one row. While `is_on` is off, none of them does anything."""

    is_on = models.BooleanField(default=False)
    # Whether assistants of visitors find and book without signing in.
    is_visitors_on = models.BooleanField(default=False)
    # Whether agents may hold seats at all; otherwise they tell and hand over.
    can_create = models.BooleanField(default=True)
    # The most guests of one booking; a larger party is for a person.
    max_pax = models.PositiveSmallIntegerField(default=12)
    links_a_day = models.PositiveSmallIntegerField(default=3)
    # E.164; empty: calls are handed over to nobody.
    handoff_number = models.CharField(max_length=20, default="", blank=True)
    # When people are there, as one says it; empty: agents don't know.
    hours = models.CharField(max_length=200, default="", blank=True)
    # What an agent may say about the business: language -> text.
    policies = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_agent_settings")]

    def __str__(self) -> str:
        return "on" if self.is_on else "off"


class AgentToken(models.Model):
    """What a voice agent signs in with. It is shown once; only a keyed hash of it is kept."""

    name = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    # What people know it by: its last four characters.
    last4 = models.CharField(max_length=4)
    scopes = text_list()
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    rotated_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class AgentCall(models.Model):
    """
    One conversation of an agent: the trip it made, those it may speak of, how often it guessed.

    What is asked for twice under one `call_id` is done once.
    """

    call_id = models.CharField(max_length=160, unique=True)
    # A keyed hash of the number: enough to tell callers apart, and nothing to forget.
    phone_hash = models.CharField(max_length=64)
    trip_id = models.BigIntegerField(null=True)
    verified_trip_id = models.BigIntegerField(null=True)
    tries_cnt = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["trip_id"], name="agent_call_trip", condition=Q(trip_id__isnull=False)),
            models.Index(fields=["created_at"], name="agent_call_by_age"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class AgentLinkCount(models.Model):
    """How many payment links agents sent for a trip on one of the operator's days."""

    trip_id = models.BigIntegerField()
    day = models.DateField()
    sent_cnt = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trip_id", "day"], name="one_link_count_a_day")]

    def __str__(self) -> str:
        return f"#{self.trip_id} {self.day}"


class AgentAction(models.Model):
    """One thing an agent did or tried; kept 90 days. Arguments are without secrets and personal data."""

    at = models.DateTimeField()
    profile = models.CharField(max_length=7, choices=slug_choices("phone", "visitor", "staff"))
    tool = models.CharField(max_length=60)
    call_id = models.CharField(max_length=160, default="", blank=True)
    token = models.ForeignKey(AgentToken, null=True, on_delete=models.SET_NULL, related_name="+")
    access = models.ForeignKey("AgentAccess", null=True, on_delete=models.SET_NULL, related_name="+")
    arguments = models.JSONField(default=dict)
    outcome = models.CharField(max_length=7, choices=slug_choices("ok", "refused", "failed"))
    code = models.CharField(max_length=60, default="", blank=True)
    trip_id = models.BigIntegerField(null=True)
    spoken = models.TextField(default="", blank=True)
    milliseconds = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(F("at").desc(), F("id").desc(), name="agent_action_by_age"),
            models.Index(
                F("at").desc(), F("id").desc(), name="agent_action_refused", condition=~Q(outcome="ok")
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.tool}"


class AgentClient(models.Model):
    """A program that asked to act for staff, as it registered itself (RFC 7591)."""

    client_id = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=120)
    # Its registration, whole and encrypted: it may hold a secret.
    registration_encrypted = models.TextField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class AgentAccess(models.Model):
    """That somebody of the staff let a program act for them, and until when."""

    client = models.ForeignKey(AgentClient, on_delete=models.CASCADE, related_name="accesses")
    avatar_id = models.BigIntegerField()
    scopes = text_list()
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["avatar_id"], name="agent_access_open", condition=Q(revoked_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class AgentGrant(models.Model):
    """
    A secret on the way of OAuth 2.1: what was asked for, a code, an access or a refresh token.

    Only its keyed hash is kept. A request, a code and a refresh token count once.
    """

    kind = models.CharField(max_length=7, choices=slug_choices("request", "code", "access", "refresh"))
    secret_hash = models.CharField(max_length=64, unique=True)
    client = models.ForeignKey(AgentClient, on_delete=models.CASCADE, related_name="+")
    # Null while nobody has agreed.
    access = models.ForeignKey(AgentAccess, null=True, on_delete=models.CASCADE, related_name="grants")
    scopes = text_list()
    # What the client said when it asked: redirect, state, challenge, resource.
    asked = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="agent_grant_by_age")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"
