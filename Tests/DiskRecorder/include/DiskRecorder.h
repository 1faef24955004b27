// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Records what a program writes to a disk, and in which order.
///
/// An executable that links this file calls its `write`, `fsync` and so on instead of those of the C
/// library, as do the shared libraries that it loads. If the environment variable `DISK_RECORDING`
/// names a file, each call is recorded there; otherwise the calls do nothing else than usual. Only
/// files on the file system of `DISK_RECORDING_FOLDER` are recorded.
///
/// The file is a sequence of records: this structure, then the name, the second name and the data.
struct disk_record {
  uint32_t kind;
  /// Bytes of the first and the second name. A second name exists only for a renamed entry.
  uint16_t name_length, second_length;
  /// The file or folder that is concerned, by its inode.
  uint64_t inode;
  /// The folder of the name, and of the second name.
  uint64_t folder, second_folder;
  /// The position of the data, or the new length of a file.
  uint64_t offset;
  uint64_t data_length;
};

enum disk_record_kind {
  disk_root = 1,
  disk_write,
  /// Data that was on the disk when the call returned.
  disk_write_through,
  disk_truncate,
  disk_synchronize,
  disk_create_file,
  disk_create_folder,
  disk_rename,
  disk_remove,
  disk_note
};

/// Adds a note of the program to the recording.
void disk_recorder_note(const char *text);
