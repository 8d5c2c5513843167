"""What a cash drawer gives and gets: its slip, its list of shifts, the pulse that opens it."""
