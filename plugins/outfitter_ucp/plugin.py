"""Universal Commerce Protocol. Import-light: settings load this module before Django is ready."""

from collections.abc import Sequence

from outfitter.sdk import Manifest, PluginApiRouter, WellKnownFile, hookimpl


class UcpPlugin:
    """Lets shopping agents fill a cart; guests pay on the operator's own page. Off until switched on."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("ucp", "Universal Commerce Protocol", "1.0.0", "operations")

    @hookimpl
    def well_known_files(self) -> Sequence[WellKnownFile]:
        """Return the profile by which agents find the rest."""
        from outfitter_ucp.agent_profiles import business_profile

        return [WellKnownFile("ucp", business_profile)]

    @hookimpl
    def api_routers(self) -> Sequence[PluginApiRouter]:
        """Return the protocol's own addresses."""
        from outfitter_ucp.routes import router

        return [PluginApiRouter(router, audience="public")]


plugin = UcpPlugin()
