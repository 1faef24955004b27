#pragma once

#include <lmdb.h>

// What LMDB 0.9 keeps at the beginning of its lock file (struct MDB_txninfo in mdb.c): a magic number, the version of the format, and in the
// second 64 bytes the mutex of those who write. It is a robust one, whose first word is the owner's thread number or 0: the kernel has to find
// the owner, to free the mutex when it dies (set_robust_list(2)).
enum { WRITE_LOCK_OFFSET = 64, WRITE_LOCK_OWNER = 0x3fffffff, LOCK_FILE_MAGIC = 0xBEEFC0DE, LOCK_FILE_VERSION = 0x10001 };

// The thread that holds the write lock, by the lock file's mapped beginning; 0 when nobody does, or the file has another format.
static inline int write_lock_owner(const void *lock_file) {
  const unsigned *words = lock_file;
  if (words[0] != (unsigned)LOCK_FILE_MAGIC || words[1] != LOCK_FILE_VERSION) return 0;
  return (int)(__atomic_load_n(words + WRITE_LOCK_OFFSET / sizeof *words, __ATOMIC_RELAXED) & WRITE_LOCK_OWNER);
}
