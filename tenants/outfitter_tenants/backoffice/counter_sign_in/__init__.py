"""Who sells on a register: people sign in there by PIN."""
