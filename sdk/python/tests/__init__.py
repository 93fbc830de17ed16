"""Tests of the package against the real server: `SUMITO_BIN=… python -m unittest` in `sdk/python`."""
