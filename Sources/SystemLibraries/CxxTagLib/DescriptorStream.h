// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

#include <cstdint>
#include <vector>

// TagLib 2 has 64-bit types on all platforms.
#if TAGLIB_MAJOR_VERSION >= 2
using TagOffset = TagLib::offset_t;
using TagWriteOffset = TagLib::offset_t;
using TagLength = size_t;
#else
using TagOffset = long;
using TagWriteOffset = unsigned long;
using TagLength = unsigned long;
#endif

/// A read-only TagLib stream over a descriptor that it does not own.
///
/// TagLib reads headers four bytes at a time; buffering a window of the file reduces that to one
/// `pread` per 32 KiB. After `budget` bytes, the stream behaves as if the file ended. This ends
/// every loop that a malicious file can cause in TagLib.
class DescriptorStream final : public TagLib::IOStream {
public:
  DescriptorStream(int descriptor, int64_t size, int64_t budget) : descriptor(descriptor), size(size), budget(budget) {}

  TagLib::FileName name() const override { return ""; }
  TagLib::ByteVector readBlock(TagLength length) override;
  void seek(TagOffset offset, Position from) override;
  TagOffset tell() const override { return position; }
  TagOffset length() override { return size; }
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }

  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, TagWriteOffset, TagLength) override {}
  void removeBlock(TagWriteOffset, TagLength) override {}
  void truncate(TagOffset) override {}

private:
  static constexpr int64_t windowSize = 32 << 10;

  /// Reads up to `length` bytes at `offset`. Returns fewer at the end of the file or on an error.
  int64_t read(int64_t offset, int64_t length, char *into);

  int descriptor;
  int64_t size;
  int64_t budget;
  int64_t position = 0;
  int64_t windowStart = 0;
  std::vector<char> window;
};
