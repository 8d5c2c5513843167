"""The test database and the operators in it; plugin authors have the same."""

from outfitter.testing.database import (
    MADE_AT,
    PASSWORD,
    PEAK,
    REEF,
    PlannedOperator,
    drop_database,
    fill,
    forget_broken_connections,
    keep_database,
    make_operator,
    prepare_database,
    renew_database,
)

__all__ = [
    "MADE_AT",
    "PASSWORD",
    "PEAK",
    "REEF",
    "PlannedOperator",
    "drop_database",
    "fill",
    "forget_broken_connections",
    "keep_database",
    "make_operator",
    "prepare_database",
    "renew_database",
]
