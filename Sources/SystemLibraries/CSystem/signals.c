#include "signals.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *damage_message;
static size_t damage_byte_count;

static void explain_and_exit(int signal) {
  (void)signal;
  ssize_t written = write(STDERR_FILENO, damage_message, damage_byte_count);
  (void)written;
  _exit(1);
}

void signal_explain_damage(const char *message, size_t byte_count) {
  damage_message = message;
  damage_byte_count = byte_count;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = explain_and_exit;
  sigaction(SIGBUS, &action, NULL);
}

void signal_damage_found(const char *assertion) {
  if (damage_message) explain_and_exit(0);
  fprintf(stderr, "the index is damaged: %s\n", assertion);
  abort();
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
