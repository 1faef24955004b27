// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Collects the texts of the elements of a small document, such as a list of properties.
package final class ElementValues: XMLHandler {
  /// An element that contains no other, or the text after the last one.
  package struct Element {
    package let name: String
    /// The name of the element around it; `nil` for the root.
    package let parent: String?
    /// The attribute of the element that tells what the text means, if it has one.
    package let key: String?
    package let text: String
  }

  package private(set) var elements: [Element] = []
  private var path: [(name: String, key: String?)] = []
  private var text: [UInt8] = []
  private let keyAttributes: [String]

  /// A list of properties is not longer; the rest of a hostile one is ignored.
  private static let maximumCount = 4096
  private static let maximumTextLength = 64 << 10

  /// - Parameter keyAttributes: The local names of attributes of which the first one becomes ``Element/key``. An element
  ///   without them has that of the element around it.
  package init(keyAttributes: [String] = ["name"]) { self.keyAttributes = keyAttributes }

  package func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    var key = path.last?.key
    for name in keyAttributes {
      guard let value = attributes[name] else { continue }
      key = value
      break
    }
    path.append((element, key))
    text.removeAll(keepingCapacity: true)
  }

  package func add(_ characters: borrowing Span<UInt8>) {
    guard text.count < Self.maximumTextLength else { return }
    unsafe characters.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
  }

  package func end(_ element: String) {
    guard let (name, key) = path.popLast() else { return }
    let value = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
    guard elements.count < Self.maximumCount, value.contains(where: { !$0.isWhitespace }) else { return }
    elements.append(Element(name: name, parent: path.last?.name, key: key, text: value))
  }

  /// The different texts of the elements with a name, each as a single line.
  package func all(_ name: String) -> [String] {
    var seen: Set<String> = []
    return elements.filter { $0.name == name }.map(\.text.oneLine).filter { seen.insert($0).inserted }
  }

  /// The text of the first element with a name as a single line; `nil` if there is none.
  package func first(_ name: String) -> String? { elements.first { $0.name == name }?.text.oneLine }
}
