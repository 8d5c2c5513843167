"""Universal Commerce Protocol. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import Manifest, PluginApiRouter, WellKnownFile, hookimpl, read_labels


class UcpPlugin:
    """Lets shopping agents fill a cart; guests pay on the operator's own page. Off until switched on."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("ucp", "Universal Commerce Protocol", "1.0.0", "operations")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_ucp")

    @hookimpl
    def well_known_files(self) -> Sequence[WellKnownFile]:
        """Return the profile by which agents find the rest."""
        from outfitter_ucp.profile import business_profile

        return [WellKnownFile("ucp", business_profile)]

    @hookimpl
    def api_routers(self) -> Sequence[PluginApiRouter]:
        """Return the protocol's own addresses."""
        from outfitter_ucp.routes import router

        return [PluginApiRouter(router, audience="public")]


plugin = UcpPlugin()
