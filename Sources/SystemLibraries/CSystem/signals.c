// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static sigset_t requests(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  return set;
}

void signal_hold_requests(void) {
  sigset_t set = requests();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int signal_wait(int64_t milliseconds, int *value) {
  sigset_t set = requests();
  struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  siginfo_t found;
  while (1) {
    int signal = milliseconds < 0 ? sigwaitinfo(&set, &found) : sigtimedwait(&set, &found, &limit);
    if (signal > 0) {
      *value = found.si_code == SI_QUEUE ? found.si_value.sival_int : 0;
      return signal;
    }
    if (errno == EAGAIN) return 0;
  }
}

int signal_send(int process, int signal, int value) { return sigqueue(process, signal, (union sigval){.sival_int = value}); }

static sigset_t interruptions(void) {
  static const int signals[] = {SIGINT, SIGTERM};
  sigset_t set;
  sigemptyset(&set);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    // A shell has background jobs of scripts ignore SIGINT. If blocked, it would be received.
    struct sigaction action;
    sigaction(signals[index], NULL, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, signals[index]);
  }
  return set;
}

void signal_hold_interruptions(void) {
  sigset_t set = interruptions();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int signal_wait_interruption(void) {
  sigset_t set = interruptions();
  int signal = 0;
  while (sigwait(&set, &signal) != 0) {
  }
  return signal;
}

void signal_end_process(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _Exit(128 + number);
}

void signal_accept_end(void) {
  signal(SIGTERM, SIG_DFL);
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigprocmask(SIG_UNBLOCK, &ending, NULL);
}
