// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// <linux/landlock.h> of Debian 12 lacks the rights of later kernels.
struct ruleset {
  uint64_t files;
  uint64_t network; // since version 4
  uint64_t scopes;  // since version 6
};

struct path_rule {
  uint64_t allowed;
  int32_t directory;
} __attribute__((packed));

enum { GET_VERSION = 1, PATH_RULE = 1 };

enum {
  EXECUTE = 1 << 0,
  READ_FILE = 1 << 2,
  READ_DIRECTORY = 1 << 3,
  FIRST_RIGHTS = (1 << 13) - 1,
  REFER = 1 << 13,        // since version 2
  TRUNCATE = 1 << 14,     // since version 3
  CONTROL_DEVICE = 1 << 15, // since version 5
  ALL_OF_NETWORK = 3,     // TCP bind and connect
  ALL_SCOPES = 3,         // abstract sockets and signals
};

// Sets `*size` to the part of the structure that a version of Landlock knows.
static struct ruleset all_rights(long version, size_t *size) {
  struct ruleset all = {.files = FIRST_RIGHTS};
  *size = offsetof(struct ruleset, network);
  if (version >= 2) all.files |= REFER;
  if (version >= 3) all.files |= TRUNCATE;
  if (version >= 4) {
    all.network = ALL_OF_NETWORK;
    *size = offsetof(struct ruleset, scopes);
  }
  if (version >= 5) all.files |= CONTROL_DEVICE;
  if (version >= 6) {
    all.scopes = ALL_SCOPES;
    *size = sizeof all;
  }
  return all;
}

static int allow(int ruleset, int entry, uint64_t rights) {
  struct stat status;
  struct path_rule rule = {.allowed = rights, .directory = entry};
  if (fstat(entry, &status) != 0) return -1;
  if (S_ISDIR(status.st_mode)) rule.allowed |= READ_DIRECTORY;
  return (int)syscall(SYS_landlock_add_rule, ruleset, PATH_RULE, &rule, 0);
}

static int allow_path(int ruleset, const char *path, uint64_t rights) {
  int entry = open(path, O_PATH | O_CLOEXEC);
  if (entry < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
  int result = allow(ruleset, entry, rights);
  int error = errno;
  close(entry);
  errno = error;
  return result;
}

int sandbox_restrict_files(const struct sandbox_paths *paths) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
  if (version < 0) return -1;
  size_t size;
  struct ruleset all = all_rights(version, &size);
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
  if (ruleset < 0) return -1;
  int result = 0;
  for (size_t index = 0; index < paths->readable_count && result == 0; index++)
    result = allow_path(ruleset, paths->readable[index], READ_FILE);
  for (size_t index = 0; index < paths->executable_count && result == 0; index++)
    result = allow_path(ruleset, paths->executable[index], READ_FILE | EXECUTE);
  if (result == 0 && paths->file >= 0) result = allow(ruleset, paths->file, READ_FILE);
  // Without this, restricting itself is a privilege.
  if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
  int error = errno;
  close(ruleset);
  errno = error;
  return result;
}
