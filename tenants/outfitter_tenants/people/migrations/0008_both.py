"""Discount limits and payment settings were made side by side."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("people", "0006_discount_limit"), ("people", "0007_gift_cards")]
    operations = []
