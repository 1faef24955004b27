// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "DiskRecorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The order of the records is that of the calls, because one lock is held during both.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int recording = -1;
static dev_t device;

static void append(struct disk_record record, const char *name, const char *second, const void *data) {
  if (name) record.name_length = (uint16_t)strlen(name);
  if (second) record.second_length = (uint16_t)strlen(second);
  const struct iovec parts[] = {
      {&record, sizeof record}, {(void *)name, record.name_length}, {(void *)second, record.second_length},
      {(void *)data, record.data_length}};
  const long expected = (long)(sizeof record + record.name_length + record.second_length + record.data_length);
  if (syscall(SYS_writev, recording, parts, 4) != expected) abort();
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("DISK_RECORDING"), *folder = getenv("DISK_RECORDING_FOLDER");
  struct stat status;
  if (!path || !folder || stat(folder, &status) != 0) return;
  device = status.st_dev;
  recording = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  if (recording >= 0) append((struct disk_record){.kind = disk_root, .inode = status.st_ino}, NULL, NULL, NULL);
}

void disk_recorder_note(const char *text) {
  if (recording < 0) return;
  pthread_mutex_lock(&lock);
  append((struct disk_record){.kind = disk_note, .data_length = strlen(text)}, NULL, NULL, text);
  pthread_mutex_unlock(&lock);
}

// MARK: Contents

/// Whether calls for an open file are recorded.
static bool is_recorded(int file, struct stat *status) {
  if (recording < 0) return false;
  const int code = errno;
  const bool found = fstat(file, status) == 0 && status->st_dev == device && (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode));
  errno = code;
  return found;
}

/// Records data that was just written. Called with the lock held.
static void record_data(int file, const struct stat *status, const void *data, long count, long offset) {
  if (count <= 0) return;
  const int flags = fcntl(file, F_GETFL);
  // Without an offset, the data ends at the position of the file.
  const uint64_t start = (uint64_t)(offset >= 0 ? offset : lseek(file, 0, SEEK_CUR) - count);
  append(
      (struct disk_record){.kind = flags & O_DSYNC ? disk_write_through : disk_write,
                           .inode = status->st_ino,
                           .offset = start,
                           .data_length = (uint64_t)count},
      NULL, NULL, data);
}

ssize_t write(int file, const void *data, size_t count) {
  struct stat status;
  if (!is_recorded(file, &status)) return syscall(SYS_write, file, data, count);
  pthread_mutex_lock(&lock);
  const ssize_t written = syscall(SYS_write, file, data, count);
  record_data(file, &status, data, written, -1);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t pwrite(int file, const void *data, size_t count, off_t offset) {
  struct stat status;
  if (!is_recorded(file, &status)) return syscall(SYS_pwrite64, file, data, count, offset);
  pthread_mutex_lock(&lock);
  const ssize_t written = syscall(SYS_pwrite64, file, data, count, offset);
  record_data(file, &status, data, written, offset);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t pwrite64(int file, const void *data, size_t count, off_t offset) { return pwrite(file, data, count, offset); }

ssize_t writev(int file, const struct iovec *parts, int part_count) {
  struct stat status;
  if (!is_recorded(file, &status)) return syscall(SYS_writev, file, parts, part_count);
  ssize_t total = 0;
  pthread_mutex_lock(&lock);
  for (int part = 0; part < part_count; part += 1) {
    const ssize_t written = syscall(SYS_write, file, parts[part].iov_base, parts[part].iov_len);
    record_data(file, &status, parts[part].iov_base, written, -1);
    if (written < 0 && total == 0) total = -1;
    if (written > 0) total += written;
    if (written < (ssize_t)parts[part].iov_len) break;
  }
  pthread_mutex_unlock(&lock);
  return total;
}

int ftruncate(int file, off_t length) {
  struct stat status;
  if (!is_recorded(file, &status)) return (int)syscall(SYS_ftruncate, file, length);
  pthread_mutex_lock(&lock);
  const int result = (int)syscall(SYS_ftruncate, file, length);
  if (result == 0)
    append((struct disk_record){.kind = disk_truncate, .inode = status.st_ino, .offset = (uint64_t)length}, NULL, NULL, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

static int synchronize(long call, int file) {
  struct stat status;
  if (!is_recorded(file, &status)) return (int)syscall(call, file);
  pthread_mutex_lock(&lock);
  const int result = (int)syscall(call, file);
  if (result == 0) append((struct disk_record){.kind = disk_synchronize, .inode = status.st_ino}, NULL, NULL, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) { return synchronize(SYS_fsync, file); }

int fdatasync(int file) { return synchronize(SYS_fdatasync, file); }

// MARK: Names

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// The inode of the folder that contains a path; 0 if its file system is not recorded.
static uint64_t folder_of(const char *path) {
  char folder[4096];
  const size_t length = (size_t)(last_name(path) - path);
  if (length >= sizeof folder) return 0;
  memcpy(folder, path, length);
  strcpy(folder + length, ".");
  struct stat status;
  const int code = errno;
  const bool found = stat(folder, &status) == 0 && status.st_dev == device;
  errno = code;
  return found ? status.st_ino : 0;
}

static void record_creation(enum disk_record_kind kind, const char *path, int file) {
  struct stat status;
  const int code = errno;
  if ((file >= 0 ? fstat(file, &status) : stat(path, &status)) == 0 && status.st_dev == device)
    append((struct disk_record){.kind = kind, .inode = status.st_ino, .folder = folder_of(path)}, last_name(path), NULL, NULL);
  errno = code;
}

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  if (recording < 0 || (flags & (O_CREAT | O_TRUNC)) == 0 || (flags & O_TMPFILE) == O_TMPFILE)
    return (int)syscall(SYS_openat, folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  const int code = errno;
  struct stat before;
  const bool existed = fstatat(folder, path, &before, 0) == 0;
  errno = code;
  const int file = (int)syscall(SYS_openat, folder, path, flags, mode);
  struct stat status;
  if (file >= 0 && !existed) record_creation(disk_create_file, path, file);
  if (file >= 0 && existed && flags & O_TRUNC && before.st_size > 0 && is_recorded(file, &status))
    append((struct disk_record){.kind = disk_truncate, .inode = status.st_ino}, NULL, NULL, NULL);
  pthread_mutex_unlock(&lock);
  return file;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(folder, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  if (recording < 0) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  pthread_mutex_lock(&lock);
  const int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (result == 0) record_creation(disk_create_folder, path, -1);
  pthread_mutex_unlock(&lock);
  return result;
}

int rename(const char *path, const char *new_path) {
  if (recording < 0) return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, new_path, 0);
  pthread_mutex_lock(&lock);
  const int result = (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, new_path, 0);
  if (result == 0)
    append(
        (struct disk_record){.kind = disk_rename, .folder = folder_of(path), .second_folder = folder_of(new_path)}, last_name(path),
        last_name(new_path), NULL);
  pthread_mutex_unlock(&lock);
  return result;
}

static int remove_name(const char *path, int flags) {
  if (recording < 0) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
  pthread_mutex_lock(&lock);
  const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
  if (result == 0) append((struct disk_record){.kind = disk_remove, .folder = folder_of(path)}, last_name(path), NULL, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) { return remove_name(path, 0); }

int rmdir(const char *path) { return remove_name(path, AT_REMOVEDIR); }
