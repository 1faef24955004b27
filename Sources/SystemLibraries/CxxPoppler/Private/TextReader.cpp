// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "TextReader.h"

#include <Catalog.h>
#include <Dict.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OptionalContent.h>
#include <PDFDoc.h>
#include <Page.h>
#include <TextOutputDev.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace {

/// Maximum nesting of forms.
constexpr int deepest = 64;

std::optional<std::array<double, 6>> numbers(const Operand *operands) {
  if (!operands)
    return std::nullopt;
  std::array<double, 6> values;
  for (size_t index = 0; index < 6; index += 1) {
    if (operands[index].kind != Operand::Number)
      return std::nullopt;
    values[index] = operands[index].number;
  }
  return values;
}

/// The last operand, if it is a number. Operators without it are ignored.
std::optional<double> number(const ContentScanner &scanner) {
  const Operand *operand = scanner.operands(1);
  if (!operand || operand->kind != Operand::Number)
    return std::nullopt;
  return operand->number;
}

bool isRightToLeftLetter(uint32_t character) {
  return (character >= 0x05D0 && character < 0x0900) || (character >= 0xFB1D && character < 0xFE00)
         || (character >= 0xFE70 && character < 0xFEFF);
}

/// A replacement text in UTF-16, in the order of its characters on the page if they are letters of a word from right to left.
std::string turnedActualText(const std::string &text) {
  if (text.compare(0, 2, "\xFE\xFF") != 0 || text.size() % 2 != 0)
    return text;
  std::string turned = text.substr(0, 2);
  for (size_t offset = text.size(); offset > 2; offset -= 2) {
    const auto high = static_cast<unsigned char>(text[offset - 2]);
    const auto low = static_cast<unsigned char>(text[offset - 1]);
    if (!isRightToLeftLetter(high << 8 | low))
      return text;
    turned += text[offset - 2];
    turned += text[offset - 1];
  }
  return turned;
}

} // namespace

TextReader::TextReader(PDFDoc &document)
    : document(document), table(*document.getXRef()), layers(document.getCatalog()->getOptContentConfig()),
      page(new TextPage(false)) {}

TextReader::~TextReader() {
  writer = nullptr;
  page->decRefCnt();
}

TextPage &TextReader::read(Page &source, std::vector<Appearance> &overlays) {
  fonts.trim();
  state = State();
  saved.clear();
  marks.clear();
  hiding = 0;
  line = position = Point();
  shown = std::make_unique<GfxState>(72, 72, source.getCropBox(), source.getRotate(), true);
  std::copy_n(shown->getCTM(), 6, state.transform.begin());
  isChanged = isFontChanged = true;
  page->startPage(shown.get());
  writer = std::make_unique<ActualText>(page);

  const Resources resources(source.getResourceDictObject()->copy(), nullptr, table, fonts);
  const State initial = state;
  run(source.getContents(), resources, 0);
  for (Appearance &overlay : overlays) {
    state = initial;
    draw(overlay, resources);
  }

  page->endPage();
  page->coalesce(true, 0, false);
  return *page;
}

void TextReader::run(Object &&contents, const Resources &resources, int depth) {
  const size_t savedBefore = saved.size();
  const size_t marksBefore = marks.size();
  ContentScanner scanner(std::move(contents));
  bool end = false;
  while (true) {
    const uint32_t code = scanner.next(end);
    if (end)
      break;
    switch (code) {
    case operatorCode("q"):
      saved.push_back(state);
      break;
    case operatorCode("Q"):
      if (saved.size() > savedBefore) {
        state = saved.back();
        saved.pop_back();
        isChanged = isFontChanged = true;
      }
      break;
    case operatorCode("EMC"):
      if (marks.size() > marksBefore)
        endMark();
      break;
    default:
      apply(code, scanner, resources, depth);
    }
  }
  while (marks.size() > marksBefore)
    endMark();
  if (saved.size() > savedBefore) {
    state = saved[savedBefore];
    saved.resize(savedBefore);
    isChanged = isFontChanged = true;
  }
}

