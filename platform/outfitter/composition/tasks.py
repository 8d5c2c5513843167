"""Jobs of parts that are no apps of their own."""

from outfitter_demo import reset

__all__ = ["reset"]
