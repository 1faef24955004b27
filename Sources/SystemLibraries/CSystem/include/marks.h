// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stddef.h>
#include <stdint.h>

// Groups of fanotify(7) that mark whole file systems and report the names of entries.

/// Creates a group whose queue has no limit, so it must be emptied all the time. Returns its descriptor
/// (close-on-exec, non-blocking), or -1 with errno. fanotify_init(2)
int mark_group_make(void);

/// Marks the file system of an open directory. Doing so again changes nothing. Returns 0, or -1 with
/// errno. fanotify_mark(2)
int mark_group_add(int group, int directory);

/// The bytes that reading all waiting events would return, or -1 with errno. ioctl(2), FIONREAD
int mark_group_waiting(int group);

/// Has the kernel drop the events of the entries of a directory, except for renames. It forgets this when it
/// drops the directory from its cache. `anchor` is any directory of the same file system. Returns 0, or -1
/// with errno. Needs CAP_DAC_READ_SEARCH. open_by_handle_at(2), FAN_MARK_IGNORE
int mark_group_ignore(int group, int anchor, const void *identity, size_t identity_size);

/// Has the events of a directory reported again.
void mark_group_attend(int group, int directory);

/// The same for all directories.
void mark_group_attend_all(int group);

/// The size of the longest identity, in bytes.
enum { maximum_identity_size = 8 + 8 + 128 };

/// Writes what identifies an open directory in events: the identifier of its file system and its file
/// handle. Returns the size in bytes, or -1 with errno. name_to_handle_at(2)
int mark_identity(int directory, void *identity);

/// The names of the kinds of events, which one event may combine.
enum {
  mark_created = 1 << 0,
  mark_removed = 1 << 1,
  mark_written = 1 << 2,
  mark_closed = 1 << 3,
  mark_changed = 1 << 4,
  mark_renamed = 1 << 5,
  /// The directory itself was removed.
  mark_ended = 1 << 6,
  mark_of_directory = 1 << 7,
  mark_overflowed = 1 << 8,
};

/// An entry of a directory. It points into the buffer of the events.
struct mark_entry {
  /// NULL if there is none.
  const uint8_t *identity;
  size_t identity_size;
  /// "." for the directory itself.
  const char *name;
};

struct mark_event {
  uint32_t kinds;
  /// The process that caused it.
  int32_t process;
  /// The entry; for a rename, its new place.
  struct mark_entry entry;
  /// The place before a rename.
  struct mark_entry old;
};

/// Decodes the event at the beginning of what read(2) has returned. Returns its size in bytes, or 0 if
/// nothing is left or the bytes are malformed.
size_t mark_event_decode(const void *bytes, size_t count, struct mark_event *event);
