#pragma once

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <time.h>

/// The time in microseconds of the clock that systemd uses in notifications. clock_gettime(2)
/// CLOCK_MONOTONIC.
static inline unsigned long long service_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}
