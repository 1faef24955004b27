// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "ContentSource.h"

#include <Dict.h>
#include <Stream.h>

namespace {

/// Whether the stream is encoded with Deflate only, without a predictor.
bool isPlainDeflate(Stream &stream) {
  if (stream.getKind() != strFlate)
    return false;
  Dict *dictionary = stream.getDict();
  if (!dictionary)
    return false;
  const Object filter = dictionary->lookup("Filter");
  const bool isSingle = filter.isName() || (filter.isArray() && filter.arrayGetLength() == 1);
  return isSingle && dictionary->lookup("DecodeParms").isNull();
}

} // namespace

ContentSource::ContentSource(Object &&contents) : contents(std::move(contents)) {}

ContentSource::~ContentSource() { close(); }

size_t ContentSource::read(unsigned char *into, size_t size) {
  while (stream || openNext()) {
    const size_t count = isDeflated ? readDeflated(into, size) : static_cast<size_t>(stream->doGetChars(static_cast<int>(size), into));
    if (count > 0)
      return count;
    close();
    // The parts of a page's contents are split between tokens, so a token must end with its part.
    if (contents.isArray()) {
      *into = '\n';
      return 1;
    }
  }
  return 0;
}

bool ContentSource::openNext() {
  const int count = contents.isArray() ? contents.arrayGetLength() : 1;
  while (next < count) {
    current = contents.isArray() ? contents.arrayGet(next) : contents.copy();
    next += 1;
    if (!current.isStream())
      continue;
    stream = current.getStream();
    deflated = {};
    isDeflated = isPlainDeflate(*stream) && stream->getNextStream() && inflateInit(&deflated) == Z_OK;
    if (isDeflated) {
      stream = stream->getNextStream();
      compressed.resize(16 << 10);
    }
    stream->reset();
    return true;
  }
  return false;
}

void ContentSource::close() {
  if (isDeflated)
    inflateEnd(&deflated);
  if (stream)
    stream->close();
  isDeflated = false;
  stream = nullptr;
  current = Object();
}

/// Damaged data end where the damage begins, as in Poppler.
size_t ContentSource::readDeflated(unsigned char *into, size_t size) {
  deflated.next_out = into;
  deflated.avail_out = static_cast<uInt>(size);
  while (deflated.avail_out == size) {
    if (deflated.avail_in == 0) {
      deflated.next_in = compressed.data();
      deflated.avail_in = static_cast<uInt>(stream->doGetChars(static_cast<int>(compressed.size()), compressed.data()));
      if (deflated.avail_in == 0)
        break;
    }
    if (inflate(&deflated, Z_NO_FLUSH) != Z_OK)
      break;
  }
  return size - deflated.avail_out;
}

#endif
