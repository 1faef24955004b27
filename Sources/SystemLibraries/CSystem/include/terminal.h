// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Takes over the terminal of the standard input and output: shows the alternate screen and delivers
/// each key at once. The terminal is restored by `terminal_leave` and when the process ends by a
/// crash that `damage_explain_crashes` handles.
///
/// While it is taken, SIGWINCH, SIGCONT, SIGTERM and SIGHUP are blocked, and `terminal_wait` reports
/// them. Call it once, before other threads start.
///
/// Returns 0 or an errno: ENOTTY if one of the two is not a terminal.
int32_t terminal_enter(void);

/// Gives the terminal back as it was. Async-signal-safe. Does nothing if it was not taken.
void terminal_leave(void);

/// Takes the terminal again after `terminal_leave`.
void terminal_resume(void);

/// Gives the terminal back, stops the process as Ctrl-Z does, and takes the terminal again when the
/// process continues.
void terminal_suspend(void);

/// The number of columns and rows; 80 and 24 if the terminal does not know.
void terminal_size(int32_t *columns, int32_t *rows);

/// There is something to read.
#define TERMINAL_INPUT 1
/// The screen must be drawn again, perhaps with another size.
#define TERMINAL_CHANGED 2
/// The process shall end, or the terminal is gone.
#define TERMINAL_END 4

/// Waits for one of the above, at most for a time; without limit if it is negative.
int32_t terminal_wait(int32_t milliseconds);
