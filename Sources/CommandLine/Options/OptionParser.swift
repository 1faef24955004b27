// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage

/// Parses a command line by the rules of getopt_long_only(3), and distinguishes options from words
/// of a query.
///
/// - Options can precede, separate and follow operands; `--` ends them.
/// - A long name begins with one dash or two. It can be shortened to two letters or more as long as
///   it stays unambiguous; a single letter is often an option of another program. `-h` shows help.
///   Its argument follows it or is attached with `=`.
/// - One-letter options can be clustered (`-sv`), and the argument of the last one can be attached
///   (`-d2`).
///
/// A tool that takes words (``Tool/takesWords``) differs in two ways, because `-france` excludes a
/// word there:
///
/// - One-letter options cannot be clustered.
/// - After the first operand, options must be written in full. An argument of several characters
///   that is not an option and does not resemble one, nor an option of a similar program, is an
///   operand.
///
/// getopt(3) cannot do this: it would parse `-spain` as `-s pain` and `-int` as `-interpret` before
/// the tool can check them.
struct OptionParser {
  private let options: [ToolOption]
  private let takesWords: Bool
  private let foreignOptions: [ForeignOption]
  private(set) var found: [Invocation.Option] = []
  private(set) var operands: [[UInt8]] = []
  private var rest: ArraySlice<[UInt8]> = []

  init(_ tool: Tool) {
    options = tool.options
    takesWords = tool.takesWords
    foreignOptions = tool.foreignOptions
  }

  /// - Parameter arguments: Without the tool's name.
  mutating func parse(_ arguments: [[UInt8]]) throws(OptionError) {
    rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        operands += rest
        return
      }
      if argument.first == UInt8(ascii: "-"), argument.count > 1 { try read(argument) } else { operands.append(argument) }
    }
  }

  private mutating func read(_ argument: [UInt8]) throws(OptionError) {
    let hasTwoDashes = argument[1] == UInt8(ascii: "-")
    let body = argument.dropFirst(hasTwoDashes ? 2 : 1)
    let equalSign = body.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: body[..<(equalSign ?? body.endIndex)], as: UTF8.self)
    let attached = equalSign.map { Array(body[($0 + 1)...]) }
    if let option = options.first(where: { $0.name.description == name }) { return try take(option, attached) }
    let isBehindWord = takesWords && !operands.isEmpty
    let written = String(decoding: argument, as: UTF8.self)
    let longer = options.filter { !name.isEmpty && $0.name.description.hasPrefix(name) }
    if !longer.isEmpty {
      guard longer.count == 1, !isBehindWord, name.utf8.count > 1 || name == "h" else {
        throw .abbreviation(written, of: longer.map(\.spelling), mayBeWord: isBehindWord)
      }
      return try take(longer[0], attached)
    }
    if !takesWords, !hasTwoDashes, let cluster = cluster(body) {
      // `-nmae` is rather a slip of `-name` than `-n mae`.
      if cluster.count < body.count, equalSign == nil, let nearest = nearestOption(to: name) {
        throw .unknown(written, nearest: nearest, mayBeWord: false)
      }
      for option in cluster.dropLast() { found.append(Invocation.Option(name: option.name.description, argument: nil)) }
      let argument = body.dropFirst(cluster.count)
      return try take(cluster[cluster.count - 1], argument.isEmpty ? nil : Array(argument), writtenAs: "-\(name.prefix(cluster.count))")
    }
    let foreign = foreignOption(name)
    let nearest = foreign == nil ? nearestOption(to: name) : foreign?.replacement
    // `-i` or `-1` would exclude every document with a word that begins with this character.
    let isLetter = name.utf8.count == 1
    guard isBehindWord, !hasTwoDashes, foreign == nil, nearest == nil, !isLetter else {
      throw .unknown(written, nearest: nearest, mayBeWord: takesWords && !hasTwoDashes)
    }
    operands.append(argument)
  }

  private func foreignOption(_ name: String) -> ForeignOption? {
    let next = rest.first.map { String(decoding: $0, as: UTF8.self) }
    return foreignOptions.first { $0.matches(name, next: next) }
  }

  private func nearestOption(to name: String) -> String? {
    // `-country` and `-limited` are words of their own.
    let names = options.map(\.name.description).filter { option in
      option.utf8.count > 1 && !(name.hasPrefix(option) && name.utf8.count > option.utf8.count + 1)
    }
    return (Spelling.nearest(to: name, among: names) ?? Spelling.nearest(toHasty: name, among: names)).map { "-\($0)" }
  }

  /// The one-letter options at the start of `letters`, up to the first one that takes an argument;
  /// `nil` if another letter occurs among them.
  private func cluster(_ letters: ArraySlice<UInt8>) -> [ToolOption]? {
    var cluster: [ToolOption] = []
    for letter in letters {
      guard let option = options.first(where: { $0.letter == letter }) else { return nil }
      cluster.append(option)
      if option.argument != nil { break }
    }
    return cluster.isEmpty ? nil : cluster
  }

  private mutating func take(_ option: ToolOption, _ attached: [UInt8]?, writtenAs cluster: String? = nil) throws(OptionError) {
    var argument = attached
    let spelling = cluster ?? option.spelling
    if let placeholder = option.argument {
      argument = attached ?? rest.popFirst()
      guard let argument else { throw .missingArgument(of: spelling, placeholder) }
      guard option.allowsEmpty || !argument.isEmpty else { throw .emptyArgument(of: spelling, placeholder) }
    } else if attached != nil {
      throw .needlessArgument(of: spelling)
    }
    let name = option.name.description
    guard !option.isUnique || found.allSatisfy({ $0.name != name || $0.argument == argument }) else { throw .repeated(spelling) }
    found.append(Invocation.Option(name: name, argument: argument))
  }
}

extension ToolOption {
  /// The option as written on a command line.
  fileprivate var spelling: String { "-\(name)" }

  /// The letter of a one-letter option.
  fileprivate var letter: UInt8? { name.utf8CodeUnitCount == 1 ? name.description.utf8.first : nil }
}
