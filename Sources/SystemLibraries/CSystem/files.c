// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

// Some file systems store 64-bit seconds, and the owner of a file can set its times. Clamps times
// that do not fit into 64-bit nanoseconds.
static int64_t nanoseconds(struct statx_timestamp time) {
  int64_t result;
  if (__builtin_mul_overflow(time.tv_sec, INT64_C(1000000000), &result) || __builtin_add_overflow(result, time.tv_nsec, &result))
    return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

static int status_of(int directory, const char *name, int flags, struct file_status *status) {
  struct statx found;
  // statx is declared only with _GNU_SOURCE, so Swift's Glibc module does not contain it.
  if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -1;
  status->inode = found.stx_ino;
  status->size = found.stx_size;
  status->blocks = found.stx_blocks;
  status->modified = nanoseconds(found.stx_mtime);
  status->changed = nanoseconds(found.stx_ctime);
  status->born = found.stx_mask & STATX_BTIME ? nanoseconds(found.stx_btime) : 0;
  status->device = (uint64_t)found.stx_dev_major << 32 | found.stx_dev_minor;
  status->mode = found.stx_mode;
  status->user = found.stx_uid;
  status->group = found.stx_gid;
  status->links = found.stx_nlink;
  return 0;
}

int file_status_at(int directory, const char *name, struct file_status *status) {
  return status_of(directory, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, status);
}

int file_cached_status_at(int directory, const char *name, struct file_status *status) {
  return status_of(directory, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC, status);
}

int file_open_exactly(const char *path, int flags) {
  struct open_how how = {.flags = (unsigned)flags | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  const int file = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  // EPERM is also the answer of a filter that does not know the call.
  return file >= 0 || (errno != ENOSYS && errno != EPERM) ? file : open(path, flags | O_NOFOLLOW | O_CLOEXEC);
}

int file_status_of(int descriptor, struct file_status *status) { return status_of(descriptor, "", AT_EMPTY_PATH, status); }

ptrdiff_t directory_entries(int directory, void *buffer, size_t capacity) { return getdents64(directory, buffer, capacity); }

int file_reserve(const char *path, int64_t length, const void **first_page) {
  *first_page = NULL;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno == ENOSPC || errno == EDQUOT ? -1 : 0;
  int result = 0;
  int error = 0;
  struct stat status;
  bool is_known = fstat(file, &status) == 0;
  // The flag can only be set on an empty file. Most file systems do not support it and fail.
  int flags;
  if (is_known && status.st_size == 0 && ioctl(file, FS_IOC_GETFLAGS, &flags) == 0) {
    flags |= FS_NOCOW_FL;
    ioctl(file, FS_IOC_SETFLAGS, &flags);
  }
  if (is_known && (int64_t)status.st_blocks * 512 < length) {
    do
      result = fallocate(file, FALLOC_FL_KEEP_SIZE, 0, length);
    while (result != 0 && errno == EINTR);
    error = errno;
    if (result != 0 && error != ENOSPC && error != EDQUOT) result = 0;
  }
  if (result == 0) {
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) *first_page = page;
  }
  close(file);
  errno = error;
  return result;
}

void file_unmap_page(const void *page) { munmap((void *)page, (size_t)sysconf(_SC_PAGESIZE)); }

// Added in Linux 6.13. The number is the same on all architectures that Swift supports. The headers
// of Debian 12 lack it.
#ifndef SYS_listxattrat
#define SYS_listxattrat 465
#endif

ptrdiff_t file_attribute_names_at(int directory, const char *folder, const char *name, char *names, size_t capacity) {
  // Listing by path takes 1.5 times as long as by a name in an open folder.
  static atomic_bool needs_path;
  if (!atomic_load_explicit(&needs_path, memory_order_relaxed)) {
    long length = syscall(SYS_listxattrat, directory, name, AT_SYMLINK_NOFOLLOW, names, capacity);
    // A seccomp filter that does not know this call answers EPERM, which listing attributes never
    // returns.
    if (length >= 0 || (errno != ENOSYS && errno != EPERM)) return length;
    atomic_store_explicit(&needs_path, true, memory_order_relaxed);
  }
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return llistxattr(path, names, capacity);
}

ptrdiff_t file_attribute_names(int descriptor, const char *path, char *names, size_t capacity) {
  return descriptor >= 0 ? flistxattr(descriptor, names, capacity) : llistxattr(path, names, capacity);
}

ptrdiff_t file_attribute_value(int descriptor, const char *path, const char *attribute, void *value, size_t capacity) {
  return descriptor >= 0 ? fgetxattr(descriptor, attribute, value, capacity) : lgetxattr(path, attribute, value, capacity);
}

int64_t file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (int64_t)(uint32_t)status.f_type : -(int64_t)errno;
}

uint64_t file_system_identifier(const char *path) {
  struct statfs status;
  uint64_t identifier = 0;
  _Static_assert(sizeof status.f_fsid == sizeof identifier, "an identifier has 64 bits");
  if (statfs(path, &status) == 0) memcpy(&identifier, &status.f_fsid, sizeof identifier);
  return identifier;
}

uint64_t file_system_of(int descriptor, uint64_t device) {
  struct statfs status;
  uint64_t identifier = 0;
  if (fstatfs(descriptor, &status) == 0) memcpy(&identifier, &status.f_fsid, sizeof identifier);
  return identifier == 0 ? device : identifier;
}

// The byte whose lock is the mark. It need not exist.
static struct flock mark(short type) { return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1}; }

int file_set_mark(int descriptor, int is_set) {
  struct flock lock = mark(is_set ? F_RDLCK : F_UNLCK);
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int file_is_marked(int descriptor) {
  struct flock lock = mark(F_WRLCK);
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
