"""The waiting list of full departures: who joins, what is offered to whom, and the cart it becomes."""
