"""The Model Context Protocol at the operator's host: the SDK speaks it, our threads do the work (ADR 112)."""
