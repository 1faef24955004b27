// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "damage.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "processes.h"
#include "startup.h"
#include "terminal.h"

static const struct {
  int number;
  const char *name;
} crashes[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGABRT, "SIGABRT"}, {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"},
};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };

static const char *tool_name;

// The names of all stores that were opened. They are kept, because a crash may follow at any time.
struct store_name {
  struct store_name *next;
  char text[];
};
static _Atomic(struct store_name *) store_names;

// What the calling thread used last; else what any thread used first.
static _Thread_local const char *current_store;
static _Atomic(const char *) first_store;

// Prepared for execve(2), because a handler cannot allocate memory.
static char executable[4096];
static char *const *program_arguments;
static char **program_environment;
static char restart_variable[64];
static int restart_count;
static atomic_int restart_limit;

static const char restart_prefix[] = "SEARCHLIGHT_RESTARTS=";

// MARK: Restarting

static void prepare_restart(char *const *arguments) {
  program_arguments = arguments;
  process_executable(executable, sizeof executable);
  int process = 0, count = 0;
  const char *variable = getenv("SEARCHLIGHT_RESTARTS");
  // The variable of a parent has another process ID.
  if (variable && sscanf(variable, "%d:%d", &process, &count) == 2 && process == getpid() && count > 0) restart_count = count;
  // The path of the executable may be that of another program.
  if (restart_count > 0) prctl(PR_SET_NAME, process_name());
  snprintf(restart_variable, sizeof restart_variable, "%s%d:%d", restart_prefix, getpid(), restart_count + 1);
  size_t size = 0;
  while (environ[size]) size++;
  program_environment = calloc(size + 2, sizeof *program_environment);
  if (!program_environment) return;
  size_t used = 0;
  for (size_t index = 0; index < size; index++)
    if (strncmp(environ[index], restart_prefix, sizeof restart_prefix - 1) != 0) program_environment[used++] = environ[index];
  program_environment[used] = restart_variable;
}

// The kernel releases the locks of the process, and its other threads end. Returns if that fails.
static void restart(void) {
  if (restart_count >= atomic_load(&restart_limit) || !program_environment || !*executable) return;
  process_restore_signals();
  execve(executable, program_arguments, program_environment);
}

// Child processes of the crashed program end soon, because its descriptors are closed.
static void collect_children(void) {
  for (int attempt = 0; attempt < 200; attempt++) {
    pid_t child;
    while ((child = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    if (child < 0) return;
    poll(NULL, 0, 5);
  }
}

void damage_allow_restarts(int limit) { atomic_store(&restart_limit, limit); }

int damage_restart_count(void) { return restart_count; }

// MARK: Explaining

// An escaped path can be four times as long as a path.
struct line {
  char text[4 * 4096 + 512];
  size_t length;
};

static void append(struct line *line, const char *text) {
  for (; *text && line->length < sizeof line->text; text++) line->text[line->length++] = *text;
}

// The next line of a file, without its end; `false` at the end of the file. Overlong lines are cut.
static bool read_line(int file, char *line, size_t capacity) {
  static char buffer[4096];
  static size_t used, count;
  size_t length = 0;
  while (true) {
    if (used == count) {
      ssize_t received = read(file, buffer, sizeof buffer);
      if (received <= 0) return false;
      used = 0;
      count = (size_t)received;
    }
    char next = buffer[used++];
    if (next == '\n') break;
    if (length < capacity - 1) line[length++] = next;
  }
  line[length] = 0;
  return true;
}

static uintptr_t read_hexadecimal(const char **text) {
  uintptr_t number = 0;
  for (; **text; ++*text) {
    char digit = **text;
    if (digit >= '0' && digit <= '9')
      number = number << 4 | (uintptr_t)(digit - '0');
    else if (digit >= 'a' && digit <= 'f')
      number = number << 4 | (uintptr_t)(digit - 'a' + 10);
    else
      break;
  }
  return number;
}

// Whether an address is in the memory map of a catalog. proc(5) maps.
static bool is_in_catalog(const void *address) {
  static const char name[] = "/data.mdb";
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  static char line[8192];
  bool is_found = false;
  while (!is_found && read_line(file, line, sizeof line)) {
    const char *text = line;
    uintptr_t start = read_hexadecimal(&text);
    if (*text++ != '-') continue;
    uintptr_t end = read_hexadecimal(&text);
    size_t length = strlen(line);
    is_found = start <= (uintptr_t)address && (uintptr_t)address < end && length > sizeof name &&
               strcmp(line + length - (sizeof name - 1), name) == 0;
  }
  close(file);
  return is_found;
}

static void append_message(struct line *line, int signal, bool is_damage) {
  append(line, tool_name);
  append(line, ": ");
  const char *store = current_store ? current_store : atomic_load(&first_store);
  if (store) {
    append(line, store);
    append(line, ": ");
  }
  if (!is_damage) {
    append(line, "the index cannot be read: the disk or a quota is full, or another program truncated or overwrote the index; "
                 "free some space, and if that does not help, rebuild the index with mdutil -E, or remove it with mdutil -X\n");
    return;
  }
  append(line, "the index is probably damaged (");
  if (signal == 0) append(line, "a check in LMDB failed");
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crashes[index].number != signal) continue;
    append(line, "reading it ended with ");
    append(line, crashes[index].name);
  }
  append(line, "); rebuild it with mdutil -E, or remove it with mdutil -X\n");
}

