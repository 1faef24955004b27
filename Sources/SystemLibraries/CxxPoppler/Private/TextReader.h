// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "Appearances.h"
#include "ContentScanner.h"
#include "Resources.h"

#include <array>
#include <set>

class ActualText;
class GfxState;
class OCGs;
class Page;
class PDFDoc;
class TextPage;

/// Interprets the content of pages as far as it shows or moves text, and passes the text to a
/// Poppler page.
///
/// Ignores paths, colours, images, clipping and patterns, which do not change the position of text.
/// Tolerates surplus operands and unmatched `Q` operators, because more text of damaged files is
/// found that way.
class TextReader {
public:
  explicit TextReader(PDFDoc &document);
  ~TextReader();
  TextReader(const TextReader &) = delete;
  TextReader &operator=(const TextReader &) = delete;

  /// Lays out the text of `page` and of what is drawn over it. The result is valid until the next
  /// call.
  TextPage &read(Page &page, std::vector<Appearance> &overlays);

private:
  /// The elements a, b, c, d, e, f, in the order of the operators.
  using Matrix = std::array<double, 6>;

  /// The state that `q` saves and `Q` restores.
  struct State {
    Matrix transform = {1, 0, 0, 1, 0, 0};
    Matrix text = {1, 0, 0, 1, 0, 0};
    const std::shared_ptr<GfxFont> *font = nullptr;
    double fontSize = 0;
    double characterSpace = 0, wordSpace = 0;
    /// In percent, as in the operator.
    double horizontalScale = 100;
    double leading = 0, rise = 0;
    int mode = 0;
  };

  struct Point {
    double x = 0, y = 0;
  };

  enum class Mark { Plain, ActualText, Hidden };

  void run(Object &&contents, const Resources &resources, int depth);
  void apply(uint32_t code, ContentScanner &scanner, const Resources &resources, int depth);
  void beginMark(ContentScanner &scanner, const Resources &resources);
  void endMark();
  void drawObject(const std::string &name, const Resources &resources, int depth);
  void draw(Appearance &overlay, const Resources &resources);
  void drawForm(Object &form, const Resources &resources, int depth);
  void setGraphicsState(const std::string &name, const Resources &resources, int depth);
  bool isVisible(const Object &content) const;

  void concatenate(const Matrix &matrix);
  void moveTo(double x, double y);
  void setFont(const std::shared_ptr<GfxFont> *font, double size);
  void show(std::string_view bytes);
  void show(const Operand *elements, const Operand *end, const ContentScanner &scanner);
  bool prepareToShow();

  PDFDoc &document;
  XRef &table;
  OCGs *const layers;
  FontCache fonts;
  TextPage *page;

  std::unique_ptr<ActualText> writer;
  /// The state that `writer` reads. Updated only when text is shown.
  std::unique_ptr<GfxState> shown;
  /// Whether `shown` is out of date, and whether it is so in a value that affects font metrics.
  bool isChanged = true, isFontChanged = true;

  State state;
  std::vector<State> saved;
  std::vector<Mark> marks;
  /// Number of enclosing marks and forms that hide the current content.
  int hiding = 0;
  /// The start of the line in text space, and the position of the next character in user space. `Q`
  /// does not restore them.
  Point line, position;

  /// Objects being drawn. None is drawn inside itself.
  std::set<int> drawing;
  /// Forms without text, and images. They are drawn only once.
  std::set<int> wordless;
  /// Counts the operators that show text, to detect forms without text.
  uint64_t showings = 0;
};
