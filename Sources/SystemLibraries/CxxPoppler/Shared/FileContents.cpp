// SPDX-License-Identifier: Apache-2.0

#include "FileContents.h"

#include <cerrno>
#include <unistd.h>

bool readContents(int descriptor, std::vector<char> &contents) {
  size_t count = 0;
  while (count < contents.size()) {
    const ssize_t step = pread(descriptor, contents.data() + count, contents.size() - count, static_cast<off_t>(count));
    if (step < 0 && errno == EINTR)
      continue;
    if (step < 0)
      return false;
    if (step == 0)
      break;
    count += static_cast<size_t>(step);
  }
  contents.resize(count);
  return true;
}
