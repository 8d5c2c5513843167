"""The supplier's side of Tiqets' Supplier API v2."""
