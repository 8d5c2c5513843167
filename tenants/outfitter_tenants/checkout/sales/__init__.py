"""A cart becomes a booking: what stands in the way, and how it is done."""
