"""What is said to guests at the dock or ride, through devices that play it (docs/adr/0114)."""
