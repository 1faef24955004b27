// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A program of which one process runs in a session, and which the message bus may start.
@safe @MainActor
package final class Application {
  private let pointer: UnsafeMutablePointer<GApplication>
  /// Called once, before anything is shown.
  package var onStart: @MainActor () -> Void = {}
  /// The program is called, by a command or by the message bus.
  package var onActivate: @MainActor () -> Void = {}

  /// - Parameters:
  ///   - identifier: The name on the message bus.
  ///   - isService: Whether the message bus has started the process, which shows nothing until it is called.
  package init(_ identifier: String, isService: Bool) {
    let flags = isService ? G_APPLICATION_IS_SERVICE : G_APPLICATION_DEFAULT_FLAGS
    guard let made = unsafe adw_application_new(identifier, flags) else { preconditionFailure("GTK makes the application") }
    unsafe pointer = made.cast()
    unsafe connect(pointer.raw, "startup") { [unowned self] in onStart() }
    unsafe connect(pointer.raw, "activate") { [unowned self] in onActivate() }
  }

  /// Adds an action that other programs may call with a text.
  package func add(action name: String, _ body: @escaping @MainActor (String) -> Void) {
    let type = unsafe g_variant_type_new("s")
    defer { unsafe g_variant_type_free(type) }
    guard let action = unsafe g_simple_action_new(name, type) else { return }
    unsafe connect(action.raw, "activate") { parameter in
      unsafe body(g_variant_get_string(OpaquePointer(parameter), nil).map { unsafe String(cString: $0) } ?? "")
    }
    unsafe g_action_map_add_action(pointer.opaque, action)
  }

  /// Whether another process is this program. Then nothing is to be started, and ``call(action:_:)`` asks that process.
  ///
  /// - Throws: If the message bus refuses the name.
  package func isElsewhere() throws(ApplicationError) -> Bool {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe g_application_register(pointer, nil, &error) != 0 else {
      defer { unsafe g_clear_error(&error) }
      throw ApplicationError(reason: unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "it cannot be registered")
    }
    return unsafe g_application_get_is_remote(pointer) != 0
  }

  /// Calls an action of this program, or calls the program itself.
  package func call(action name: String?, _ text: String = "") {
    if let name {
      unsafe g_action_group_activate_action(pointer.opaque, name, g_variant_new_string(text))
    } else {
      unsafe g_application_activate(pointer)
    }
  }

  /// Waits until calls have left this process.
  package func flush() { _ = unsafe g_dbus_connection_flush_sync(g_application_get_dbus_connection(pointer), nil, nil) }

  /// Runs until ``quit()``, or until nothing is shown or kept.
  package func run() -> Int32 { unsafe g_application_run(pointer, 0, nil) }

  package func quit() { unsafe g_application_quit(pointer) }

  /// Keeps the process although nothing is shown.
  package func keep() { unsafe g_application_hold(pointer) }

  var gtk: UnsafeMutablePointer<GtkApplication> { unsafe pointer.cast() }
}

package struct ApplicationError: Error, CustomStringConvertible {
  let reason: String
  package var description: String { reason }
}
