// SPDX-License-Identifier: Apache-2.0

internal import CLibXML2

/// The attributes of an element, in memory of the parser. It cannot be copied, so that no handler
/// keeps it.
@safe package struct XMLAttributes: ~Copyable {
  /// For each attribute five pointers: local name, prefix, namespace, start and end of the value.
  private let raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private let count: Int

  /// Longer values are cut, in bytes.
  private static let maximumValueLength = 64 << 10

  init(_ raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
    unsafe self.raw = unsafe raw
    self.count = count
  }

  /// The value of the attribute with a local name; `nil` if there is none.
  package subscript(name: String) -> String? {
    guard let raw = unsafe raw else { return nil }
    for index in 0..<count {
      let field = unsafe raw + 5 * index
      guard let found = unsafe field[0], let start = unsafe field[3], let end = unsafe field[4] else { continue }
      guard unsafe String(cString: found) == name else { continue }
      let length = unsafe min(end - start, Self.maximumValueLength)
      return unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
    return nil
  }
}
