// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stdint.h>

// Local sockets, the processes at their other ends, and access to files with the rights of their users. unix(7).

/// Listens for streams at a path, replacing an old socket there. Everybody may connect. Returns a descriptor (close-on-exec), or -1
/// with errno.
int local_listen(const char *path);

/// Removes the file at a path when SIGTERM or SIGINT ends this process, but not when it ends one that it forks. The path must stay valid.
void local_remove_at_end(const char *path);

/// Waits for the next connection to a listening socket. Returns a descriptor (close-on-exec), or -1 with errno.
int local_accept(int listening);

/// Connects to the socket at a path. Returns a descriptor (close-on-exec), or -1 with errno.
int local_connect(const char *path);

/// The user and the main group of the process that made a connection. Returns 0, or -1 with errno. SO_PEERCRED.
int local_caller(int socket, uint32_t *user, uint32_t *group);

/// The other groups of that process. Returns their number, or -1 with errno (ERANGE: more than `capacity`). SO_PEERGROUPS.
int local_caller_groups(int socket, uint32_t groups[], int capacity);

/// Limits the time in milliseconds that one call waits that receives from a socket or sends to it. Returns 0, or -1 with errno.
/// SO_RCVTIMEO, SO_SNDTIMEO.
int local_set_timeouts(int socket, int milliseconds);

/// The event of poll(2) that the other side has closed a connection: POLLRDHUP, which needs _GNU_SOURCE.
enum { LOCAL_ENDED = 0x2000 };

/// Waits until the other side has closed a connection. Returns false if this side has closed it before. poll(2) POLLRDHUP.
bool local_wait_for_end(int socket);

/// Takes on groups for the whole process, for good. Returns 0, or -1 with errno. setresgid(2), setgroups(2).
int process_become_member(uint32_t group, const uint32_t groups[], int count);

/// Makes the calling thread access files with the rights of a user, without the capabilities of the superuser unless `user` is 0.
/// Returns 0, or -1 if this process may not do that. setfsuid(2).
int thread_set_file_user(uint32_t user);

/// What the user of the calling thread (`thread_set_file_user`) may do with a file.
struct access_of_file {
  uint64_t inode;
  int64_t born;
  int64_t changed;
  uint64_t device; // major << 32 | minor
  uint64_t file_system; // see `file_system_of`
  bool may_read;
};

/// Opens the folder `name` of an open folder for these functions if the user of the calling thread may list and search it, and it is no
/// symbolic link. Returns a descriptor (close-on-exec), or -1 with errno. openat(2), faccessat2(2).
int access_open_folder(int parent, const char *name);

/// Examines the entry `name` of an open folder, which may be a symbolic link, through one descriptor of it. `*found` is zero, or what was found
/// of another file, so that the file system is not asked again if the device is the same. Returns 0, or -1 with errno.
int access_examine(int folder, const char *name, struct access_of_file *found);

/// Whether the kernel has faccessat2 (Linux 5.8).
bool access_is_possible(void);

/// Returns a descriptor (close-on-exec) that is readable after a child process has ended, or -1 with errno. SIGCHLD is blocked for this
/// thread, threads that it starts, and processes that it forks. signalfd(2).
int process_watch_children(void);

/// Makes such a descriptor unreadable until another child process ends. Call it before waitpid(2).
void process_note_children(int watch);

/// Ends the calling process by SIGALRM after some seconds; 0 cancels that. alarm(2).
void process_end_after(unsigned seconds);

/// Divides this process, which must have only one thread. Returns the number of the child, 0 in the child, or -1 with errno. fork(2).
int process_divide(void);
