import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("catalog", "0001_initial"), ("people", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="ResourceGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("vehicle", "Vehicle"),
                            ("vessel", "Vessel"),
                            ("equipment", "Equipment"),
                            ("room", "Room"),
                            ("permit", "Permit"),
                            ("other", "Other"),
                        ],
                        default="other",
                        max_length=10,
                    ),
                ),
                ("is_auto_assign", models.BooleanField(default=True)),
                (
                    "strategy",
                    models.CharField(
                        choices=[
                            ("best_fit", "Best fit"),
                            ("fill_first", "Fill first"),
                            ("balance", "Balance"),
                            ("priority", "Priority"),
                        ],
                        default="best_fit",
                        max_length=10,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ExperienceDate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed"), ("cancelled", "Cancelled")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("capacity", models.PositiveIntegerField(null=True)),
                ("booked_pax_cnt", models.IntegerField(default=0)),
                ("held_pax_cnt", models.IntegerField(default=0)),
                ("note", models.TextField(blank=True, default="")),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancelled_reason", models.TextField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "experience",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="experience_dates",
                        to="catalog.experience",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ExperienceTimeslot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("live", "Live"), ("ended", "Ended")],
                        default="live",
                        max_length=5,
                    ),
                ),
                ("date_from", models.DateField()),
                ("date_to", models.DateField(null=True)),
                ("weekdays", models.PositiveSmallIntegerField(default=127)),
                (
                    "exclude_dates",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateField(), default=list, size=None
                    ),
                ),
                (
                    "include_dates",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateField(), default=list, size=None
                    ),
                ),
                (
                    "times",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TimeField(), default=list, size=None
                    ),
                ),
                ("time_from", models.TimeField(null=True)),
                ("time_to", models.TimeField(null=True)),
                ("interval_minutes", models.PositiveSmallIntegerField(null=True)),
                ("duration_minutes", models.PositiveIntegerField(null=True)),
                ("is_flex", models.BooleanField(default=False)),
                ("capacity", models.PositiveIntegerField(null=True)),
                ("capacity_by_type", models.JSONField(default=dict)),
                ("online_allotment", models.PositiveIntegerField(null=True)),
                ("channel_allotments", models.JSONField(default=dict)),
                (
                    "guide_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("note", models.TextField(blank=True, default="")),
                ("price_override", models.JSONField(null=True)),
                ("priority", models.SmallIntegerField(default=0)),
                ("generated_until", models.DateField(null=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "experience",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="availability_rules",
                        to="catalog.experience",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Resource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("code", models.CharField(max_length=20, null=True)),
                ("capacity", models.PositiveIntegerField(default=1)),
                ("priority", models.SmallIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("active", "Active"),
                            ("maintenance", "Maintenance"),
                            ("retired", "Retired"),
                        ],
                        default="active",
                        max_length=11,
                    ),
                ),
                ("buffer_minutes", models.PositiveIntegerField(default=0)),
                ("attributes", models.JSONField(default=dict)),
                ("ical_hash", models.CharField(max_length=24, unique=True)),
                ("color", models.CharField(default="#64748b", max_length=7)),
                (
                    "location",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="catalog.location",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="resources",
                        to="scheduling.resourcegroup",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Blackout",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("guide_avatar_id", models.BigIntegerField(null=True)),
                ("start_at", models.DateTimeField()),
                ("end_at", models.DateTimeField()),
                ("reason", models.TextField(blank=True, default="")),
                ("created_by", models.BigIntegerField(null=True)),
                ("series_id", models.UUIDField(null=True)),
                (
                    "experience",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="catalog.experience",
                    ),
                ),
                (
                    "resource",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blackouts",
                        to="scheduling.resource",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Timeslot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("start_time", models.TimeField()),
                ("start_at", models.DateTimeField()),
                ("end_at", models.DateTimeField()),
                ("is_flex", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("closed_online", "Closed online"),
                            ("closed", "Closed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=13,
                    ),
                ),
                ("capacity", models.PositiveIntegerField(null=True)),
                ("capacity_by_type", models.JSONField(default=dict)),
                ("online_allotment", models.PositiveIntegerField(null=True)),
                ("booked_pax_cnt", models.IntegerField(default=0)),
                ("held_pax_cnt", models.IntegerField(default=0)),
                ("online_booked_pax_cnt", models.IntegerField(default=0)),
                ("online_held_pax_cnt", models.IntegerField(default=0)),
                ("overbook_cnt", models.PositiveIntegerField(default=0)),
                ("is_day_limited", models.BooleanField(default=False)),
                ("price_override", models.JSONField(null=True)),
                ("min_price", models.BigIntegerField(null=True)),
                ("note", models.TextField(blank=True, default="")),
                ("cutoff_at_online", models.DateTimeField()),
                ("cutoff_at_direct", models.DateTimeField()),
                ("is_edited", models.BooleanField(default=False)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancel_reason", models.TextField(null=True)),
                ("manifest_locked_at", models.DateTimeField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "experience",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="timeslots",
                        to="catalog.experience",
                    ),
                ),
                (
                    "experience_date",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="timeslots",
                        to="scheduling.experiencedate",
                    ),
                ),
                (
                    "experience_timeslot",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="timeslots",
                        to="scheduling.experiencetimeslot",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Hold",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(unique=True)),
                ("trip_id", models.BigIntegerField(null=True)),
                ("trip_order_id", models.BigIntegerField(null=True)),
                ("qty_by_type", models.JSONField(default=dict)),
                ("pax_cnt", models.PositiveIntegerField()),
                ("is_online", models.BooleanField(default=True)),
                ("resource_claims", models.JSONField(default=list)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("checkout", "Checkout"),
                            ("staff", "Staff"),
                            ("channel", "Channel"),
                            ("rebook", "Rebook"),
                        ],
                        default="checkout",
                        max_length=8,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("active", "Active"),
                            ("converted", "Converted"),
                            ("released", "Released"),
                            ("expired", "Expired"),
                        ],
                        default="active",
                        max_length=9,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("hard_expires_at", models.DateTimeField()),
                ("extended_cnt", models.PositiveSmallIntegerField(default=0)),
                ("visitor", models.CharField(max_length=64, null=True)),
                ("ip", models.GenericIPAddressField(null=True)),
                ("channel", models.CharField(max_length=40, null=True)),
                ("external_ref", models.CharField(max_length=120, null=True)),
                ("price_snapshot", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "timeslot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="holds",
                        to="scheduling.timeslot",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BookingResource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("trip_order_id", models.BigIntegerField(null=True)),
                ("booking_id", models.BigIntegerField(null=True)),
                ("start_at", models.DateTimeField()),
                ("end_at", models.DateTimeField()),
                ("units", models.PositiveIntegerField()),
                ("is_locked", models.BooleanField(default=False)),
                (
                    "assigned_by",
                    models.CharField(
                        choices=[("auto", "Auto"), ("user", "User")], default="auto", max_length=4
                    ),
                ),
                (
                    "resource",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uses",
                        to="scheduling.resource",
                    ),
                ),
                (
                    "timeslot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="booking_resources",
                        to="scheduling.timeslot",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TimeslotGuide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("lead", "Lead"),
                            ("assistant", "Assistant"),
                            ("driver", "Driver"),
                            ("trainee", "Trainee"),
                        ],
                        default="lead",
                        max_length=9,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("assigned", "Assigned"),
                            ("confirmed", "Confirmed"),
                            ("declined", "Declined"),
                        ],
                        default="assigned",
                        max_length=9,
                    ),
                ),
                ("is_conflict_accepted", models.BooleanField(default=False)),
                ("pay", models.JSONField(null=True)),
                (
                    "timeslot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="timeslot_guides",
                        to="scheduling.timeslot",
                    ),
                ),
                (
                    "user_avatar",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="people.useravatar"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="experiencedate",
            constraint=models.UniqueConstraint(fields=("experience", "date"), name="one_experience_date"),
        ),
        migrations.AddConstraint(
            model_name="experiencedate",
            constraint=models.CheckConstraint(
                condition=models.Q(("booked_pax_cnt__gte", 0), ("held_pax_cnt__gte", 0)),
                name="date_seats_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="experiencedate",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("capacity__isnull", True),
                    (
                        "capacity__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("booked_pax_cnt"), "+", models.F("held_pax_cnt")
                        ),
                    ),
                    _connector="OR",
                ),
                name="date_seats_not_oversold",
            ),
        ),
        migrations.AddConstraint(
            model_name="experiencetimeslot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("date_to__isnull", True), ("date_to__gte", models.F("date_from")), _connector="OR"
                ),
                name="rule_dates_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="experiencetimeslot",
            constraint=models.CheckConstraint(
                condition=models.Q(("weekdays__gte", 0), ("weekdays__lte", 127)), name="rule_weekdays"
            ),
        ),
        migrations.AddConstraint(
            model_name="blackout",
            constraint=models.CheckConstraint(
                condition=models.Q(("end_at__gt", models.F("start_at"))), name="blackout_ends_later"
            ),
        ),
        migrations.AddIndex(
            model_name="timeslot",
            index=models.Index(models.F("date"), models.F("experience_id"), name="timeslot_by_date"),
        ),
        migrations.AddConstraint(
            model_name="timeslot",
            constraint=models.UniqueConstraint(
                fields=("experience", "date", "start_time", "experience_timeslot"),
                name="one_timeslot_per_start",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="timeslot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("booked_pax_cnt__gte", 0),
                    ("held_pax_cnt__gte", 0),
                    ("online_booked_pax_cnt__gte", 0),
                    ("online_held_pax_cnt__gte", 0),
                ),
                name="seats_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="timeslot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("capacity__isnull", True),
                    (
                        "capacity__gte",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                models.F("booked_pax_cnt"), "+", models.F("held_pax_cnt")
                            ),
                            "-",
                            models.F("overbook_cnt"),
                        ),
                    ),
                    _connector="OR",
                ),
                name="seats_not_oversold",
            ),
        ),
        migrations.AddConstraint(
            model_name="timeslot",
            constraint=models.CheckConstraint(
                condition=models.Q(("end_at__gt", models.F("start_at"))), name="slot_ends_later"
            ),
        ),
        migrations.AddIndex(
            model_name="hold",
            index=models.Index(
                models.F("timeslot_id"),
                models.F("expires_at"),
                condition=models.Q(("status", "active")),
                name="live_holds",
            ),
        ),
        migrations.AddIndex(
            model_name="hold", index=models.Index(models.F("trip_order_id"), name="hold_by_order")
        ),
        migrations.AddIndex(model_name="hold", index=models.Index(models.F("trip_id"), name="hold_by_trip")),
        migrations.AddIndex(
            model_name="hold",
            index=models.Index(
                models.F("visitor"), condition=models.Q(("status", "active")), name="live_by_visitor"
            ),
        ),
        migrations.AddIndex(
            model_name="hold",
            index=models.Index(models.F("ip"), condition=models.Q(("status", "active")), name="live_by_ip"),
        ),
        migrations.AddIndex(
            model_name="bookingresource",
            index=models.Index(models.F("resource_id"), models.F("start_at"), name="resource_in_time"),
        ),
        migrations.AddConstraint(
            model_name="bookingresource",
            constraint=models.CheckConstraint(
                condition=models.Q(("end_at__gt", models.F("start_at"))), name="use_ends_later"
            ),
        ),
        migrations.AddConstraint(
            model_name="timeslotguide",
            constraint=models.UniqueConstraint(fields=("timeslot", "user_avatar"), name="one_guide_each"),
        ),
    ]
