// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A closure that C code calls. It is never released: the widgets of a program stay until it ends.
final class Handler<Argument, Result> {
  let body: @MainActor (Argument) -> Result

  private init(_ body: @escaping @MainActor (Argument) -> Result) { self.body = body }

  static func retained(_ body: @escaping @MainActor (Argument) -> Result) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(Handler(body)).toOpaque()
  }

  @MainActor static func call(_ data: UnsafeMutableRawPointer?, _ argument: Argument) -> Result? {
    guard let data = unsafe data else { return nil }
    return unsafe Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().body(argument)
  }
}

/// Connects a signal without arguments and result.
@MainActor
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
  let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
    // GTK calls only on its own thread.
    unsafe onMainActor(data) { data in _ = unsafe Handler<Void, Void>.call(data, ()) }
  }
  unsafe connect(object, signal, unsafeBitCast(call, to: GCallback.self), Handler<Void, Void>.retained { body() })
}

/// Connects a signal whose argument is an object.
@MainActor
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (UnsafeMutableRawPointer) -> Void) {
  let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, argument, data in
    guard let argument = unsafe argument else { return }
    unsafe onMainActor((argument, data)) { pair in _ = unsafe Handler<UnsafeMutableRawPointer, Void>.call(pair.1, pair.0) }
  }
  unsafe connect(object, signal, unsafeBitCast(call, to: GCallback.self), Handler<UnsafeMutableRawPointer, Void>.retained(body))
}

@MainActor
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ call: GCallback, _ data: UnsafeMutableRawPointer) {
  _ = unsafe g_signal_connect_data(object, signal, call, data, nil, G_CONNECT_DEFAULT)
}

/// Calls a closure with pointers that C code has passed on the thread of GTK, which is that of the main actor.
func onMainActor<Argument, Result: Sendable>(_ argument: Argument, _ body: @MainActor (Argument) -> Result) -> Result {
  // The argument does not leave the thread.
  nonisolated(unsafe) let argument = argument
  return MainActor.assumeIsolated { unsafe body(argument) }
}

extension UnsafeMutablePointer {
  /// The same object as a pointer to another of its classes: what GTK's macros such as `GTK_BOX` do in C.
  func cast<Class>(to _: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
  }

  var opaque: OpaquePointer { OpaquePointer(self) }
  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer {
  func cast<Class>(to _: Class.Type = Class.self) -> UnsafeMutablePointer<Class> { unsafe UnsafeMutablePointer(self) }
  var raw: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(self) }
}
