// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// The index of a dictionary: a line for each headword, with the offset and the length of its definition, both as numbers in base 64. dictfmt(1)
struct DictionaryIndex {
  /// The definitions of headwords of one word, in the order of their offsets, each once.
  private(set) var definitions: [Range<Int>] = []

  /// More than the largest dictionary has.
  private static let maximumFileSize = 1 << 27
  private static let maximumDefinitionLength = 1 << 16

  init(_ dictionary: InstalledDictionary) throws(DictionaryError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ReadableFile(dictionary.index).contents(limit: Self.maximumFileSize)
    } catch {
      throw .system(error)
    }
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      number += 1
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      // dictfmt writes a fourth field for headwords whose order differs from their spelling.
      guard fields.count >= 3, let offset = Self.number(fields[1]), let length = Self.number(fields[2]),
        length <= Self.maximumDefinitionLength
      else { throw .malformedIndex(line: number, file: dictionary.index) }
      if !fields[0].contains(UInt8(ascii: " ")) { definitions.append(offset..<offset + length) }
    }
    definitions.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    definitions = definitions.indices.filter { $0 == 0 || definitions[$0] != definitions[$0 - 1] }.map { definitions[$0] }
  }

  /// - Returns: `nil` if the digits are no number below 2³⁶.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...6).contains(digits.count) else { return nil }
    var number = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      number = number << 6 | Int(value)
    }
    return number
  }
}
