// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Waits for a semaphore (`sem_t`) for at most `nanoseconds`, measured by the monotonic clock.
/// Returns `false` on timeout. sem_clockwait(3).
///
/// The parameter is untyped because including <semaphore.h> here would make types of the C library
/// belong to this module.
bool semaphore_wait_for(void *semaphore, int64_t nanoseconds);
