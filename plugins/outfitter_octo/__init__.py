"""The supplier's side of OCTO: any reseller that speaks it can sell an operator's seats."""
