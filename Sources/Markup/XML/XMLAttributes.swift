// SPDX-License-Identifier: Apache-2.0

internal import CLibXML2

/// The attributes of an element, in memory of the parser. It cannot be copied, so that no handler
/// keeps it.
@safe package struct XMLAttributes: ~Copyable {
  /// For each attribute five pointers: local name, prefix, namespace, start and end of the value.
  private let raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private let count: Int
  private let rawNamespace: UnsafePointer<xmlChar>?

  /// Longer values are cut, in bytes.
  private static let maximumValueLength = 64 << 10

  init(_ raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int, elementNamespace: UnsafePointer<xmlChar>?) {
    unsafe self.raw = unsafe raw
    self.count = count
    unsafe rawNamespace = unsafe elementNamespace
  }

  /// The namespace of the element; `nil` if it is in none.
  package var elementNamespace: String? { unsafe rawNamespace.map { unsafe String(cString: $0) } }

  /// The value of the attribute with a local name; `nil` if there is none.
  package subscript(name: String) -> String? {
    for index in 0..<count where localName(index) == name { return value(index) }
    return nil
  }

  /// Calls `body` with the local name, the namespace and the value of each attribute, in the order of the document.
  package func forEach(_ body: (_ name: String, _ namespace: String?, _ value: String) -> Void) {
    for index in 0..<count { if let name = localName(index), let value = value(index) { body(name, namespace(index), value) } }
  }

  private func localName(_ index: Int) -> String? {
    unsafe raw.flatMap { unsafe $0[5 * index] }.map { unsafe String(cString: $0) }
  }

  private func namespace(_ index: Int) -> String? {
    unsafe raw.flatMap { unsafe $0[5 * index + 2] }.map { unsafe String(cString: $0) }
  }

  private func value(_ index: Int) -> String? {
    guard let field = unsafe raw.map({ unsafe $0 + 5 * index }), let start = unsafe field[3], let end = unsafe field[4] else { return nil }
    let length = unsafe min(end - start, Self.maximumValueLength)
    let value = unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    // libxml2 leaves this one escape for the builder of a tree to replace.
    return value.utf8.contains(UInt8(ascii: "&")) ? value.replacing("&#38;", with: "&") : value
  }
}
