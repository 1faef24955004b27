#pragma once

#include <stddef.h>
#include <stdint.h>

// What statx(2) says of a directory entry. Times are nanoseconds since 1970; 0 where the file system does not know.
struct file_status {
  uint64_t inode;
  uint64_t size;
  uint64_t blocks; // of 512 bytes
  int64_t modified;
  int64_t changed;
  int64_t born;
  uint64_t device; // major << 32 | minor
  uint32_t mode;
  uint32_t user;
  uint32_t group;
  uint32_t links;
};

// The entry `name` of the open folder `directory`, a symbolic link not followed, nothing mounted for it.
// Returns 0, or -1 with errno.
int file_status_at(int directory, const char *name, struct file_status *status);

// The same for an open file.
int file_status_of(int descriptor, struct file_status *status);

// The magic number of the file system that an open file is on, or -1 with errno. fstatfs(2).
int64_t file_system_magic(int descriptor);

// Makes the file's first `length` bytes have their place on the disk, whatever its length is and will be; makes the file if there is none. On
// Btrfs an empty file is told to be written in place: elsewhere each change of a byte would need room for a copy.
//
// `*first_page` becomes the file's first page, mapped for reading and shared, or NULL where that fails; there is something to read once the file
// is not empty. The file itself is closed again.
// Returns 0, also where files cannot be reserved or the file cannot be opened for writing; or -1 with errno ENOSPC or EDQUOT, and nothing mapped.
// fallocate(2), mmap(2).
int file_reserve(const char *path, int64_t length, const void **first_page);

// Gives a page back that `file_reserve` mapped. munmap(2).
void file_unmap_page(const void *page);

// The names of the extended attributes of the entry `name` in the open folder `directory`, each ended by a zero; a symbolic link is not followed.
// `folder` is the folder's path, for kernels before Linux 6.13, which cannot list attributes by a descriptor and a name.
// Returns the length of the list, 0 without attributes, or -1 with errno: ENOTSUP where the file system has none, ERANGE for a list that is longer
// than `capacity`. listxattrat(2), llistxattr(2).
ptrdiff_t file_attribute_names_at(int directory, const char *folder, const char *name, char *names, size_t capacity);

// The same for an open file, or for the file at `path` where `descriptor` is negative. flistxattr(2).
ptrdiff_t file_attribute_names(int descriptor, const char *path, char *names, size_t capacity);

// The value of an extended attribute of such a file. Returns its length, or -1 with errno: ERANGE for a value that is longer than `capacity`.
// fgetxattr(2), lgetxattr(2).
ptrdiff_t file_attribute_value(int descriptor, const char *path, const char *attribute, void *value, size_t capacity);

// The type number of the file system that holds `path`, or minus errno. statfs(2).
int64_t file_system_type(const char *path);
