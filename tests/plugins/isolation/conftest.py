"""Plugins that misbehave, registered for the length of a test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from outfitter.plugins import circuit_breaker, configs, fair_queue, registry
from outfitter.sdk import Manifest, SettingsSchema, hookimpl

Plant = Callable[..., Any]


class Planted:
    """A plugin whose hooks do what a test says; `asked` notes that they were called."""

    def __init__(self, slug: str, on_event: Any = None, check_hold: Any = None) -> None:
        self.slug, self.event, self.hold = slug, on_event, check_hold
        self.asked: list[str] = []

    @hookimpl
    def manifest(self) -> Manifest:
        return Manifest(self.slug, self.slug.title(), "1.0.0", "operations", events=("trip.converted",))

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        from pydantic import BaseModel

        class Settings(BaseModel):
            token: str = ""

        return SettingsSchema(Settings, secret=("token",))

    @hookimpl
    def on_event(self, ctx, event) -> None:
        self.asked.append(ctx.schema)
        if self.event:
            self.event(ctx, event)

    @hookimpl
    def check_hold(self, ctx, timeslot_id, pax_cnt):
        self.asked.append(ctx.schema)
        return self.hold(ctx) if self.hold else []

    @hookimpl
    def health(self, ctx) -> str:
        return self.hold(ctx) if self.hold else "ok"


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No broker, and nobody has failed yet."""
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    circuit_breaker.reset_breakers()
    cache.clear()
    yield
    circuit_breaker.reset_breakers()


@pytest.fixture
def plant() -> Iterator[Plant]:
    """Return a function that registers a plugin and switches it on at operators."""
    slugs: list[str] = []

    def make(slug: str, *, at: tuple[str, ...] = ("t_reef",), **behaviour: Any) -> Planted:
        plugin = Planted(slug, **behaviour)
        registry.manager.register(plugin, name=slug)
        registry.manifests.cache_clear()
        slugs.append(slug)
        for schema in at:
            configs.enable(schema_name=schema, slug=slug, values={"token": SECRET})
        return plugin

    yield make
    for slug in slugs:
        registry.manager.unregister(name=slug)
    registry.manifests.cache_clear()


SECRET = "sk_live_51-planted/secret+value"
