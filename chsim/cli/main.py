"""Entry point of the command ``chsim``.

Only click is imported here, so that ``chsim --help`` is quick; each command
imports the rest of chsim when it runs.
"""

from __future__ import annotations

import atexit
import errno
import gc
import sys
from typing import Any

import click

from chsim.cli.bench import bench
from chsim.cli.compare import compare
from chsim.cli.experiment import experiment
from chsim.cli.figures import figures
from chsim.cli.interrupts import CARRY_ON, say_how_to_carry_on
from chsim.cli.keeping import results, resume
from chsim.cli.league import league
from chsim.cli.output import drop_stdout, note, open_stderr
from chsim.cli.rules import rules
from chsim.cli.run import run
from chsim.cli.score import score
from chsim.cli.strategies import strategies
from chsim.errors import ChsimError
from chsim.interrupts import INTERRUPTED

#: Exit code for everything that is the user's to mend.
BAD_USE = 2


class Commands(click.Group):
    """A group whose errors are one line each, without traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C ends it with exit code 130."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            note("Interrupted.")
            say_how_to_carry_on(ctx.meta.get(CARRY_ON))
            raise click.exceptions.Exit(INTERRUPTED) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run as click does; errors are one line, and exit with code 2."""
        run: Any = super().main
        if not extra.setdefault("standalone_mode", True):
            return run(*args, **extra)
        extra["standalone_mode"] = False
        open_stderr()
        # The compiler makes so many lasting objects that looking through them for garbage
        # takes a third of a second at the start, and half a second at exit.
        gc.set_threshold(200_000)
        atexit.register(gc.freeze)
        code = 0
        try:
            code = run(*args, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = BAD_USE
        except click.ClickException as error:
            code = _fail(error.format_message())
        except ChsimError as error:
            code = _fail(str(error))
        except click.Abort:
            code = INTERRUPTED
        except OSError as error:
            code = _fail(_refused(error))
        sys.exit(code if isinstance(code, int) else 0)


def _refused(error: OSError) -> str:
    """What the system refused that no command expected."""
    if error.filename is not None:
        return f"{error.filename}: {error.strerror or error}"
    if error.errno == errno.ENOENT:  # nothing else without a name can be missing
        return "the working folder is gone"
    drop_stdout()
    return f"standard output: {error.strerror or error}"


def _fail(message: str) -> int:
    note("Error: " + " ".join(message.split()))
    return BAD_USE


@click.group(cls=Commands)
@click.version_option(package_name="chsim", message="%(prog)s %(version)s")
def main() -> None:
    """Play Complex Hearts games between bots and say who is stronger, and how sure that is."""


_COMMANDS = (
    run,
    compare,
    league,
    experiment,
    figures,
    resume,
    results,
    bench,
    strategies,
    rules,
    score,
)
for command in _COMMANDS:
    main.add_command(command)
