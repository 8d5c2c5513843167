"""How much tests with generated data try: some in every run, far more in the nightly profile."""

import os

# What OUTFITTER_EXAMPLES is where nobody sets it, in percent of what tests name.
ORDINARY = 100


def how_many(ordinary: int) -> int:
    """
    Return how many examples to try now.

    :param ordinary: how many `./outfitter test` tries; `./outfitter test nightly` 25 times that
    """
    return max(1, ordinary * int(os.environ.get("OUTFITTER_EXAMPLES", ORDINARY)) // ORDINARY)


def patience(seconds: int) -> int:
    """Return how long (seconds) a test with generated data may take in this profile."""
    return max(seconds, how_many(seconds))
