// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A C interface to Leptonica, Poppler and Tesseract, limited to finding text in pictures and scanned pages.
//
// Nothing is written to standard error. If memory runs out, the process ends. Not thread-safe.

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Pictures

/// A picture in shades of grey.
struct picture;

enum picture_problem {
  PICTURE_NONE = 0,
  /// The content violates the format.
  PICTURE_DAMAGED,
  /// No reader knows the format.
  PICTURE_UNSUPPORTED,
  /// Decoding would take more memory than `picture_limits.decoded_bytes`.
  PICTURE_TOO_LARGE,
};

struct picture_limits {
  /// A picture with more pixels is reduced to about this number, and a smaller one is enlarged up to it.
  double pixels;
  /// How much a picture is enlarged at most, along each side.
  double enlargement;
  /// How much memory a decoded picture may take, before it is reduced.
  int64_t decoded_bytes;
};

/// Reads the next picture of a file in memory: a file of TIFF may have several.
///
/// `position` is 0 for the first picture, and 0 again after the last one. Returns NULL and sets `problem` on failure.
struct picture *_Nullable picture_read(
    const uint8_t *_Nonnull bytes, size_t byte_count, struct picture_limits limits, size_t *_Nonnull position,
    enum picture_problem *_Nonnull problem);

void picture_free(struct picture *_Nullable picture);

/// Turns a picture as EXIF's tag `Orientation` says, 1 to 8. Other numbers change nothing.
void picture_orient(struct picture *_Nonnull picture, int orientation);

int picture_width(const struct picture *_Nonnull picture);
int picture_height(const struct picture *_Nonnull picture);

// MARK: Pages

/// A document in PDF.
struct pages;

enum pages_problem {
  PAGES_NONE = 0,
  /// The document needs a password.
  PAGES_ENCRYPTED,
  /// The document is so damaged that it has no readable pages.
  PAGES_DAMAGED,
};

/// Loads what Poppler shares between documents, and keeps it from searching the system for fonts: on scanned pages, no
/// text is drawn with fonts. Call it before a sandbox is entered.
void pages_prepare(void);

/// Opens a document in memory, which must stay as it is until `pages_close`.
///
/// Returns NULL and sets `problem` on failure.
struct pages *_Nullable pages_open(const char *_Nonnull bytes, size_t byte_count, enum pages_problem *_Nonnull problem);

void pages_close(struct pages *_Nullable pages);

int pages_count(struct pages *_Nonnull pages);

/// Draws a page. Pages count from 0. Returns NULL if the page cannot be drawn.
///
/// The picture has `pixels` pixels, or fewer if its resolution would be more than `resolution` dots per inch.
struct picture *_Nullable pages_draw(struct pages *_Nonnull pages, int page, double pixels, double resolution);

// MARK: Recognition

/// Tesseract with the data of some languages.
struct recognizer;

/// Loads the data of languages, such as `deu+eng`. Returns NULL if the data of one of them are not installed.
struct recognizer *_Nullable recognizer_make(const char *_Nonnull languages);

void recognizer_free(struct recognizer *_Nullable recognizer);

/// The name of an installed language, from 0 on; NULL after the last one. Valid as long as the recognizer.
const char *_Nullable recognizer_language(struct recognizer *_Nonnull recognizer, size_t number);

/// Finds the text in a picture. Returns `false` if that fails.
bool recognizer_read(struct recognizer *_Nonnull recognizer, const struct picture *_Nonnull picture);

struct recognized_word {
  /// In UTF-8. Valid until the next call for the recognizer.
  const char *_Nullable text;
  /// How certain Tesseract is, from 0 to 100.
  float confidence;
  /// Whether it is the first word of a line, and of a block of text.
  bool begins_line, begins_block;
};

/// The next word of the picture in reading order. Returns `false` after the last one.
bool recognizer_next(struct recognizer *_Nonnull recognizer, struct recognized_word *_Nonnull word);

/// Forgets the picture and what was found in it.
void recognizer_clear(struct recognizer *_Nonnull recognizer);

#ifdef __cplusplus
}
#endif
