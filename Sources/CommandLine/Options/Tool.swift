// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LogMessages
internal import SystemPlatform

/// A command-line tool: its name, its options, and its exit statuses.
///
/// The exit status is 0 for success, 1 for a failed operation, and 2 for wrong options. Everything
/// except results goes to standard error.
package struct Tool: Sendable {
  package let name: String
  /// One line per form of the command, without the name.
  package let usage: [String]
  package let summary: String
  package let options: [ToolOption]
  /// Whether operands are words to search for, so that `-word` excludes a word; see
  /// ``OptionParser``.
  package let takesWords: Bool
  /// Options of similar programs that users may type, and what replaces them here. Without this
  /// list, they would be words to exclude.
  package let foreignOptions: [ForeignOption]
  /// Examples and remarks after the options.
  package let remarks: String

  package init(
    _ name: String, usage: [String], summary: String, options: [ToolOption], takesWords: Bool = false,
    foreignOptions: [ForeignOption] = [], remarks: String = ""
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.options = options + [.help, .version]
    self.takesWords = takesWords
    self.foreignOptions = foreignOptions
    self.remarks = remarks
  }

  /// The text of `-help`. No line is longer than 80 characters, if the texts between spaces are not.
  ///
  /// A line that begins with two spaces and a dash describes an option, and lines with a deeper indentation
  /// continue it. Completions of shells rely on this.
  package var help: String {
    var text = ""
    for (index, line) in usage.enumerated() {
      let start = (index == 0 ? "usage: " : "       ") + name + " "
      text += HelpText.wrapped(line, after: start, indentation: start.count, keepsBrackets: true)
    }
    text += "\n" + HelpText.wrapped(summary, after: "", indentation: 0) + "\n"
    let names = options.map { "-\($0.name.description)" + ($0.argument.map { " \($0)" } ?? "") }
    let width = min(names.map(\.count).max() ?? 0, HelpText.maximumNameWidth)
    for (name, option) in zip(names, options) {
      text += HelpText.wrapped(option.summary, after: "  \(name.padded(to: width))  ", indentation: width + 4)
    }
    return remarks.isEmpty ? text : text + "\n\(remarks)\n"
  }

  package func printHelpAndExit() -> Never { printAndExit(help) }

  package func printVersionAndExit() -> Never { printAndExit("\(name) (Searchlight) \(Version.current)\n") }

  private func printAndExit(_ text: String) -> Never {
    var output = StandardOutput()
    output.write(text)
    output.flush()
    endProcess(status: 0)
  }

  /// Reports wrong options and exits with status 2.
  package func exitForWrongUse(_ message: String) -> Never {
    report(message)
    report("try '\(name) -help'")
    endProcess(status: 2)
  }

  /// Reports a failure and ends the tool.
  package func fail(_ error: some CustomStringConvertible) -> Never {
    report("\(error)")
    endProcess(status: 1)
  }

  /// Makes the allocator keep up to 64 MiB of freed memory for reuse.
  package func keepFreedMemory() { process_keep_freed_memory() }

  /// Keeps the freed memory of a process small that runs for months. Called before other threads start.
  package func limitFreedMemory() { process_limit_freed_memory() }

  /// Ends the tool after all output is printed.
  ///
  /// - Parameter store: A store that stays open, because the kernel unmaps all memory at exit
  ///   faster than the store can be closed.
  package func finish(with store: some AnyObject, isSuccess: Bool) -> Never {
    withExtendedLifetime(store) { endProcess(status: isSuccess ? 0 : 1) }
  }

  /// Ends the tool after all output is printed.
  package func finish(isSuccess: Bool) -> Never { endProcess(status: isSuccess ? 0 : 1) }

  /// Ends the tool after failures that have already been reported.
  package func exitForFailure() -> Never { endProcess(status: 1) }

  /// Writes a message to standard error, preceded by the name of the tool unless `isBare`.
  /// Unprintable characters are escaped.
  package func report(_ message: String, isBare: Bool = false) {
    StandardError.write(PrintableText.lines(isBare ? message : "\(name): \(message)") + "\n")
  }
}

extension String {
  /// The text, padded with spaces to at least `width` characters.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
