// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes pictures for tests: pages as a scanner sees them, and pictures without text.

#ifdef __cplusplus
extern "C" {
#endif

/// A file of an image.
struct scan {
  uint8_t *_Nullable bytes;
  size_t count;
  int width, height;
};

struct scan_paper {
  /// In dots per inch.
  double resolution;
  /// How far the page is turned, in degrees.
  double tilt;
  /// The standard deviation of grey values, of 255.
  double noise;
  /// The quality of JPEG, 1 to 100; 0 for PNG.
  int quality;
  /// By how many right angles the page lies to the right of how it should.
  int turns;
};

/// An A4 page with lines of text. Without bytes if the font cannot be read.
///
/// `text` is UTF-8, its lines separated by newlines; `size` is that of the font in points.
struct scan scan_page(const char *_Nonnull text, const char *_Nonnull font, double size, struct scan_paper paper);

/// A picture without text: gradients, shapes, stripes and noise, which depend on `seed` alone.
struct scan scan_scene(uint32_t seed, int width, int height, int quality);

void scan_free(struct scan scan);

#ifdef __cplusplus
}
#endif
