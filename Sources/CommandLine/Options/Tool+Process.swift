internal import CSystem
internal import Glibc
internal import IndexStore

extension Tool {
  /// Makes the process independent of the descriptors and signal settings that it inherited. `main`
  /// of each tool calls this first.
  package static func prepareProcess() { process_prepare() }

  /// Prepares a tool that changes the index. A stop by the terminal (Ctrl-Z) now takes effect only
  /// between two transactions, so that no other process has to wait for this one. If the tool
  /// itself waits long for another process, it reports that.
  ///
  /// - Parameter report: Called with a message about such a wait; `nil` writes it to standard
  ///   error.
  package func prepareToWrite(report: (@Sendable (String) -> Void)? = nil) {
    // If this fails, a stop takes effect at once, and waiting processes report which process they
    // wait for.
    let status = stops_defer()
    if status != 0 { self.report("cannot delay a stop by the terminal (Ctrl-Z): \(unsafe String(cString: strerror(status)))") }
    Store.onLongWait(report ?? { self.report($0) })
  }
}
