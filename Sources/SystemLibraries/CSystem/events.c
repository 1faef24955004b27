// SPDX-License-Identifier: Apache-2.0

#include "events.h"

#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// The write fails only if the counter is full, and then the descriptor is already readable.
void event_raise(int descriptor) { (void)eventfd_write(descriptor, 1); }

int event_make_timer(int seconds) {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  const struct itimerspec interval = {.it_interval.tv_sec = seconds, .it_value.tv_sec = seconds};
  if (timer < 0 || timerfd_settime(timer, 0, &interval, NULL) == 0) return timer;
  close(timer);
  return -1;
}
