// SPDX-License-Identifier: Apache-2.0

import Applications
import CSystemd
import MessageBus

/// A connection to the message bus of the user's session. sd_bus_open_user(3).
@safe struct SessionBus: ~Copyable {
  private let bus: OpaquePointer

  /// A program that the bus has to start may read a large library first.
  private static let patience: UInt64 = 60_000_000

  init() throws(BusError) {
    var opened: OpaquePointer?
    let code = unsafe sd_bus_open_user(&opened)
    guard code >= 0, let bus = unsafe opened else { throw BusError(connecting: code) }
    unsafe self.bus = bus
  }

  deinit { unsafe sd_bus_flush_close_unref(bus) }

  /// Asks a program to open a URL, and waits for its reply. If it does not run, the bus starts it.
  func open(_ url: String, in entry: DesktopEntry, platformData: [String: String]) throws(BusError) {
    var made: OpaquePointer?
    let code = unsafe sd_bus_message_new_method_call(
      bus, &made, entry.program, entry.objectPath, "org.freedesktop.Application", entry.action == nil ? "Open" : "ActivateAction")
    guard code >= 0, let message = unsafe made else { throw BusError(entry.program, code) }
    defer { unsafe sd_bus_message_unref(message) }
    let writer = unsafe MessageWriter(message)
    if let action = entry.action {
      writer.append(action)
      writer.append(array: "v") { writer.append(variant: url) }
    } else {
      writer.append(array: "s") { writer.append(url) }
    }
    writer.append(array: "{sv}") {
      for (key, value) in platformData.sorted(by: { $0.key < $1.key }) {
        writer.append(container: "e", "sv") {
          writer.append(key)
          writer.append(variant: value)
        }
      }
    }
    guard writer.code >= 0 else { throw BusError(entry.program, writer.code) }
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    let called = unsafe sd_bus_call(bus, message, Self.patience, &error, nil)
    guard called < 0 else { return }
    let name = unsafe error.name.map { unsafe String(cString: $0) }
    let reason = unsafe error.message.map { unsafe String(cString: $0) }
    throw BusError(program: entry.program, name: name ?? "", message: reason ?? "the call failed")
  }
}
