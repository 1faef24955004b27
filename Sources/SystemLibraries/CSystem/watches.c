// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "watches.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>

int watch_directory(int queue, int directory, uint32_t mask) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
  int watch = inotify_add_watch(queue, path, mask);
  if (watch >= 0 || errno != ENOENT) return watch;
  // There is no /proc. Only a working folder leads from a descriptor to a path, and this thread gets one of
  // its own.
  static _Thread_local bool has_own_folder;
  if (!has_own_folder && unshare(CLONE_FS) != 0) return -1;
  has_own_folder = true;
  if (fchdir(directory) != 0) return -1;
  watch = inotify_add_watch(queue, ".", mask);
  const int code = errno;
  // A working folder would keep its file system mounted.
  const int status = chdir("/");
  (void)status;
  errno = code;
  return watch;
}
