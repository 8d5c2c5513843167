"""What printers at a counter take: slips on rolls, labels and wristbands, and pictures of both (ADR 137)."""
