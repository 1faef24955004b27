// SPDX-License-Identifier: Apache-2.0

internal import CSystemd

/// Appends values to a message. The first failure is kept, and the rest is not appended.
/// sd_bus_message_append_basic(3), sd_bus_message_open_container(3).
@safe package final class MessageWriter {
  private let message: OpaquePointer
  /// Negative after a failure.
  package private(set) var code: Int32 = 0

  package init(_ message: OpaquePointer) { unsafe self.message = message }

  /// - Parameter text: Without NUL, at which it would end.
  package func append(_ text: String) { attempt { unsafe sd_bus_message_append_basic(message, code("s"), text) } }

  package func append(_ number: Int32) {
    attempt { unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, code("i"), $0) } }
  }

  package func append(_ number: Double) {
    attempt { unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, code("d"), $0) } }
  }

  package func append(_ number: Int64) {
    attempt { unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, code("x"), $0) } }
  }

  package func append(_ number: UInt32) {
    attempt { unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, code("u"), $0) } }
  }

  package func append(_ flag: Bool) {
    attempt { unsafe withUnsafePointer(to: Int32(flag ? 1 : 0)) { unsafe sd_bus_message_append_basic(message, code("b"), $0) } }
  }

  /// Appends `ay`.
  package func append(bytes: [UInt8]) {
    attempt { unsafe bytes.withUnsafeBytes { unsafe sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count) } }
  }

  package func append(variant text: String) { append(container: "v", "s") { append(text) } }

  package func append(array contents: String, _ body: () -> Void) { append(container: "a", contents, body) }

  package func append(texts: [String]) { append(array: "s") { texts.forEach { append($0) } } }

  /// Appends an entry of a dictionary `a{sv}`.
  ///
  /// - Parameters:
  ///   - type: The signature of the value.
  ///   - body: Appends the value.
  package func append(key: String, _ type: String, _ body: () -> Void) {
    append(container: "e", "sv") {
      append(key)
      append(container: "v", type, body)
    }
  }

  package func append(container type: StaticString, _ contents: String, _ body: () -> Void) {
    attempt { unsafe sd_bus_message_open_container(message, code(type), contents) }
    body()
    attempt { unsafe sd_bus_message_close_container(message) }
  }

  private func attempt(_ call: () -> Int32) {
    if code >= 0 { code = call() }
  }

  private func code(_ type: StaticString) -> CChar { unsafe CChar(bitPattern: type.utf8Start.pointee) }
}
