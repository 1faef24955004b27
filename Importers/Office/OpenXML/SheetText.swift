internal import Markup

/// Collects the values of a sheet's cells: numbers, results of formulas, and texts that are not
/// shared. Shared texts are read from their own part.
final class SheetText: TextHandler {
  private var buffer = TextBuffer()
  private var cellHasText = false
  private var isValue = false

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    // The value of other cells is the index of a shared text, a truth value or an error.
    case "c": cellHasText = !["s", "b", "e"].contains(attributes["t"] ?? "n")
    case "v", "t": isValue = cellHasText
    default: break
    }
  }

  func end(_ element: String) {
    switch element {
    case "v", "t": isValue = false
    case "c": buffer.separate(by: "\t")
    case "row": buffer.separate()
    default: break
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if isValue { buffer.append(characters) }
  }
}

/// Collects the values of an attribute of all elements with a name.
final class AttributeText: TextHandler {
  private var buffer = TextBuffer()
  private let element: String
  private let attribute: String

  init(element: String, attribute: String) {
    self.element = element
    self.attribute = attribute
  }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard element == self.element, let value = attributes[attribute] else { return }
    // XPS writes `{}` before text that begins with a brace.
    buffer.append(value.hasPrefix("{}") ? String(value.dropFirst(2)) : value)
    buffer.separate()
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
