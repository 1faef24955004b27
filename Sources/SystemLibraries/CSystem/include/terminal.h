// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Finds the terminal: that of the standard input and output, or if one of the two is not a terminal, the
/// controlling terminal of the process (tty(4)).
///
/// Returns 0 or an errno if there is none.
int32_t terminal_open(void);

/// Takes over the terminal that `terminal_open` finds: shows the alternate screen and delivers each key at
/// once. The terminal is restored by `terminal_leave` and when the process ends by a
/// crash that `damage_explain_crashes` handles.
///
/// While it is taken, SIGWINCH, SIGCONT, SIGTERM and SIGHUP are blocked, and `terminal_wait` reports
/// them. Call it once, before other threads start.
///
/// Returns 0 or an errno.
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

/// The descriptors for reading keys and for drawing, after `terminal_open`.
int32_t terminal_input(void);
int32_t terminal_output(void);

/// There is something to read.
#define TERMINAL_INPUT 1
/// The screen must be drawn again, perhaps with another size.
#define TERMINAL_CHANGED 2
/// The process shall end, or the terminal is gone.
#define TERMINAL_END 4

/// Waits for one of the above, at most for a time; without limit if it is negative.
int32_t terminal_wait(int32_t milliseconds);
