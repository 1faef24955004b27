#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Poppler behind a C interface, as far as finding words needs it.
//
// Poppler's own interpreter of pages draws: for each page it loads all fonts anew and prepares to convert colours, which takes most of the
// time when only text is wanted. Here documents, fonts and the layout of text are Poppler's, the interpreter is not: it follows text and
// what moves it, and keeps fonts from page to page.
//
// Nothing is written to standard error. When memory runs out, the process ends. One thread at a time.

#ifdef __cplusplus
extern "C" {
#endif

struct pdf_document;

enum pdf_problem {
  PDF_NONE = 0,
  /// A password is needed.
  PDF_ENCRYPTED,
  /// It is so broken that no pages are found.
  PDF_DAMAGED,
  /// The descriptor cannot be read.
  PDF_UNREADABLE,
};

/// Opens the document of which `descriptor` is open for reading; only `pread` is used, and the descriptor stays the caller's.
///
/// Returns `NULL` and sets `problem` when that fails. Close the result, before the descriptor, with `pdf_close`.
struct pdf_document *_Nullable pdf_open(int descriptor, enum pdf_problem *_Nonnull problem);

void pdf_close(struct pdf_document *_Nullable document);

/// The version of the format, as 1 and 7.
void pdf_version(struct pdf_document *_Nonnull document, int *_Nonnull major, int *_Nonnull minor);

/// Whether the document is encrypted; it may be and open without a password.
bool pdf_is_encrypted(struct pdf_document *_Nonnull document);

/// UTF-8, not NUL-terminated; valid until the next call for the document.
struct pdf_string {
  const char *_Nullable bytes;
  size_t count;
};

/// The text under `key` in the information dictionary; empty when there is none. Broken UTF-16 has U+FFFD in it.
struct pdf_string pdf_information(struct pdf_document *_Nonnull document, const char *_Nonnull key);

/// The date under `key` in the information dictionary, in seconds since 1970; `false` when there is none that exists.
bool pdf_information_date(struct pdf_document *_Nonnull document, const char *_Nonnull key, int64_t *_Nonnull seconds);

int pdf_page_count(struct pdf_document *_Nonnull document);

/// Width and height as shown, in points; `false` for a page that cannot be read or does not exist. Pages count from 0.
bool pdf_page_size(struct pdf_document *_Nonnull document, int page, double *_Nonnull width, double *_Nonnull height);

/// The name of a font that the page, with its forms and annotations, may use; empty after the last. Each is named once a document.
///
/// Fonts count from 0 on each page.
struct pdf_string pdf_page_font_name(struct pdf_document *_Nonnull document, int page, size_t number);

/// Where a character stands, in points from the top left corner.
struct pdf_box {
  double left, top, right, bottom;
};

/// A page's text in reading order, valid until the next call for the document.
struct pdf_text {
  struct pdf_string text;
  /// For each character, spaces and line ends included.
  const struct pdf_box *_Nullable boxes;
  size_t box_count;
};

/// Empty for a page without text, one that cannot be read, or one that does not exist.
struct pdf_text pdf_page_text(struct pdf_document *_Nonnull document, int page);

#ifdef __cplusplus
}
#endif
