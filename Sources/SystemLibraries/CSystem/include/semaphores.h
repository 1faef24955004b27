#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Waits for a semaphore, a `sem_t`, by a clock that nobody sets. Returns `false` when the time is over first. sem_clockwait(3).
///
/// Not declared with its type: <semaphore.h> here would make types of the C library ones of this module.
bool semaphore_wait_for(void *semaphore, int64_t nanoseconds);
