// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <pthread.h>
#include <stdint.h>

/// Starts a thread that runs `body` with `argument`, on a different processor than the calling
/// thread if possible.
///
/// Linux usually places a new thread on its creator's processor. The two then alternate for
/// milliseconds until one is migrated (measured with Linux 6.18), and most searches are finished by
/// then. Therefore the new thread is excluded from that processor until it starts running. Returns
/// 0 or an error number. pthread_create(3), sched_setaffinity(2).
int thread_start(pthread_t *thread, void *(*body)(void *), void *argument);

/// Processor time that the calling thread has used since its previous call of this function, or
/// since its start, in nanoseconds. clock_gettime(2) CLOCK_THREAD_CPUTIME_ID.
int64_t thread_take_processor_time(void);

/// A pointer that each thread has of its own, at first NULL.
void *thread_pause_point(void);
void thread_set_pause_point(void *point);
