"""What the platform's desk does with one operator, and the operator's consent to support."""
