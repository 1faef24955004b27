// SPDX-License-Identifier: Apache-2.0

import CSystemd
import CommandLine
import LogMessages
import MessageBus
import SystemPlatform

/// A connection to the message bus with the daemon's object. For one thread.
@safe
final class ControlConnection {
  private static let name = "org.searchlight.Searchlight1"
  private static let path = "/org/searchlight/Searchlight1"

  private let bus: OpaquePointer
  private let object: UnsafeMutablePointer<control_object>
  private let actions: ControlBus.Actions
  private let report: () -> ControlBus.Report
  /// A pause of a program.
  @safe private struct Pause {
    /// The unique name of the program's connection, which the bus never uses again.
    let caller: String
    /// What watches the program.
    let track: OpaquePointer
  }

  /// By the numbers of the pauses.
  private var pauses: [UInt32: Pause] = [:]
  private var lastPause: UInt32 = 0

  /// Maximum number of pauses of one program, and of all. Each is a rule of the bus, of which a connection
  /// may have a few hundred.
  private static let maximumPauses = (ofOne: 8, ofAll: 64)
  /// Maximum length of the reason for a pause.
  private static let maximumReasonLength = 200

  /// - Returns: `nil` if there is no message bus.
  init?(_ actions: ControlBus.Actions, report: @escaping () -> ControlBus.Report) throws(BusFailure) {
    var opened: OpaquePointer?
    let code = unsafe sd_bus_open_user(&opened)
    if BusFailure(call: "sd_bus_open_user", code: code).isWithoutBus { return nil }
    try BusFailure.check(code, "sd_bus_open_user")
    guard let bus = unsafe opened else { return nil }
    unsafe self.bus = bus
    self.actions = actions
    self.report = report
    unsafe object = .allocate(capacity: 1)
    unsafe object.initialize(to: control_object(context: nil, property: nil, call: nil))
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe object.pointee = control_object(
      context: context, property: { unsafe ControlConnection.of($0)?.append($1, to: $2) ?? -Errno.invalidArgument.rawValue },
      call: { unsafe ControlConnection.of($0)?.answer($1, $2) ?? -Errno.invalidArgument.rawValue })
    try BusFailure.check(unsafe control_object_add(bus, Self.path, Self.name, object), "sd_bus_add_object_vtable")
    // After the object, so that whoever sees the name finds the object.
    try BusFailure.check(unsafe sd_bus_request_name(bus, Self.name, 0), "sd_bus_request_name")
  }

