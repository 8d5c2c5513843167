"""What plugin authors test with. Public through `outfitter.sdk.testing`."""
