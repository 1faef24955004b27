// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "ipc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

static int close_keeping_error(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

static int create_sealed_memory(size_t byte_count) {
  int descriptor = memfd_create("searchlight-window", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)byte_count) != 0) return close_keeping_error(descriptor);
  if (fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return close_keeping_error(descriptor);
  return descriptor;
}

// Landlock does not control files of the kernel's own file systems, which /proc/self/fd leads to.
static int forbid_opening(int descriptor) { return fchmod(descriptor, 0) == 0 ? descriptor : close_keeping_error(descriptor); }

int ipc_create_sealed_memory(size_t byte_count) {
  int descriptor = create_sealed_memory(byte_count);
  return descriptor < 0 ? -1 : forbid_opening(descriptor);
}

int ipc_create_written_memory(size_t byte_count, int *writer) {
  int descriptor = create_sealed_memory(byte_count);
  if (descriptor < 0) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  *writer = open(path, O_WRONLY | O_CLOEXEC);
  if (*writer < 0) return close_keeping_error(descriptor);
  descriptor = forbid_opening(descriptor);
  if (descriptor < 0) *writer = close_keeping_error(*writer);
  return descriptor;
}

int ipc_create_scratch_memory(size_t byte_count) {
  int descriptor = ipc_create_sealed_memory(byte_count);
  if (descriptor < 0) return -1;
  int scratch = fcntl(descriptor, F_DUPFD_CLOEXEC, IPC_DATA_DESCRIPTORS);
  close_keeping_error(descriptor);
  return scratch;
}

ptrdiff_t ipc_sealed_byte_count(int descriptor) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  if (seals < 0) return -1;
  if (!(seals & F_SEAL_SHRINK)) {
    errno = EINVAL;
    return -1;
  }
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -1;
  return (ssize_t)status.st_size;
}

int ipc_create_packet_sockets(int sockets[2]) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) return -1;
  const struct timeval longest = {.tv_sec = IPC_RECEIVE_SECONDS};
  if (setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest) == 0) return 0;
  close(sockets[1]);
  return close_keeping_error(sockets[0]);
}

// Space for one descriptor. The union provides the alignment of `struct cmsghdr`.
union descriptor_control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

int ipc_send_packet(int socket, const void *bytes, size_t count, int descriptor, bool waits) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union descriptor_control control;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
  } while (sent < 0 && errno == EINTR);
  // A packet is sent completely or not at all.
  return sent < 0 ? -1 : 0;
}

ptrdiff_t ipc_receive_packet(int socket, void *bytes, size_t capacity, int *descriptor, bool waits) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union descriptor_control control;
  if (descriptor != NULL) {
    *descriptor = -1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
  }
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  if (descriptor != NULL) {
    // The padding of CMSG_SPACE has room for a second descriptor, which is closed here. The kernel
    // drops any others.
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t index = 0; index < found; index++) {
        int value;
        memcpy(&value, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
        if (*descriptor < 0) {
          *descriptor = value;
        } else {
          close(value);
        }
      }
    }
  }
  if (message.msg_flags & MSG_TRUNC) {
    if (descriptor != NULL && *descriptor >= 0) {
      close(*descriptor);
      *descriptor = -1;
    }
    errno = EMSGSIZE;
    return -1;
  }
  return received;
}
