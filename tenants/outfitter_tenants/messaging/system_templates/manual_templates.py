"""The frame of what people write themselves: their words, the way to the trip, how to reach the operator."""

from typing import Final

from outfitter_tenants.messaging.system_templates.shipped_blocks import data
from outfitter_tenants.messaging.system_templates.system_template import SystemTemplate

TEMPLATES: Final = (
    SystemTemplate(
        slug="manual",
        name="Personal message",
        category="manual",
        # Until whoever writes it says what it is about.
        subjects={"": "{operator}: {code}"},
        preheader="{{trip.confirmation_code}} · {{operator.name}}",
        blocks=(data("note"), data("portalButton"), data("contact")),
        is_replaceable=False,
    ),
)
