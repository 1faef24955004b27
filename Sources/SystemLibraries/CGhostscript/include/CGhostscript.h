// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>

// Ghostscript's library, the interpreter of PostScript. It is loaded while the process runs, if it is installed: its license,
// the AGPL, does not suit everybody, and most processes never see PostScript.
//
// A process can have one interpreter at a time. A second one waits for the end of the first.

/// Loads the library, unless it is loaded. Returns whether it is installed.
bool ghostscript_load(void);

/// Fills `buffer` with the next bytes of the file that the interpreter calls `%stdin`. Returns their number, 0 at the end.
typedef size_t (*ghostscript_input)(void *_Nullable context, void *_Nonnull buffer, size_t count);

/// Receives the text of pages in UTF-8. Returns whether to go on.
typedef bool (*ghostscript_output)(void *_Nullable context, const void *_Nonnull bytes, size_t count);

struct ghostscript;

/// Starts an interpreter, after the library was loaded. Messages are discarded, because they quote from files.
///
/// Returns NULL if it does not start. Release it with `ghostscript_stop`.
struct ghostscript *_Nullable ghostscript_start(
    ghostscript_input _Nonnull input, ghostscript_output _Nonnull output, void *_Nullable context);

/// Runs a program. Returns 0, or a negative number for an error or the request to quit.
int ghostscript_run(struct ghostscript *_Nonnull interpreter, const char *_Nonnull program);

void ghostscript_stop(struct ghostscript *_Nonnull interpreter);
