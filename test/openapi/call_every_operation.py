"""Calls every operation with the package that openapi-python-client wrote: PROGRAM CALLS.json URL KEY."""

import importlib
import inspect
import json
import re
import sys
from enum import Enum
from pathlib import Path

from client import AuthenticatedClient


def snake_case(name):
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def typed(module, name, value):
    """A value of an enumeration is a member of it, in a list too."""
    if isinstance(value, list):
        return [typed(module, f"{name}_item", item) for item in value]
    wanted = name.replace("_", "").lower()
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Enum) and found.__name__.lower().endswith(wanted):
            return found(value)
    return value


def call(client, row):
    name = snake_case(row["id"])
    module = importlib.import_module(f"client.api.{row['tag']}.{name}")
    known = inspect.signature(module.sync_detailed).parameters
    # A name that Python has already is followed by an underscore.
    arguments = {
        key if key in known else f"{key}_": typed(module, key, value) for key, value in row["parameters"].items()
    }
    if "body" in row:
        body_class = next(
            found for key, found in vars(module).items() if key.lower() == f"{row['id'].lower()}body"
        )
        arguments["body"] = body_class.from_dict(row["body"])
    response = module.sync_detailed(client=client, **arguments)
    print(row["id"], response.status_code.value, type(response.parsed).__name__)


calls, url, key = sys.argv[1:]
service = AuthenticatedClient(base_url=url, token=key)
for each in json.loads(Path(calls).read_text(encoding="utf-8")):
    call(service, each)
