#pragma once

#include <stdbool.h>

// A process that is stopped by its terminal (Ctrl-Z) while it holds a lock keeps everybody waiting who wants the lock. Sections of a program in
// which it must not be stopped put the stop off to their end. SIGSTOP cannot be put off.

/// From now on SIGTSTP, SIGTTIN and SIGTTOU stop the process only while no section is open. To be called before any thread is started.
///
/// A process in the background may write to a terminal that stops others for it (`stty tostop`), as one that blocks SIGTTOU may.
/// Returns 0, or an error number; everything is as it was then.
int stops_defer(void);

/// Opens a section. Sections of several threads may overlap, and those of a thread may be nested. No system call unless a stop is pending.
///
/// With `waits`, a thread that has no section open waits while a stop is pending, so that sections that follow each other do not put it off for
/// ever. Only for a thread that holds nothing that another thread may need to close its section.
void stops_begin_section(bool waits);

/// Closes a section.
void stops_end_section(void);
