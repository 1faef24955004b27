// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stddef.h>
#include <stdint.h>

// Attributes of a directory entry from statx(2). Times are in nanoseconds since 1970, or 0 if the
// file system does not store them.
struct file_status {
  uint64_t inode;
  uint64_t size;
  uint64_t blocks; // in units of 512 bytes
  int64_t modified;
  int64_t changed;
  int64_t born;
  uint64_t device; // major << 32 | minor
  uint32_t mode;
  uint32_t user;
  uint32_t group;
  uint32_t links;
};

// Reads the attributes of the entry `name` in the open folder `directory`. Does not follow symbolic
// links and does not trigger automounts. Returns 0, or -1 with errno.
int file_status_at(int directory, const char *name, struct file_status *status);

// Like `file_status_at`, but takes the attributes from the kernel's cache. It does not ask the server
// of a network file system or the process of a FUSE file system, which may not answer.
int file_cached_status_at(int directory, const char *name, struct file_status *status);

// Opens a file whose path has no symbolic link, as paths in the index do: ELOOP if one has taken the place of a folder. Returns a descriptor
// (close-on-exec), or -1 with errno. openat2(2) RESOLVE_NO_SYMLINKS; open(2) O_NOFOLLOW if the kernel lacks it.
int file_open_exactly(const char *path, int flags);

// Like `file_status_at`, for an open file.
int file_status_of(int descriptor, struct file_status *status);

// Reads the next entries of an open folder, as many as fit: `struct dirent64`, each at a multiple of 8. Returns their length in bytes,
// 0 at the end, or -1 with errno. getdents64(2), which glibc declares only with _GNU_SOURCE.
ptrdiff_t directory_entries(int directory, void *buffer, size_t capacity);

// Allocates disk space for the first `length` bytes of a file, without changing the length of the
// file. Creates the file if it does not exist. On Btrfs, disables copy-on-write for an empty file;
// otherwise each change would need space for a copy.
//
// Sets `*first_page` to the first page of the file, mapped read-only and shared, or to NULL if that
// fails. The page may be read only once the file is not empty. Closes the file.
// Returns 0, also if the file system does not support allocation or the file cannot be opened for
// writing. Returns -1 with errno ENOSPC or EDQUOT, and maps nothing, if there is no space.
// fallocate(2), mmap(2).
int file_reserve(const char *path, int64_t length, const void **first_page);

// Unmaps a page that `file_reserve` mapped. munmap(2).
void file_unmap_page(const void *page);

// Lists the names of the extended attributes of the entry `name` in the open folder `directory`,
// each with a terminating zero. Does not follow symbolic links. `folder` is the path of the folder:
// kernels before Linux 6.13 cannot list attributes by descriptor and name.
// Returns the length of the list in bytes, 0 if there are no attributes, or -1 with errno: ENOTSUP
// if the file system does not support attributes, ERANGE if the list is longer than `capacity`.
// listxattrat(2), llistxattr(2).
ptrdiff_t file_attribute_names_at(int directory, const char *folder, const char *name, char *names, size_t capacity);

// Like `file_attribute_names_at`, for an open file, or for the file at `path` if `descriptor` is
// negative. flistxattr(2).
ptrdiff_t file_attribute_names(int descriptor, const char *path, char *names, size_t capacity);

// Reads an extended attribute of an open file, or of the file at `path` if `descriptor` is
// negative. Returns the length of the value, or -1 with errno: ERANGE if the value is longer than
// `capacity`. fgetxattr(2), lgetxattr(2).
ptrdiff_t file_attribute_value(int descriptor, const char *path, const char *attribute, void *value, size_t capacity);

// Sets a mark on an open file, or takes it away. Others may set it at the same time. It ends with the open
// file description, so also with the process. fcntl(2), F_OFD_SETLK
int file_set_mark(int descriptor, int is_set);

// Whether somebody has set the mark through another open file description, be it in this process.
int file_is_marked(int descriptor);

// The magic number of the file system that contains `path`, or a negated errno. statfs(2).
int64_t file_system_type(const char *path);

// A number that identifies the file system that contains `path`, as far as the file system has one
// that stays the same from mount to mount; 0 if it is unknown. statfs(2).
uint64_t file_system_identifier(const char *path);

// What tells the file system of an open file (O_PATH suffices) from others: its identifier or, if it has none, as file systems of FUSE, the
// device number of the file. fstatfs(2)
uint64_t file_system_of(int descriptor, uint64_t device);
