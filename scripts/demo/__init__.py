"""The sessions of the demo store, written the way client 2.1.332 writes them, with texts of our own."""
