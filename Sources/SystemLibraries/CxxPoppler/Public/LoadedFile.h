// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// The contents of a file: in memory if it is small, mapped if it is large.
///
/// If a mapped file shrinks, reading it ends the process. The file has then changed, and is imported
/// again.
class LoadedFile {
public:
  LoadedFile() = default;
  ~LoadedFile();
  LoadedFile(const LoadedFile &) = delete;
  LoadedFile &operator=(const LoadedFile &) = delete;

  /// Returns `false` and sets `errno` on failure: `EFBIG` for files of 2 GB or more.
  bool load(int descriptor, int64_t byteCount);

  const char *bytes() const { return mapped ? mapped : contents.data(); }
  int count() const { return static_cast<int>(mapped ? mappedCount : contents.size()); }

private:
  std::vector<char> contents;
  const char *mapped = nullptr;
  size_t mappedCount = 0;
};
