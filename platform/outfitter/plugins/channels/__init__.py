"""What the host and channel plugins hand to each other. Public through `outfitter.sdk.channels`."""
