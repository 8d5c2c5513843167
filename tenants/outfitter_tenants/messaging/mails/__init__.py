"""What the mails to customers say."""
