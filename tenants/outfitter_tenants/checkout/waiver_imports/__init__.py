"""
Waivers that were signed elsewhere, as a file says it (docs/adr/0117).

What comes with a file is no signature: nobody signed our text, and there is no picture or proof. It
marks a guest as having signed on paper, which staff can do by hand, and says where the original is.
"""

from outfitter_tenants.checkout.waiver_imports.importer import IMPORTER, install

__all__ = ["IMPORTER", "install"]
