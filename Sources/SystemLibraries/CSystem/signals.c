#include "signals.h"

#include <signal.h>
#include <stddef.h>

static sigset_t requests(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void signal_hold_requests(void) {
  sigset_t set = requests();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int signal_wait(void) {
  sigset_t set = requests();
  int signal = 0;
  while (sigwait(&set, &signal) != 0) {
  }
  return signal;
}
