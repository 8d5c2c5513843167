"""What a partner's JSON may bring that no column holds: refuse it where the body is read."""

from outfitter.kit.json_text import is_storable, refuse_constant, require_storable

__all__ = ["is_storable", "refuse_constant", "require_storable"]