static _Noreturn void explain_and_end(int signal, const void *address) {
  static atomic_flag is_ending = ATOMIC_FLAG_INIT;
  // Another thread is ending the process.
  while (atomic_flag_test_and_set(&is_ending)) pause();
  // SIGBUS in the memory map of a catalog means that the file is truncated, or that a damaged page
  // leads beyond its end. Elsewhere it can mean that the disk is full, which is no reason to replace
  // an index.
  bool is_damage = signal != SIGBUS || is_in_catalog(address);
  if (is_damage) restart();
  terminal_leave();
  // Not on the stack, which may be small.
  static struct line line;
  append_message(&line, signal, is_damage);
  ssize_t written = write(STDERR_FILENO, line.text, line.length);
  (void)written;
  _exit(1);
}

static void end_by(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void handle_crash(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  bool is_from_outside = info->si_code <= 0 && info->si_pid != getpid();
  if (!is_from_outside && (signal == SIGBUS || atomic_load(&first_store))) explain_and_end(signal, info->si_addr);
  end_by(signal);
  errno = error;
}

void damage_explain_crashes(const char *tool, char *const *arguments) {
  static char stack[DAMAGE_STACK_SIZE];
  tool_name = tool;
  prepare_restart(arguments);
  if (restart_count > 0) collect_children();
  damage_use_stack(stack);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  // A crash inside the handler, which has all of these signals blocked, ends the process.
  for (int index = 0; index < CRASH_COUNT; index++) sigaddset(&action.sa_mask, crashes[index].number);
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crashes[index].number, &action, NULL);
}

void damage_use_stack(void *stack) {
  stack_t alternate = {.ss_sp = stack, .ss_size = DAMAGE_STACK_SIZE};
  sigaltstack(&alternate, NULL);
}

const char *damage_store_name(const char *path) {
  if (!tool_name) return NULL;
  struct store_name *first = atomic_load(&store_names);
  for (struct store_name *name = first; name; name = name->next)
    if (strcmp(name->text, path) == 0) return name->text;
  struct store_name *name = malloc(sizeof *name + strlen(path) + 1);
  if (!name) return NULL;
  strcpy(name->text, path);
  // If two threads name a store at once, it has two entries.
  name->next = first;
  while (!atomic_compare_exchange_weak(&store_names, &name->next, name)) {
  }
  return name->text;
}

void damage_use_store(const char *name) {
  if (!name) return;
  current_store = name;
  const char *none = NULL;
  if (!atomic_load_explicit(&first_store, memory_order_relaxed)) atomic_compare_exchange_strong(&first_store, &none, name);
}

void damage_found(const char *assertion) {
  if (tool_name) explain_and_end(0, NULL);
  fprintf(stderr, "the index is damaged: %s\n", assertion);
  abort();
}
