// SPDX-License-Identifier: Apache-2.0

#include "CSQLiteInput.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  sqlite3_file base;
  int descriptor;
  sqlite3_int64 size;
  /// How often `interrupt` was called.
  int calls;
} DescriptorFile;

static int close_file(sqlite3_file *file) {
  (void)file;
  return SQLITE_OK;
}

/// The rest of a read beyond the end must be zeros.
static int read_bytes(sqlite3_file *base, void *buffer, int wanted, sqlite3_int64 offset) {
  const DescriptorFile *file = (const DescriptorFile *)base;
  const sqlite3_int64 left = offset < file->size ? file->size - offset : 0;
  const int available = left < wanted ? (int)left : wanted;
  int done = 0;
  while (done < available) {
    const ssize_t count = pread(file->descriptor, (char *)buffer + done, available - done, offset + done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return SQLITE_IOERR_READ;
    if (count == 0)
      break;
    done += count;
  }
  memset((char *)buffer + done, 0, wanted - done);
  return done == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_bytes(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  (void)file, (void)bytes, (void)count, (void)offset;
  return SQLITE_READONLY;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  (void)file, (void)size;
  return SQLITE_READONLY;
}

static int sync_file(sqlite3_file *file, int flags) {
  (void)file, (void)flags;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  *size = ((const DescriptorFile *)file)->size;
  return SQLITE_OK;
}

static int lock_file(sqlite3_file *file, int level) {
  (void)file, (void)level;
  return SQLITE_OK;
}

static int check_lock(sqlite3_file *file, int *is_locked) {
  (void)file;
  *is_locked = 0;
  return SQLITE_OK;
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
  (void)file, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file) {
  (void)file;
  return 4096;
}

static int characteristics(sqlite3_file *file) {
  (void)file;
  return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    // Version 1 neither maps files nor shares memory.
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_bytes,
    .xWrite = write_bytes,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

/// Opens nothing but the database: no journal, no temporary file.
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *actual_flags) {
  (void)vfs;
  base->pMethods = NULL;
  if (!name || !(flags & SQLITE_OPEN_MAIN_DB))
    return SQLITE_CANTOPEN;
  DescriptorFile *file = (DescriptorFile *)base;
  file->descriptor = (int)sqlite3_uri_int64(name, "descriptor", -1);
  file->size = sqlite3_uri_int64(name, "size", 0);
  file->calls = 0;
  file->base.pMethods = &methods;
  if (actual_flags)
    *actual_flags = flags;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs) {
  (void)vfs, (void)name, (void)syncs;
  return SQLITE_IOERR_DELETE;
}

static int check_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs, (void)name, (void)flags;
  *result = 0;
  return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int capacity, char *path) {
  (void)vfs;
  sqlite3_snprintf(capacity, path, "%s", name);
  return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  memset(bytes, 0, count);
  return count;
}

static int sleep_microseconds(sqlite3_vfs *vfs, int count) {
  (void)vfs;
  return count;
}

static int current_time(sqlite3_vfs *vfs, double *julian_day) {
  (void)vfs;
  *julian_day = time(NULL) / 86400.0 + 2440587.5;
  return SQLITE_OK;
}

static sqlite3_vfs descriptors = {
    .iVersion = 1,
    .szOsFile = sizeof(DescriptorFile),
    .mxPathname = 64,
    .zName = "descriptor",
    .xOpen = open_file,
    .xDelete = delete_file,
    .xAccess = check_access,
    .xFullPathname = full_path,
    .xRandomness = random_bytes,
    .xSleep = sleep_microseconds,
    .xCurrentTime = current_time,
};

/// Instructions of SQLite's machine between two calls of `interrupt`, and the maximum number of calls. A second passes until
/// then; a schema of 1,000 tables needs 50 calls.
enum { INSTRUCTIONS = 1000, MAXIMUM_CALLS = 50000 };

/// Returns whether to stop the statement. Pages that refer to each other would keep it busy without end.
static int interrupt(void *file) { return ++((DescriptorFile *)file)->calls > MAXIMUM_CALLS; }

/// Refuses what no schema needs.
static void restrict_connection(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
  // Of all connections together, without what malloc(3) adds: as much again for millions of names. Schemas of applications
  // need less than a megabyte.
  sqlite3_hard_heap_limit64(64 << 20);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 16 << 20);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(connection, SQLITE_LIMIT_WORKER_THREADS, 0);
}

sqlite3 *sqlite_open_descriptor(int descriptor, int64_t size) {
  if (sqlite3_vfs_register(&descriptors, 0) != SQLITE_OK)
    return NULL;
  char name[96];
  // A database that does not change needs no lock, log or journal, whatever mode it is in.
  snprintf(name, sizeof name, "file:database?descriptor=%d&size=%lld&immutable=1", descriptor, (long long)size);
  sqlite3 *connection = NULL;
  sqlite3_file *file = NULL;
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(name, &connection, flags, descriptors.zName) != SQLITE_OK ||
      sqlite3_file_control(connection, NULL, SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file->pMethods) {
    sqlite3_close(connection);
    return NULL;
  }
  restrict_connection(connection);
  sqlite3_progress_handler(connection, INSTRUCTIONS, interrupt, file);
  return connection;
}
