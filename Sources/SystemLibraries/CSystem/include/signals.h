#pragma once

#include <stddef.h>

// Signal handlers, which may do next to nothing: they are written here, where the compiler adds nothing of its own.

/// From now on an access to a mapped file beyond its end (SIGBUS), or damage found by `signal_damage_found`, writes `message`, which must stay
/// where it is, to standard error and ends the process with status 1.
void signal_explain_damage(const char *message, size_t byte_count);

/// A library met bytes that it cannot go on with: ends the process with the message set above, or else with the assertion and a crash.
void signal_damage_found(const char *assertion);

/// Blocks SIGHUP, SIGINT and SIGTERM for this thread and those that it starts from now on, so that `signal_wait` gets them.
void signal_hold_requests(void);

/// Waits for one of them, and returns its number.
int signal_wait(void);
