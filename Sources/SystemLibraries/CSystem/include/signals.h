// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

// Signals that are requests to a daemon.

/// Blocks SIGHUP, SIGINT, SIGTERM, SIGUSR1 and SIGUSR2 for this thread and for threads it starts
/// later, so that `signal_wait` receives them.
void signal_hold_requests(void);

/// Waits for one of these signals and returns its number, or 0 after `milliseconds`; a negative
/// number stands for no limit. `*value` is the number that was sent with it, or 0. sigtimedwait(2).
int signal_wait(int64_t milliseconds, int *value);

/// Sends a signal with a number. Returns 0, or -1 with errno. sigqueue(3).
int signal_send(int process, int signal, int value);

// Signals that interrupt a tool.

/// Blocks those of SIGINT and SIGTERM that are not ignored, for this thread and for threads it
/// starts later, so that `signal_wait_interruption` receives them.
void signal_hold_interruptions(void);

/// Waits for one of these signals and returns its number.
int signal_wait_interruption(void);

/// Lets SIGTERM end this process, whatever its parent has blocked.
void signal_accept_end(void);

/// Ends the process by the default action of a signal, so that its parent learns about the signal.
void signal_end_process(int signal);
