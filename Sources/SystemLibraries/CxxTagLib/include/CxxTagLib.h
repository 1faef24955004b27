#pragma once

#include <stdint.h>
#include <stddef.h>

// TagLib behind a C interface: C++ interoperability does not link with a static Swift runtime.
//
// One call reads everything into a handle that owns its memory; nothing of TagLib outlives the call, and no exception leaves it.

#ifdef __cplusplus
extern "C" {
#endif

/// Which TagLib reader a file gets. The caller decides it from the file's content: TagLib itself goes by file names.
enum taglib_format {
  TAGLIB_MPEG = 1,
  TAGLIB_FLAC,
  TAGLIB_OGG_VORBIS,
  TAGLIB_OGG_FLAC,
  TAGLIB_OGG_OPUS,
  TAGLIB_OGG_SPEEX,
  TAGLIB_MP4,
  TAGLIB_ASF,
  TAGLIB_MONKEYS_AUDIO,
  TAGLIB_MUSEPACK,
  TAGLIB_WAVPACK,
  TAGLIB_TRUE_AUDIO,
  TAGLIB_AIFF,
  TAGLIB_WAV,
  TAGLIB_MOD,
  TAGLIB_S3M,
  TAGLIB_IMPULSE_TRACKER,
  TAGLIB_EXTENDED_MODULE,
  /// No audio properties: only an ID3v2 tag that begins at `offset`.
  TAGLIB_BARE_ID3V2,
  /// No audio properties: only an APE tag at the end of the file.
  TAGLIB_BARE_APE,
};

/// What the audio stream says of itself; 0 where it says nothing.
struct taglib_properties {
  int64_t milliseconds;
  /// Kilobits (1,000) per second.
  int32_t bitrate;
  int32_t sample_rate;
  int32_t channels;
  int32_t bits_per_sample;
};

/// UTF-8 bytes owned by the handle, not NUL-terminated.
struct taglib_string {
  const char *_Nullable bytes;
  size_t length;
};

struct taglib_tag {
  /// TagLib's property name in upper case (`TITLE`), or `POPM`, `CODEC` and `WM/…` for what it has no property for.
  struct taglib_string name;
  struct taglib_string value;
};

struct taglib_media;

/// Reads tags and properties of `size` bytes behind `descriptor`, with `pread` only; at most `budget` bytes are read in all.
///
/// Returns `NULL` when TagLib finds nothing it can read, or when memory runs out. Free the result with `taglib_media_free`.
struct taglib_media *_Nullable taglib_media_read(
    int descriptor, int64_t size, int64_t budget, enum taglib_format format, int64_t offset);

struct taglib_properties taglib_media_properties(const struct taglib_media *_Nonnull media);

size_t taglib_media_tag_count(const struct taglib_media *_Nonnull media);

/// The tag at `index`; empty strings when `index` is out of range. Several tags may have one name: they keep the file's order.
struct taglib_tag taglib_media_tag(const struct taglib_media *_Nonnull media, size_t index);

void taglib_media_free(struct taglib_media *_Nullable media);

#ifdef __cplusplus
}
#endif
