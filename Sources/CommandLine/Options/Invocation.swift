// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// The parsed command line of a tool.
package struct Invocation: Sendable {
  /// An option on the command line.
  package struct Option: Hashable, Sendable {
    package let name: String
    package let argument: [UInt8]?
  }

  /// The options in the order given; arguments are bytes.
  package let options: [Option]
  /// The operands as bytes, because a path need not be UTF-8.
  package let operands: [[UInt8]]

  /// Parses the command line of the process; see ``OptionParser``.
  ///
  /// `-help` and `-version` print text and exit with status 0. If an option does not exist, lacks
  /// its argument, or has an empty argument that it does not allow, the error is reported on
  /// standard error and the process exits with status 2.
  package init(_ tool: Tool) {
    var count: Int32 = 0
    let arguments = unsafe process_arguments(&count)
    do throws(OptionError) {
      try self.init(tool, parsing: (1..<max(1, Int(count))).compactMap { index in unsafe arguments?[index].map { unsafe Self.bytes($0) } })
    } catch {
      tool.exitForWrongUse("\(error)")
    }
    if has("help") { tool.printHelpAndExit() }
    if has("version") { tool.printVersionAndExit() }
  }

  /// - Parameter arguments: Without the tool's name.
  init(_ tool: Tool, parsing arguments: [[UInt8]]) throws(OptionError) {
    var parser = OptionParser(tool)
    try parser.parse(arguments)
    options = parser.found
    operands = parser.operands
  }

  private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Path(cString: string).bytes
  }

  /// Whether the option is present.
  package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The argument of the last occurrence of the option, as bytes; `nil` if it is not present.
  package func bytes(_ name: String) -> [UInt8]? { options.last { $0.name == name }?.argument }

  /// The argument of the last occurrence of the option, as text.
  package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The arguments of all occurrences of the option.
  package func all(_ name: String) -> [[UInt8]] { options.filter { $0.name == name }.compactMap(\.argument) }

  /// The argument of an option that takes a whole number. Exits with status 2 if the argument is
  /// not a number or is less than `least`.
  package func number(_ name: String, atLeast least: Int, of tool: Tool) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), number >= least else {
      tool.exitForWrongUse("-\(name) takes a whole number of at least \(least), not '\(text)'")
    }
    return number
  }
}
