// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "semaphores.h"

#include <errno.h>
#include <semaphore.h>
#include <time.h>

#if __has_feature(thread_sanitizer)
// Thread sanitizer intercepts sem_post and sem_wait, but not sem_clockwait. Without this annotation
// it reports races for everything after such a wait.
void __tsan_acquire(void *address);
#define ACQUIRE(address) __tsan_acquire(address)
#else
#define ACQUIRE(address)
#endif

bool semaphore_wait_for(void *semaphore, int64_t nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  int64_t fraction = end.tv_nsec + nanoseconds % 1000000000;
  end.tv_sec += nanoseconds / 1000000000 + fraction / 1000000000;
  end.tv_nsec = fraction % 1000000000;
  int result;
  do
    result = sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
  while (result != 0 && errno == EINTR);
  if (result == 0) ACQUIRE(semaphore);
  return result == 0;
}
