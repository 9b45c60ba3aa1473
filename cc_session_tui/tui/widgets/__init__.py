"""The widgets of the browser."""
