// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "ContentScanner.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace {

enum Class : uint8_t { Regular, Space, Delimiter };

constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table = {};
  for (const char byte : {'\0', '\t', '\n', '\f', '\r', ' '})
    table[static_cast<unsigned char>(byte)] = Space;
  for (const char byte : {'(', ')', '<', '>', '[', ']', '{', '}', '/', '%'})
    table[static_cast<unsigned char>(byte)] = Delimiter;
  return table;
}();

bool isSpace(int byte) { return byte >= 0 && classes[byte] == Space; }

bool isRegular(int byte) { return byte >= 0 && classes[byte] == Regular; }

bool isDigit(int byte) { return byte >= '0' && byte <= '9'; }

bool startsNumber(int byte) { return isDigit(byte) || byte == '+' || byte == '-' || byte == '.'; }

int hexadecimalDigit(int byte) {
  if (isDigit(byte))
    return byte - '0';
  if (byte >= 'A' && byte <= 'F')
    return byte - 'A' + 10;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

} // namespace

uint32_t ContentScanner::next(bool &end) {
  list.clear();
  items.clear();
  text.clear();
  while (true) {
    const int first = skipSpace();
    if (first == endOfFile) {
      end = true;
      return 0;
    }
    if (isRegular(first) && !startsNumber(first)) {
      const size_t start = text.size();
      const uint32_t code = readKeyword(first);
      const std::string_view word(text.data() + start, text.size() - start);
      if (word != "true" && word != "false" && word != "null")
        return code;
      if (list.size() < mostOperands)
        list.push_back(Operand());
      continue;
    }
    // An unmatched bracket or brace.
    if (first == ']' || first == '}' || first == '{' || first == ')')
      continue;
    const Operand operand = readValue(first, 0);
    if (list.size() < mostOperands)
      list.push_back(operand);
  }
}

/// Makes `wanted` bytes available at the cursor. Returns `false` if fewer are left.
bool ContentScanner::fill(size_t wanted) {
  constexpr size_t piece = 32 << 10;
  if (filled - cursor >= wanted)
    return true;
  if (buffer.empty())
    buffer.resize(piece);
  std::memmove(buffer.data(), buffer.data() + cursor, filled - cursor);
  filled -= cursor;
  cursor = 0;
  while (filled < wanted) {
    const size_t count = source.read(buffer.data() + filled, buffer.size() - filled);
    if (count == 0)
      return false;
    filled += count;
  }
  return true;
}

/// Moves bytes to the text as long as they satisfy `condition`.
template <typename Condition> void ContentScanner::takeWhile(Condition condition) {
  do {
    const unsigned char *const start = buffer.data() + cursor;
    const unsigned char *end = start;
    while (end < buffer.data() + filled && condition(*end))
      end += 1;
    text.append(reinterpret_cast<const char *>(start), static_cast<size_t>(end - start));
    cursor += static_cast<size_t>(end - start);
  } while (cursor == filled && fill(1));
}

/// Consumes and returns the first byte that is neither white space nor part of a comment.
int ContentScanner::skipSpace() {
  bool isComment = false;
  while (true) {
    const int byte = get();
    if (byte == endOfFile)
      return byte;
    if (isComment)
      isComment = byte != '\n' && byte != '\r';
    else if (byte == '%')
      isComment = true;
    else if (!isSpace(byte))
      return byte;
  }
}

/// Ignores minus signs inside a number, as other PDF readers do.
double ContentScanner::readNumber(int first) {
  double value = isDigit(first) ? first - '0' : 0;
  bool isFraction = first == '.';
  while (!isFraction) {
    const int byte = peek();
    if (isDigit(byte))
      value = value * 10 + (byte - '0');
    else if (byte == '.')
      isFraction = true;
    else
      return first == '-' ? -value : value;
    cursor += 1;
  }
  double scale = 0.1;
  while (true) {
    const int byte = peek();
    if (isDigit(byte)) {
      value += scale * (byte - '0');
      scale *= 0.1;
    } else if (byte != '-') {
      return first == '-' ? -value : value;
    }
    cursor += 1;
  }
}

/// Reads a string in parentheses, after the opening one.
void ContentScanner::readLiteral() {
  int depth = 1;
  while (true) {
    takeWhile([](unsigned char byte) { return byte != '(' && byte != ')' && byte != '\\'; });
    int byte = get();
    switch (byte) {
    case endOfFile:
      return;
    case '(':
      depth += 1;
      break;
    case ')':
      depth -= 1;
      if (depth == 0)
        return;
      break;
    case '\\':
      byte = get();
      switch (byte) {
      case endOfFile:
        return;
      case 'n':
        byte = '\n';
        break;
      case 'r':
        byte = '\r';
        break;
      case 't':
        byte = '\t';
        break;
      case 'b':
        byte = '\b';
        break;
      case 'f':
        byte = '\f';
        break;
      case '\r':
        if (peek() == '\n')
          cursor += 1;
        continue;
      case '\n':
        continue;
      default:
        if (byte >= '0' && byte <= '7') {
          byte -= '0';
          for (int digits = 1; digits < 3 && peek() >= '0' && peek() <= '7'; digits += 1)
            byte = byte * 8 + (get() - '0');
        }
      }
    }
    text.push_back(static_cast<char>(byte));
  }
}

