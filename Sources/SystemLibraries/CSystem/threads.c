// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "damage.h"

// The default is the limit on the stack of the main thread, which may be too small (ulimit -s). The
// kernel provides memory only for the part that is used.
enum { STACK_SIZE = 8 << 20 };

struct start {
  void *(*body)(void *);
  void *argument;
  // The processors to run on, if `is_elsewhere`.
  cpu_set_t allowed;
  bool is_elsewhere;
};

static void *run(void *argument) {
  // At the base of the stack, where an overflow does not reach it.
  char damage_stack[DAMAGE_STACK_SIZE];
  damage_use_stack(damage_stack);
  struct start start = *(struct start *)argument;
  free(argument);
  if (start.is_elsewhere) sched_setaffinity(0, sizeof start.allowed, &start.allowed);
  return start.body(start.argument);
}

// Excludes the current processor. Returns `false` if that is impossible.
static bool exclude_this_processor(pthread_attr_t *attributes, struct start *start) {
  int current = sched_getcpu();
  if (current < 0 || current >= CPU_SETSIZE || sched_getaffinity(0, sizeof start->allowed, &start->allowed) != 0 ||
      CPU_COUNT(&start->allowed) < 2)
    return false;
  cpu_set_t others = start->allowed;
  CPU_CLR(current, &others);
  return pthread_attr_setaffinity_np(attributes, sizeof others, &others) == 0;
}

static int start_with(pthread_t *thread, struct start *start, bool elsewhere) {
  pthread_attr_t attributes;
  int status = pthread_attr_init(&attributes);
  if (status != 0) return status;
  status = pthread_attr_setstacksize(&attributes, STACK_SIZE);
  start->is_elsewhere = elsewhere && exclude_this_processor(&attributes, start);
  if (status == 0) status = pthread_create(thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  return status;
}

int thread_start(pthread_t *thread, void *(*body)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  start->body = body;
  start->argument = argument;
  // Fall back to any processor if the allowed processors have just changed.
  int status = start_with(thread, start, true);
  if (status != 0 && start->is_elsewhere) status = start_with(thread, start, false);
  if (status != 0) free(start);
  return status;
}

int64_t thread_take_processor_time(void) {
  static _Thread_local int64_t taken;
  struct timespec used;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0) return 0;
  int64_t now = used.tv_sec * 1000000000LL + used.tv_nsec;
  int64_t since = now - taken;
  taken = now;
  return since;
}

static _Thread_local void *pause_point;

void *thread_pause_point(void) { return pause_point; }

void thread_set_pause_point(void *point) { pause_point = point; }
