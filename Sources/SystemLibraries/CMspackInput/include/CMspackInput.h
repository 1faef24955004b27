// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mspack_system;

/// Receives unpacked bytes. Returns whether to go on.
typedef bool (*mspack_output)(void *context, const void *bytes, size_t count);

/// Creates a file system for libmspack. It has one file, the first `size` bytes of a descriptor, which is neither closed nor
/// moved, under any name. What libmspack writes is passed to `output`.
///
/// Returns NULL if there is not enough memory. Release it with free(3) after the decompressors that use it.
struct mspack_system *mspack_system_new(int descriptor, int64_t size, mspack_output output, void *context);
