// SPDX-License-Identifier: Apache-2.0

/// The header or footer of a sheet (ECMA-376, 18.3.1.39): texts between codes for its parts, for fonts and for what Excel inserts.
enum SheetHeader {
  /// The texts, with a tab between the parts at the left, in the middle and at the right.
  static func plain(_ code: String) -> String {
    var text = ""
    var rest = code[...]
    while let character = rest.popFirst() {
      guard character == "&", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch next {
      case "&": text.append("&")
      case "L", "C", "R": if !text.isEmpty { text.append("\t") }
      // The name and the style of a font, its colour, its size.
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "K": rest = rest.dropFirst(6)
      case _ where next.isNumber: rest = rest.drop { $0.isNumber }
      // Numbers of pages, dates, names, and styles.
      default: break
      }
    }
    return text
  }
}
