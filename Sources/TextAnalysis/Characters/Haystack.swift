// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Bytes in which folded literals are searched for.
///
/// ASCII needs no prior folding: its bytes are lowercased during the comparison.
@safe struct Haystack {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let lowercases: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, lowercases: Bool) {
    unsafe self.bytes = bytes
    self.lowercases = lowercases
  }

  var count: Int { unsafe bytes.count }

  /// Whether `literal` occurs at `index`; `false` if it would exceed the bytes on either side.
  func hasLiteral(_ literal: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, literal.count <= count - index else { return false }
    var offset = 0
    if lowercases {
      while offset < literal.count {
        guard unsafe ASCII.lowercased(bytes[index &+ offset]) == literal[offset] else { return false }
        offset &+= 1
      }
    } else {
      while offset < literal.count {
        guard unsafe bytes[index &+ offset] == literal[offset] else { return false }
        offset &+= 1
      }
    }
    return true
  }

  /// The scalar at `index`, which must be less than ``count``.
  func scalar(at index: Int) -> DecodedScalar {
    let scalar = unsafe DecodedScalar(bytes, at: index)
    guard lowercases, scalar.value < 0x80 else { return scalar }
    return DecodedScalar(ascii: ASCII.lowercased(UInt8(scalar.value)))
  }

  /// The first index from `start` at which `literal` occurs and `condition` holds for its range.
  func firstIndex(of literal: Span<UInt8>, from start: Int, where condition: (Range<Int>) -> Bool = { _ in true }) -> Int? {
    var index = start
    while let candidate = firstCandidate(for: literal, from: index) {
      if hasLiteral(literal, at: candidate), condition(candidate..<candidate + literal.count) { return candidate }
      index = candidate &+ 1
    }
    return nil
  }

  /// The first index with the first byte of the literal and enough room for the rest.
  @inline(__always)
  private func firstCandidate(for literal: Span<UInt8>, from start: Int) -> Int? {
    let startCount = count - literal.count + 1
    guard start < startCount else { return nil }
    guard !literal.isEmpty, let base = unsafe bytes.baseAddress else { return start }
    let first = literal[0]
    if !lowercases {
      let found = unsafe RawMemory.first(first, from: base + start, count: startCount - start)
      return unsafe found.map { unsafe $0 - UnsafeRawPointer(base) }
    }
    var index = start
    while index < startCount {
      if unsafe ASCII.lowercased(bytes[index]) == first { return index }
      index &+= 1
    }
    return nil
  }
}
