#define _GNU_SOURCE
#include "startup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool ends_by_broken_pipe;

static void secure_standard_descriptors(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    // All lower descriptors are open, so open returns this number. An O_PATH descriptor can be
    // neither read nor written, and "/" exists even without /dev.
    if (open("/", O_PATH) != number) _exit(1);
  }
}

static void set_action(int signal, void (*handler)(int), struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(signal, &action, before);
}

void process_prepare(void) {
  secure_standard_descriptors();
  struct sigaction before;
  set_action(SIGPIPE, SIG_IGN, &before);
  ends_by_broken_pipe = before.sa_handler != SIG_IGN;
  set_action(SIGXFSZ, SIG_IGN, NULL);
  set_action(SIGCHLD, SIG_DFL, NULL);
}

void process_end_by_broken_pipe(void) {
  if (ends_by_broken_pipe) {
    set_action(SIGPIPE, SIG_DFL, NULL);
    raise(SIGPIPE);
  }
  exit(1);
}

const char *process_name(void) { return program_invocation_short_name; }
