#include "signals.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char *bus_error_message;
static size_t bus_error_byte_count;

static void explain_bus_error(int signal) {
  (void)signal;
  ssize_t written = write(STDERR_FILENO, bus_error_message, bus_error_byte_count);
  (void)written;
  _exit(1);
}

void signal_explain_bus_error(const char *message, size_t byte_count) {
  bus_error_message = message;
  bus_error_byte_count = byte_count;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = explain_bus_error;
  sigaction(SIGBUS, &action, NULL);
}

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
