#pragma once

#include <stdint.h>

// Local sockets, the processes at their other ends, and access to files with the rights of their users. unix(7).

/// Listens for streams at a path, replacing an old socket there. Everybody may connect. Returns a descriptor (close-on-exec), or -1
/// with errno.
int local_listen(const char *path);

/// Waits for the next connection to a listening socket. Returns a descriptor (close-on-exec), or -1 with errno.
int local_accept(int listening);

/// Connects to the socket at a path. Returns a descriptor (close-on-exec), or -1 with errno.
int local_connect(const char *path);

/// The user and the main group of the process that made a connection. Returns 0, or -1 with errno. SO_PEERCRED.
int local_caller(int socket, uint32_t *user, uint32_t *group);

/// The other groups of that process. Returns their number, or -1 with errno (ERANGE: more than `capacity`). SO_PEERGROUPS.
int local_caller_groups(int socket, uint32_t groups[], int capacity);

/// Limits the time in milliseconds that receiving from a socket waits. Returns 0, or -1 with errno. SO_RCVTIMEO.
int local_set_receive_timeout(int socket, int milliseconds);

/// Takes on groups for the whole process, for good. Returns 0, or -1 with errno. setresgid(2), setgroups(2).
int process_become_member(uint32_t group, const uint32_t groups[], int count);

/// Makes the calling thread access files with the rights of a user, without the capabilities of the superuser unless `user` is 0.
/// Returns 0, or -1 if this process may not do that. setfsuid(2).
int thread_set_file_user(uint32_t user);

/// Divides this process, which must have only one thread. Returns the number of the child, 0 in the child, or -1 with errno. fork(2).
int process_divide(void);
