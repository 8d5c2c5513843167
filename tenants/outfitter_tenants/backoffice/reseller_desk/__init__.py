"""What agents of resellers work with: departures they may sell, their sales, their partner's account."""
