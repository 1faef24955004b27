// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "processes.h"
#include "startup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Lowest descriptor number for the copies, so that neither is overwritten by the dup2 of the other.
enum { PARKING = 10 };

static const char *const inherited[] = {"HOME", "TZ", "TZDIR", "XDG_DATA_DIRS", "XDG_DATA_HOME"};
enum { INHERITED = sizeof inherited / sizeof *inherited, LANGUAGE_SIZE = 256 };

// Names the user's languages. `LC_ALL` hides the variables that usually do.
static void select_languages(char assignment[LANGUAGE_SIZE]) {
  static const char *const variables[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
  const char *languages = "";
  for (int index = 3; index >= 0; index--) {
    const char *value = getenv(variables[index]);
    if (value && *value) languages = value;
  }
  snprintf(assignment, LANGUAGE_SIZE, "LANGUAGE=%s", languages);
}

// The strings belong to `environ` and to `languages`, and are not copied.
static void select_environment(char *selected[INHERITED + 4], char languages[LANGUAGE_SIZE]) {
  int count = 0;
  for (int index = 0; index < INHERITED; index++) {
    char *value = getenv(inherited[index]);
    if (value) selected[count++] = value - strlen(inherited[index]) - 1;
  }
  selected[count++] = "LC_ALL=C.UTF-8";
  select_languages(languages);
  selected[count++] = languages;
  // The parent reports crashes. The backtrace of the Swift runtime would start another program.
  selected[count++] = "SWIFT_BACKTRACE=enable=no";
  selected[count] = NULL;
}

// Makes a program start with the default actions of all signals, and none of them blocked, whatever
// this process does with them.
static int reset_signals(posix_spawnattr_t *attributes, short flags) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int status = posix_spawnattr_setsigdefault(attributes, &all);
  if (status == 0) status = posix_spawnattr_setsigmask(attributes, &none);
  if (status == 0) status = posix_spawnattr_setflags(attributes, flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return status;
}

int process_spawn(const char *const arguments[], const int descriptors[], int count, int *process) {
  int parked[SPAWN_MAXIMUM_DESCRIPTORS];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  char *environment[INHERITED + 4];
  char languages[LANGUAGE_SIZE];
  select_environment(environment, languages);
  int status = count <= SPAWN_MAXIMUM_DESCRIPTORS ? 0 : EINVAL;
  int parked_count = 0;
  while (status == 0 && parked_count < count) {
    parked[parked_count] = fcntl(descriptors[parked_count], F_DUPFD_CLOEXEC, PARKING);
    if (parked[parked_count] < 0) status = errno;
    else parked_count++;
  }
  if (status == 0 && (status = posix_spawn_file_actions_init(&actions)) == 0) {
    if ((status = posix_spawnattr_init(&attributes)) == 0) {
      for (int number = 0; number < 3 && status == 0; number++)
        status = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
      for (int index = 0; index < count && status == 0; index++)
        status = posix_spawn_file_actions_adddup2(&actions, parked[index], 3 + index);
      if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(&actions, 3 + count);
      // The threads of the daemon block signals to wait for them. A worker must be ended by them.
      if (status == 0) status = reset_signals(&attributes, POSIX_SPAWN_SETSID);
      if (status == 0) status = posix_spawn(process, arguments[0], &actions, &attributes, (char *const *)arguments, environment);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  for (int index = 0; index < parked_count; index++) close(parked[index]);
  return status;
}

int process_start(const char *const arguments[], int third, int *process) {
  // dup2 of a descriptor to itself would leave it to be closed on exec.
  int parked = fcntl(third, F_DUPFD_CLOEXEC, PARKING);
  if (parked < 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int status = posix_spawn_file_actions_init(&actions);
  if (status == 0) {
    if ((status = posix_spawnattr_init(&attributes)) == 0) {
      status = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
      if (status == 0) status = posix_spawn_file_actions_adddup2(&actions, 2, 1);
      if (status == 0) status = posix_spawn_file_actions_adddup2(&actions, parked, 3);
      if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
      if (status == 0) status = reset_signals(&attributes, 0);
      if (status == 0) status = posix_spawnp(process, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  close(parked);
  return status;
}

static int launch(const char *const arguments[], const char *folder, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int status = posix_spawn_file_actions_init(&actions);
  if (status != 0) return status;
  if ((status = posix_spawnattr_init(&attributes)) == 0) {
    for (int number = 0; number < 3 && status == 0; number++)
      status = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
    if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (status == 0 && folder != NULL) status = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (status == 0) status = reset_signals(&attributes, POSIX_SPAWN_SETSID);
    if (status == 0) status = posix_spawnp(process, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

int process_launch(const char *const arguments[], const char *folder) {
  pid_t process;
  return launch(arguments, folder, &process);
}

int process_replace(const char *const arguments[], const char *folder) {
  if (folder != NULL && chdir(folder) != 0) return errno;
  process_restore_signals();
  execvp(arguments[0], (char *const *)arguments);
  return errno;
}

int process_run(const char *const arguments[], int *status) {
  pid_t process;
  // If SIGCHLD is ignored, which can be inherited from the parent, waitpid would not return a
  // status.
  signal(SIGCHLD, SIG_DFL);
  int failure = posix_spawnp(&process, arguments[0], NULL, NULL, (char *const *)arguments, environ);
  if (failure != 0) return failure;
  while (waitpid(process, status, 0) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

// Waits until a child can be waited for, at most for a time.
static void await(pid_t process, int milliseconds) {
  const int file = (int)syscall(SYS_pidfd_open, process, 0);
  struct pollfd end = {.fd = file, .events = POLLIN};
  // Without a descriptor, the process is looked at once.
  if (file >= 0 && milliseconds > 0) poll(&end, 1, milliseconds);
  if (file >= 0) close(file);
}

int process_run_apart(const char *const arguments[], int milliseconds, int *status) {
  pid_t process;
  signal(SIGCHLD, SIG_DFL);
  const int failure = launch(arguments, NULL, &process);
  if (failure != 0) return failure;
  await(process, milliseconds);
  *status = 0;
  return waitpid(process, status, WNOHANG) < 0 ? errno : 0;
}

int process_reap(int process, int milliseconds) {
  await(process, milliseconds);
  return waitpid(process, NULL, WNOHANG) != 0;
}

static int lower(int process, enum __rlimit_resource resource, uint64_t value) {
  struct rlimit limit;
  if (prlimit(process, resource, NULL, &limit) != 0) return -1;
  // Raising an inherited limit (ulimit -v) needs a privilege.
  if (limit.rlim_max > value) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return prlimit(process, resource, &limit, NULL);
}

int process_limit(int process, const struct process_limits *limits) {
  if (lower(process, RLIMIT_AS, limits->address_space) != 0 || lower(process, RLIMIT_DATA, limits->data) != 0) return -1;
  return lower(process, RLIMIT_CPU, limits->processor_seconds);
}

// Debian's libc6-dev does not guarantee <linux/ioprio.h>.
enum { CLASS_BEST_EFFORT = 2, CLASS_IDLE = 3, CLASS_SHIFT = 13, LOWEST_LEVEL = 7, WHO_PROCESS = 1 };

static int set_priority(int process, int disk) {
  struct sched_param none = {0};
  if (sched_setscheduler(process, SCHED_IDLE, &none) != 0) return -1;
  return (int)syscall(SYS_ioprio_set, WHO_PROCESS, process, disk);
}

int process_set_idle_priority(int process) { return set_priority(process, CLASS_IDLE << CLASS_SHIFT); }

int process_set_background_priority(int process) { return set_priority(process, CLASS_BEST_EFFORT << CLASS_SHIFT | LOWEST_LEVEL); }

bool process_has_idle_priority(void) { return (sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_IDLE; }

int process_executable(char *path, size_t capacity) {
  const ssize_t length = readlink("/proc/self/exe", path, capacity - 1);
  if (length >= 0) {
    path[length] = 0;
    return 0;
  }
  // Without /proc, as in a plain chroot, the kernel's note of the path by which the program was started.
  const char *const name = (const char *)getauxval(AT_EXECFN);
  char real[PATH_MAX];
  const bool is_known = name && realpath(name, real) && strlen(real) < capacity;
  strcpy(path, is_known ? real : "");
  return is_known ? 0 : -1;
}

int64_t process_processor_time(int process) {
  // The identifier that clock_getcpuclockid(3) computes; the function makes another system call to
  // find out whether the process exists.
  enum { CLOCK_OF_SCHEDULER = 2 };
  const clockid_t clock = ~(clockid_t)process << 3 | CLOCK_OF_SCHEDULER;
  struct timespec used;
  if (clock_gettime(clock, &used) != 0) return -1;
  return used.tv_sec * 1000000000LL + used.tv_nsec;
}

int64_t process_own_memory(int process) {
  char text[64];
  snprintf(text, sizeof text, "/proc/%d/statm", (int)process);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  unsigned long resident, shared;
  if (sscanf(text, "%*u %lu %lu", &resident, &shared) != 2 || resident < shared) return -1;
  return (int64_t)(resident - shared) * sysconf(_SC_PAGESIZE);
}

int process_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count > 0 ? count : 1;
}

void process_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void process_limit_freed_memory(void) {
  mallopt(M_ARENA_MAX, 4);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

void process_return_freed_memory(void) { malloc_trim(0); }
