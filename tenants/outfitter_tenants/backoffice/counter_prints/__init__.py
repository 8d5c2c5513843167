"""What staff print at the counter: papers of trips and departures, previews and tests (ADR 137)."""
