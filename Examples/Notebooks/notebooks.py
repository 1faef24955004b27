# SPDX-License-Identifier: Apache-2.0

"""An importer of Jupyter notebooks: JSON with cells of text and code."""

import json
import pathlib
import sys

# The interpreter is started with -I, so that it does not import modules of the user.
sys.path.append(str(pathlib.Path(__file__).parent / "lib"))

from searchlight import DAMAGED, ImportFailure, serve


def read(file, name):
    try:
        notebook = json.load(file)
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ImportFailure(f"The file is not a notebook: {error!r}.", DAMAGED) from error
    attributes = {"kMDItemTitle": title(cells) or pathlib.Path(name).stem, "org_example_notebook_cells": len(cells)}
    language = notebook.get("metadata", {}).get("kernelspec", {}).get("language")
    if isinstance(language, str):
        attributes["kMDItemKeywords"] = [language]
    return attributes, "\n\n".join(source for _, source in cells)


def title(cells):
    """The first heading."""
    for kind, source in cells:
        for line in source.splitlines() if kind == "markdown" else []:
            if line.startswith("#"):
                return line.lstrip("#").strip()
    return None


if __name__ == "__main__":
    serve(read)
