// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stddef.h>
#include <stdint.h>

// Calls by which a process gives up rights until it ends. Written in C for the variadic syscall(2)
// and prctl(2), and for a signal handler.

/// Refuses privileges that come with a program, hides the memory of the process from other
/// processes of its user, and drops all capabilities. Returns 0, or -1 with errno.
/// prctl(2) PR_SET_NO_NEW_PRIVS, PR_SET_DUMPABLE; capset(2).
int sandbox_drop_privileges(void);

/// Changes the user and all groups of the process. Of the capabilities, at most that to enter
/// namespaces is left. The process must have one thread. Returns 0, or -1 with errno.
/// setgroups(2), setresgid(2), setresuid(2), capset(2).
int sandbox_become(uint32_t user, uint32_t group, const uint32_t *groups, size_t count);

/// Moves the process into namespaces of its own for users, network and System V IPC. The process
/// must have one thread. It has all capabilities in them, which `sandbox_drop_privileges` drops.
/// Returns 0, or -1 with errno: EPERM, ENOSPC or EUSERS if the system grants none. unshare(2).
int sandbox_enter_namespaces(void);

/// What a process may open when it is restricted.
struct sandbox_paths {
  /// Files and directories.
  const char *const *readable;
  size_t readable_count;
  /// Files that may also be executed.
  const char *const *executable;
  size_t executable_count;
  /// A descriptor of another file that may be opened by its path, or -1.
  int file;
};

/// Lets the calling thread open only what is at or below some paths, and only for reading. Paths
/// where nothing is are skipped. Also refuses TCP sockets, and signals and abstract sockets of
/// processes outside, where the kernel's version of Landlock can. Returns 0, or -1 with errno:
/// ENOSYS or EOPNOTSUPP if the kernel has no Landlock. landlock(7).
int sandbox_restrict_files(const struct sandbox_paths *paths);

/// Replaces this process by the program of `descriptor`, with the same environment. Returns only if
/// that fails, with an errno. execveat(2) AT_EMPTY_PATH.
int sandbox_execute(int descriptor, const char *const arguments[]);

/// A system call, and a packet that reports it.
struct sandbox_call {
  int number;
  const void *packet;
  size_t byte_count;
};

/// Status of a process that ended because of a forbidden call.
enum { SANDBOX_EXIT_STATUS = 159 };

/// Installs a handler for the signal of system calls that the filter traps. It sends the packet of
/// the call to `socket`, and ends the process. `calls` must stay valid. Returns 0, or -1 with
/// errno. seccomp(2) SECCOMP_RET_TRAP.
int sandbox_report_trapped_calls(int socket, const struct sandbox_call *calls, size_t count);
