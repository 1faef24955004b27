// SPDX-License-Identifier: Apache-2.0

#include "Scans.h"

#include <leptonica/allheaders.h>

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

namespace {

constexpr double pageWidth = 595, pageHeight = 842, margin = 60, pointsPerInch = 72;

/// The next code point of valid UTF-8.
FT_ULong next(const unsigned char *&text) {
  FT_ULong point = *text++;
  const int following = point < 0x80 ? 0 : point < 0xE0 ? 1 : point < 0xF0 ? 2 : 3;
  if (following > 0)
    point &= 0x3FU >> following;
  for (int index = 0; index < following; index++)
    point = point << 6 | (*text++ & 0x3F);
  return point;
}

void draw(PIX *pix, const FT_Bitmap &glyph, int left, int top) {
  for (unsigned row = 0; row < glyph.rows; row++) {
    for (unsigned column = 0; column < glyph.width; column++) {
      const int x = left + static_cast<int>(column), y = top + static_cast<int>(row);
      l_uint32 old = 0;
      if (pixGetPixel(pix, x, y, &old) != 0)
        continue;
      const int ink = glyph.buffer[row * static_cast<unsigned>(glyph.pitch) + column];
      pixSetPixel(pix, x, y, static_cast<l_uint32>(std::max(0, static_cast<int>(old) - ink)));
    }
  }
}

/// Noise that is the same each time, unlike that of Leptonica.
void addNoise(PIX *pix, double deviation, uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> noise(0, deviation);
  for (int y = 0; y < pixGetHeight(pix); y++) {
    l_uint32 *const line = pixGetData(pix) + static_cast<size_t>(y) * pixGetWpl(pix);
    for (int x = 0; x < pixGetWidth(pix); x++)
      SET_DATA_BYTE(line, x, std::clamp(GET_DATA_BYTE(line, x) + static_cast<int>(std::lround(noise(generator))), 0, 255));
  }
}

scan encoded(PIX *pix, int quality) {
  scan made = {nullptr, 0, pixGetWidth(pix), pixGetHeight(pix)};
  l_uint8 *bytes = nullptr;
  if (quality > 0)
    pixWriteMemJpeg(&bytes, &made.count, pix, quality, 0);
  else
    pixWriteMemPng(&bytes, &made.count, pix, 0);
  made.bytes = bytes;
  pixDestroy(&pix);
  return made;
}

} // namespace

scan scan_page(const char *text, const char *font, double size, scan_paper paper) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0 || FT_New_Face(library, font, 0, &face) != 0)
    return {nullptr, 0, 0, 0};
  const double scale = paper.resolution / pointsPerInch;
  FT_Set_Char_Size(face, 0, std::lround(size * 64), static_cast<FT_UInt>(paper.resolution), 0);
  PIX *pix = pixCreate(static_cast<l_int32>(pageWidth * scale), static_cast<l_int32>(pageHeight * scale), 8);
  pixSetAll(pix);
  double x = margin * scale, y = margin * scale;
  for (auto *rest = reinterpret_cast<const unsigned char *>(text); *rest;) {
    const FT_ULong point = next(rest);
    if (point == '\n') {
      x = margin * scale;
      y += size * 1.3 * scale;
      continue;
    }
    if (FT_Load_Char(face, point, FT_LOAD_RENDER) != 0)
      continue;
    draw(pix, face->glyph->bitmap, static_cast<int>(x) + face->glyph->bitmap_left, static_cast<int>(y) - face->glyph->bitmap_top);
    x += static_cast<double>(face->glyph->advance.x) / 64;
  }
  FT_Done_Face(face);
  FT_Done_FreeType(library);
  if (paper.tilt != 0) {
    PIX *turned = pixRotate(pix, static_cast<l_float32>(paper.tilt * M_PI / 180), L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0);
    pixDestroy(&pix);
    pix = turned;
  }
  if (paper.turns > 0) {
    PIX *turned = pixRotateOrth(pix, paper.turns);
    pixDestroy(&pix);
    pix = turned;
  }
  if (paper.noise > 0)
    addNoise(pix, paper.noise, 1);
  return encoded(pix, paper.quality);
}

scan scan_scene(uint32_t seed, int width, int height, int quality) {
  std::mt19937 generator(seed);
  const auto upTo = [&](int limit) { return static_cast<int>(generator() % static_cast<uint32_t>(limit)); };
  PIX *pix = pixCreate(width, height, 8);
  const double angle = upTo(360) * M_PI / 180, from = upTo(120), to = 120 + upTo(136);
  for (int y = 0; y < height; y++) {
    l_uint32 *const line = pixGetData(pix) + static_cast<size_t>(y) * pixGetWpl(pix);
    for (int x = 0; x < width; x++) {
      const double part = 0.5 + (std::cos(angle) * (x - width / 2.0) + std::sin(angle) * (y - height / 2.0)) / (width + height);
      SET_DATA_BYTE(line, x, static_cast<int>(from + (to - from) * part));
    }
  }
  // Discs and blocks of all sizes, such as leaves, stones, windows.
  const int shapes = 20 + upTo(400), largest = 10 + upTo(std::min(width, height) / 3);
  const bool areRound = upTo(2) == 0;
  for (int shape = 0; shape < shapes; shape++) {
    const int w = 3 + upTo(largest), h = areRound ? w : 3 + upTo(largest), left = upTo(width), top = upTo(height), value = upTo(256);
    for (int y = top; y < std::min(top + h, height); y++) {
      l_uint32 *const line = pixGetData(pix) + static_cast<size_t>(y) * pixGetWpl(pix);
      for (int x = left; x < std::min(left + w, width); x++) {
        const double dx = 2.0 * (x - left) / w - 1, dy = 2.0 * (y - top) / h - 1;
        if (!areRound || dx * dx + dy * dy < 1)
          SET_DATA_BYTE(line, x, value);
      }
    }
  }
  // Bars at equal distances, such as fences and shelves.
  if (upTo(2) == 0) {
    const int step = 8 + upTo(60), thickness = 2 + upTo(step / 2), value = upTo(256);
    for (int y = height / 3; y < height * 2 / 3; y++) {
      l_uint32 *const line = pixGetData(pix) + static_cast<size_t>(y) * pixGetWpl(pix);
      for (int x = 0; x < width; x++) {
        if (x % step < thickness)
          SET_DATA_BYTE(line, x, value);
      }
    }
  }
  addNoise(pix, 2 + upTo(25), seed);
  return encoded(pix, quality);
}

void scan_free(scan scan) { lept_free(scan.bytes); }
