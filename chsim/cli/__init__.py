"""The command line. Nothing outside this package prints."""
