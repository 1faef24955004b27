#pragma once

/// Makes the process independent of what its parent left it with. Every program calls it before anything else.
///
/// - A closed standard descriptor is opened so that reading and writing fail with EBADF, as before. Otherwise the next file that is opened gets
///   its number, and messages are written into the index.
/// - SIGXFSZ and SIGPIPE are ignored: a write that fails returns an error (EFBIG, EPIPE). `process_end_by_broken_pipe` ends a filter.
/// - SIGCHLD has its default action: where it is ignored, the kernel discards the exit statuses of workers.
void process_prepare(void);

/// Ends the process as SIGPIPE does; with status 1 if the signal was ignored when the process began.
_Noreturn void process_end_by_broken_pipe(void);

/// The program's name without its folder, as it was called.
const char *process_name(void);