void TextReader::apply(uint32_t code, ContentScanner &scanner, const Resources &resources, int depth) {
  switch (code) {
  case operatorCode("cm"):
    if (const auto matrix = numbers(scanner.operands(6)))
      concatenate(*matrix);
    break;
  case operatorCode("BT"):
    state.text = {1, 0, 0, 1, 0, 0};
    isChanged = isFontChanged = true;
    moveTo(0, 0);
    break;
  case operatorCode("Tm"):
    if (const auto matrix = numbers(scanner.operands(6))) {
      state.text = *matrix;
      isChanged = isFontChanged = true;
      moveTo(0, 0);
    }
    break;
  case operatorCode("Td"):
  case operatorCode("TD"):
    if (const Operand *move = scanner.operands(2); move && move[0].kind == Operand::Number && move[1].kind == Operand::Number) {
      if (code == operatorCode("TD"))
        state.leading = -move[1].number;
      moveTo(line.x + move[0].number, line.y + move[1].number);
    }
    break;
  case operatorCode("T*"):
    moveTo(line.x, line.y - state.leading);
    break;
  case operatorCode("TL"):
    state.leading = number(scanner).value_or(state.leading);
    break;
  case operatorCode("Tc"):
    state.characterSpace = number(scanner).value_or(state.characterSpace);
    isChanged = true;
    break;
  case operatorCode("Tw"):
    state.wordSpace = number(scanner).value_or(state.wordSpace);
    isChanged = true;
    break;
  case operatorCode("Tz"):
    state.horizontalScale = number(scanner).value_or(state.horizontalScale);
    isChanged = isFontChanged = true;
    break;
  case operatorCode("Ts"):
    state.rise = number(scanner).value_or(state.rise);
    break;
  case operatorCode("Tr"):
    state.mode = static_cast<int>(number(scanner).value_or(state.mode));
    isChanged = true;
    break;
  case operatorCode("Tf"):
    if (const Operand *font = scanner.operands(2); font && font[0].kind == Operand::Name && font[1].kind == Operand::Number)
      setFont(resources.font(std::string(scanner.bytes(font[0]))), font[1].number);
    break;
  case operatorCode("Tj"):
    if (const Operand *string = scanner.operands(1); string && string->kind == Operand::String && prepareToShow())
      show(scanner.bytes(*string));
    break;
  case operatorCode("TJ"):
    if (const Operand *array = scanner.operands(1); array && array->kind == Operand::Array && prepareToShow())
      show(scanner.elements(*array), scanner.elements(*array) + (array->end - array->start), scanner);
    break;
  case operatorCode("\""):
    if (const Operand *spaces = scanner.operands(3);
        spaces && spaces[0].kind == Operand::Number && spaces[1].kind == Operand::Number) {
      state.wordSpace = spaces[0].number;
      state.characterSpace = spaces[1].number;
      isChanged = true;
    }
    [[fallthrough]];
  case operatorCode("'"):
    if (const Operand *string = scanner.operands(1); string && string->kind == Operand::String && prepareToShow()) {
      moveTo(line.x, line.y - state.leading);
      show(scanner.bytes(*string));
    }
    break;
  case operatorCode("BMC"):
    marks.push_back(Mark::Plain);
    break;
  case operatorCode("BDC"):
    beginMark(scanner, resources);
    break;
  case operatorCode("Do"):
    if (const Operand *name = scanner.operands(1); name && name->kind == Operand::Name)
      drawObject(std::string(scanner.bytes(*name)), resources, depth);
    break;
  case operatorCode("gs"):
    if (const Operand *name = scanner.operands(1); name && name->kind == Operand::Name)
      setGraphicsState(std::string(scanner.bytes(*name)), resources, depth);
    break;
  case operatorCode("BI"):
    scanner.skipImage();
    break;
  default:
    break;
  }
}

// What is drawn

