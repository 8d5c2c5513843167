"""Pure rules of trips."""
