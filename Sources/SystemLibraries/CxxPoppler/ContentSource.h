#pragma once

#include <Object.h>
#include <zlib.h>

#include <vector>

class Stream;

/// The bytes of a content stream, or of several that count as one, decoded and piece by piece.
///
/// Deflate, which nearly all are compressed with, is zlib's: several times as fast as Poppler's own.
class ContentSource {
public:
  /// `contents` is a stream or an array of streams; of anything else there are no bytes.
  explicit ContentSource(Object &&contents);
  ~ContentSource();
  ContentSource(const ContentSource &) = delete;
  ContentSource &operator=(const ContentSource &) = delete;

  /// Reads at most `size` bytes, 0 at the end.
  size_t read(unsigned char *into, size_t size);

private:
  bool openNext();
  void close();
  size_t readDeflated(unsigned char *into, size_t size);

  Object contents;
  int next = 0;
  Object current;
  /// What is read from: `current`, or what it decompresses.
  Stream *stream = nullptr;
  bool isDeflated = false;
  z_stream deflated = {};
  std::vector<unsigned char> compressed;
};
