#pragma once

#include "ContentSource.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Four bytes at most of an operator's name, as a number to switch over.
constexpr uint32_t operatorCode(std::string_view name) {
  uint32_t code = 0;
  for (const char byte : name)
    code = code << 8 | static_cast<unsigned char>(byte);
  return name.size() <= 4 ? code : 0;
}

/// What an operator is applied to.
struct Operand {
  enum Kind {
    Number,
    String,
    Name,
    Array,
    Dictionary,
    /// A dictionary with a string, perhaps an empty one, under `ActualText`.
    ActualText,
    Other
  };

  Kind kind = Other;
  double number = 0;
  /// Of strings, names and actual text: their bytes. Of arrays: the elements.
  size_t start = 0, end = 0;
};

/// Reads a content stream operator by operator, into memory that is used again for the next.
class ContentScanner {
public:
  explicit ContentScanner(Object &&contents) : source(std::move(contents)) {}

  /// Reads up to the next operator.
  ///
  /// Returns its code, 0 for one with a long name; `end` is then unchanged, and set at the end of the stream.
  uint32_t next(bool &end);

  /// The last `count` operands; `nullptr` when there are fewer.
  const Operand *operands(size_t count) const {
    return list.size() >= count ? list.data() + (list.size() - count) : nullptr;
  }

  size_t operandCount() const { return list.size(); }

  std::string_view bytes(const Operand &operand) const {
    return std::string_view(text.data() + operand.start, operand.end - operand.start);
  }

  /// The numbers and strings of an array.
  const Operand *elements(const Operand &array) const { return items.data() + array.start; }

  /// Moves behind an inline image, of which the operator `BI` was read.
  void skipImage();

private:
  static constexpr int endOfFile = -1;
  /// Arrays and dictionaries in one another.
  static constexpr int deepest = 64;
  /// More operands than any operator takes.
  static constexpr size_t mostOperands = 33;

  // Each byte of each page passes through these two.
  [[gnu::always_inline]] int peek() { return cursor < filled || fill(1) ? buffer[cursor] : endOfFile; }
  [[gnu::always_inline]] int get() { return cursor < filled || fill(1) ? buffer[cursor++] : endOfFile; }
  [[gnu::noinline]] bool fill(size_t wanted);
  template <typename Condition> void takeWhile(Condition condition);

  int skipSpace();
  double readNumber(int first);
  void readLiteral();
  void readHexadecimal();
  void readName();
  uint32_t readKeyword(int first);
  Operand readValue(int first, int depth);
  Operand readArray(int depth);
  Operand readDictionary(int depth);
  bool isImageEnd();

  ContentSource source;
  std::vector<unsigned char> buffer;
  size_t cursor = 0, filled = 0;

  std::vector<Operand> list;
  std::vector<Operand> items;
  std::string text;
};
