#pragma once

#include <stdbool.h>
#include <stddef.h>

// Shared memory and packets with descriptors, as two processes that do not trust each other need them. `sendmsg` and `recvmsg` are called
// here because control messages are built with function-like macros (CMSG_DATA, CMSG_SPACE), which Swift does not see.

/// A new memory file of `byte_count` zero bytes whose size is sealed: neither side can make an access to its mapping fail by shrinking it.
/// Returns its descriptor (close-on-exec), or -1 with errno. memfd_create(2), fcntl(2) F_ADD_SEALS.
int ipc_create_sealed_memory(size_t byte_count);

/// The byte count of a memory file whose size is sealed; -1 with errno otherwise (EINVAL: not sealed against shrinking).
ptrdiff_t ipc_sealed_byte_count(int descriptor);

/// A connected pair of packet sockets, close-on-exec. Returns 0, or -1 with errno. socketpair(2).
int ipc_create_packet_sockets(int sockets[2]);

/// Sends one packet, with `descriptor` attached unless it is negative. Never raises SIGPIPE; EINTR is retried.
/// Returns 0, or -1 with errno. sendmsg(2).
int ipc_send_packet(int socket, const void *bytes, size_t count, int descriptor, bool waits);

/// Receives one packet. A descriptor that came with it is stored in `*descriptor` (close-on-exec), or -1; with `descriptor == NULL` the kernel
/// discards what was attached. Returns the packet's size, 0 when the peer is gone, or -1 with errno (EMSGSIZE: larger than `capacity`).
/// recvmsg(2).
ptrdiff_t ipc_receive_packet(int socket, void *bytes, size_t capacity, int *descriptor, bool waits);
