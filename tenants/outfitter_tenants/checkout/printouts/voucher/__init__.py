"""The printed voucher."""
