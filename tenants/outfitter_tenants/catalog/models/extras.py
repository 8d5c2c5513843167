"""What is sold with an experience: add-ons, and retail products (domain.md 3.2)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices, text_list


class Product(models.Model):
    """A thing on the shelf. `stock_qty` counts only while `is_track_stock`."""

    name = models.CharField(max_length=120)
    sku = models.CharField(max_length=60, null=True)
    barcode = models.CharField(max_length=60, null=True)
    category = models.CharField(max_length=80, default="", blank=True)
    price = money()
    is_price_editable = models.BooleanField(default=False)
    tax_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    is_track_stock = models.BooleanField(default=False)
    stock_qty = models.IntegerField(default=0)
    image = models.TextField(null=True)
    is_active = models.BooleanField(default=True)
    position = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("position"), F("id"), name="product_order")]
        constraints = [
            models.CheckConstraint(condition=Q(price__gte=0), name="product_price_not_negative"),
            models.CheckConstraint(
                condition=Q(is_track_stock=False) | Q(stock_qty__gte=0), name="stock_not_oversold"
            ),
            models.UniqueConstraint(fields=["sku"], condition=Q(sku__isnull=False), name="one_product_a_sku"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ExperienceAddonValueType(models.Model):
    """A set of choices that several add-ons may offer: sizes, menus."""

    name = models.CharField(max_length=80)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ExperienceAddonValue(models.Model):
    """One choice; its price comes on top of the add-on's."""

    value_type = models.ForeignKey(ExperienceAddonValueType, on_delete=models.CASCADE, related_name="values")
    label = models.CharField(max_length=80)
    price_delta = money(default=0)
    sku = models.CharField(max_length=60, null=True)
    is_default = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["value_type"], condition=Q(is_default=True, is_active=True), name="one_default_value"
            )
        ]

    def __str__(self) -> str:
        return f"{self.label} of {self.value_type_id}"


class ExperienceAddon(models.Model):
    """Something a guest or a whole order can have with an experience."""

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="addons")
    name = models.CharField(max_length=120)
    description = models.TextField(default="", blank=True)
    scope = models.CharField(max_length=10, choices=slug_choices("booking", "trip_order"))
    input = models.CharField(max_length=8, choices=slug_choices("toggle", "select", "quantity", "text"))
    value_type = models.ForeignKey(
        ExperienceAddonValueType, null=True, on_delete=models.PROTECT, related_name="addons"
    )
    is_required = models.BooleanField(default=False)
    min_qty = models.PositiveSmallIntegerField(default=0)
    max_qty = models.PositiveSmallIntegerField(null=True)
    price = money(default=0)
    price_per = models.CharField(max_length=5, choices=slug_choices("unit", "pax", "order"), default="unit")
    # Null: the taxes that apply to add-ons at large.
    tax_ids = ArrayField(models.BigIntegerField(), null=True)
    is_taxable = models.BooleanField(default=True)
    is_commissionable = models.BooleanField(default=True)
    stock_product = models.ForeignKey(Product, null=True, on_delete=models.PROTECT, related_name="+")
    # Empty: every customer type, every trip method.
    enabled_customer_type_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    methods = text_list()
    image = models.TextField(null=True)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("experience_id"), F("position"), F("id"), name="addon_order")]
        constraints = [
            models.CheckConstraint(
                condition=Q(input="select", value_type__isnull=False)
                | (~Q(input="select") & Q(value_type__isnull=True)),
                name="only_a_select_has_values",
            ),
            models.CheckConstraint(
                condition=Q(max_qty__isnull=True) | Q(max_qty__gte=F("min_qty")), name="addon_qty_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"
