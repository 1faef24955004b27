internal import CSystem
internal import Glibc
internal import TextAnalysis

/// One of the tools: what it is called, what it takes, and how it ends.
///
/// Exit statuses: 0 success, 1 a failed operation, 2 wrong options. Everything that is not a result goes to standard error.
package struct Tool: Sendable {
  package let name: String
  /// One line for each way of calling it, without the name.
  package let usage: [String]
  package let summary: String
  package let options: [ToolOption]
  /// Whether operands are words to search for, of which `-word` is excluded; see ``OptionParser``.
  package let takesWords: Bool
  /// Examples and remarks after the options.
  package let remarks: String

  package init(
    _ name: String, usage: [String], summary: String, options: [ToolOption], takesWords: Bool = false, remarks: String = ""
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.options = options + [.help, .version]
    self.takesWords = takesWords
    self.remarks = remarks
  }

  /// The text of `-help`.
  package var help: String {
    var text = ""
    for (index, line) in usage.enumerated() { text += "\(index == 0 ? "usage:" : "      ") \(name) \(line)\n" }
    text += "\n\(summary)\n\n"
    let names = options.map { "-\($0.name.description)" + ($0.argument.map { " \($0)" } ?? "") }
    let width = min(names.map(\.count).max() ?? 0, 24)
    for (name, option) in zip(names, options) {
      text += "  \(name.padded(to: width))  \(option.summary)\n"
    }
    return remarks.isEmpty ? text : text + "\n\(remarks)\n"
  }

  package func printHelpAndExit() -> Never { printAndExit(help) }

  package func printVersionAndExit() -> Never { printAndExit("\(name) (Searchlight) \(Version.current)\n") }

  private func printAndExit(_ text: String) -> Never {
    var output = StandardOutput()
    output.write(text)
    output.flush()
    exit(0)
  }

  /// Reports that the tool was called wrongly.
  package func exitForWrongUse(_ message: String) -> Never {
    report(message)
    report("try '\(name) -help'")
    exit(2)
  }

  /// Reports a failure and ends the tool.
  package func fail(_ error: some CustomStringConvertible) -> Never {
    report("\(error)")
    exit(1)
  }

  /// From now on memory that is let go of is kept to be used again, up to 64 MiB.
  package func keepFreedMemory() { process_keep_freed_memory() }

  /// Ends the tool when everything is printed.
  ///
  /// - Parameter store: Still open: the kernel takes back all that is mapped in less time than it takes to let go of it piece by piece.
  package func finish(with store: some AnyObject, isSuccess: Bool) -> Never {
    withExtendedLifetime(store) { exit(isSuccess ? 0 : 1) }
  }

  /// Ends the tool after failures that were reported.
  package func exitForFailure() -> Never { exit(1) }

  /// Writes a message to standard error, with the tool's name unless it is `isBare`. What is not printable in it is escaped.
  package func report(_ message: String, isBare: Bool = false) {
    StandardError.write(PrintableText.lines(isBare ? message : "\(name): \(message)") + "\n")
  }
}

extension String {
  /// With spaces at the end, so that it is at least so wide.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