void TextReader::beginMark(ContentScanner &scanner, const Resources &resources) {
  Mark mark = Mark::Plain;
  const Operand *operands = scanner.operands(2);
  if (operands && operands[0].kind == Operand::Name) {
    const std::string_view tag = scanner.bytes(operands[0]);
    if (tag == "OC" && operands[1].kind == Operand::Name) {
      const Object layer = resources.entry("Properties", std::string(scanner.bytes(operands[1])));
      if (!isVisible(layer))
        mark = Mark::Hidden;
    } else if (tag == "Span" && operands[1].kind == Operand::ActualText) {
      const GooString text{turnedActualText(std::string(scanner.bytes(operands[1])))};
      writer->begin(shown.get(), &text);
      mark = Mark::ActualText;
    }
  }
  if (mark == Mark::Hidden)
    hiding += 1;
  marks.push_back(mark);
}

void TextReader::endMark() {
  if (marks.back() == Mark::ActualText)
    writer->end(shown.get());
  if (marks.back() == Mark::Hidden)
    hiding -= 1;
  marks.pop_back();
}

/// Whether optional content is visible when the document is opened. Content that belongs to no
/// layer is visible.
bool TextReader::isVisible(const Object &content) const { return content.isNull() || !layers || layers->optContentIsVisible(&content); }

void TextReader::drawObject(const std::string &name, const Resources &resources, int depth) {
  const Object reference = resources.entry("XObject", name);
  const int number = reference.isRef() ? reference.getRef().num : -1;
  if (wordless.count(number) != 0 || drawing.count(number) != 0)
    return;
  Object object = reference.fetch(&table);
  if (!object.isStream())
    return;
  const uint64_t showingsBefore = showings;
  if (object.streamGetDict()->lookup("Subtype").isName("Form") && depth < deepest) {
    if (number >= 0)
      drawing.insert(number);
    drawForm(object, resources, depth);
    drawing.erase(number);
  }
  if (showings == showingsBefore && number >= 0)
    wordless.insert(number);
}

void TextReader::draw(Appearance &overlay, const Resources &resources) {
  if (!overlay.form.isStream() || !isVisible(overlay.layer))
    return;
  concatenate(overlay.placement);
  drawForm(overlay.form, resources, 1);
}

void TextReader::drawForm(Object &form, const Resources &resources, int depth) {
  Dict &dictionary = *form.streamGetDict();
  const bool isHidden = !isVisible(dictionary.lookupNF("OC"));
  const State stateBefore = state;
  const Point lineBefore = line;
  const Point positionBefore = position;

  const Object matrix = dictionary.lookup("Matrix");
  if (matrix.isArray()) {
    Matrix values;
    for (int index = 0; index < 6; index += 1)
      values[index] = matrix.arrayGet(index).getNumWithDefaultValue(0);
    concatenate(values);
  }
  const Resources own(dictionary.lookup("Resources"), &resources, table, fonts);
  hiding += isHidden;
  run(std::move(form), own, depth + 1);
  hiding -= isHidden;

  state = stateBefore;
  line = lineBefore;
  position = positionBefore;
  isChanged = isFontChanged = true;
}

/// Applies a graphics state, which may set the font and may draw a mask. Text in a mask is visible.
void TextReader::setGraphicsState(const std::string &name, const Resources &resources, int depth) {
  const Object reference = resources.entry("ExtGState", name);
  const Object parameters = reference.fetch(&table);
  if (!parameters.isDict())
    return;
  const Object font = parameters.dictLookup("Font");
  if (font.isArray() && font.arrayGetLength() == 2) {
    const Object size = font.arrayGet(1);
    if (font.arrayGetNF(0).isRef() && size.isNum())
      setFont(fonts.font(font.arrayGetNF(0), table), size.getNum());
  }
  const Object mask = parameters.dictLookup("SMask");
  if (!mask.isDict())
    return;
  const Object &group = mask.dictLookupNF("G");
  const int number = group.isRef() ? group.getRef().num : -1;
  if (wordless.count(number) != 0 || drawing.count(number) != 0 || depth >= deepest)
    return;
  Object form = group.fetch(&table);
  if (!form.isStream())
    return;
  const uint64_t showingsBefore = showings;
  if (number >= 0)
    drawing.insert(number);
  drawForm(form, resources, depth);
  drawing.erase(number);
  if (showings == showingsBefore && number >= 0)
    wordless.insert(number);
}

