// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "Appearances.h"

#include <Dict.h>
#include <Page.h>
#include <Stream.h>

#include <algorithm>

namespace {

/// Flags of annotations that a viewer does not show.
constexpr int hidden = 1 << 1, noView = 1 << 5;
/// Maximum number of fields above a field.
constexpr int deepest = 32;

struct Box {
  double left, bottom, right, top;
};

/// A rectangle with its corners in any order. Empty for anything else.
Box box(const Object &array) {
  std::array<double, 4> values = {};
  for (int index = 0; array.isArray() && index < 4 && array.arrayGetLength() == 4; index += 1)
    values[index] = array.arrayGet(index).getNumWithDefaultValue(0);
  return {
      std::min(values[0], values[2]), std::min(values[1], values[3]), std::max(values[0], values[2]), std::max(values[1], values[3])};
}

/// The smallest upright box around `inner` after the form's matrix.
Box transformed(const Box &inner, const Object &matrix) {
  std::array<double, 6> values = {1, 0, 0, 1, 0, 0};
  for (int index = 0; matrix.isArray() && index < 6; index += 1)
    values[index] = matrix.arrayGet(index).getNumWithDefaultValue(0);
  const auto [a, b, c, d, e, f] = values;
  Box outer = {1e30, 1e30, -1e30, -1e30};
  for (const double x : {inner.left, inner.right})
    for (const double y : {inner.bottom, inner.top}) {
      outer.left = std::min(outer.left, a * x + c * y + e);
      outer.right = std::max(outer.right, a * x + c * y + e);
      outer.bottom = std::min(outer.bottom, b * x + d * y + f);
      outer.top = std::max(outer.top, b * x + d * y + f);
    }
  return outer;
}

double scale(double from, double to) { return from > 0 ? to / from : 1; }

/// An entry of a field, which may be inherited from a field above it.
Object inherited(const Object &field, const char *key) {
  Object current = field.copy();
  for (int depth = 0; current.isDict() && depth < deepest; depth += 1) {
    Object value = current.dictLookup(key);
    if (!value.isNull())
      return value;
    current = current.dictLookup("Parent");
  }
  return Object(objNull);
}

/// The text that a viewer draws itself.
std::string ownText(const Object &annotation) {
  const Object kind = annotation.dictLookup("Subtype");
  Object value;
  if (kind.isName("Widget")) {
    const Object type = inherited(annotation, "FT");
    if (type.isName("Tx") || type.isName("Ch"))
      value = inherited(annotation, "V");
  } else if (kind.isName("FreeText")) {
    value = annotation.dictLookup("Contents");
  }
  return value.isString() ? value.getString()->toStr() : std::string();
}

/// Kinds of annotations whose contents are the comment of a reader, which viewers show when they are asked to (ISO 32000-1, 12.5.6).
constexpr const char *commentedKinds[] = {"Text",   "Highlight", "Underline", "StrikeOut", "Squiggly", "Ink",           "Caret",
                                          "Square", "Circle",    "Line",      "Polygon",   "PolyLine", "FileAttachment"};

/// The comment of a reader. Replies that only set a state, such as “accepted”, have none.
std::string comment(const Object &annotation) {
  const Object kind = annotation.dictLookup("Subtype");
  if (std::none_of(std::begin(commentedKinds), std::end(commentedKinds), [&](const char *name) { return kind.isName(name); })
      || !annotation.dictLookup("StateModel").isNull())
    return std::string();
  const Object contents = annotation.dictLookup("Contents");
  return contents.isString() ? contents.getString()->toStr() : std::string();
}

Object attachment(const Object &annotation) {
  return annotation.dictLookup("Subtype").isName("FileAttachment") ? annotation.dictLookup("FS") : Object(objNull);
}

/// The address of a link (ISO 32000-1, 12.6.4.7), or the file that it opens.
std::string address(const Object &annotation) {
  if (!annotation.dictLookup("Subtype").isName("Link"))
    return std::string();
  const Object action = annotation.dictLookup("A");
  if (!action.isDict())
    return std::string();
  const Object kind = action.dictLookup("S");
  Object target = action.dictLookup(kind.isName("URI") ? "URI" : "F");
  if (target.isDict())
    target = target.dictLookup("UF").isString() ? target.dictLookup("UF") : target.dictLookup("F");
  return target.isString() ? target.getString()->toStr() : std::string();
}

Object form(const Object &annotation) {
  const Object all = annotation.dictLookup("AP");
  Object normal = all.isDict() ? all.dictLookup("N") : Object(objNull);
  if (normal.isDict()) {
    const Object state = annotation.dictLookup("AS");
    normal = state.isName() ? normal.dictLookup(state.getName()) : Object(objNull);
  }
  return normal.isStream() ? std::move(normal) : Object(objNull);
}

} // namespace

std::vector<Appearance> appearances(Page &page) {
  std::vector<Appearance> result;
  const Object annotations = page.getAnnotsObject();
  for (int index = 0; annotations.isArray() && index < annotations.arrayGetLength(); index += 1) {
    const Object annotation = annotations.arrayGet(index);
    if (!annotation.isDict())
      continue;
    const Object flags = annotation.dictLookup("F");
    if (flags.isInt() && (flags.getInt() & (hidden | noView)) != 0)
      continue;
    Appearance appearance;
    appearance.form = form(annotation);
    if (appearance.form.isStream()) {
      const Box area = box(annotation.dictLookup("Rect"));
      Dict &dictionary = *appearance.form.streamGetDict();
      const Box own = transformed(box(dictionary.lookup("BBox")), dictionary.lookup("Matrix"));
      const double x = scale(own.right - own.left, area.right - area.left);
      const double y = scale(own.top - own.bottom, area.top - area.bottom);
      appearance.placement = {x, 0, 0, y, area.left - own.left * x, area.bottom - own.bottom * y};
    } else {
      appearance.text = ownText(annotation);
    }
    if (appearance.text.empty())
      appearance.text = comment(annotation);
    appearance.attachment = attachment(annotation);
    appearance.address = address(annotation);
    if (!appearance.form.isStream() && appearance.text.empty() && appearance.address.empty() && !appearance.attachment.isDict())
      continue;
    appearance.layer = annotation.dictLookupNF("OC").copy();
    result.push_back(std::move(appearance));
  }
  return result;
}

#endif
