// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "stops.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

// Number of threads with an open section.
static atomic_int busy_threads;
// Number of sections that this thread has open.
static _Thread_local int depth;
// Whether a stop is pending or in progress.
static atomic_bool stopping;

// Those of the three signals that were not blocked when the process started.
static sigset_t stop_signals;

// The signals are blocked in every thread, so an arriving one stays pending and makes the
// descriptor readable. Nobody reads it from the descriptor. Once no section is open, this thread
// unblocks the signal, and its default action stops the process. Thus the rules of the kernel for
// pending stop signals still apply: SIGCONT discards them, and a process in an orphaned process
// group is not stopped.
static void *stop_between_sections(void *argument) {
  int descriptor = (int)(ptrdiff_t)argument;
  while (1) {
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    if (poll(&entry, 1, -1) <= 0) continue;
    // The order matters: a section that begins after the first line sees `stopping` and waits; one
    // that began earlier is counted in the second line.
    atomic_store(&stopping, true);
    while (atomic_load(&busy_threads) > 0) poll(NULL, 0, 1);
    pthread_sigmask(SIG_UNBLOCK, &stop_signals, NULL);
    pthread_sigmask(SIG_BLOCK, &stop_signals, NULL);
    atomic_store(&stopping, false);
  }
}

int stops_defer(void) {
  static const int signals[] = {SIGTSTP, SIGTTIN, SIGTTOU};
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, NULL, &before);
  sigemptyset(&stop_signals);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    if (!sigismember(&before, signals[index])) sigaddset(&stop_signals, signals[index]);
  int descriptor = signalfd(-1, &stop_signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) return errno;
  pthread_sigmask(SIG_BLOCK, &stop_signals, NULL);
  pthread_t thread;
  int status = pthread_create(&thread, NULL, stop_between_sections, (void *)(ptrdiff_t)descriptor);
  if (status == 0) {
    pthread_detach(thread);
  } else {
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(descriptor);
  }
  return status;
}

// Waits until the sections of other threads are closed and the stop is over, a matter of milliseconds unless the process is stopped.
static void begin_section(int attempts) {
  if (depth++ > 0) return;
  atomic_fetch_add(&busy_threads, 1);
  for (int attempt = 0; attempt != attempts && atomic_load(&stopping); attempt++) {
    atomic_fetch_sub(&busy_threads, 1);
    poll(NULL, 0, 1);
    atomic_fetch_add(&busy_threads, 1);
  }
}

void stops_begin_section(bool waits) { begin_section(waits ? -1 : 0); }

void stops_begin_short_section(void) { begin_section(100); }

void stops_end_section(void) {
  if (--depth == 0) atomic_fetch_sub(&busy_threads, 1);
}
