"""Which trip is meant, who asks, and the whole trip as the answer."""
