"""Pictures that people put into templates: drawn anew, kept as long as any version shows them."""

from datetime import datetime
from typing import Final

from outfitter.kit.picture_sizes import as_jpeg
from outfitter_tenants.catalog.operations.extra_images import draw_variants

# A mail's column on plain and on dense screens.
WIDTHS: Final = (800, 1200)


def add_picture(*, data: bytes, at: datetime) -> str:
    """
    Keep an uploaded picture for mails; returns its address on the operator's host.

    Mail programs know JPEG, so that is what the address names. A picture that no template shows by
    the day after is deleted, as all are that nothing shows.

    :raises Invalid: no picture that is taken
    """
    with draw_variants(data, at, widths=WIDTHS) as address:
        return as_jpeg(address) or address
