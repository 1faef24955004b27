#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

struct start {
  void *(*body)(void *);
  void *argument;
  cpu_set_t allowed;
};

static void *run_anywhere(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  sched_setaffinity(0, sizeof start.allowed, &start.allowed);
  return start.body(start.argument);
}

static int start_elsewhere(pthread_t *thread, void *(*body)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  start->body = body;
  start->argument = argument;
  pthread_attr_t attributes;
  int current = sched_getcpu(), status = EINVAL;
  if (current >= 0 && current < CPU_SETSIZE && sched_getaffinity(0, sizeof start->allowed, &start->allowed) == 0 &&
      CPU_COUNT(&start->allowed) > 1 && (status = pthread_attr_init(&attributes)) == 0) {
    cpu_set_t others = start->allowed;
    CPU_CLR(current, &others);
    status = pthread_attr_setaffinity_np(&attributes, sizeof others, &others);
    if (status == 0) status = pthread_create(thread, &attributes, run_anywhere, start);
    pthread_attr_destroy(&attributes);
  }
  if (status != 0) free(start);
  return status;
}

int thread_start(pthread_t *thread, void *(*body)(void *), void *argument) {
  // Fall back to any processor if there is only one, if a set has no room for their number, or if
  // the allowed processors have just changed.
  return start_elsewhere(thread, body, argument) == 0 ? 0 : pthread_create(thread, NULL, body, argument);
}
