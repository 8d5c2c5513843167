"""Plugins of the operator: what is installed, switched on, set up and well."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import allow
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, In, Out
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.plugin_labels import labels_of
from outfitter_tenants.backoffice.plugin_settings import actions, oauth
from outfitter_tenants.backoffice.plugin_settings import operations as plugin_settings
from outfitter_tenants.catalog.languages import reader_languages

router = Router(tags=["plugins"])
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,50}$")]
Whole = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
Value = bool | Whole | float | Annotated[str, StringConstraints(max_length=5000)] | None


class PluginHeadOut(Out):
    """One installed plugin. `failing_cnt` events could not be handed to it."""

    slug: str
    title: str
    version: str
    category: str
    events: list[str]
    is_enabled: bool
    has_settings: bool
    failing_cnt: int


class PluginsOut(Out):
    """Every installed plugin."""

    plugins: list[PluginHeadOut]


class PluginFieldOut(Out):
    """One field of a plugin's settings form; a secret's value is never shown."""

    name: str
    label: str
    help: str
    kind: str
    options: list[str]
    option_names: list[str]
    is_required: bool
    # The choices are the partner's: they are asked for, once an account is connected.
    is_asked: bool
    is_secret: bool
    is_set: bool
    value: bool | int | float | str | None


class PluginCallOut(Out):
    """One event handed to the plugin (out), or one delivery of its partner (in)."""

    id: str
    direction: str
    name: str
    at: datetime
    status: str
    attempt_cnt: int
    error: str


class PluginConnectionOut(Out):
    """
    The account at the partner, connected by opening `start_url`; no tokens.

    Without `is_available` this server has no client id there. `problem` is empty while all is well.
    """

    start_url: str
    is_available: bool
    is_connected: bool
    name: str
    connected_at: datetime | None
    problem: str


class PluginActionOut(Out):
    """Something the plugin can be asked to do; `done_at` and `message` are of the last time."""

    name: str
    title: str
    help: str
    is_running: bool
    done_at: datetime | None
    message: str


class PluginOut(PluginHeadOut):
    """One plugin with its connection, its form, what it can do and its latest calls."""

    connection: PluginConnectionOut | None
    actions: list[PluginActionOut]
    fields: list[PluginFieldOut]
    calls: list[PluginCallOut]


class PluginAnswerOut(Out):
    """The plugin as it is now."""

    plugin: PluginOut


class PluginHealthOut(Out):
    """ "ok", "unknown", or what is wrong."""

    health: str


class PluginChoiceOut(Out):
    """One choice of a field."""

    value: str
    name: str


class PluginChoicesOut(Out):
    """What a field can be, as the partner says."""

    choices: list[PluginChoiceOut]


class PluginActionAnswerOut(PluginAnswerOut):
    """What the plugin said of it, and the plugin as it is now."""

    message: str


class PluginValuesIn(In):
    """Settings by name; null leaves a secret as it is."""

    values: Annotated[dict[str, Value], Field(max_length=100)]


_ONE = {200: PluginAnswerOut, **ERRORS}


def _one(request: HttpRequest, slug: str) -> dict[str, Any]:
    return {"plugin": plugin_settings.get_plugin(slug=slug, languages=reader_languages(request))}


@router.get(
    "/api/plugins/get",
    auth=allow("setup.plugins"),
    response={200: PluginsOut, **ERRORS},
    operation_id="plugins_get",
)
def plugins_get(request: HttpRequest) -> dict[str, Any]:
    """Return every installed plugin, and whether it is switched on here."""
    return {"plugins": plugin_settings.list_plugins()}


@router.get("/api/plugin/{plugin}/get", auth=allow("setup.plugins"), response=_ONE, operation_id="plugin_get")
def plugin_get(request: HttpRequest, plugin: Slug) -> dict[str, Any]:
    """Return one plugin with its settings form and its latest calls."""
    return _one(request, plugin)


@router.post(
    "/api/plugin/{plugin}/enable", auth=allow("setup.plugins"), response=_ONE, operation_id="plugin_enable"
)
def plugin_enable(request: HttpRequest, plugin: Slug) -> dict[str, Any]:
    """Switch a plugin on."""
    plugin_settings.enable(slug=plugin, at=utc_now())
    return _one(request, plugin)


@router.post(
    "/api/plugin/{plugin}/disable", auth=allow("setup.plugins"), response=_ONE, operation_id="plugin_disable"
)
def plugin_disable(request: HttpRequest, plugin: Slug) -> dict[str, Any]:
    """Switch a plugin off; its settings stay."""
    plugin_settings.disable(slug=plugin, at=utc_now())
    return _one(request, plugin)


@router.post(
    "/api/plugin/{plugin}/settings/save",
    auth=allow("setup.plugins"),
    response=_ONE,
    operation_id="plugin_settings_save",
)
def plugin_settings_save(request: HttpRequest, plugin: Slug, body: PluginValuesIn) -> dict[str, Any]:
    """Keep a plugin's settings and switch it on."""
    plugin_settings.save(slug=plugin, values=body.values, at=utc_now())
    return _one(request, plugin)


@router.post(
    "/api/plugin/{plugin}/health/check",
    auth=allow("setup.plugins"),
    response={200: PluginHealthOut, **ERRORS},
    operation_id="plugin_health_check",
)
def plugin_health_check(request: HttpRequest, plugin: Slug) -> dict[str, str]:
    """Ask a plugin whether it is well; it may call its partner."""
    limit(f"plugin-health:{current_schema()}", times=20, seconds=60)
    return {"health": plugin_settings.check(slug=plugin)}


@router.post(
    "/api/plugin/{plugin}/disconnect",
    auth=allow("setup.plugins"),
    response=_ONE,
    operation_id="plugin_disconnect",
)
def plugin_disconnect(request: HttpRequest, plugin: Slug) -> dict[str, Any]:
    """Give the connected account back; its settings stay."""
    plugin_settings.require_installed(plugin)
    oauth.disconnect(slug=plugin, at=utc_now())
    return _one(request, plugin)


@router.get(
    "/api/plugin/{plugin}/choices/{field}/get",
    auth=allow("setup.plugins"),
    response={200: PluginChoicesOut, **ERRORS},
    operation_id="plugin_choices_get",
)
def plugin_choices_get(request: HttpRequest, plugin: Slug, field: Slug) -> dict[str, Any]:
    """Ask a plugin's partner what a field of the form can be."""
    limit(f"plugin-choices:{current_schema()}", times=60, seconds=60)
    return {"choices": plugin_settings.list_choices(slug=plugin, name=field)}


@router.post(
    "/api/plugin/{plugin}/action/{action}/run",
    auth=allow("setup.plugins"),
    response={200: PluginActionAnswerOut, **ERRORS},
    operation_id="plugin_action_run",
)
def plugin_action_run(request: HttpRequest, plugin: Slug, action: Slug) -> dict[str, Any]:
    """Have a plugin do something, such as posting a test message."""
    limit(f"plugin-action:{current_schema()}", times=20, seconds=60)
    message = actions.run(slug=plugin, name=action, at=utc_now())
    labels = labels_of(plugin, languages=reader_languages(request))
    return {"message": labels.text(message), **_one(request, plugin)}
