"""``python -m chsim`` is the command ``chsim``."""

import sys

# `python -m` looks in the working folder first, where a bot's random.py would stand for Python's.
if __name__ == "__main__" and not sys.flags.safe_path:
    sys.path.append(sys.path.pop(0))

from chsim.cli.main import main

if __name__ == "__main__":
    main()
