// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ContentSource.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The name of an operator, at most four bytes, as a number for use in `switch`.
constexpr uint32_t operatorCode(std::string_view name) {
  uint32_t code = 0;
  for (const char byte : name)
    code = code << 8 | static_cast<unsigned char>(byte);
  return name.size() <= 4 ? code : 0;
}

/// An operand of an operator.
struct Operand {
  enum Kind {
    Number,
    String,
    Name,
    Array,
    Dictionary,
    /// A dictionary with a string under `ActualText`. The string may be empty.
    ActualText,
    Other
  };

  Kind kind = Other;
  double number = 0;
  /// For strings, names and actual text: the range of their bytes. For arrays: the range of their
  /// elements.
  size_t start = 0, end = 0;
};

/// Reads a content stream operator by operator. The operands of an operator are valid until the
/// next one is read.
class ContentScanner {
public:
  explicit ContentScanner(Object &&contents) : source(std::move(contents)) {}

  /// Reads the operands and the name of the next operator.
  ///
  /// Returns the code of the operator, or 0 for a name of more than four bytes. At the end of the
  /// stream, sets `end`.
  uint32_t next(bool &end);

  /// The last `count` operands, or `nullptr` if there are fewer.
  const Operand *operands(size_t count) const {
    return list.size() >= count ? list.data() + (list.size() - count) : nullptr;
  }

  size_t operandCount() const { return list.size(); }

  std::string_view bytes(const Operand &operand) const {
    return std::string_view(text.data() + operand.start, operand.end - operand.start);
  }

  /// The numbers and strings of an array.
  const Operand *elements(const Operand &array) const { return items.data() + array.start; }

  /// Skips an inline image, after the operator `BI`.
  void skipImage();

private:
  static constexpr int endOfFile = -1;
  /// Maximum nesting of arrays and dictionaries.
  static constexpr int deepest = 64;
  /// More operands than any operator takes.
  static constexpr size_t mostOperands = 33;

  // Inlined because each byte of each page passes through these two.
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
