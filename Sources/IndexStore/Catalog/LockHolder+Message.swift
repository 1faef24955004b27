internal import LMDB
internal import TextAnalysis

extension LockHolder {
  /// One line for people.
  var message: String {
    // A generation's folder is in the store's.
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
