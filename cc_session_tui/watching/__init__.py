"""What changes in a Claude dir, as it changes: the system's notifications are hints, `fstat` decides."""
