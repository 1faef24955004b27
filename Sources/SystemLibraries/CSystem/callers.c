// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "callers.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int make_address(const char *path, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (snprintf(address->sun_path, sizeof address->sun_path, "%s", path) < (int)sizeof address->sun_path) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

static int close_failed(int descriptor) {
  const int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

int local_listen(const char *path) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path);
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 || chmod(path, 0666) != 0 || listen(descriptor, 64) != 0)
    return close_failed(descriptor);
  return descriptor;
}

static const char *removed_at_end;
static pid_t owner;

static void remove_and_end(int number) {
  if (getpid() == owner) unlink(removed_at_end);
  signal(number, SIG_DFL);
  raise(number);
}

void local_remove_at_end(const char *path) {
  removed_at_end = path;
  owner = getpid();
  const struct sigaction action = {.sa_handler = remove_and_end};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
}

int local_accept(int listening) { return accept4(listening, NULL, NULL, SOCK_CLOEXEC); }

int local_connect(const char *path) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  return connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 ? descriptor : close_failed(descriptor);
}

int local_caller(int socket, uint32_t *user, uint32_t *group) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *user = credentials.uid;
  *group = credentials.gid;
  return 0;
}

int local_caller_groups(int socket, uint32_t groups[], int capacity) {
  _Static_assert(sizeof(gid_t) == sizeof *groups, "a group is 32 bits");
  socklen_t size = (socklen_t)capacity * sizeof *groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0) return -1;
  return (int)(size / sizeof *groups);
}

int local_set_timeouts(int socket, int milliseconds) {
  const struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  const int status = setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  return status == 0 ? setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) : status;
}

_Static_assert(LOCAL_ENDED == POLLRDHUP, "the events are those of the system");

bool local_wait_for_end(int socket) {
  struct pollfd connection = {.fd = socket, .events = POLLRDHUP};
  while (poll(&connection, 1, -1) < 0 && errno == EINTR) {}
  return (connection.revents & POLLNVAL) == 0;
}

int process_become_member(uint32_t group, const uint32_t groups[], int count) {
  return setgroups((size_t)count, groups) == 0 ? setresgid(group, group, group) : -1;
}

int thread_set_file_user(uint32_t user) {
  setfsuid(user);
  // The call reports no error; one with an invalid user reports the present one.
  return (uint32_t)setfsuid((uid_t)-1) == user ? 0 : -1;
}

// The wrapper of glibc answers from the mode and the effective user if the kernel lacks the call.
static int may(int descriptor, int rights) {
  return (int)syscall(SYS_faccessat2, descriptor, "", rights, AT_EACCESS | AT_EMPTY_PATH);
}

int access_open_folder(int parent, const char *name) {
  const int folder = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  return may(folder, R_OK | X_OK) == 0 ? folder : close_failed(folder);
}

int access_examine(int folder, const char *name, struct access_of_file *found) {
  const int file = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return -1;
  struct file_status status;
  if (file_status_of(file, &status) != 0) return close_failed(file);
  found->inode = status.inode;
  found->born = status.born;
  found->changed = status.changed;
  if (found->file_system == 0 || found->device != status.device) found->file_system = file_system_of(file, status.device);
  found->device = status.device;
  found->may_read = may(file, R_OK) == 0;
  close(file);
  return 0;
}

bool access_is_possible(void) {
  const int folder = access_open_folder(AT_FDCWD, "/");
  if (folder >= 0) close(folder);
  return folder >= 0;
}

int process_watch_children(void) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

void process_note_children(int watch) {
  struct signalfd_siginfo found;
  while (read(watch, &found, sizeof found) == sizeof found) {}
}

void process_end_after(unsigned seconds) {
  signal(SIGALRM, SIG_DFL);
  // A program that starts this one may have blocked it.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  alarm(seconds);
}

int process_divide(void) { return fork(); }
