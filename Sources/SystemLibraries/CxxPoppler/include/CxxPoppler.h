// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A C interface to Poppler, limited to extracting text.
//
// Poppler's own page interpreter is made for rendering: for each page it loads all fonts again and
// prepares colour conversion, which takes most of the time when only text is needed. With the
// private interface, this code uses Poppler's documents, fonts and text layout, but its own
// interpreter, which only follows text and what moves it, and keeps fonts across pages. The public
// interface, poppler-cpp, includes Poppler's interpreter. It is the same in all versions of Poppler.
//
// Nothing is written to standard error. If memory runs out, the process ends. Not thread-safe.

#ifdef __cplusplus
extern "C" {
#endif

struct pdf_document;

enum pdf_problem {
  PDF_NONE = 0,
  /// The document needs a password.
  PDF_ENCRYPTED,
  /// The document is so damaged that it has no readable pages.
  PDF_DAMAGED,
  /// The descriptor cannot be read.
  PDF_UNREADABLE,
};

enum pdf_interface {
  PDF_PRIVATE_INTERFACE,
  PDF_PUBLIC_INTERFACE,
};

/// Whether the build contains the interface. Every build contains the public one.
bool pdf_has_interface(enum pdf_interface interface);

/// Loads what Poppler shares between documents. `pdf_open` does it if need be.
void pdf_prepare(enum pdf_interface interface);

/// Opens the document in the first `byte_count` bytes of the file `descriptor` with an interface that the build contains. The
/// position of the descriptor does not change; it stays owned by the caller and must stay open.
///
/// Returns NULL and sets `problem` on failure. Close the result with `pdf_close` before closing the
/// descriptor.
struct pdf_document *_Nullable pdf_open(
    int descriptor, int64_t byte_count, enum pdf_interface interface, enum pdf_problem *_Nonnull problem);

void pdf_close(struct pdf_document *_Nullable document);

/// The version of the format, for example 1 and 7.
void pdf_version(struct pdf_document *_Nonnull document, int *_Nonnull major, int *_Nonnull minor);

/// Whether the document is encrypted. An encrypted document may still open without a password.
bool pdf_is_encrypted(struct pdf_document *_Nonnull document);

/// A UTF-8 string without a terminating NUL. Valid until the next call for the document.
struct pdf_string {
  const char *_Nullable bytes;
  size_t count;
};

/// What is added to a byte beyond ASCII of a text whose encoding the document does not declare, to mark it in UTF-8.
enum { PDF_UNDECLARED_BYTE = 0xEE00 };

/// The text under `key` in the information dictionary, or an empty string. Invalid UTF-16 becomes
/// U+FFFD. A text that should be in PDFDocEncoding has marks for bytes beyond ASCII, because many programs write their own encoding.
struct pdf_string pdf_information(struct pdf_document *_Nonnull document, const char *_Nonnull key);

/// The date under `key` in the information dictionary, in seconds since 1970. Returns `false` if
/// there is none or it is not a valid date.
bool pdf_information_date(struct pdf_document *_Nonnull document, const char *_Nonnull key, int64_t *_Nonnull seconds);

/// The key of an entry of the information dictionary, from 0 on. Empty after the last one.
struct pdf_string pdf_information_key(struct pdf_document *_Nonnull document, size_t number);

/// The packet of XMP that describes the document. Empty if it has none. Valid until the next call for the document.
struct pdf_string pdf_metadata(struct pdf_document *_Nonnull document);

int pdf_page_count(struct pdf_document *_Nonnull document);

/// The width and height of a page as displayed, in points. Returns `false` if the page does not
/// exist or cannot be read. Pages count from 0.
bool pdf_page_size(struct pdf_document *_Nonnull document, int page, double *_Nonnull width, double *_Nonnull height);

/// The name of a font that the page may use, including its forms and annotations. Empty after the
/// last font. Each font is reported once per document.
///
/// `number` counts from 0 on each page.
struct pdf_string pdf_page_font_name(struct pdf_document *_Nonnull document, int page, size_t number);

/// The box of a character, in points from the top left corner of the page.
struct pdf_box {
  double left, top, right, bottom;
};

/// The text of a page in reading order. Valid until the next call for the document.
struct pdf_text {
  struct pdf_string text;
  /// One box for each character, including spaces and line ends. None if the page has text that
  /// runs from right to left.
  const struct pdf_box *_Nullable boxes;
  size_t box_count;
};

/// The text of a page. Empty if the page has no text, cannot be read, or does not exist.
struct pdf_text pdf_page_text(struct pdf_document *_Nonnull document, int page);

/// The titles of the bookmarks, each followed by a newline. Valid until the next call for the document.
struct pdf_string pdf_bookmarks(struct pdf_document *_Nonnull document);

/// The number of files that are attached to the document, and to the pages whose text was read.
size_t pdf_attachment_count(struct pdf_document *_Nonnull document);

/// The name of an attached file. Empty if it has none. Valid until the next call for the document.
struct pdf_string pdf_attachment_name(struct pdf_document *_Nonnull document, size_t number);

/// Begins to read an attached file. Returns `false` if its contents are not in the document.
bool pdf_open_attachment(struct pdf_document *_Nonnull document, size_t number);

/// Fills `buffer` with the next bytes of the open file. Returns their number, 0 at the end.
size_t pdf_read_attachment(struct pdf_document *_Nonnull document, void *_Nonnull buffer, size_t count);

#ifdef __cplusplus
}
#endif
