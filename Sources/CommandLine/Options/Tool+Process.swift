internal import CSystem
internal import Glibc
internal import IndexStore

extension Tool {
  /// Makes the process independent of the descriptors and signals that its parent left it with. The first call of every tool's `main`.
  package static func prepareProcess() { process_prepare() }

  /// For a tool that changes the index. From now on its terminal stops it (Ctrl-Z) between two transactions only, so that others need not wait for
  /// it; and when it waits long for another process itself, it says so.
  ///
  /// - Parameter report: Told of such a wait; `nil` for a message on standard error.
  package func prepareToWrite(report: (@Sendable (String) -> Void)? = nil) {
    // Without it, a stop takes place at once, and others are told for whom they wait.
    let status = stops_defer()
    if status != 0 { self.report("cannot delay a stop by the terminal (Ctrl-Z): \(unsafe String(cString: strerror(status)))") }
    Store.onLongWait(report ?? { self.report($0) })
  }
}
