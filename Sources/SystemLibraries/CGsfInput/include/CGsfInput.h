// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Creates an input of libgsf (`GsfInput`) for an open descriptor, which it neither closes nor moves: libgsf's own
/// input for files uses the position of the descriptor and closes it.
///
/// Reads `size` bytes at most, with pread(2). Release it with `g_object_unref`.
void *gsf_input_descriptor_new(int descriptor, int64_t size);