// Text

void TextReader::concatenate(const Matrix &matrix) {
  const Matrix outer = state.transform;
  const auto [a, b, c, d, e, f] = matrix;
  state.transform = {a * outer[0] + b * outer[2],
                     a * outer[1] + b * outer[3],
                     c * outer[0] + d * outer[2],
                     c * outer[1] + d * outer[3],
                     e * outer[0] + f * outer[2] + outer[4],
                     e * outer[1] + f * outer[3] + outer[5]};
  isChanged = isFontChanged = true;
}

void TextReader::moveTo(double x, double y) {
  const Matrix &text = state.text;
  line = {x, y};
  position = {text[0] * x + text[2] * y + text[4], text[1] * x + text[3] * y + text[5]};
}

void TextReader::setFont(const std::shared_ptr<GfxFont> *font, double size) {
  state.font = font;
  state.fontSize = size;
  isChanged = isFontChanged = true;
}

/// Returns `false` if no font is set.
bool TextReader::prepareToShow() {
  showings += 1;
  if (!state.font)
    return false;
  if (isChanged) {
    const Matrix &transform = state.transform;
    const Matrix &text = state.text;
    shown->setCTM(transform[0], transform[1], transform[2], transform[3], transform[4], transform[5]);
    shown->setTextMat(text[0], text[1], text[2], text[3], text[4], text[5]);
    shown->setFont(*state.font, state.fontSize);
    shown->setCharSpace(state.characterSpace);
    shown->setWordSpace(state.wordSpace);
    shown->setHorizScaling(state.horizontalScale);
    shown->setRender(state.mode);
    isChanged = false;
  }
  if (isFontChanged) {
    page->updateFont(shown.get());
    isFontChanged = false;
  }
  return true;
}

void TextReader::show(const Operand *elements, const Operand *end, const ContentScanner &scanner) {
  const bool isVertical = (*state.font)->getWMode() != 0;
  const Matrix &text = state.text;
  for (const Operand *element = elements; element < end; element += 1) {
    if (element->kind == Operand::String) {
      show(scanner.bytes(*element));
      continue;
    }
    const double distance = -element->number * 0.001 * state.fontSize;
    const double x = isVertical ? 0 : distance * shown->getHorizScaling();
    const double y = isVertical ? distance : 0;
    position.x += text[0] * x + text[2] * y;
    position.y += text[1] * x + text[3] * y;
  }
}

void TextReader::show(std::string_view bytes) {
  const GfxFont &font = **state.font;
  const bool isVertical = font.getWMode() != 0;
  const double scale = shown->getHorizScaling();
  const Matrix &text = state.text;
  const Point rise = {text[2] * state.rise, text[3] * state.rise};
  while (!bytes.empty()) {
    CharCode code;
    const Unicode *characters;
    int count;
    double x, y, originX, originY;
    const int used = font.getNextChar(
        bytes.data(), static_cast<int>(bytes.size()), &code, &characters, &count, &x, &y, &originX, &originY);
    if (used <= 0)
      return;
    // Poppler reverses the characters of a word from right to left, also those of a ligature.
    std::vector<Unicode> turned;
    if (count > 1 && std::all_of(characters, characters + count, isRightToLeftLetter)) {
      turned.assign(std::make_reverse_iterator(characters + count), std::make_reverse_iterator(characters));
      characters = turned.data();
    }
    const double space = state.characterSpace + (used == 1 && bytes.front() == ' ' ? state.wordSpace : 0);
    x = isVertical ? x * state.fontSize : (x * state.fontSize + space) * scale;
    y = isVertical ? y * state.fontSize + space : y * state.fontSize;
    const Point advance = {text[0] * x + text[2] * y, text[1] * x + text[3] * y};
    if (hiding == 0)
      writer->addChar(
          shown.get(), position.x + rise.x, position.y + rise.y, advance.x, advance.y, code, used, characters, count);
    position.x += advance.x;
    position.y += advance.y;
    bytes.remove_prefix(std::min<size_t>(used, bytes.size()));
  }
}

#endif
