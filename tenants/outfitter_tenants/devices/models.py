"""Terminals, tablets and printers that belong to the operator (domain.md 3.10)."""

from django.db import models

from outfitter.db.column_types import slug_choices


class Device(models.Model):
    """One registered device. Its token is shown once; only a keyed hash of it is kept."""

    name = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=13, choices=slug_choices("pos", "kiosk", "waiver_tablet", "card_reader", "printer", "tts")
    )
    platform = models.CharField(max_length=40, default="", blank=True)
    push_token = models.TextField(null=True)
    token_hash = models.CharField(max_length=64, unique=True)
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.SET_NULL, related_name="+")
    registered_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    # What a tablet shows to be signed: {booking_ids, template_ids, at}; null: whatever comes.
    shown_waiver = models.JSONField(null=True)
    # When a page that plays announcements last asked for one.
    listened_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class PrintKey(models.Model):
    """
    The key with which print jobs are signed, and the certificate print bridges know it by.

    One per operator, made at first use; the private half is encrypted.
    """

    certificate = models.TextField()
    key_encrypted = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_print_key")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class SpeechAccount(models.Model):
    """A voice that reads announcements out; what it signs in with is encrypted."""

    # "browser", or the slug of the plugin that speaks.
    provider = models.CharField(max_length=40)
    region = models.CharField(max_length=40, default="", blank=True)
    voice = models.CharField(max_length=80)
    language = models.CharField(max_length=12)
    credentials_encrypted = models.TextField(default="", blank=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], condition=models.Q(is_default=True), name="one_default_voice"
            ),
            models.UniqueConstraint(fields=["provider", "voice", "language"], name="one_account_a_voice"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.provider} {self.voice}"


class SpeechClip(models.Model):
    """A text that a provider has spoken: paid for once, kept as long as it is heard."""

    # Of provider, region, voice, language and text.
    key = models.CharField(max_length=64, unique=True)
    content_type = models.CharField(max_length=20)
    content = models.BinaryField()
    used_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"#{self.pk}"


class AnnouncementTemplate(models.Model):
    """Words of the operator's own for what is announced often, by language."""

    name = models.CharField(max_length=80, unique=True)
    # Language -> text with {time}, {experience}, {place}.
    texts = models.JSONField()

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class Announcement(models.Model):
    """
    Something said to guests through devices, in one language after the other.

    A device begins with it until `expires_at`: one that was off says nothing that is over.
    """

    timeslot_id = models.BigIntegerField(null=True)
    # [{language, text}], in the order in which they are read out.
    parts = models.JSONField()
    repeat_cnt = models.PositiveSmallIntegerField(default=1)
    pause_seconds = models.PositiveSmallIntegerField(default=5)
    has_chime = models.BooleanField(default=True)
    # Percent.
    volume = models.PositiveSmallIntegerField(default=100)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(repeat_cnt__gte=1, repeat_cnt__lte=10, volume__lte=100),
                name="announcement_repeats_and_volume",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class AnnouncementPlay(models.Model):
    """
    An announcement on one device: it is handed out once, so that it is heard once at most.

    What still is `queued` after the announcement's `expires_at` was missed.
    """

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="plays")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(
        max_length=8,
        choices=slug_choices("queued", "playing", "played", "stopped", "failed"),
        default="queued",
    )
    # Who spoke it in the end: "browser" or "provider".
    spoken_by = models.CharField(max_length=8, default="", blank=True)
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["announcement", "device"], name="one_play_a_device")]
        indexes = [
            models.Index(
                fields=["device", "id"], condition=models.Q(status="queued"), name="waiting_announcements"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
