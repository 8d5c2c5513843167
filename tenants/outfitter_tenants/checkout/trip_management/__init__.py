"""What staff do to a whole trip: names, notes, messages, partners, splitting, its end."""
