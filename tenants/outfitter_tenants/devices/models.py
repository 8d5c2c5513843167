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
    # What only the browser or machine that was paired knows; empty: the token alone is enough.
    binding_hash = models.CharField(max_length=64, default="", blank=True)
    # What the device last said that it shows.
    showing = models.CharField(max_length=20, default="", blank=True)

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
    # The operator brought it along, such as one that the makers of the bridge issued.
    is_own = models.BooleanField(default=False)

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
    """Words of the operator's own for what is announced often, by language, in an order people choose."""

    name = models.CharField(max_length=80)
    # Language -> text with {time}, {experience}, {place}.
    texts = models.JSONField()
    position = models.PositiveSmallIntegerField(default=0)
    # Put away: nobody is offered it any more, and its name is free.
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                condition=models.Q(archived_at__isnull=True),
                name="one_announcement_template_a_name",
            )
        ]

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


class DevicePairing(models.Model):
    """
    A code that makes one device of a browser that opens it, once and for a few minutes (ADR 136).

    Only a keyed hash of the code is kept.
    """

    code_hash = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=13)
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.SET_NULL, related_name="+")
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    device = models.OneToOneField(Device, null=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"


class KioskTerms(models.Model):
    """How guests check themselves in at kiosks (ADR 143); without a row the defaults hold."""

    # Minutes before the departure.
    opens_minutes = models.PositiveSmallIntegerField(default=120)
    closes_minutes = models.PositiveSmallIntegerField(default=0)
    allows_unpaid = models.BooleanField(default=False)
    # Whoever has no code may give a last name and the end of a phone number.
    finds_by_name = models.BooleanField(default=False)
    prints_tickets = models.BooleanField(default=True)
    idle_seconds = models.PositiveSmallIntegerField(default=45)
    # What staff leave the page with; empty: nobody can.
    pin_hash = models.CharField(max_length=128, default="", blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_set_of_kiosk_terms"),
            models.CheckConstraint(
                condition=models.Q(opens_minutes__lte=2880, closes_minutes__lte=models.F("opens_minutes"))
                & models.Q(idle_seconds__gte=15, idle_seconds__lte=300),
                name="kiosk_terms_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class PrintRoute(models.Model):
    """Where papers of a kind come out, at one place or (no location) everywhere else."""

    kind = models.CharField(
        max_length=9, choices=slug_choices("ticket", "label", "receipt", "voucher", "departure")
    )
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.CASCADE, related_name="+")
    via = models.CharField(max_length=7, choices=slug_choices("device", "qz", "browser"))
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    # As QZ Tray or the agent at the counter calls it; empty: the only one there.
    printer_name = models.CharField(max_length=120, default="", blank=True)
    paper = models.CharField(
        max_length=9, choices=slug_choices("roll_58", "roll_80", "label_4x2", "wristband")
    )
    copies = models.PositiveSmallIntegerField(default=1)
    # Letters of the printer can't be relied on: everything is drawn.
    is_drawn = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "location"], nulls_distinct=False, name="one_print_route_a_kind_and_place"
            ),
            models.CheckConstraint(
                condition=models.Q(via="device", device__isnull=False)
                | models.Q(~models.Q(via="device"), device__isnull=True),
                name="print_route_names_its_device",
            ),
            models.CheckConstraint(
                condition=models.Q(copies__gte=1, copies__lte=5), name="print_route_copies"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"


class PrintTemplate(models.Model):
    """What stands on papers of a kind; a kind without a row shows everything."""

    kind = models.CharField(max_length=9, unique=True)
    fields = models.JSONField()
    footer = models.CharField(max_length=300, default="", blank=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"


class PrintJob(models.Model):
    """
    Bytes for one printer, and how far they came (ADR 137).

    Nobody prints one twice without saying so: what may have been printed already is `unclear`, and a
    person decides.
    """

    kind = models.CharField(max_length=9)
    title = models.CharField(max_length=160)
    via = models.CharField(max_length=7)
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    printer_name = models.CharField(max_length=120, default="", blank=True)
    language = models.CharField(max_length=6, choices=slug_choices("escpos", "zpl"))
    payload = models.BinaryField()
    state = models.CharField(
        max_length=8, choices=slug_choices("queued", "sending", "printed", "unclear", "failed", "canceled")
    )
    error = models.CharField(max_length=40, default="", blank=True)
    # Whoever took it proves with this that it is still theirs.
    claim = models.UUIDField(null=True)
    claimed_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField()
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["device", "due_at", "id"],
                condition=models.Q(state="queued"),
                name="waiting_print_jobs",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.title}"
