"""`python -m outfitter.shield`: the web server."""

import sys

from outfitter.shield.server import main

if __name__ == "__main__":
    sys.exit(main())
