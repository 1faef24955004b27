// SPDX-License-Identifier: Apache-2.0

internal import CSystem

extension Tool {
  /// Installs handlers that end the tool with a message, not a signal, if a damaged index makes it
  /// crash once a store is open, or if the disk has no room for a change. Called once, before other
  /// threads start.
  package func explainDamagedIndex() {
    checkStack()
    checkMemory(minimum: 64 << 20)
    checkOpenFiles(minimum: 16)
    // The handlers can run at any time until the process ends, so this memory is never freed.
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.utf8.count + 1)
    for (index, byte) in (Array(name.utf8) + [0]).enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
    var count: Int32 = 0
    unsafe damage_explain_crashes(bytes.baseAddress, process_arguments(&count))
  }

  /// From now on, a crash that a damaged index causes starts the tool again with the same
  /// arguments, unless it was restarted `limit` times already.
  package func restartAfterCrash(limit: Int32) { damage_allow_restarts(limit) }

  /// How often the tool was restarted because it crashed while it had a store open.
  package var restartCount: Int { Int(damage_restart_count()) }
}
