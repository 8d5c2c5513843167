"""What a sale is made under: settings, rates, seats a ticket takes, partners, policies."""
