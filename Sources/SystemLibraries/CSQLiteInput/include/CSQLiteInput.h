// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

struct sqlite3;

/// Opens the database in the file of a descriptor, which SQLite neither closes nor moves, for reading its schema.
///
/// Reads the first `size` bytes, with pread(2), and no other file: changes in a write-ahead log or a journal beside the
/// file are not seen. The schema is not trusted, triggers and views are not run, and a statement that takes too long is
/// interrupted.
///
/// Returns NULL if there is not enough memory. A file that is no database is found out by the first statement. Close it
/// with `sqlite3_close`.
struct sqlite3 *sqlite_open_descriptor(int descriptor, int64_t size);
