// SPDX-License-Identifier: Apache-2.0

import CSystemd
import CoreSpotlight

/// A program that the message bus starts: `org.freedesktop.Application` under a name.
struct TestService {
  private let bus: OpaquePointer

  struct Failure: Error { var code: Int32 }

  init(name: String) throws {
    var opened: OpaquePointer?
    let code = sd_bus_open_user(&opened)
    guard code >= 0, let opened else { throw Failure(code: code) }
    bus = opened
    let requested = sd_bus_request_name(bus, name, 0)
    guard requested >= 0 else { throw Failure(code: requested) }
  }

  /// Waits for the next call that opens something, and replies to it after `body`.
  func answerNext(_ body: (Opened) throws -> Void) throws {
    while true {
      var received: OpaquePointer?
      let code = sd_bus_process(bus, &received)
      guard code >= 0 else { throw Failure(code: code) }
      if code == 0 { sd_bus_wait(bus, .max) }
      guard let message = received else { continue }
      defer { sd_bus_message_unref(message) }
      let interface = "org.freedesktop.Application"
      guard String(cString: sd_bus_message_get_path(message)) == "/org/example/Test_1" else { continue }
      if sd_bus_message_is_method_call(message, interface, "Open") > 0 {
        let url = array(message, of: "s") { text(message) }
        try body(Opened(url: url.first ?? "", platformData: platformData(message)))
        return reply(to: message)
      }
      if sd_bus_message_is_method_call(message, interface, "ActivateAction") > 0 {
        let action = text(message)
        let url = array(message, of: "v") { variant(message) }
        try body(Opened(url: action == "open-result" ? url.first ?? "" : "", platformData: platformData(message)))
        return reply(to: message)
      }
    }
  }

  private func reply(to message: OpaquePointer) {
    var answer: OpaquePointer?
    sd_bus_message_new_method_return(message, &answer)
    sd_bus_send(bus, answer, nil)
    sd_bus_flush(bus)
  }

  // MARK: Reading

  private func platformData(_ message: OpaquePointer) -> [String: String] {
    let entries = array(message, of: "{sv}") {
      sd_bus_message_enter_container(message, CChar(UInt8(ascii: "e")), "sv")
      defer { sd_bus_message_exit_container(message) }
      return (text(message), variant(message))
    }
    return Dictionary(uniqueKeysWithValues: entries)
  }

  private func array<Element>(_ message: OpaquePointer, of contents: String, _ element: () -> Element) -> [Element] {
    var elements: [Element] = []
    sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), contents)
    while sd_bus_message_at_end(message, 0) == 0 { elements.append(element()) }
    sd_bus_message_exit_container(message)
    return elements
  }

  private func variant(_ message: OpaquePointer) -> String {
    sd_bus_message_enter_container(message, CChar(UInt8(ascii: "v")), "s")
    defer { sd_bus_message_exit_container(message) }
    return text(message)
  }

  private func text(_ message: OpaquePointer) -> String {
    var pointer: UnsafePointer<CChar>?
    sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &pointer)
    return pointer.map { String(cString: $0) } ?? ""
  }
}
