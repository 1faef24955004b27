// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <lmdb.h>

// The layout of LMDB 0.9's lock file (struct MDB_txninfo in mdb.c). It begins with a magic number
// and the version of the format. The second 64 bytes hold the writer mutex. The mutex is robust, so
// its first word has the owner's thread ID, or 0: the kernel needs it to release the mutex when the
// owner dies (set_robust_list(2)).
enum { WRITE_LOCK_OFFSET = 64, WRITE_LOCK_OWNER = 0x3fffffff, LOCK_FILE_MAGIC = 0xBEEFC0DE, LOCK_FILE_VERSION = 0x10001 };

// The ID of the thread that holds the write lock, read from the mapped start of the lock file.
// Returns 0 if nobody holds it or the file has another format.
static inline int write_lock_owner(const void *lock_file) {
  const unsigned *words = lock_file;
  if (words[0] != (unsigned)LOCK_FILE_MAGIC || words[1] != LOCK_FILE_VERSION) return 0;
  return (int)(__atomic_load_n(words + WRITE_LOCK_OFFSET / sizeof *words, __ATOMIC_RELAXED) & WRITE_LOCK_OWNER);
}
