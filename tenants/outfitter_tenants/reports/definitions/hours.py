"""Reports of hours: boats, vans and guides, how much of them was used (docs/adr/0123)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.db.models import F, Sum

from outfitter_tenants.reports.lists.guides import GUIDE_HOURS
from outfitter_tenants.reports.lists.hours import GUIDE_FIGURES, RESOURCE_FIGURES
from outfitter_tenants.reports.lists.resources import MINUTES, RESOURCE_HOURS, RESOURCE_USES
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.report_groups import by_column, by_time
from outfitter_tenants.reports.shares import share

_UTILIZATION: Final = {"utilization_ppm": lambda sums: share(sums["used_minutes"], sums["available_minutes"])}
_RESOURCES: Final = Report(
    listing=RESOURCE_HOURS,
    dates={"activity": "day"},
    totals={name: Sum(name) for name in RESOURCE_FIGURES},
    total_kinds=dict.fromkeys(RESOURCE_FIGURES, "number"),
    currency="",
    ratios=_UTILIZATION,
    slug="resourceUtilization",
    groupings={key: by_column(RESOURCE_HOURS, key) for key in ("resource", "group", "kind")},
)
_USES: Final = Report(
    listing=RESOURCE_USES,
    dates={"activity": "day"},
    totals={"minutes": Sum(MINUTES), "units": Sum("units"), "unit_minutes": Sum(MINUTES * F("units"))},
    total_kinds=dict.fromkeys(("minutes", "units", "unit_minutes"), "number"),
    currency="",
    slug="resourceUsages",
    groupings={
        "resource": by_column(RESOURCE_USES, "resource"),
        "group": by_column(RESOURCE_USES, "group"),
        "kind": by_column(RESOURCE_USES, "kind"),
        "experience": by_column(RESOURCE_USES, "experience"),
        "day": by_time(RESOURCE_USES, "day", "day"),
        "week": by_time(RESOURCE_USES, "day", "week"),
        "month": by_time(RESOURCE_USES, "day", "month"),
    },
)
_GUIDES: Final = Report(
    listing=GUIDE_HOURS,
    dates={"activity": "day"},
    totals={name: Sum(name) for name in GUIDE_FIGURES},
    total_kinds=dict.fromkeys(GUIDE_FIGURES, "number"),
    currency="",
    ratios=_UTILIZATION,
    slug="guideUsages",
    groupings={"guide": by_column(GUIDE_HOURS, "guide")},
)
REPORTS: Final = (
    _RESOURCES,
    replace(_RESOURCES, slug="resourceUsagesGrouped", default_groups=("resource",)),
    _USES,
    replace(_USES, slug="resourceUsagesDetailGrouped", default_groups=("resource", "day")),
    _GUIDES,
)
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "resourceUtilization": (
        "Resources in a span of days: how long each was in use (`used_minutes`), could have been"
        " (`available_minutes`), was blacked out, and the share of it. Beyond the contract."
    ),
    "resourceUsagesGrouped": "The same by resource, group or kind.",
    "resourceUsages": "Every use of a resource by a departure that was sold. Beyond the contract.",
    "resourceUsagesDetailGrouped": "Uses of resources by up to three things: resource and day at first.",
    "guideUsages": "Guides in a span of days, as resources are counted. Beyond the contract.",
}
