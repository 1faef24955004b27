#pragma once

// Signals that are requests to a daemon.

/// Blocks SIGHUP, SIGINT and SIGTERM for this thread and for threads it starts later, so that
/// `signal_wait` receives them.
void signal_hold_requests(void);

/// Waits for one of these signals and returns its number.
int signal_wait(void);
