"""What a hostile tester broke."""
