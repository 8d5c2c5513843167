"""The fixtures `tenant`, `other_tenant`, `clock` and `transport`."""

pytest_plugins = ["outfitter.sdk.testing"]
