"""``python -m chsim`` is the command ``chsim``."""

from chsim.cli.main import main

if __name__ == "__main__":
    main()
