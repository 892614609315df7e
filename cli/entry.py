"""Where the `regolith` command begins: an interrupt while everything is still being loaded is an interrupt like any other."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from regolith.cli import app

        app.main()
    except KeyboardInterrupt:
        sys.exit(130)
