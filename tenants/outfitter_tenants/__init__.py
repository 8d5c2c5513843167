"""Everything one operator owns: apps whose tables live in the operator's schema."""
