// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "marks.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

// Since Linux 5.17; the header of glibc may be older.
#ifndef FAN_RENAME
#define FAN_RENAME 0x10000000
#define FAN_EVENT_INFO_TYPE_OLD_DFID_NAME 10
#define FAN_EVENT_INFO_TYPE_NEW_DFID_NAME 12
#endif

// Since Linux 5.19 and 6.0.
#ifndef FAN_MARK_EVICTABLE
#define FAN_MARK_EVICTABLE 0x200
#endif
#ifndef FAN_MARK_IGNORE
#define FAN_MARK_IGNORE 0x400
#endif

// A rename concerns two directories, and the other one may be watched.
static const uint64_t ignored = FAN_CREATE | FAN_DELETE | FAN_MODIFY | FAN_CLOSE_WRITE | FAN_ATTRIB | FAN_ONDIR | FAN_EVENT_ON_CHILD;

int mark_group_make(void) {
  const unsigned unlimited = FAN_UNLIMITED_MARKS | FAN_UNLIMITED_QUEUE;
  return fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_DFID_NAME | FAN_CLOEXEC | FAN_NONBLOCK | unlimited, O_RDONLY);
}

int mark_group_add(int group, int directory) {
  const uint64_t mask =
      FAN_CREATE | FAN_DELETE | FAN_MODIFY | FAN_CLOSE_WRITE | FAN_ATTRIB | FAN_RENAME | FAN_DELETE_SELF | FAN_ONDIR;
  return fanotify_mark(group, FAN_MARK_ADD | FAN_MARK_FILESYSTEM, mask, directory, NULL);
}

int mark_group_waiting(int group) {
  int count;
  return ioctl(group, FIONREAD, &count) == 0 ? count : -1;
}

int mark_group_ignore(int group, int anchor, const void *identity, size_t identity_size) {
  union {
    struct file_handle handle;
    char space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
  } found;
  if (identity_size < 8 + sizeof found.handle || identity_size - 8 > sizeof found) {
    errno = EINVAL;
    return -1;
  }
  memcpy(&found, (const char *)identity + 8, identity_size - 8);
  const int directory = open_by_handle_at(anchor, &found.handle, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  if (directory < 0) return -1;
  const unsigned flags = FAN_MARK_ADD | FAN_MARK_IGNORE | FAN_MARK_IGNORED_SURV_MODIFY | FAN_MARK_EVICTABLE;
  const int result = fanotify_mark(group, flags, ignored, directory, NULL);
  const int error = errno;
  close(directory);
  errno = error;
  return result;
}

void mark_group_attend(int group, int directory) {
  (void)fanotify_mark(group, FAN_MARK_REMOVE | FAN_MARK_IGNORE, ignored, directory, NULL);
}

void mark_group_attend_all(int group) { (void)fanotify_mark(group, FAN_MARK_FLUSH, 0, AT_FDCWD, "/"); }

int mark_identity(int directory, void *identity) {
  struct statfs file_system;
  if (fstatfs(directory, &file_system) != 0) return -1;
  union {
    struct file_handle handle;
    char space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
  } found;
  found.handle.handle_bytes = MAX_HANDLE_SZ;
  int mount;
  if (name_to_handle_at(directory, "", &found.handle, &mount, AT_EMPTY_PATH) != 0) return -1;
  const size_t size = sizeof(struct file_handle) + found.handle.handle_bytes;
  _Static_assert(sizeof file_system.f_fsid == 8 && sizeof(struct file_handle) + MAX_HANDLE_SZ <= maximum_identity_size - 8,
                 "an identity fits");
  memcpy(identity, &file_system.f_fsid, 8);
  memcpy((char *)identity + 8, &found, size);
  return (int)(8 + size);
}

// The identity is what the kernel stores from the identifier of the file system to the end of the handle.
static struct mark_entry entry_of(const struct fanotify_event_info_header *header, const char *end) {
  struct mark_entry entry = {0};
  const char *identity = (const char *)header + sizeof *header;
  struct file_handle handle;
  if (end - identity < (ptrdiff_t)(8 + sizeof handle)) return entry;
  memcpy(&handle, identity + 8, sizeof handle);
  if (handle.handle_bytes > MAX_HANDLE_SZ) return entry;
  const char *name = identity + 8 + sizeof handle + handle.handle_bytes;
  if (name >= end || memchr(name, 0, (size_t)(end - name)) == NULL) return entry;
  entry.identity = (const uint8_t *)identity;
  entry.identity_size = (size_t)(name - identity);
  entry.name = name;
  return entry;
}

size_t mark_event_decode(const void *bytes, size_t count, struct mark_event *event) {
  struct fanotify_event_metadata metadata;
  if (count < sizeof metadata) return 0;
  memcpy(&metadata, bytes, sizeof metadata);
  if (metadata.event_len < sizeof metadata || metadata.event_len > count || metadata.vers != FANOTIFY_METADATA_VERSION) return 0;
  static const struct {
    uint64_t mask;
    uint32_t kind;
  } kinds[] = {
      {FAN_CREATE, mark_created},      {FAN_DELETE, mark_removed},       {FAN_MODIFY, mark_written},
      {FAN_CLOSE_WRITE, mark_closed},  {FAN_ATTRIB, mark_changed},       {FAN_RENAME, mark_renamed},
      {FAN_DELETE_SELF, mark_ended},   {FAN_ONDIR, mark_of_directory},   {FAN_Q_OVERFLOW, mark_overflowed},
  };
  *event = (struct mark_event){.process = metadata.pid};
  for (size_t index = 0; index < sizeof kinds / sizeof kinds[0]; index++)
    if (metadata.mask & kinds[index].mask) event->kinds |= kinds[index].kind;
  const char *position = (const char *)bytes + metadata.metadata_len;
  const char *end = (const char *)bytes + metadata.event_len;
  while (end - position >= (ptrdiff_t)sizeof(struct fanotify_event_info_header)) {
    struct fanotify_event_info_header header;
    memcpy(&header, position, sizeof header);
    if (header.len < sizeof header || header.len > end - position) break;
    const struct mark_entry entry = entry_of((const struct fanotify_event_info_header *)position, position + header.len);
    switch (header.info_type) {
    case FAN_EVENT_INFO_TYPE_DFID_NAME:
    case FAN_EVENT_INFO_TYPE_NEW_DFID_NAME: event->entry = entry; break;
    case FAN_EVENT_INFO_TYPE_OLD_DFID_NAME: event->old = entry; break;
    default: break;
    }
    position += header.len;
  }
  return metadata.event_len;
}
