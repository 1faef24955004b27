internal import Glibc

/// A tool's command line, taken apart.
package struct Invocation: Sendable {
  /// An option that was given.
  package struct Option: Hashable, Sendable {
    package let name: String
    package let argument: [UInt8]?
  }

  /// The options in the order given, with the bytes of their arguments.
  package let options: [Option]
  /// What is not an option, byte by byte: a path need not be UTF-8.
  package let operands: [[UInt8]]

  /// Takes the process's command line apart: see ``OptionParser``.
  ///
  /// `-help` and `-version` print text and exit with 0. Options that do not exist, lack their argument, or have an empty one that
  /// they do not allow, are reported on standard error, and the process exits with 2.
  package init(_ tool: Tool) {
    let (count, arguments) = unsafe (Swift.CommandLine.argc, Swift.CommandLine.unsafeArgv)
    do throws(OptionError) {
      try self.init(tool, parsing: (1..<max(1, Int(count))).compactMap { index in unsafe arguments[index].map { unsafe Self.bytes($0) } })
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
    unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) }
  }

  /// Whether the option was given.
  package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The argument of the option where it was given last, as bytes; `nil` when it was not given.
  package func bytes(_ name: String) -> [UInt8]? { options.last { $0.name == name }?.argument }

  /// The same as text.
  package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The arguments of an option that may be repeated.
  package func all(_ name: String) -> [[UInt8]] { options.filter { $0.name == name }.compactMap(\.argument) }

  /// The argument of an option that wants a whole number; exits with 2 when it is none, or less than `least`.
  package func number(_ name: String, atLeast least: Int, of tool: Tool) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), number >= least else {
      tool.exitForWrongUse("-\(name) takes a whole number of at least \(least), not '\(text)'")
    }
    return number
  }
}
