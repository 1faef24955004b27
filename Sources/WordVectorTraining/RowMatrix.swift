// SPDX-License-Identifier: Apache-2.0

/// A dense matrix of few columns. Its operations add numbers in a fixed order.
@safe final class RowMatrix {
  let rowCount: Int
  let columnCount: Int
  private let values: UnsafeMutablePointer<Float>

  init(rows: Int, columns: Int) {
    (rowCount, columnCount) = (rows, columns)
    unsafe values = .allocate(capacity: rows * columns)
    unsafe values.initialize(repeating: 0, count: rows * columns)
  }

  deinit { unsafe values.deallocate() }

  /// The first of the numbers of a row.
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<Float> {
    precondition(index >= 0 && index < rowCount, "there is no such row")
    return unsafe values + index * columnCount
  }

  subscript(row: Int, column: Int) -> Float {
    get { unsafe self.row(row)[column] }
    set { unsafe self.row(row)[column] = newValue }
  }

  /// The inner products of all pairs of columns.
  func products() -> [[Double]] {
    let width = columnCount
    let part = RowMatrix(rows: width, columns: width)
    var total = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
    // Few products are added as single-precision numbers.
    for start in stride(from: 0, to: rowCount, by: Self.partSize) {
      unsafe part.values.update(repeating: 0, count: width * width)
      for index in start..<min(start + Self.partSize, rowCount) {
        let row = unsafe self.row(index)
        for column in 0..<width { unsafe addMultiple(row, row[column], to: part.row(column), width) }
      }
      for one in 0..<width { for other in 0..<width { total[one][other] += Double(part[one, other]) } }
    }
    return total
  }

  private static let partSize = 256

  /// Each row times a square matrix.
  func multiplied(by matrix: [[Double]]) -> RowMatrix {
    let width = matrix.first?.count ?? 0
    let factors = RowMatrix(rows: columnCount, columns: width)
    for row in 0..<columnCount { for column in 0..<width { factors[row, column] = Float(matrix[row][column]) } }
    let result = RowMatrix(rows: rowCount, columns: width)
    for index in 0..<rowCount {
      let (from, to) = unsafe (row(index), result.row(index))
      for column in 0..<columnCount { unsafe addMultiple(factors.row(column), from[column], to: to, width) }
    }
    return result
  }

  /// A matrix of which the columns span the same space and are orthonormal.
  ///
  /// By the Cholesky factor of the products of columns, twice, because the first result is orthogonal only in the first digits.
  func orthonormalized() -> RowMatrix {
    multiplied(by: SquareMatrix.inverseOfCholeskyFactor(products())).multipliedOnceMore()
  }

  private func multipliedOnceMore() -> RowMatrix { multiplied(by: SquareMatrix.inverseOfCholeskyFactor(products())) }
}

/// Adds `factor` times some numbers to others.
@inline(__always)
func addMultiple(_ numbers: UnsafePointer<Float>, _ factor: Float, to sums: UnsafeMutablePointer<Float>, _ count: Int) {
  for index in 0..<count { unsafe sums[index] += factor * numbers[index] }
}
