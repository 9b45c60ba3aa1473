"""What the records of a session mean together: the uuid graph, the active leaf, the chain a resume loads."""
