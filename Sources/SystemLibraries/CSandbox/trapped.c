// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSandbox.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "ipc.h"

static int report_socket;
static const struct sandbox_call *reported_calls;
static size_t reported_count;

static void report(int signal, siginfo_t *information, void *context) {
  (void)signal, (void)context;
  for (size_t index = 0; index < reported_count; index++) {
    const struct sandbox_call *call = &reported_calls[index];
    if (call->number == information->si_syscall) ipc_send_packet(report_socket, call->packet, call->byte_count, -1, false);
  }
  _exit(SANDBOX_EXIT_STATUS);
}

int sandbox_report_trapped_calls(int socket, const struct sandbox_call *calls, size_t count) {
  report_socket = socket;
  reported_calls = calls;
  reported_count = count;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = report;
  action.sa_flags = SA_SIGINFO;
  return sigaction(SIGSYS, &action, NULL);
}
