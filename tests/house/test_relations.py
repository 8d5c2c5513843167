"""What an import graph cannot see: relations that point upwards, look-ups by name."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
# Lowest first; a relation may point to the same or a lower app. The order of the layers contract.
ORDER = (
    "accounts",
    "tos",
    "platform_audit",
    "operators",
    "plugins",
    "signup",
    "people",
    "audit",
    "customers",
    "catalog",
    "scheduling",
    "trips",
    "ledger",
    "messaging",
)
PUBLIC = {
    "accounts",
    "tos",
    "platform_audit",
    "operators",
    "plugins",
    "signup",
    "contenttypes",
    "auth",
    "sessions",
}
pytestmark = pytest.mark.rules


def relations():
    for model in apps.get_models():
        if model._meta.app_label in ORDER:
            for field in model._meta.get_fields():
                if field.is_relation and field.concrete and field.related_model:
                    yield model, field


def test_relations_point_downwards():
    upwards = [
        f"{model.__name__}.{field.name}"
        for model, field in relations()
        if ORDER.index(field.related_model._meta.app_label) > ORDER.index(model._meta.app_label)
    ]

    assert upwards == []


def test_no_relation_crosses_between_the_public_and_a_tenant_schema():
    crossing = [
        f"{model.__name__}.{field.name}"
        for model, field in relations()
        if (model._meta.app_label in PUBLIC) != (field.related_model._meta.app_label in PUBLIC)
    ]

    assert crossing == []


def test_tenant_tables_are_only_in_tenant_apps():
    shared = {app.rsplit(".", 1)[-1] for app in settings.SHARED_APPS}

    assert {app.rsplit(".", 1)[-1] for app in settings.TENANT_APPS} & shared == set()


def test_models_are_not_looked_up_by_name():
    found = [
        str(path.relative_to(ROOT))
        for root in ("platform", "tenants", "signup", "plugins")
        for path in (ROOT / root).rglob("*.py")
        if "migrations" not in path.parts and re.search(r"apps\.get_model\(", path.read_text())
    ]

    assert found == []
