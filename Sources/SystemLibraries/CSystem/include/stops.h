// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>

// A process that the terminal stops (Ctrl-Z) while it holds a lock blocks everyone who waits for
// the lock. In sections marked with these functions, stops are deferred to the end of the section.
// SIGSTOP cannot be deferred.

/// From now on, SIGTSTP, SIGTTIN and SIGTTOU stop the process only while no section is open. Must
/// be called before any thread is started.
///
/// Side effect: as in any process that blocks SIGTTOU, a background process may write to a terminal
/// even if `stty tostop` is set.
/// Returns 0, or an error number, and then changes nothing.
int stops_defer(void);

/// Opens a section. Sections of several threads may overlap, and sections of one thread may be
/// nested. Makes no system call unless a stop is pending.
///
/// If `waits` is set and the thread has no open section, it waits while a stop is pending.
/// Otherwise consecutive sections could defer the stop forever. The thread must not hold anything
/// that another thread may need to close its section.
void stops_begin_section(bool waits);

/// Opens a section that lasts microseconds, and waits 100 milliseconds at most while a stop is pending, since the thread may hold what another
/// one needs.
void stops_begin_short_section(void);

/// Closes a section.
void stops_end_section(void);
