#pragma once

#include <pthread.h>

/// Starts a thread that runs `body` with `argument`, on another processor than this thread's if there is one.
///
/// Linux places a new thread on its maker's processor more often than not, where the two take turns of some milliseconds until one of them is moved
/// (measured with Linux 6.18): most searches are over by then. So it is barred from that processor, but only until it runs.
/// Returns 0 or an error number. pthread_create(3), sched_setaffinity(2).
int thread_start(pthread_t *thread, void *(*body)(void *), void *argument);
