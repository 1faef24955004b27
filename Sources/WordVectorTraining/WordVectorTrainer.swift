// SPDX-License-Identifier: Apache-2.0

internal import WordVectors

/// Makes vectors of words from a dictionary by latent semantic analysis: a randomized singular value decomposition of the matrix of
/// stems and synsets (Halko, Martinsson and Tropp, 2011).
///
/// The same dictionary gives the same bytes: one thread, numbers added in a fixed order, and no function of the C library.
package enum WordVectorTrainer {
  private static let dimensionCount = WordVectorFormat.dimensionCount
  /// More dimensions than are kept make those more exact. A multiple of the processor's vectors.
  private static let sketchCount = dimensionCount + 16
  private static let powerSteps = 2
  private static let seed: UInt64 = 0x5EA2_C411

  /// - Parameter rank: Number of components that are not 0. Fewer than there are synsets make words similar that occur in no common one.
  /// - Returns: The bytes of a file of word vectors.
  package static func train(_ dictionary: WordNetDictionary, rank: Int = WordVectorFormat.dimensionCount) -> [UInt8] {
    let matrix = TermMatrix(dictionary)
    let vectors = vectors(of: matrix, rank: rank)
    let scale = scale(of: vectors)
    var entries: [WordVectorFormat.Entry] = []
    entries.reserveCapacity(matrix.stems.count)
    for (row, stem) in matrix.stems.enumerated() {
      let components = (0..<dimensionCount).map { Int8(max(-127, min(127, (vectors[row, $0] / scale).rounded(.toNearestOrEven)))) }
      entries.append(.init(stem: stem, weight: matrix.weights[row], components: components))
    }
    return WordVectorFormat.encode(entries, scale: scale)
  }

  /// A normalized row for each stem: those of *U·√S*.
  private static func vectors(of matrix: TermMatrix, rank: Int) -> RowMatrix {
    var random = seed
    let start = RowMatrix(rows: matrix.ends.count, columns: sketchCount)
    for row in 0..<start.rowCount { for column in 0..<sketchCount { start[row, column] = nextBit(&random) ? 1 : -1 } }
    var left = matrix.times(start).orthonormalized()
    for _ in 0..<powerSteps { left = matrix.times(matrix.transposedTimes(left).orthonormalized()).orthonormalized() }
    let (squares, rotation) = SquareMatrix.eigenvectors(matrix.transposedTimes(left).products())
    let roots = squares.enumerated().map { $0 < rank ? max($1, 0).squareRoot().squareRoot() : 0 }
    let vectors = left.multiplied(by: rotation.map { row in (0..<dimensionCount).map { row[$0] * roots[$0] } })
    for row in 0..<vectors.rowCount {
      var square = 0.0
      for column in 0..<dimensionCount { square += Double(vectors[row, column]) * Double(vectors[row, column]) }
      guard square > 0 else { continue }
      for column in 0..<dimensionCount { vectors[row, column] = Float(Double(vectors[row, column]) / square.squareRoot()) }
    }
    return vectors
  }

  /// The scale with which one component in 2,000 is clipped.
  private static func scale(of vectors: RowMatrix) -> Float {
    var magnitudes: [Float] = []
    for row in 0..<vectors.rowCount { for column in 0..<dimensionCount { magnitudes.append(vectors[row, column].magnitude) } }
    magnitudes.sort()
    guard let greatest = magnitudes.last, greatest > 0 else { return 1 }
    let percentile = magnitudes[magnitudes.count - 1 - magnitudes.count / 2000]
    return (percentile > 0 ? percentile : greatest) / 127
  }

  /// SplitMix64.
  private static func nextBit(_ state: inout UInt64) -> Bool {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) >> 63 == 1
  }
}

extension TermMatrix {
  /// The product with a matrix that has a row for each column.
  func times(_ other: RowMatrix) -> RowMatrix {
    let result = RowMatrix(rows: stems.count, columns: other.columnCount)
    forEachCell { row, column, value in unsafe addMultiple(other.row(column), value, to: result.row(row), other.columnCount) }
    return result
  }

  /// The product of the transposed matrix with one that has a row for each row.
  func transposedTimes(_ other: RowMatrix) -> RowMatrix {
    let result = RowMatrix(rows: ends.count, columns: other.columnCount)
    forEachCell { row, column, value in unsafe addMultiple(other.row(row), value, to: result.row(column), other.columnCount) }
    return result
  }

  @inline(__always)
  private func forEachCell(_ body: (_ row: Int, _ column: Int, _ value: Float) -> Void) {
    var start = 0
    for (column, end) in ends.enumerated() {
      for cell in cells[start..<end] { body(Int(cell.row), column, cell.value) }
      start = end
    }
  }
}
