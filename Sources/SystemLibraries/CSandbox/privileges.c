// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int sandbox_drop_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  return (int)syscall(SYS_capset, &header, none);
}

// Some systems grant namespaces only to a process with this capability.
static int keep_only_administration(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, sets) != 0) return -1;
  for (int index = 0; index < _LINUX_CAPABILITY_U32S_3; index++) {
    sets[index].permitted &= index == CAP_TO_INDEX(CAP_SYS_ADMIN) ? CAP_TO_MASK(CAP_SYS_ADMIN) : 0;
    sets[index].effective = sets[index].permitted;
    sets[index].inheritable = 0;
  }
  return (int)syscall(SYS_capset, &header, sets);
}

int sandbox_become(uint32_t user, uint32_t group, const uint32_t *groups, size_t count) {
  if (setgroups(count, groups) != 0 || setresgid(group, group, group) != 0) return -1;
  if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0 || setresuid(user, user, user) != 0) return -1;
  if (prctl(PR_SET_KEEPCAPS, 0, 0, 0, 0) != 0) return -1;
  return keep_only_administration();
}

int sandbox_enter_namespaces(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC); }

int sandbox_execute(int descriptor, const char *const arguments[]) {
  syscall(SYS_execveat, descriptor, "", arguments, environ, AT_EMPTY_PATH);
  return errno;
}
