// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <sys/types.h>
#include <vector>

/// Larger files are not read into memory.
constexpr off_t maximumContents = 32 << 20;

/// Fills `contents` from the start of the file. Shortens it if the file is shorter. Returns `false`
/// and sets `errno` on failure.
bool readContents(int descriptor, std::vector<char> &contents);
