"""What a trip costs, changed by hand, by code or by the rates of today."""
