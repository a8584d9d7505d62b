"""Statistics: intervals, and what later compares strategies."""
