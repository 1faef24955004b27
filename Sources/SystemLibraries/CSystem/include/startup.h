// SPDX-License-Identifier: Apache-2.0

#pragma once

/// Makes the process independent of what its parent left it with. Every program calls this first.
///
/// - Opens closed standard descriptors in a way that reads and writes still fail with EBADF.
///   Otherwise the next file that is opened would get such a descriptor, and messages would be
///   written into the index.
/// - Ignores SIGXFSZ and SIGPIPE, so that failing writes return an error (EFBIG, EPIPE). A filter
///   ends itself with `process_end_by_broken_pipe`.
/// - Restores the default action of SIGCHLD. If it were ignored, the kernel would discard the exit
///   statuses of workers.
void process_prepare(void);

/// Restores the signal mask and the actions of signals that the process started with, for a program
/// that it executes. Async-signal-safe.
void process_restore_signals(void);

/// Ends the process as SIGPIPE does. Does nothing if SIGPIPE was ignored when the process started.
void process_end_by_broken_pipe(void);

/// The arguments of the process, of which the first is its name. Unlike Swift's, they need no /proc.
char *const *process_arguments(int *count);

/// The name the program was called by, without its folder.
const char *process_name(void);
