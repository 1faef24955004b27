// SPDX-License-Identifier: Apache-2.0

#pragma once

// A counter that makes a descriptor readable: eventfd(2), which Swift's Glibc module does not
// contain. Async-signal-safe.

/// Creates an event. Returns its descriptor (close-on-exec, non-blocking), or -1 with errno.
int event_make(void);

/// Makes the descriptor readable. It stays readable.
void event_raise(int descriptor);

/// Creates a timer, which becomes readable after each interval. Returns its descriptor (close-on-exec,
/// non-blocking), or -1 with errno. timerfd_create(2)
int event_make_timer(int seconds);
