"""The version of the program, in one place."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("card-table-assistant")
except PackageNotFoundError:  # sources without an install
    VERSION = "0+unknown"
