// SPDX-License-Identifier: Apache-2.0

#include "LoadedFile.h"

#include "../Shared/FileContents.h"

#include <sys/mman.h>

#include <cerrno>
#include <climits>

LoadedFile::~LoadedFile() {
  if (mapped)
    munmap(const_cast<char *>(mapped), mappedCount);
}

bool LoadedFile::load(int descriptor, int64_t byteCount) {
  const auto count = static_cast<size_t>(byteCount);
  if (byteCount <= maximumContents) {
    contents.resize(count);
    return readContents(descriptor, contents);
  }
  if (byteCount > INT_MAX) {
    errno = EFBIG;
    return false;
  }
  void *const address = mmap(nullptr, count, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED)
    return false;
  mapped = static_cast<const char *>(address);
  mappedCount = count;
  return true;
}
