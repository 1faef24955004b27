// SPDX-License-Identifier: Apache-2.0

internal import Markup

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
    buffer.append(value)
    buffer.separate()
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
