internal import CSystem
internal import Glibc

/// A tool's command line, taken apart.
package struct Invocation: Sendable {
  /// An option that was given.
  package struct Option: Sendable {
    package let name: String
    package let argument: [UInt8]?
  }

  /// The options in the order given, with the bytes of their arguments.
  package private(set) var options: [Option] = []
  /// What is not an option, byte by byte: a path need not be UTF-8.
  package private(set) var operands: [[UInt8]] = []

  /// Takes the process's command line apart; options may come before, between and after operands, `--` ends them.
  ///
  /// `-help` prints the help and exits with 0. Options that do not exist, or lack their argument, are reported on standard error, and the
  /// process exits with 2.
  package init(_ tool: Tool) {
    let names = unsafe tool.options.map {
      unsafe option_name(
        name: UnsafeRawPointer($0.name.utf8Start).assumingMemoryBound(to: CChar.self), wants_argument: $0.argument == nil ? 0 : 1)
    }
    let (count, arguments) = unsafe (Swift.CommandLine.argc, Swift.CommandLine.unsafeArgv)
    while true {
      let found = unsafe option_next(count, arguments, names, Int32(names.count))
      if unsafe found.index == -1 { break }
      guard unsafe found.index >= 0 else { tool.exitForWrongUse(nil) }
      let argument = unsafe found.argument.map { unsafe Self.bytes($0) }
      let name = unsafe tool.options[Int(found.index)].name.description
      if name == "help" { tool.printHelpAndExit() }
      options.append(Option(name: name, argument: argument))
    }
    for index in Int(option_operands())..<Int(count) {
      if let argument = unsafe arguments[index] { operands.append(unsafe Self.bytes(argument)) }
    }
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
      tool.exitForWrongUse("-\(name) wants a whole number, \(least) or more, not '\(text)'")
    }
    return number
  }
}
