"""The demonstration's photographs: drawn, not taken, the same ones every time."""


def store(schema_name: str) -> dict[str, str]:
    """Draw the pictures into the operator's media folder; returns name -> address."""
    return {}
