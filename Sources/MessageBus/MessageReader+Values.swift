// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CSystemd

extension MessageReader {
  /// Maximum number of texts of a list that are kept.
  private static let maximumElementCount = 1000

  /// A dictionary `a{sv}` of options: texts, numbers, truth values and lists of texts. A value of another type is `.null`.
  ///
  /// - Parameter limit: Maximum number of entries that are kept.
  /// - Throws: `BusFailure` with `ENXIO` if the next argument is no dictionary.
  package func options(limit: Int) throws(BusFailure) -> [String: AttributeValue] {
    try enter("a", "{sv}")
    var options: [String: AttributeValue] = [:]
    while unsafe sd_bus_message_enter_container(message, code("e"), "sv") > 0 {
      let name = try text()
      let value = try variant()
      if options.count < limit { options[name] = value }
      try exit()
    }
    try exit()
    return options
  }

  private func variant() throws(BusFailure) -> AttributeValue {
    var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
    try BusFailure.check(unsafe sd_bus_message_peek_type(message, &type, &contents), "sd_bus_message_peek_type")
    let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
    try enter("v", signature)
    let value: AttributeValue =
      switch signature {
      case "s": .string(try text())
      case "b": .boolean(try basic("b", Int32(0)) != 0)
      case "y": .integer(Int64(try basic("y", UInt8(0))))
      case "n": .integer(Int64(try basic("n", Int16(0))))
      case "q": .integer(Int64(try basic("q", UInt16(0))))
      case "i": .integer(Int64(try basic("i", Int32(0))))
      case "u": .integer(Int64(try basic("u", UInt32(0))))
      case "x": .integer(try basic("x", Int64(0)))
      case "t": .integer(Int64(clamping: try basic("t", UInt64(0))))
      case "as": .array(try texts(limit: Self.maximumElementCount).first.map { .string($0) })
      default: try skipped(signature)
      }
    try exit()
    return value
  }

  private func skipped(_ signature: String) throws(BusFailure) -> AttributeValue {
    try BusFailure.check(unsafe sd_bus_message_skip(message, signature), "sd_bus_message_skip")
    return .null
  }

  private func basic<Number: BitwiseCopyable>(_ type: StaticString, _ initial: Number) throws(BusFailure) -> Number {
    var number = initial
    let result = unsafe withUnsafeMutablePointer(to: &number) { unsafe sd_bus_message_read_basic(message, code(type), $0) }
    try BusFailure.check(result, "sd_bus_message_read_basic")
    return number
  }

  private func enter(_ type: StaticString, _ contents: String) throws(BusFailure) {
    try BusFailure.check(unsafe sd_bus_message_enter_container(message, code(type), contents), "sd_bus_message_enter_container")
  }

  private func exit() throws(BusFailure) {
    try BusFailure.check(unsafe sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
  }

  private func code(_ type: StaticString) -> CChar { unsafe CChar(bitPattern: type.utf8Start.pointee) }
}
