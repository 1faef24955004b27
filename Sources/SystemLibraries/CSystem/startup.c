// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "startup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the process started with.
static struct sigaction broken_pipe, file_too_large, child_ended;
static sigset_t blocked;
static int argument_count;
static char *const *arguments;
static bool is_root_assumed;

// Swift's runtime reads the arguments and the path of the program from /proc. If it is linked statically, it aborts
// without the path, unless this variable has a folder, in which it would look for its program that describes crashes.
// Its own constructor has no priority, so it runs later.
__attribute__((constructor(101))) static void note_arguments(int count, char *const *values) {
  argument_count = count;
  arguments = values;
  if (access("/proc/self/exe", F_OK) != 0 && !getenv("SWIFT_ROOT")) is_root_assumed = setenv("SWIFT_ROOT", "/", 0) == 0;
}

char *const *process_arguments(int *count) {
  *count = argument_count;
  return arguments;
}

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
  // Not for programs that this one starts.
  if (is_root_assumed) unsetenv("SWIFT_ROOT");
  secure_standard_descriptors();
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  set_action(SIGPIPE, SIG_IGN, &broken_pipe);
  set_action(SIGXFSZ, SIG_IGN, &file_too_large);
  set_action(SIGCHLD, SIG_DFL, &child_ended);
}

void process_restore_signals(void) {
  sigaction(SIGPIPE, &broken_pipe, NULL);
  sigaction(SIGXFSZ, &file_too_large, NULL);
  sigaction(SIGCHLD, &child_ended, NULL);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

void process_end_by_broken_pipe(void) {
  if (broken_pipe.sa_handler == SIG_IGN) return;
  set_action(SIGPIPE, SIG_DFL, NULL);
  raise(SIGPIPE);
}

const char *process_name(void) { return program_invocation_short_name; }
