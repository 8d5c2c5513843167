"""Money held on a card is captured or released."""
