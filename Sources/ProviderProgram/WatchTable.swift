// SPDX-License-Identifier: Apache-2.0

import CSystemd
import MessageBus

/// The live searches of programs on the bus, each of which ends at the latest when its program leaves the bus. For the thread of the connection.
@safe
final class WatchTable {
  @safe private struct Watch {
    /// The unique name of the program's connection, which the bus never uses again.
    let caller: String
    /// What watches the program.
    let track: OpaquePointer
  }

  /// Maximum number of live searches of one program, and of all. Each is a rule of the bus, of which a connection may have a few hundred.
  private static let maximumCount = (ofOne: 8, ofAll: 64)

  private let bus: OpaquePointer
  private let end: (UInt32) -> Void
  private var watches: [UInt32: Watch] = [:]
  private var lastNumber: UInt32 = 0

  var isEmpty: Bool { watches.isEmpty }

  /// - Parameter end: Called with the number of a live search that has ended because its program is gone.
  init(_ bus: OpaquePointer, end: @escaping (UInt32) -> Void) {
    unsafe self.bus = bus
    self.end = end
  }

  deinit { watches.values.forEach { unsafe sd_bus_track_unref($0.track) } }

  /// - Returns: The number of a live search of the caller.
  @unsafe func add(for call: OpaquePointer) throws -> UInt32 {
    let caller = unsafe sd_bus_message_get_sender(call).map { unsafe String(cString: $0) } ?? ""
    guard watches.values.count(where: { $0.caller == caller }) < Self.maximumCount.ofOne, watches.count < Self.maximumCount.ofAll else {
      throw ProviderError.tooManyWatches(limit: Self.maximumCount.ofOne)
    }
    var made: OpaquePointer?
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe sd_bus_track_new(
      bus, &made,
      { track, context in
        if let context = unsafe context { unsafe Unmanaged<WatchTable>.fromOpaque(context).takeUnretainedValue().endWatch(of: track) }
        return 0
      }, context)
    try BusFailure.check(code, "sd_bus_track_new")
    guard let track = unsafe made else { throw BusFailure(call: "sd_bus_track_new", code: code) }
    let added = unsafe sd_bus_track_add_sender(track, call)
    if added < 0 {
      unsafe sd_bus_track_unref(track)
      throw BusFailure(call: "sd_bus_track_add_sender", code: added)
    }
    repeat { lastNumber &+= 1 } while watches[lastNumber] != nil
    watches[lastNumber] = unsafe Watch(caller: caller, track: track)
    return lastNumber
  }

  /// The program of a live search; `nil` if it has ended.
  func caller(of number: UInt32) -> String? { watches[number]?.caller }

  /// Removes a live search; one that has ended is no error.
  func remove(_ number: UInt32) {
    if let watch = watches.removeValue(forKey: number) { unsafe sd_bus_track_unref(watch.track) }
  }

  private func endWatch(of track: OpaquePointer?) {
    guard let number = watches.first(where: { unsafe $0.value.track == track })?.key else { return }
    remove(number)
    end(number)
  }
}
