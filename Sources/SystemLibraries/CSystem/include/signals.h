#pragma once

#include <stddef.h>

// Signal handlers. They are written in C because they may only call async-signal-safe functions,
// and Swift may insert calls to its runtime.

/// Installs a handler for damaged files. When an access to a mapped file beyond its end raises
/// SIGBUS, or `signal_damage_found` is called, it writes `message` to standard error and ends the
/// process with status 1. `message` must stay valid.
void signal_explain_damage(const char *message, size_t byte_count);

/// Reports damage that a library cannot handle. Ends the process with the message of
/// `signal_explain_damage`; if none is set, prints the assertion and aborts.
void signal_damage_found(const char *assertion);

/// Blocks SIGHUP, SIGINT and SIGTERM for this thread and for threads it starts later, so that
/// `signal_wait` receives them.
void signal_hold_requests(void);

/// Waits for one of these signals and returns its number.
int signal_wait(void);
