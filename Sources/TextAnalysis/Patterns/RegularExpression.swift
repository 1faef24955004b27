// SPDX-License-Identifier: Apache-2.0

internal import CPCRE2
internal import Synchronization

/// A regular expression in the syntax of Perl, compiled once per query and applied to millions of values. The whole value must match.
/// pcre2pattern(3)
///
/// Letters of all scripts are compared; `\w`, `\d` and `\b` know Unicode.
package struct RegularExpression: Hashable, Sendable {
  package let pattern: String
  package let ignoresCase: Bool
  private let program: Program

  /// Why a pattern is none.
  package struct SyntaxError: Error, Hashable {
    /// A sentence.
    package let message: String
    /// UTF-8 offset into the pattern.
    package let offset: Int
  }

  /// Maximum length of a pattern in bytes.
  private static let maximumLength = 4096
  /// Maximum number of steps for one value, and maximum memory for them in KiB. A pattern such as `(a*)*b` needs a number of steps that doubles with
  /// each letter of the value; a value with which it exceeds a limit does not match.
  private static let limits = (steps: UInt32(100_000), memory: UInt32(1024))

  package init(_ pattern: String, ignoringCase ignoresCase: Bool) throws(SyntaxError) {
    guard pattern.utf8.count <= Self.maximumLength else {
      throw SyntaxError(message: "A regular expression can have \(Self.maximumLength) bytes.", offset: Self.maximumLength)
    }
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    program = try Program(pattern, ignoringCase: ignoresCase)
  }

  package static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern && one.ignoresCase == other.ignoresCase }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(ignoresCase)
  }

  func matches(utf8 value: Span<UInt8>) -> Bool {
    if (try? UTF8Span(validating: value)) != nil { return program.matches(value) }
    // As everywhere, what is no text stands for U+FFFD.
    let repaired = unsafe value.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    return program.matches(repaired.utf8.span)
  }

  /// What PCRE2 has made of a pattern.
  @safe private final class Program: @unchecked Sendable {
    // Safe to share: a compiled pattern is never changed, and each thread takes a space of its own for its matches. pcre2api(3), Multithreading
    private let code: OpaquePointer
    private let context: OpaquePointer?
    private let spaces = Mutex<[Space]>([])

    @safe private struct Space: @unchecked Sendable { let pointer: OpaquePointer }

    init(_ pattern: String, ignoringCase: Bool) throws(SyntaxError) {
      var (number, offset): (Int32, Int) = (0, 0)
      var options =
        UInt32(PCRE2_UCP) | UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C) | PCRE2_ANCHORED | PCRE2_ENDANCHORED | UInt32(PCRE2_DOTALL)
      if ignoringCase { options |= UInt32(PCRE2_CASELESS) }
      var pattern = pattern
      let compiled = pattern.withUTF8 { bytes in
        unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &number, &offset, nil)
      }
      guard let compiled = unsafe compiled else {
        throw SyntaxError(message: "This is no regular expression: \(Self.message(number)).", offset: offset)
      }
      unsafe code = compiled
      unsafe context = pcre2_match_context_create_8(nil)
      unsafe pcre2_set_match_limit_8(context, limits.steps)
      unsafe pcre2_set_heap_limit_8(context, limits.memory)
    }

    deinit {
      for space in spaces.withLock({ $0 }) { unsafe pcre2_match_data_free_8(space.pointer) }
      unsafe pcre2_match_context_free_8(context)
      unsafe pcre2_code_free_8(code)
    }

    private static func message(_ number: Int32) -> String {
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
        let count = unsafe pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
        return unsafe String(decoding: buffer.prefix(Int(max(0, count))), as: UTF8.self)
      }
    }

    /// - Parameter value: UTF-8, which the library does not check again.
    func matches(_ value: Span<UInt8>) -> Bool {
      guard let space = spaces.withLock({ $0.popLast() }) ?? Self.makeSpace() else { return false }
      defer { spaces.withLock { $0.append(space) } }
      return unsafe value.withUnsafeBufferPointer { bytes in
        // The library wants a pointer for an empty value, too.
        let start = unsafe bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
        return unsafe pcre2_match_8(code, start, bytes.count, 0, UInt32(PCRE2_NO_UTF_CHECK), space.pointer, context) >= 0
      }
    }

    private static func makeSpace() -> Space? {
      unsafe pcre2_match_data_create_8(1, nil).map { unsafe Space(pointer: $0) }
    }
  }
}

extension RegularExpression {
  /// The longest text that every match contains, as far as a look at the pattern tells; may be empty. Only letters, digits and signs of ASCII: the
  /// two ways of ignoring case differ in others.
  var requiredLiteral: String {
    var scanner = LiteralScanner(Array(pattern.utf8))
    return scanner.scan() ? scanner.longest : ""
  }

  /// Reads a pattern from left to right, and gives up at anything that makes parts of it optional in a way that is not plain.
  private struct LiteralScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var run: [UInt8] = []
    private(set) var longest = ""
    /// For each open group the longest text before it: what is in the group does not count if the group is optional.
    private var groups: [String] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func isNext(_ text: StaticString) -> Bool {
      bytes[index...].starts(with: text.description.utf8)
    }

    private mutating func endRun() {
      if run.count > longest.utf8.count { longest = String(decoding: run, as: UTF8.self) }
      run = []
    }

    /// Whether the element before `index` may be missing.
    private var isOptional: Bool {
      index < bytes.count && [UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{")].contains(bytes[index])
    }

    private mutating func append(_ byte: UInt8) {
      index += 1
      if isOptional || byte >= 0x80 {
        endRun()
      } else {
        run.append(byte)
        // What is repeated may stand between the last and the next.
        if index < bytes.count, bytes[index] == UInt8(ascii: "+") { endRun() }
      }
    }

    /// - Returns: `false` if nothing is known.
    mutating func scan() -> Bool {
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "|"): return false
        case UInt8(ascii: "("):
          endRun()
          if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") { return false }
          if isNext("(?:") { index += 3 } else if isNext("(?") { return false } else { index += 1 }
          groups.append(longest)
        case UInt8(ascii: ")"):
          endRun()
          index += 1
          guard let before = groups.popLast() else { return false }
          if isOptional { longest = before }
        case UInt8(ascii: "["):
          endRun()
          guard skipClass() else { return false }
        case UInt8(ascii: "\\"):
          guard index + 1 < bytes.count else { return false }
          index += 1
          let next = bytes[index]
          // A quotation, which has its own rules, or a code such as \x41 or \N{…}, whose digits are none of the value.
          if "QExopNckgPpu".utf8.contains(next) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { return false }
          if next.isASCIILetter {
            endRun()
            index += 1
          } else {
            append(next)
          }
        case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
          endRun()
          index += 1
        case UInt8(ascii: "{"):
          // A number of repetitions, or the sign itself.
          endRun()
          while index < bytes.count, bytes[index] != UInt8(ascii: "}") { index += 1 }
          index += 1
        case let byte: append(byte)
        }
      }
      endRun()
      return true
    }

    /// Skips a class in brackets.
    private mutating func skipClass() -> Bool {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
      // A bracket at the beginning is an element.
      if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
      while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
        switch bytes[index] {
        // A quotation or a class such as [:alpha:].
        case UInt8(ascii: "["): return false
        case UInt8(ascii: "\\"):
          if index + 1 < bytes.count, "QEcopx".utf8.contains(bytes[index + 1]) { return false }
          index += 2
        default: index += 1
        }
      }
      index += 1
      return true
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
