#pragma once

// A counter that makes a descriptor readable: eventfd(2), which the Glibc module does not show. Safe in a signal handler.

/// A new one, close-on-exec and not blocking; -1 with errno.
int event_make(void);

/// Makes it readable. It stays so.
void event_raise(int descriptor);
