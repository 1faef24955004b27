// SPDX-License-Identifier: Apache-2.0

internal import WordVectors

/// Adds up the vectors of many texts, word by word in the order of terms.
@safe final class TextVectorCollector {
  /// Maximum number of ordinals, each of which takes 516 bytes.
  static let maximumOrdinalCount = 1 << 16

  let model: WordVectorModel
  private let lookup: WordVectorLookup
  private let ordinals: Range<UInt32>
  private let sums: UnsafeMutablePointer<Float>
  // Not arrays: accesses to them, one for each posting, would be checked for exclusivity.
  /// For each ordinal, the occurrences of the current word. Always more than 0 for texts that are left out.
  private let counts: UnsafeMutablePointer<UInt32>
  /// The ordinals that the current word occurs in, after their number.
  private let found: UnsafeMutablePointer<UInt32>
  /// The vector of the last word that has one.
  private var weighted: [Float] = []
  /// Whether the model turned out to be damaged. The vectors are then useless.
  private(set) var hasFailed = false

  /// - Parameter ordinals: Those of the texts, at most ``maximumOrdinalCount``.
  init(_ ordinals: Range<UInt32>, _ lookup: WordVectorLookup) {
    precondition(ordinals.count <= Self.maximumOrdinalCount, "there are too many texts")
    model = lookup.model
    self.lookup = lookup
    self.ordinals = ordinals
    unsafe counts = .allocate(capacity: ordinals.count)
    unsafe counts.initialize(repeating: 0, count: ordinals.count)
    unsafe found = .allocate(capacity: ordinals.count + 1)
    unsafe found.initialize(repeating: 0, count: ordinals.count + 1)
    unsafe sums = .allocate(capacity: ordinals.count * WordVectorFormat.dimensionCount)
    unsafe sums.initialize(repeating: 0, count: ordinals.count * WordVectorFormat.dimensionCount)
  }

  deinit {
    unsafe sums.deallocate()
    unsafe counts.deallocate()
    unsafe found.deallocate()
  }

  /// Leaves out a text. Call this before the first word.
  func leaveOut(_ ordinal: UInt32) {
    guard ordinals.contains(ordinal) else { return }
    // It counts as known, so no word adds it.
    unsafe counts[Int(ordinal - ordinals.lowerBound)] = 1
  }

  /// Begins the next word.
  ///
  /// - Returns: Whether it has a vector. If not, its occurrences need not be added.
  @discardableResult
  func begin(_ folded: Span<UInt8>) -> Bool {
    end()
    guard !hasFailed, let word = lookup.word(folded, isRepeated: false) else { return false }
    do throws(WordVectorError) { weighted = try model.weighted(word) } catch { hasFailed = true }
    return !hasFailed
  }

  /// Adds occurrences of the current word, which has a vector. An ordinal may be added several times.
  @inline(__always)
  func add(_ ordinal: UInt32, count: Int) {
    guard ordinals.contains(ordinal) else { return }
    let index = Int(ordinal - ordinals.lowerBound)
    if unsafe counts[index] == 0 {
      unsafe found[0] += 1
      unsafe found[Int(found[0])] = ordinal
    }
    unsafe counts[index] &+= UInt32(truncatingIfNeeded: count)
  }

  /// Ends the current word.
  func end() {
    let weighted = weighted
    for number in 0..<Int(unsafe found[0]) {
      let index = unsafe Int(found[number + 1] - ordinals.lowerBound)
      unsafe VectorSum.add(weighted, count: Int(counts[index]), to: sums + index * WordVectorFormat.dimensionCount)
      unsafe counts[index] = 0
    }
    unsafe found[0] = 0
  }

  /// Appends the rows of the texts that have a vector.
  ///
  /// - Parameter renumbering: Gives them new ordinals, and leaves some out.
  func write(to rows: inout VectorRowsWriter, _ renumbering: OrdinalRenumbering? = nil) throws(SegmentError) {
    end()
    for index in 0..<ordinals.count {
      let old = ordinals.lowerBound + UInt32(index)
      guard let ordinal = renumbering.map({ $0[old] }) ?? old else { continue }
      let start = unsafe sums + index * WordVectorFormat.dimensionCount
      let sum = unsafe UnsafeBufferPointer(start: start, count: WordVectorFormat.dimensionCount)
      if let vector = unsafe TextVector(of: sum, scale: model.scale) { try rows.append(vector, of: ordinal) }
    }
  }
}
