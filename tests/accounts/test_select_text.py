"""The statements that read: the same text and values as Django's own compiler writes, for every model."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.postgresql.compiler import SQLCompiler as DjangoCompiler
from django.db.models import Count, Exists, F, Model, OuterRef, QuerySet
from django.db.models.expressions import Col

from outfitter.db.tenant_backend.compiler import SQLCompiler

pytestmark = pytest.mark.rules
MODELS = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


def relations(model: type[Model]) -> list[str]:
    """Return the names of the rows that a model's rows point at."""
    return [field.name for field in model._meta.fields if field.is_relation]


def further(model: type[Model]) -> list[str]:
    """Return the names of the rows that those rows point at, and of the only rows that point at a model's."""
    fields = [field for field in model._meta.fields if field.is_relation]
    found = [f"{field.name}__{name}" for field in fields for name in relations(field.related_model)]
    only = [one for one in model._meta.related_objects if one.one_to_one]
    return found + [str(one.get_accessor_name()) for one in only]


def reads(model: type[Model]) -> Iterator[QuerySet[Any]]:
    """Yield the ways the product reads rows: whole, in part, ordered, joined, counted, from within."""
    rows, pointing = model._base_manager.all(), relations(model)
    last = model._meta.concrete_fields[-1].name
    yield rows
    yield model._default_manager.filter(pk=1).order_by("pk")[:1]
    yield rows.order_by("-pk", last).reverse()
    yield rows.order_by(F(last).desc(nulls_last=True), "pk")
    yield rows.order_by("?")
    yield rows.only("pk")
    yield rows.defer(last).order_by(last)
    yield rows.values_list("pk", last).order_by(last)
    yield rows.annotate(count=Count("pk")).order_by("count", "pk")
    yield rows.annotate(same=F(last)).values("same").distinct().order_by("same")
    yield rows.distinct().order_by("pk")
    yield rows.extra(select={"one": "1"}).order_by("one")
    yield rows.filter(pk=1).union(rows.filter(pk=2)).order_by("pk")
    yield rows.filter(Exists(model._base_manager.filter(pk=OuterRef("pk"), **{f"{last}__isnull": False})))
    yield rows.filter(pk__in=rows.filter(pk__gt=1).order_by("pk")[:3])
    yield rows.none()
    yield rows.select_for_update(of=("self",)).order_by("pk")
    for name in pointing:
        yield rows.select_related(name).order_by("pk")
        yield rows.filter(**{f"{name}__pk": 1}).exclude(**{f"{name}__isnull": True}).order_by(f"-{name}__pk")
        yield rows.select_related(name).only("pk", name)
    yield rows.select_related(*pointing).order_by(*pointing)
    yield rows.select_related(*further(model)).order_by("pk")


def written(kind: type[Any], rows: QuerySet[Any]) -> Any:
    """Return what a compiler makes of a query: its text and values, and how the answer is read."""
    compiler = kind(rows.query.clone(), connection, "default")
    try:
        text = compiler.as_sql()
    except Exception as problem:
        return type(problem)
    cols = [one[0] for one in compiler.select]
    readers = compiler.get_converters(cols)
    named = [(col.alias, col.target, col.output_field) if type(col) is Col else repr(col) for col in cols]
    # Without the places of functions in memory.
    parts = re.sub(r" at 0x\w+", "", repr(compiler.klass_info))
    read = {place: [one.__qualname__ for one in found] for place, (found, _) in readers.items()}
    return text, named, parts, compiler.annotation_col_map, read


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_it_is_what_django_writes(model):
    for rows in reads(model):
        # Twice: what was remembered of the first is used for the second.
        for _ in range(2):
            assert written(SQLCompiler, rows) == written(DjangoCompiler, rows)


def test_most_of_it_is_compared():
    """An error on both sides is no text that is the same."""
    found = [written(SQLCompiler, rows) for model in MODELS for rows in reads(model)]
    assert sum(isinstance(one, tuple) for one in found) > 0.9 * len(found) > 1000


def test_whole_rows_are_written_once():
    user = apps.get_model("accounts", "User")
    first, second = (SQLCompiler(user.objects.filter(pk=n).query, connection, "default") for n in (1, 2))
    first.as_sql(), second.as_sql()
    assert all(mine is theirs for mine, theirs in zip(first.select, second.select, strict=True))


def test_the_product_reads_with_it():
    assert connection.ops.compiler("SQLCompiler") is SQLCompiler
