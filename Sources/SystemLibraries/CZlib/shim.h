// SPDX-License-Identifier: Apache-2.0

#include <zlib.h>

// `inflateInit2` is a macro, which Swift does not import.
static inline int searchlight_inflate_init(z_stream *stream, int windowBits) { return inflateInit2(stream, windowBits); }
