// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "HostileActs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int landlock_version(void) {
  enum { GET_VERSION = 1 };
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
  return version < 0 ? 0 : (int)version;
}

// The errno of a call that returned -1; otherwise 0.
static int outcome(long result) { return result == -1 ? errno : 0; }

// MARK: Paths

static int read_path(int file, const char *path) {
  (void)file;
  return outcome(open(path, O_RDONLY));
}

static int write_path(int file, const char *path) {
  (void)file;
  int descriptor = open(path, O_WRONLY | O_CREAT, 0600);
  return descriptor < 0 ? errno : outcome(write(descriptor, "x", 1));
}

static int make_folder(int file, const char *path) {
  (void)file;
  return outcome(mkdir(path, 0700));
}

// MARK: Sockets

static int tcp_socket(const char *port, struct sockaddr_in *address) {
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return socket(AF_INET, SOCK_STREAM, 0);
}

static int connect_tcp(int file, const char *port) {
  (void)file;
  struct sockaddr_in address;
  int descriptor = tcp_socket(port, &address);
  return descriptor < 0 ? errno : outcome(connect(descriptor, (struct sockaddr *)&address, sizeof address));
}

static int listen_tcp(int file, const char *port) {
  (void)file;
  struct sockaddr_in address;
  int descriptor = tcp_socket(port, &address);
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return errno;
  return outcome(listen(descriptor, 1));
}

static int connect_unix(const char *name, bool is_abstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + is_abstract, name, sizeof address.sun_path - 2);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name) + 1 + is_abstract);
  return descriptor < 0 ? errno : outcome(connect(descriptor, (struct sockaddr *)&address, length));
}

static int connect_path(int file, const char *path) {
  (void)file;
  return connect_unix(path, false);
}

// The name ends with a zero byte, as that of the listener does.
static int connect_abstract(int file, const char *name) {
  (void)file;
  return connect_unix(name, true);
}

// MARK: Processes

static int execute(int file, const char *path) {
  (void)file;
  char *arguments[] = {"sh", "-c", ": >\"$0\"", (char *)path, NULL}, *environment[] = {NULL};
  return outcome(execve("/bin/sh", arguments, environment));
}

static int fork_process(int file, const char *argument) {
  (void)file, (void)argument;
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return outcome(child);
}

static int trace_parent(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(ptrace(PTRACE_SEIZE, getppid(), 0, 0));
}

// The default action of the signal is to ignore it.
static int signal_parent(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(kill(getppid(), SIGURG));
}

// With the bits that the kernel ignores.
static int signal_parent_thread(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(syscall(SYS_tgkill, (uint64_t)1 << 32 | (uint64_t)getppid(), getppid(), SIGURG));
}

static int read_parent_memory(int file, const char *argument) {
  (void)file, (void)argument;
  char byte;
  struct iovec own = {&byte, 1}, other = {(void *)&environ, 1};
  long result = process_vm_readv(getppid(), &own, 1, &other, 1, 0);
  // Where the parent has nothing at this address, it was permitted nevertheless.
  return result < 0 && errno != EFAULT ? errno : 0;
}

// MARK: The file that is being imported

static int change_mode(int file, const char *argument) {
  (void)argument;
  return outcome(fchmod(file, 0777));
}

static int change_owner(int file, const char *argument) {
  (void)argument;
  return outcome(fchown(file, (uid_t)-1, (gid_t)-1));
}

static int change_times(int file, const char *argument) {
  (void)argument;
  return outcome(futimens(file, NULL));
}

static int change_attribute(int file, const char *argument) {
  (void)argument;
  return outcome(fsetxattr(file, "user.hostile", "x", 1, 0));
}

static int lock_file(int file, const char *argument) {
  (void)argument;
  return outcome(flock(file, LOCK_EX | LOCK_NB));
}

static int lease_file(int file, const char *argument) {
  (void)argument;
  return outcome(fcntl(file, F_SETLEASE, F_RDLCK));
}

static int own_file(int file, const char *argument) {
  (void)argument;
  return outcome(fcntl(file, F_SETOWN, getpid()));
}

static int reopen_file(int file, const char *argument) {
  (void)argument;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return outcome(open(path, O_RDWR));
}

static int read_variable(int file, const char *name) {
  (void)file;
  return getenv(name) ? 0 : ENOENT;
}

// MARK: Memory

// Takes `step` bytes at a time without using them, until it has 16 GiB.
static int take(void *(*step)(size_t), size_t size) {
  for (size_t taken = 0; taken < (size_t)16 << 30; taken += size)
    if (step(size) == (void *)-1) return errno;
  return 0;
}

