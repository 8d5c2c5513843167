"""What staff do with customers over all their trips, messages and money."""
