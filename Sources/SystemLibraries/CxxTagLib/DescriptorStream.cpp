// SPDX-License-Identifier: Apache-2.0

#include "DescriptorStream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

TagLib::ByteVector DescriptorStream::readBlock(TagLength wanted) {
  const int64_t left = position < size ? size - position : 0;
  const int64_t length = wanted < static_cast<TagLength>(left) ? static_cast<int64_t>(wanted) : left;
  if (length <= 0 || budget <= 0)
    return TagLib::ByteVector();
  budget -= length;

  if (length <= windowSize) {
    const int64_t windowEnd = windowStart + static_cast<int64_t>(window.size());
    if (position < windowStart || position + length > windowEnd) {
      window.resize(windowSize);
      // A file is read from its end as often as from its start, so after a backward step the window
      // also covers bytes before the position.
      windowStart = position < windowStart ? std::max<int64_t>(0, position + length - windowSize) : position;
      window.resize(read(windowStart, windowSize, window.data()));
    }
    const int64_t offset = position - windowStart;
    const int64_t count = std::min(length, static_cast<int64_t>(window.size()) - offset);
    if (count <= 0)
      return TagLib::ByteVector();
    position += count;
    return TagLib::ByteVector(window.data() + offset, static_cast<unsigned int>(count));
  }

  TagLib::ByteVector block(static_cast<unsigned int>(length));
  const int64_t count = read(position, length, block.data());
  block.resize(static_cast<unsigned int>(count));
  position += count;
  return block;
}

void DescriptorStream::seek(TagOffset offset, Position from) {
  const int64_t start = from == Beginning ? 0 : from == Current ? position : size;
  int64_t target;
  if (__builtin_add_overflow(start, static_cast<int64_t>(offset), &target))
    return;
  position = std::max<int64_t>(0, target);
}

int64_t DescriptorStream::read(int64_t offset, int64_t length, char *into) {
  int64_t done = 0;
  while (done < length) {
    const ssize_t count = pread(descriptor, into + done, length - done, offset + done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    done += count;
  }
  return done;
}
