"""What trips owe the platform: told after each change, taken with card payments (domain.md 6.6)."""


def install() -> None:
    """Hear of everything that changes what a trip owes; operators without a plan have no row of it."""
    from outfitter.accounts import queries as accounts
    from outfitter.plugins import outbox
    from outfitter_tenants.checkout.platform_fees import operations

    for event in operations.EVENTS:
        outbox.subscribe(event, operations.NAME, operations.on_trip, when=accounts.is_billed_here)
