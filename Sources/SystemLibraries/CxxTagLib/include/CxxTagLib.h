// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>
#include <stddef.h>

// A C interface to TagLib, because C++ interoperability does not link with a static Swift runtime.
//
// One call reads everything into a handle that owns its memory. No TagLib object outlives the call,
// and no exception leaves it.

#ifdef __cplusplus
extern "C" {
#endif

/// What is added to a byte beyond ASCII of a text whose encoding the file does not declare, to mark it in UTF-8.
enum { TAGLIB_UNDECLARED_BYTE = 0xEE00 };

/// The TagLib reader for a file. The caller chooses it by the file's content; TagLib itself would
/// go by the file name.
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
  /// An ID3v2 tag at `offset`, without audio properties.
  TAGLIB_BARE_ID3V2,
  /// An APE tag at the end of the file, without audio properties.
  TAGLIB_BARE_APE,
};

/// Properties of the audio stream. 0 if unknown.
struct taglib_properties {
  int64_t milliseconds;
  /// In kilobits (1,000 bits) per second.
  int32_t bitrate;
  int32_t sample_rate;
  int32_t channels;
  int32_t bits_per_sample;
};

/// A UTF-8 string owned by the handle, without a terminating NUL.
struct taglib_string {
  const char *_Nullable bytes;
  size_t length;
};

struct taglib_tag {
  /// The name of TagLib's property in upper case (`TITLE`), or `POPM`, `CODEC` or `WM/…` for a
  /// value that has no property.
  struct taglib_string name;
  struct taglib_string value;
};

struct taglib_media;

/// Reads the tags and properties of a file of `size` bytes with `pread`, at most `budget` bytes in
/// total.
///
/// Returns NULL if TagLib cannot read the file, or if memory runs out. Free the result with
/// `taglib_media_free`.
struct taglib_media *_Nullable taglib_media_read(
    int descriptor, int64_t size, int64_t budget, enum taglib_format format, int64_t offset);

struct taglib_properties taglib_media_properties(const struct taglib_media *_Nonnull media);

size_t taglib_media_tag_count(const struct taglib_media *_Nonnull media);

/// The tag at `index`. Its strings are empty if `index` is out of range. Tags of the same name keep
/// the order of the file.
struct taglib_tag taglib_media_tag(const struct taglib_media *_Nonnull media, size_t index);

void taglib_media_free(struct taglib_media *_Nullable media);

#ifdef __cplusplus
}
#endif
