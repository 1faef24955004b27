// SPDX-License-Identifier: Apache-2.0

/// Converts UTF-16 to UTF-8, unit by unit. Half of a surrogate pair becomes U+FFFD.
///
/// `String(decoding:as: UTF16.self)` of an array takes ten times as long.
@usableFromInline
package struct UTF16Converter {
  /// The first half of a pair whose second half is the next unit; 0 if there is none.
  @usableFromInline
  var leadSurrogate: UInt16 = 0

  package init() {}

  /// The number of bytes that `unitCount` units need at most, with a half pair before them.
  package static func maximumByteCount(ofUnitCount unitCount: Int) -> Int { 3 * (unitCount + 1) }

  @inlinable
  package mutating func append(_ unit: UInt16, to output: inout OutputSpan<UInt8>) {
    if unit < 0x80, leadSurrogate == 0 {
      output.append(UInt8(truncatingIfNeeded: unit))
    } else {
      appendOther(unit, to: &output)
    }
  }

  /// Appends what is left of a pair at the end of the text.
  package mutating func finish(_ text: inout [UInt8]) {
    text.append(addingCapacity: 3) { output in endPair(&output) }
  }

  private mutating func endPair(_ output: inout OutputSpan<UInt8>) {
    if leadSurrogate != 0 { Self.append(0xFFFD, to: &output) }
    leadSurrogate = 0
  }

  @usableFromInline
  mutating func appendOther(_ unit: UInt16, to output: inout OutputSpan<UInt8>) {
    if leadSurrogate != 0, UTF16.isTrailSurrogate(unit) {
      let scalar = 0x10000 + (UInt32(leadSurrogate) & 0x3FF) << 10 + UInt32(unit) & 0x3FF
      leadSurrogate = 0
      return Self.append(scalar, to: &output)
    }
    endPair(&output)
    if UTF16.isLeadSurrogate(unit) {
      leadSurrogate = unit
    } else {
      Self.append(UTF16.isTrailSurrogate(unit) ? 0xFFFD : UInt32(unit), to: &output)
    }
  }

  private static func append(_ scalar: UInt32, to output: inout OutputSpan<UInt8>) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: output.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      output.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      output.append(continuation(0))
    case ..<0x10000:
      output.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      output.append(continuation(6))
      output.append(continuation(0))
    default:
      output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      output.append(continuation(12))
      output.append(continuation(6))
      output.append(continuation(0))
    }
  }
}
