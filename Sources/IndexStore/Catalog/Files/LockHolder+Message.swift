// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import LogMessages

extension LockHolder {
  /// One line, shown to users.
  var message: String {
    // The environment is a folder inside the store's folder.
    let store = environment.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    guard let process else { return "\(store): the index is locked by another program; waiting" }
    let advice =
      switch process.state {
      case .stopped: "; 'kill -CONT \(process.number)' resumes it"
      case .traced: "; its debugger must resume it"
      case .running, .sleeping, .waitingForDisk, .ended: ""
      }
    return
      "\(store): the index is locked by process \(process.number) (\(PrintableText.line(process.name)), \(process.state.message)); waiting\(advice)"
  }
}

extension LockHolder.State {
  fileprivate var message: String {
    switch self {
    case .running: "running"
    case .sleeping: "sleeping"
    case .waitingForDisk: "waiting for the disk"
    case .stopped: "stopped"
    case .traced: "stopped by a debugger"
    case .ended: "ended"
    }
  }
}
