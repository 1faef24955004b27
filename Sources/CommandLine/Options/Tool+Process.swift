// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import LogMessages
internal import SystemPlatform

extension Tool {
  /// Makes the process independent of the descriptors and signal settings that it inherited. `main`
  /// of each program calls this first.
  package static func prepareProcess() { process_prepare() }

  /// The name by which the process was called: the last part of its first argument.
  package static var calledName: String { unsafe String(cString: process_name()) }

  /// Prepares a tool that changes the index. A stop by the terminal (Ctrl-Z) now takes effect only
  /// between two transactions, so that no other process has to wait for this one. If the tool
  /// itself waits long for another process, it reports that.
  ///
  /// - Parameters:
  ///   - environment: Whose index is changed.
  ///   - report: Called with a message about such a wait; `nil` writes it to standard error.
  package func prepareToWrite(_ environment: ToolEnvironment, report: (@Sendable (String) -> Void)? = nil) {
    checkMemory(minimum: 512 << 20)
    checkOpenFiles(minimum: 128)
    if !environment.isOfSystem { reportRoot(environment) }
    // If this fails, a stop takes effect at once, and waiting processes report which process they
    // wait for.
    let status = stops_defer()
    if status != 0 { self.report("cannot delay a stop by the terminal (Ctrl-Z): \(Errno(status))") }
    Store.onLongWait(report ?? { self.report($0) })
  }

  /// On macOS, these tools need sudo(8). Here, every user has an index, and sudo would silently use
  /// that of root.
  private func reportRoot(_ environment: ToolEnvironment) {
    guard ProcessFacts.effectiveUser == 0, let user = environment.value(of: "SUDO_USER"), user != "root" else { return }
    self.report("with sudo, this is the index of root and not of \(PrintableText.line(user)); no command needs sudo")
  }

  /// Swift ends a process by a trap when an allocation fails, so a limit that an import or a search
  /// would exceed is an error from the start. getrlimit(2).
  ///
  /// - Parameter minimum: In bytes.
  func checkMemory(minimum: Int) {
    for (resource, name, option) in [(ResourceLimit.addressSpace, "address space", "v"), (.dataSegment, "data segment", "d")] {
      guard let limit = resource.current, limit < minimum else { continue }
      fail(
        "the \(name) is limited to \(describedByteCount(Int(limit))); "
          + "\(describedByteCount(minimum)) are needed; raise the limit (ulimit -\(option) \(minimum >> 10))")
    }
  }

  /// Reports a limit on open files that would make a later call fail, with an error that names some
  /// file instead of the limit. getrlimit(2).
  ///
  /// - Parameter minimum: The sum of what the libraries, the index and, for imports, the workers of
  ///   a machine with many processors need.
  func checkOpenFiles(minimum: Int) {
    guard let limit = ResourceLimit.openFiles.current, limit < minimum else { return }
    fail("the number of open files is limited to \(limit); \(minimum) are needed; raise the limit (ulimit -n \(minimum))")
  }

  /// A full stack ends a process by SIGSEGV, as a damaged index does. getrlimit(2).
  func checkStack() {
    let minimum = 512 << 10
    guard let limit = ResourceLimit.stack.current, limit < minimum else { return }
    fail(
      "the stack is limited to \(describedByteCount(Int(limit))); "
        + "\(describedByteCount(minimum)) are needed; raise the limit (ulimit -s \(minimum >> 10))")
  }
}
