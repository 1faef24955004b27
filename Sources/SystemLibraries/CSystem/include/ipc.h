// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>

// Shared memory, and packets with descriptors, for two processes that do not trust each other.
// `sendmsg` and `recvmsg` are called in C because control messages need function-like macros
// (CMSG_DATA, CMSG_SPACE), which Swift does not import.

/// Creates a memory file of `byte_count` zero bytes and seals its size, so that neither side can
/// make accesses to a mapping fail by shrinking it. Without capabilities, nobody can open it again.
/// Returns its descriptor (close-on-exec), or -1 with errno. memfd_create(2), fcntl(2) F_ADD_SEALS.
int ipc_create_sealed_memory(size_t byte_count);

/// Creates a sealed memory file for a process that must not map it. Sets `*writer` to a descriptor
/// that is open for writing only (close-on-exec); mmap(2) needs one that is open for reading.
/// Returns a descriptor for this process, or -1 with errno: ENOENT if there is no /proc.
int ipc_create_written_memory(size_t byte_count, int *writer);

/// The filter of a worker permits no mapping of code from a descriptor with this number or a higher
/// one, and copies of descriptors have only such numbers. So a worker keeps its own memory files
/// there.
enum { IPC_DATA_DESCRIPTORS = 32 };

/// Creates a sealed memory file for the use of this process. Its descriptor is not below
/// `IPC_DATA_DESCRIPTORS`. Returns it, or -1 with errno.
int ipc_create_scratch_memory(size_t byte_count);

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
