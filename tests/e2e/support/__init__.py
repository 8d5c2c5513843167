"""What the browser tests share: the running product, its HTTP interface, pages of other people."""
