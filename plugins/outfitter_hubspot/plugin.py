"""HubSpot, for whoever hosts. Import-light: settings load this module before Django is ready."""

from collections.abc import Sequence

from outfitter.sdk import Manifest, SalesCrm, hookimpl


class HubSpotPlugin:
    """Operators are companies there, deals are deals, and a stage changed on one side is changed on both."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is: the platform's own, operators don't see it."""
        return Manifest("hubspot", "HubSpot", "1.0.0", "platform")

    @hookimpl
    def sales_crms(self) -> Sequence[SalesCrm]:
        """Return HubSpot as the CRM of whoever hosts."""
        from outfitter_hubspot.crm import HubSpotCrm

        return [HubSpotCrm()]


plugin = HubSpotPlugin()
