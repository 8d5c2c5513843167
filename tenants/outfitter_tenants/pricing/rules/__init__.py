"""Pure rules of prices: amounts in minor units, rates in ppm."""
