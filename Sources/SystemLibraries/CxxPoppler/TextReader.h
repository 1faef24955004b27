#pragma once

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

/// Follows the content of pages as far as it shows or moves text, and puts the text on a Poppler page.
///
/// Paths, colours, images, clipping and patterns are passed over: nothing of them changes where text stands. What is lenient in
/// damaged content is so because more text is found that way: surplus operands and `Q`s are ignored.
class TextReader {
public:
  explicit TextReader(PDFDoc &document);
  ~TextReader();
  TextReader(const TextReader &) = delete;
  TextReader &operator=(const TextReader &) = delete;

  /// The text of `page`, laid out; valid until the next call.
  TextPage &read(Page &page);

private:
  /// a b c d e f, as the operators write them.
  using Matrix = std::array<double, 6>;

  /// What `q` saves and `Q` restores.
  struct State {
    Matrix transform = {1, 0, 0, 1, 0, 0};
    Matrix text = {1, 0, 0, 1, 0, 0};
    const std::shared_ptr<GfxFont> *font = nullptr;
    double fontSize = 0;
    double characterSpace = 0, wordSpace = 0;
    /// In hundredths, as written.
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
  /// What the writer looks at; brought up to date when text is shown.
  std::unique_ptr<GfxState> shown;
  /// Whether `shown` differs from `state`, and whether it differs in what fonts are measured by.
  bool isChanged = true, isFontChanged = true;

  State state;
  std::vector<State> saved;
  std::vector<Mark> marks;
  /// Marks and forms around the current content that hide it.
  int hiding = 0;
  /// Start of the line in text space, and where the next character goes in user space. `Q` does not restore them.
  Point line, position;

  /// Objects that are being drawn: none is drawn inside itself.
  std::set<int> drawing;
  /// Forms in which no text was found, and images.
  std::set<int> wordless;
  /// Counts the operators that show text, to tell forms without any.
  uint64_t showings = 0;
};