/// Reads a string in angle brackets, after the opening one.
void ContentScanner::readHexadecimal() {
  int value = 0;
  bool isHalf = false;
  while (true) {
    const int byte = get();
    if (byte == '>' || byte == endOfFile)
      break;
    if (isSpace(byte))
      continue;
    value = value << 4 | std::max(hexadecimalDigit(byte), 0);
    isHalf = !isHalf;
    if (!isHalf) {
      text.push_back(static_cast<char>(value));
      value = 0;
    }
  }
  if (isHalf)
    text.push_back(static_cast<char>(value << 4));
}

/// Reads a name, after the slash.
void ContentScanner::readName() {
  while (isRegular(peek())) {
    int byte = get();
    if (byte == '#' && hexadecimalDigit(peek()) >= 0) {
      const int high = hexadecimalDigit(get());
      byte = high << 4 | std::max(hexadecimalDigit(get()), 0);
    }
    text.push_back(static_cast<char>(byte));
  }
}

uint32_t ContentScanner::readKeyword(int first) {
  const size_t start = text.size();
  text.push_back(static_cast<char>(first));
  takeWhile([](unsigned char byte) { return classes[byte] == Regular; });
  return operatorCode(std::string_view(text.data() + start, text.size() - start));
}

/// Reads anything but an operator. `first` is its first byte, which has been consumed.
Operand ContentScanner::readValue(int first, int depth) {
  Operand operand;
  if (startsNumber(first)) {
    operand.kind = Operand::Number;
    operand.number = readNumber(first);
    return operand;
  }
  operand.start = text.size();
  switch (first) {
  case '(':
    operand.kind = Operand::String;
    readLiteral();
    break;
  case '/':
    operand.kind = Operand::Name;
    readName();
    break;
  case '[':
    return readArray(depth + 1);
  case '<':
    if (peek() == '<') {
      cursor += 1;
      return readDictionary(depth + 1);
    }
    operand.kind = Operand::String;
    readHexadecimal();
    break;
  default:
    if (isRegular(first))
      readKeyword(first);
  }
  operand.end = text.size();
  return operand;
}

/// Records the elements of the outermost array only: no operator takes an array of arrays.
Operand ContentScanner::readArray(int depth) {
  Operand array;
  array.kind = Operand::Array;
  array.start = items.size();
  while (depth <= deepest) {
    const int first = skipSpace();
    if (first == ']' || first == endOfFile)
      break;
    const Operand element = readValue(first, depth);
    if (depth == 1 && (element.kind == Operand::Number || element.kind == Operand::String))
      items.push_back(element);
  }
  array.end = items.size();
  return array;
}

Operand ContentScanner::readDictionary(int depth) {
  Operand dictionary;
  dictionary.kind = Operand::Dictionary;
  while (depth <= deepest) {
    int first = skipSpace();
    if (first == '>' && peek() == '>') {
      cursor += 1;
      break;
    }
    if (first == endOfFile)
      break;
    if (first != '/')
      continue;
    const Operand key = readValue(first, depth);
    first = skipSpace();
    if (first == endOfFile)
      break;
    if (first == '>' && peek() == '>') {
      cursor += 1;
      break;
    }
    const Operand value = readValue(first, depth);
    if (value.kind == Operand::String && bytes(key) == "ActualText") {
      dictionary.kind = Operand::ActualText;
      dictionary.start = value.start;
      dictionary.end = value.end;
    }
  }
  return dictionary;
}

/// The data of an inline image end at white space, `EI` and white space, followed by bytes that can
/// be text. The check of these bytes is needed because the data may contain the delimiter.
void ContentScanner::skipImage() {
  while (fill(4)) {
    const bool isBorder = isSpace(buffer[cursor]) && buffer[cursor + 1] == 'E' && buffer[cursor + 2] == 'I';
    if (isBorder && isImageEnd()) {
      cursor += 3;
      return;
    }
    cursor += 1;
  }
  cursor = std::min(cursor + 3, filled);
}

bool ContentScanner::isImageEnd() {
  constexpr size_t reach = 16;
  fill(3 + reach);
  const size_t end = std::min(cursor + 3 + reach, filled);
  if (cursor + 3 < end && !isSpace(buffer[cursor + 3]))
    return false;
  return std::all_of(buffer.data() + cursor + 3, buffer.data() + end, [](unsigned char byte) {
    return (byte >= 0x20 && byte < 0x7F) || (isSpace(byte) && byte != 0);
  });
}

#endif
