// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// A program that follows a search over the message bus, and prints the messages that it gets.
struct TestWatcher {
  /// - Parameter limit: The option of the same name; 0 to leave it out.
  func follow(_ query: String, limit: UInt32) throws {
    var opened: OpaquePointer?
    try check(sd_bus_open_user(&opened))
    guard let bus = opened else { throw TestShell.Failure(code: -ENOMEM) }
    var made: OpaquePointer?
    let interface = "org.searchlight.Search1"
    try check(sd_bus_message_new_method_call(bus, &made, interface, "/org/searchlight/Search1", interface, "Watch"))
    func code(_ type: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: type)) }
    try check(sd_bus_message_append_basic(made, code("s"), query))
    try check(sd_bus_message_open_container(made, code("a"), "{sv}"))
    if limit > 0 {
      try check(sd_bus_message_open_container(made, code("e"), "sv"))
      try check(sd_bus_message_append_basic(made, code("s"), "limit"))
      try check(sd_bus_message_open_container(made, code("v"), "u"))
      var limit = limit
      try check(sd_bus_message_append_basic(made, code("u"), &limit))
      try check(sd_bus_message_close_container(made))
      try check(sd_bus_message_close_container(made))
    }
    try check(sd_bus_message_close_container(made))
    // Without a place for the cookie, the library asks for no reply.
    var cookie: UInt64 = 0
    try check(sd_bus_send(bus, made, &cookie))
    let output = fdopen(STDOUT_FILENO, "w")
    while true {
      var received: OpaquePointer?
      let processed = sd_bus_process(bus, &received)
      try check(processed)
      if processed == 0 { sd_bus_wait(bus, .max) }
      guard let message = received else { continue }
      sd_bus_message_dump(message, output, UInt64(SD_BUS_MESSAGE_DUMP_WITH_HEADER))
      fflush(output)
      sd_bus_message_unref(message)
    }
  }

  private func check(_ code: Int32) throws {
    if code < 0 { throw TestShell.Failure(code: code) }
  }
}
