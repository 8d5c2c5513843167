"""What customers do with their own trip, by its link (domain.md 4.11, 4.12, 5.8)."""
