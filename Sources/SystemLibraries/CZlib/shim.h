#include <zlib.h>

// `inflateInit2` is a macro.
static inline int searchlight_inflate_init(z_stream *stream, int windowBits) { return inflateInit2(stream, windowBits); }
