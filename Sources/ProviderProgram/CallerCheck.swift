// SPDX-License-Identifier: Apache-2.0

import CSystemd
import SystemPlatform

/// Refuses programs in a Flatpak sandbox. Their connections to the bus are filtered, so that they come here only if their rules name this
/// program; but a name of the bus that gives paths and texts would let them see everything that the person may see. For the thread of the
/// connection.
struct CallerCheck {
  /// Maximum number of callers that are remembered.
  private static let maximumCount = 1000

  /// The unique names of connections that are in no sandbox. The bus never uses them again.
  private var known: Set<String> = []

  /// - Complexity: One question to the bus for each caller.
  @unsafe mutating func isAllowed(_ call: OpaquePointer) -> Bool {
    let caller = unsafe sd_bus_message_get_sender(call).map { unsafe String(cString: $0) } ?? ""
    if known.contains(caller) { return true }
    guard let process = unsafe Self.process(of: call), !Self.isSandboxed(process) else { return false }
    if known.count >= Self.maximumCount { known.removeAll() }
    known.insert(caller)
    return true
  }

  /// - Returns: `nil` if the caller is gone.
  @unsafe private static func process(of call: OpaquePointer) -> Int32? {
    var made: OpaquePointer?
    guard unsafe sd_bus_query_sender_creds(call, UInt64(SD_BUS_CREDS_PID), &made) >= 0, let credentials = unsafe made else {
      return nil
    }
    defer { unsafe sd_bus_creds_unref(credentials) }
    var process: Int32 = 0
    return unsafe sd_bus_creds_get_pid(credentials, &process) >= 0 ? process : nil
  }

  /// Each Flatpak sandbox has this file at its root, and so has the filter that connects it to the bus. flatpak-metadata(5). If the root
  /// cannot be seen, it is no Flatpak's: theirs belong to the same user.
  private static func isSandboxed(_ process: Int32) -> Bool { Path("/proc/\(process)/root/.flatpak-info").exists }
}
