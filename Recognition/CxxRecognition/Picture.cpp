// SPDX-License-Identifier: Apache-2.0

#include "Picture.h"

#include <algorithm>
#include <cmath>

namespace {

/// What the header of a picture says.
struct Header {
  int format = IFF_UNKNOWN, width = 0, height = 0, bitsPerSample = 0, samples = 0, hasPalette = 0;

  double pixels() const { return static_cast<double>(width) * height; }

  /// Bytes of the picture when Leptonica has decoded it: it has 1, 2, 4, 8, 16 or 32 bits for each pixel. OpenJPEG has 32
  /// bits for each sample besides.
  double decodedBytes() const {
    const int bits = samples > 2 ? 32 : std::max(bitsPerSample * samples, 1);
    return pixels() * bits / 8 * (format == IFF_JP2 ? 3 : 1);
  }
};

/// The largest reduction that libjpeg makes while it decodes, and which keeps `pixels` pixels.
int reduction(const Header &header, double pixels) {
  int best = 1;
  for (const int candidate : {2, 4, 8}) {
    if (header.pixels() / (candidate * candidate) >= pixels)
      best = candidate;
  }
  return best;
}

PIX *decode(const uint8_t *bytes, size_t count, const Header &header, double pixels, size_t *position) {
  if (header.format == IFF_JFIF_JPEG) {
    // libjpeg has no luminance of colours for printing.
    const l_int32 hint = header.samples == 4 ? 0 : L_JPEG_READ_LUMINANCE;
    return pixReadMemJpeg(bytes, count, 0, reduction(header, pixels), nullptr, hint);
  }
  const bool isTIFF = header.format >= IFF_TIFF && header.format <= IFF_TIFF_ZIP;
  return isTIFF || header.format == IFF_TIFF_JPEG ? pixReadMemFromMultipageTiff(bytes, count, position) : pixReadMem(bytes, count);
}

/// Replaces a picture by another one, or by nothing if that could not be made.
void replace(PIX *&pix, PIX *other) {
  pixDestroy(&pix);
  pix = other;
}

/// A picture in shades of grey on white, of the wanted size.
PIX *prepared(PIX *pix, const picture_limits &limits) {
  if (pixGetSpp(pix) == 4)
    replace(pix, pixAlphaBlendUniform(pix, 0xFFFFFF00));
  if (!pix)
    return nullptr;
  const double count = static_cast<double>(pixGetWidth(pix)) * pixGetHeight(pix);
  const auto scale = static_cast<float>(std::min(std::sqrt(limits.pixels / count), limits.enlargement));
  // Pages in black and white become grey where they are reduced.
  if (pixGetDepth(pix) == 1 && scale < 1) {
    replace(pix, pixScaleToGray(pix, scale));
    return pix;
  }
  if (pixGetDepth(pix) != 8 || pixGetColormap(pix))
    replace(pix, pixConvertTo8(pix, 0));
  if (pix && (scale < 0.99F || scale > 1.01F))
    replace(pix, pixScale(pix, scale, scale));
  return pix;
}

} // namespace

void silencePictures() { setMsgSeverity(L_SEVERITY_NONE); }

picture *picture_read(const uint8_t *bytes, size_t count, picture_limits limits, size_t *position, picture_problem *problem) {
  silencePictures();
  const size_t start = *position;
  *position = 0;
  *problem = PICTURE_DAMAGED;
  // Leptonica looks at this many bytes to find the format.
  constexpr size_t minimumCount = 12;
  if (count < minimumCount)
    return nullptr;
  Header header;
  l_int32 format = IFF_UNKNOWN;
  if (findFileFormatBuffer(bytes, &format) != 0 || format == IFF_UNKNOWN) {
    *problem = PICTURE_UNSUPPORTED;
    return nullptr;
  }
  if (pixReadHeaderMem(bytes, count, &header.format, &header.width, &header.height, &header.bitsPerSample, &header.samples,
                       &header.hasPalette) != 0 ||
      header.width <= 0 || header.height <= 0)
    return nullptr;
  const bool isJPEG = header.format == IFF_JFIF_JPEG;
  const double step = isJPEG ? reduction(header, limits.pixels) : 1;
  const double decoded = isJPEG ? header.pixels() / (step * step) * (header.samples == 4 ? 4 : 1) : header.decodedBytes();
  if (decoded > static_cast<double>(limits.decoded_bytes)) {
    *problem = PICTURE_TOO_LARGE;
    return nullptr;
  }
  size_t next = start;
  PIX *pix = decode(bytes, count, header, limits.pixels, &next);
  if (!pix)
    return nullptr;
  pix = prepared(pix, limits);
  if (!pix)
    return nullptr;
  *position = next > start ? next : 0;
  *problem = PICTURE_NONE;
  return new picture(pix);
}

void picture_free(picture *picture) { delete picture; }

void picture_orient(picture *picture, int orientation) {
  PIX *&pix = picture->pix;
  const bool isMirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
  // Quarter turns clockwise, after mirroring left and right.
  static const int turns[] = {0, 0, 0, 2, 2, 3, 1, 1, 3};
  if (orientation < 1 || orientation > 8)
    return;
  if (isMirrored)
    pixFlipLR(pix, pix);
  if (turns[orientation] == 0)
    return;
  if (PIX *turned = pixRotateOrth(pix, turns[orientation]))
    replace(pix, turned);
}

int picture_width(const picture *picture) { return pixGetWidth(picture->pix); }
int picture_height(const picture *picture) { return pixGetHeight(picture->pix); }
