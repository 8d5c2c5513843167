"""The demonstration's photographs: drawn, not taken, the same ones every time."""

from outfitter_demo.drawings.picture_files import NAMES, SIZE, VARIANTS, Studio, address, draw_to, folder_of

__all__ = ["NAMES", "SIZE", "VARIANTS", "Studio", "address", "draw_to", "folder_of"]