static void *extend_heap(size_t size) { return sbrk((intptr_t)size); }
static void *map(size_t size) { return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static int allocate_by_brk(int file, const char *argument) {
  (void)file, (void)argument;
  return take(extend_heap, 64 << 20);
}

static int allocate_by_mmap(int file, const char *argument) {
  (void)file, (void)argument;
  return take(map, 64 << 20);
}

static int map_shared(int file, const char *argument) {
  (void)file, (void)argument;
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

static int create_memory_file(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(memfd_create("hostile", 0));
}

static int create_shared_segment(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
}

static int map_code(int file, const char *argument) {
  (void)file, (void)argument;
  return mmap(NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

static int make_executable(int file, const char *argument) {
  (void)file, (void)argument;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return outcome(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

// A memory file that this process has open for writing; -1 if there is none.
static int written_memory(void) {
  for (int descriptor = 3; descriptor < 64; descriptor++) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 0) continue;
    if ((fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY) return descriptor;
  }
  return -1;
}

static int map_as_code(int descriptor) {
  if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0) != MAP_FAILED) return 0;
  return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, descriptor, 0) == MAP_FAILED ? errno : 0;
}

// The memory file itself and copies of its descriptor, also with the bits that the kernel ignores.
static int map_written_code(int file, const char *argument) {
  (void)file, (void)argument;
  int memory = written_memory();
  if (memory < 0) return ENOENT;
  int result = map_as_code(memory);
  const uint64_t ignored = (uint64_t)1 << 32;
  const uint64_t lowest[] = {0, 8, 31, 32, 48, ignored, ignored | 32};
  for (size_t index = 0; index < sizeof lowest / sizeof *lowest && result != 0; index++) {
    long copy = syscall(SYS_fcntl, memory, F_DUPFD_CLOEXEC, lowest[index]);
    if (copy < 0) copy = syscall(SYS_fcntl, memory, F_DUPFD, lowest[index]);
    if (copy >= 0 && map_as_code((int)copy) == 0) return 0;
  }
  int copy = dup(memory);
  if (copy >= 0 && map_as_code(copy) == 0) return 0;
  if (dup2(memory, 5) == 5 && map_as_code(5) == 0) return 0;
  return result;
}

static int reopen_written_memory(int file, const char *argument) {
  (void)file, (void)argument;
  char path[32];
  int memory = written_memory();
  if (memory < 0) return ENOENT;
  snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
  int descriptor = open(path, O_RDONLY);
  return descriptor < 0 ? errno : map_as_code(descriptor);
}

static int open_many(int file, const char *argument) {
  (void)argument;
  for (int count = 0; count < 1000; count++)
    if (fcntl(file, F_DUPFD_CLOEXEC, 32) < 0) return errno;
  return 0;
}

// MARK: Threads

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *pass(void *argument) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return argument;
}

static int start_threads(int file, const char *argument) {
  (void)file, (void)argument;
  enum { COUNT = 127 };
  pthread_t threads[COUNT];
  int count = 0, result = 0;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  pthread_mutex_lock(&gate);
  while (count < COUNT && (result = pthread_create(&threads[count], &small, pass, NULL)) == 0) count++;
  pthread_mutex_unlock(&gate);
  while (count > 0) pthread_join(threads[--count], NULL);
  return result;
}

// MARK: The kernel

static int use_keyring(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1));
}

static int create_namespace(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(unshare(CLONE_NEWUSER));
}

// The same call with the numbers of other architectures. Succeeds where the kernel answers.
static int call_as_x32(int file, const char *argument) {
  (void)file, (void)argument;
  return outcome(syscall(0x40000000 | SYS_getppid));
}

static int call_as_32_bit(int file, const char *argument) {
  (void)file, (void)argument;
#ifdef __x86_64__
  enum { GETPPID = 64 };
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(GETPPID) : "memory", "r8", "r9", "r10", "r11");
  return result < 0 ? (int)-result : 0;
#else
  return ENOSYS;
#endif
}

// MARK: Time

static int spin(int file, const char *argument) {
  (void)file, (void)argument;
  volatile unsigned counter = 0;
  while (true) counter++;
}

static int sleep_forever(int file, const char *argument) {
  (void)file, (void)argument;
  struct timespec day = {.tv_sec = 86400};
  while (true) nanosleep(&day, NULL);
}

static int leave(int file, const char *argument) {
  (void)file, (void)argument;
  _exit(0);
}

static int crash(int file, const char *argument) {
  (void)file, (void)argument;
  abort();
}

static const struct {
  const char *name;
  int (*perform)(int file, const char *argument);
} acts[] = {
    {"read-path", read_path},
    {"write-path", write_path},
    {"make-folder", make_folder},
    {"connect-tcp", connect_tcp},
    {"listen-tcp", listen_tcp},
    {"connect-path", connect_path},
    {"connect-abstract", connect_abstract},
    {"execute", execute},
    {"fork", fork_process},
    {"trace-parent", trace_parent},
    {"signal-parent", signal_parent},
    {"signal-parent-thread", signal_parent_thread},
    {"read-parent-memory", read_parent_memory},
    {"change-mode", change_mode},
    {"change-owner", change_owner},
    {"change-times", change_times},
    {"change-attribute", change_attribute},
    {"lock-file", lock_file},
    {"lease-file", lease_file},
    {"own-file", own_file},
    {"reopen-file", reopen_file},
    {"read-variable", read_variable},
    {"allocate-by-brk", allocate_by_brk},
    {"allocate-by-mmap", allocate_by_mmap},
    {"map-shared", map_shared},
    {"create-memory-file", create_memory_file},
    {"create-shared-segment", create_shared_segment},
    {"map-code", map_code},
    {"make-executable", make_executable},
    {"map-written-code", map_written_code},
    {"reopen-written-memory", reopen_written_memory},
    {"open-many", open_many},
    {"start-threads", start_threads},
    {"use-keyring", use_keyring},
    {"create-namespace", create_namespace},
    {"call-as-x32", call_as_x32},
    {"call-as-32-bit", call_as_32_bit},
    {"spin", spin},
    {"sleep", sleep_forever},
    {"leave", leave},
    {"crash", crash},
};

int hostile_act(const char *name, int descriptor, const char *argument) {
  for (size_t index = 0; index < sizeof acts / sizeof *acts; index++)
    if (strcmp(acts[index].name, name) == 0) return acts[index].perform(descriptor, argument);
  return -1;
}
