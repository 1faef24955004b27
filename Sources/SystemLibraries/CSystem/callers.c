#define _GNU_SOURCE
#include "callers.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

int local_set_receive_timeout(int socket, int milliseconds) {
  const struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  return setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

int process_become_member(uint32_t group, const uint32_t groups[], int count) {
  return setgroups((size_t)count, groups) == 0 ? setresgid(group, group, group) : -1;
}

int thread_set_file_user(uint32_t user) {
  setfsuid(user);
  // The call reports no error; one with an invalid user reports the present one.
  return (uint32_t)setfsuid((uid_t)-1) == user ? 0 : -1;
}

int process_divide(void) { return fork(); }
