"""Rules of billing without a database: periods, parts of a price, fees, sums, steps of reminders."""