  deinit {
    pauses.values.forEach { unsafe sd_bus_track_unref($0.track) }
    unsafe sd_bus_flush_close_unref(bus)
    unsafe object.deallocate()
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> ControlConnection? {
    unsafe context.map { unsafe Unmanaged<ControlConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Serves calls, and announces changes of the report.
  ///
  /// - Returns: Why the connection has ended. All pauses have ended with it.
  func serve(until changes: ChangeSignal) -> BusFailure {
    defer { pauses.keys.forEach(actions.resume) }
    while true {
      let processed = unsafe sd_bus_process(bus, nil)
      if processed < 0 { return BusFailure(call: "sd_bus_process", code: processed) }
      if processed > 0 { continue }
      let (file, events) = unsafe (sd_bus_get_fd(bus), sd_bus_get_events(bus))
      guard file >= 0, events >= 0 else { return BusFailure(call: "sd_bus_get_events", code: min(file, events)) }
      enum Source { case bus, changes }
      var wait = Wait<Source>([.bus: WaitSource(file, events: events), .changes: .input(changes.descriptor)])
      // Replies are sent immediately, and calls to others have no replies. So there is no timeout.
      guard let ready = try? wait.ready(within: nil), ready.contains(.changes) else { continue }
      changes.takeAll()
      announce(["State", "Activity", "LastError", "Pending", "Failed"])
    }
  }

  private func announce(_ properties: [String]) {
    unsafe withCStrings(properties) { names in
      var names = unsafe names.map { unsafe UnsafeMutablePointer(mutating: $0) }
      _ = unsafe sd_bus_emit_properties_changed_strv(bus, Self.path, Self.name, &names)
    }
  }

  // MARK: Answers

  private enum Value {
    case text(String)
    case number(UInt64)
  }

  private func value(of property: String) -> Value? {
    switch property {
    case "State": .text(report().state)
    case "Activity": .text(report().activity)
    case "LastError": .text(report().lastError)
    case "Version": .text(Version.current)
    case "Pending": .number(actions.count().pending)
    case "Failed": .number(actions.count().failed)
    default: nil
    }
  }

  private func append(_ property: UnsafePointer<CChar>?, to reply: OpaquePointer?) -> Int32 {
    switch unsafe property.flatMap({ unsafe value(of: String(cString: $0)) }) {
    case .text(let text): unsafe sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "s")), PrintableText.line(text))
    case .number(let number):
      unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "t")), $0) }
    case nil: -Errno.invalidArgument.rawValue
    }
  }

  private func answer(_ method: UnsafePointer<CChar>?, _ call: OpaquePointer?) -> Int32 {
    switch unsafe method.map({ unsafe String(cString: $0) }) {
    case "Pause": return unsafe pause(for: call)
    case "Resume":
      var number: UInt32 = 0
      let code = unsafe sd_bus_message_read_basic(call, CChar(UInt8(ascii: "u")), &number)
      guard code >= 0 else { return code }
      // A number of another program is as unknown as one that was never given.
      guard let pause = pauses[number], unsafe pause.caller == sender(of: call) else {
        return unsafe sd_bus_reply_method_errno(call, Errno.noSuchFileOrDirectory.rawValue, nil)
      }
      end(pause, number)
    case "Reload": actions.reload()
    default: return -Errno.invalidArgument.rawValue
    }
    return unsafe reply(to: call)
  }

  /// Begins a pause that ends at the latest when the caller leaves the bus.
  private func pause(for call: OpaquePointer?) -> Int32 {
    var reason: UnsafePointer<CChar>?
    let read = unsafe sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &reason)
    guard read >= 0 else { return read }
    guard let caller = unsafe sender(of: call) else { return -Errno.invalidArgument.rawValue }
    let ofCaller = pauses.values.count { $0.caller == caller }
    guard ofCaller < Self.maximumPauses.ofOne, pauses.count < Self.maximumPauses.ofAll else {
      return unsafe refuse(call, "there are \(ofCaller) pauses of this program and \(pauses.count) in all; end some with Resume")
    }
    var track: OpaquePointer?
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    var code = unsafe sd_bus_track_new(
      bus, &track,
      {
        unsafe ControlConnection.of($1)?.endPause(of: $0)
        return 0
      }, context)
    guard code >= 0, let track = unsafe track else { return code }
    code = unsafe sd_bus_track_add_sender(track, call)
    guard code >= 0 else {
      unsafe sd_bus_track_unref(track)
      return code
    }
    repeat { lastPause &+= 1 } while pauses[lastPause] != nil
    pauses[lastPause] = unsafe Pause(caller: caller, track: track)
    let text = unsafe reason.map { unsafe String(cString: $0) } ?? ""
    actions.pause(lastPause, String(text.prefix(Self.maximumReasonLength)))
    return unsafe reply(to: call, with: lastPause)
  }

  /// Answers a call that exceeds a limit.
  private func refuse(_ call: OpaquePointer?, _ reason: String) -> Int32 {
    var error = unsafe sd_bus_error()
    unsafe sd_bus_error_set(&error, "org.freedesktop.DBus.Error.LimitsExceeded", reason)
    defer { unsafe sd_bus_error_free(&error) }
    return unsafe sd_bus_reply_method_error(call, &error)
  }

  private func sender(of call: OpaquePointer?) -> String? { unsafe sd_bus_message_get_sender(call).map { unsafe String(cString: $0) } }

  private func endPause(of track: OpaquePointer?) {
    guard let (number, pause) = pauses.first(where: { unsafe $0.value.track == track }) else { return }
    end(pause, number)
  }

  private func end(_ pause: Pause, _ number: UInt32) {
    pauses[number] = nil
    actions.resume(number)
    unsafe sd_bus_track_unref(pause.track)
  }

  private func reply(to call: OpaquePointer?, with number: UInt32? = nil) -> Int32 {
    var made: OpaquePointer?
    var code = unsafe sd_bus_message_new_method_return(call, &made)
    guard code >= 0, let message = unsafe made else { return code }
    defer { unsafe sd_bus_message_unref(message) }
    if let number {
      code = unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), $0) }
      guard code >= 0 else { return code }
    }
    return unsafe sd_bus_send(nil, message, nil)
  }
}
