// SPDX-License-Identifier: Apache-2.0

internal import CSystemd

/// Reads the arguments of a call in order. sd_bus_message_read_basic(3)
@safe package struct MessageReader {
  let message: OpaquePointer

  package init(_ message: OpaquePointer) { unsafe self.message = message }

  /// - Throws: `BusFailure` with `ENXIO` if the next argument is no text.
  package func text() throws(BusFailure) -> String {
    var text: UnsafePointer<CChar>?
    let code = unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text)
    try BusFailure.check(code, "sd_bus_message_read_basic")
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  package func number() throws(BusFailure) -> UInt32 {
    var number: UInt32 = 0
    let code = unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number)
    try BusFailure.check(code, "sd_bus_message_read_basic")
    return number
  }

  /// An array of texts. All are read, and only the first ones are kept, so that a caller cannot make this process
  /// keep a large array twice.
  ///
  /// - Parameter limit: Maximum number of texts that are kept.
  /// - Returns: The first texts, and the number of all.
  package func texts(limit: Int) throws(BusFailure) -> (first: [String], count: Int) {
    try BusFailure.check(
      unsafe sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s"), "sd_bus_message_enter_container")
    var (first, count): ([String], Int) = ([], 0)
    while true {
      var text: UnsafePointer<CChar>?
      let code = unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text)
      try BusFailure.check(code, "sd_bus_message_read_basic")
      guard code > 0, let text = unsafe text else { break }
      if count < limit { first.append(unsafe String(cString: text)) }
      count += 1
    }
    try BusFailure.check(unsafe sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
    return (first, count)
  }
}
