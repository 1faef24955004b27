// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Object.h>
#include <zlib.h>

#include <vector>

class Stream;

/// The decoded bytes of a content stream, or of several that are concatenated, read in parts.
///
/// Deflate, the usual compression, is decoded by zlib, which is several times as fast as Poppler's
/// own decoder.
class ContentSource {
public:
  /// `contents` is a stream or an array of streams. For anything else there are no bytes.
  explicit ContentSource(Object &&contents);
  ~ContentSource();
  ContentSource(const ContentSource &) = delete;
  ContentSource &operator=(const ContentSource &) = delete;

  /// Reads at most `size` bytes. Returns 0 at the end.
  size_t read(unsigned char *into, size_t size);

private:
  bool openNext();
  void close();
  size_t readDeflated(unsigned char *into, size_t size);

  Object contents;
  int next = 0;
  Object current;
  /// The stream to read from: `current`, or the stream of compressed bytes below it.
  Stream *stream = nullptr;
  bool isDeflated = false;
  z_stream deflated = {};
  std::vector<unsigned char> compressed;
};
