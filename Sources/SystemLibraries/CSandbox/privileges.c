#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
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

int sandbox_enter_namespaces(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC); }

int sandbox_execute(int descriptor, const char *const arguments[]) {
  syscall(SYS_execveat, descriptor, "", arguments, environ, AT_EMPTY_PATH);
  return errno;
}
