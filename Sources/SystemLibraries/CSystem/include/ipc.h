#pragma once

#include <stdbool.h>
#include <stddef.h>

// Shared memory, and packets with descriptors, for two processes that do not trust each other.
// `sendmsg` and `recvmsg` are called in C because control messages need function-like macros
// (CMSG_DATA, CMSG_SPACE), which Swift does not import.

/// Creates a memory file of `byte_count` zero bytes and seals its size, so that neither side can
/// make accesses to a mapping fail by shrinking it. Returns its descriptor (close-on-exec), or -1
/// with errno. memfd_create(2), fcntl(2) F_ADD_SEALS.
int ipc_create_sealed_memory(size_t byte_count);

/// The size of a sealed memory file in bytes, or -1 with errno (EINVAL: not sealed against
/// shrinking).
ptrdiff_t ipc_sealed_byte_count(int descriptor);

/// The longest time that the first socket of a pair blocks in recvmsg(2).
enum { IPC_RECEIVE_SECONDS = 1 };

/// Creates a connected pair of packet sockets (close-on-exec). Receiving from the first one fails
/// with EAGAIN after `IPC_RECEIVE_SECONDS`. Returns 0, or -1 with errno. socketpair(2).
int ipc_create_packet_sockets(int sockets[2]);

/// Sends one packet, with `descriptor` attached unless it is negative. Never raises SIGPIPE.
/// Retries on EINTR. Unless `waits`, fails with EAGAIN instead of blocking. Returns 0, or -1 with
/// errno. sendmsg(2).
int ipc_send_packet(int socket, const void *bytes, size_t count, int descriptor, bool waits);

/// Receives one packet. Sets `*descriptor` to the attached descriptor (close-on-exec), or to -1 if
/// there is none. If `descriptor` is NULL, the kernel discards attachments. Unless `waits`, fails
/// with EAGAIN instead of blocking. Returns the size of the packet, 0 if the peer has closed its
/// socket, or -1 with errno (EMSGSIZE: larger than `capacity`). recvmsg(2).
ptrdiff_t ipc_receive_packet(int socket, void *bytes, size_t capacity, int *descriptor, bool waits);
