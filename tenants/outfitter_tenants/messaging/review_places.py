"""Where else guests may write what they think: as the operator says in the settings."""

from outfitter_tenants.messaging.models import MessagingSettings


def review_links() -> dict[str, str | None]:
    """Return the addresses of the operator's pages elsewhere, by merge field; None where it has none."""
    row = MessagingSettings.objects.filter(pk=1).first()
    return {
        "review.google_link": (row.google_review_url if row else "") or None,
        "review.tripadvisor_link": (row.tripadvisor_review_url if row else "") or None,
    }
