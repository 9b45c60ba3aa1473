"""The screens: the browser and help."""
