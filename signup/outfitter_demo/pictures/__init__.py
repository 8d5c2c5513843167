"""The demonstration's photographs: drawn, not taken, the same ones every time."""

from outfitter_demo.pictures.studio import NAMES, Studio, address, draw_to

__all__ = ["NAMES", "Studio", "address", "draw_to"]
