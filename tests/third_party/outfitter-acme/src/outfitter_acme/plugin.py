"""Acme: at most four guests per hold, a word on every converted trip, one route of its own."""

from collections.abc import Sequence

from outfitter.sdk import (
    Event,
    Manifest,
    Permanent,
    PluginApiRouter,
    Retryable,
    SettingsSchema,
    TenantContext,
    hookimpl,
)

heard: list[tuple[str, str, str]] = []


class Acme:
    """What the host calls."""

    @hookimpl
    def manifest(self) -> Manifest:
        return Manifest("acme", "Acme", "1.2.0", "operations", events=("trip.converted", "trip.changed"))

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        from pydantic import BaseModel, ConfigDict

        class Settings(BaseModel):
            model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
            token: str
            mood: str = "good"

        return SettingsSchema(Settings, secret=("token",))

    @hookimpl
    def api_routers(self) -> Sequence[PluginApiRouter]:
        from ninja import Router

        router = Router()

        @router.get("/hello", operation_id="acme_hello", response=dict[str, str])
        def hello(request) -> dict[str, str]:
            return {"hello": "from acme"}

        return [PluginApiRouter(router, audience="public")]

    @hookimpl
    def check_hold(self, ctx: TenantContext, timeslot_id: int, pax_cnt: int) -> Sequence[str]:
        return ["Acme allows at most 4 guests per hold."] if pax_cnt > 4 else []

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> None:
        if ctx.config.get("mood") == "broken":
            raise Retryable("acme is away")
        if ctx.config.get("mood") == "refused":
            raise Permanent("acme does not want this")
        heard.append((ctx.schema, event.name, event.id))


plugin = Acme()
