// SPDX-License-Identifier: Apache-2.0

/// Decompositions of small symmetric matrices.
enum SquareMatrix {
  /// The inverse of *R*, where the matrix is *RᵀR* and *R* is upper triangular.
  static func inverseOfCholeskyFactor(_ matrix: [[Double]]) -> [[Double]] {
    let count = matrix.count
    var factor = matrix.map { $0.map { _ in 0.0 } }
    for row in 0..<count {
      for column in row..<count {
        var sum = matrix[row][column]
        for index in 0..<row { sum -= factor[index][row] * factor[index][column] }
        // Of dependent columns, all but one become 0.
        if column == row {
          factor[row][row] = sum > 1e-12 * matrix[row][row] ? sum.squareRoot() : .infinity
        } else {
          factor[row][column] = sum / factor[row][row]
        }
      }
    }
    var inverse = factor.map { $0.map { _ in 0.0 } }
    for column in 0..<count {
      inverse[column][column] = 1 / factor[column][column]
      for row in (0..<column).reversed() {
        var sum = 0.0
        for index in row + 1...column { sum += factor[row][index] * inverse[index][column] }
        inverse[row][column] = -sum / factor[row][row]
      }
    }
    return inverse
  }

  /// The eigenvalues in descending order, and the eigenvectors as columns, by Jacobi's method.
  static func eigenvectors(_ matrix: [[Double]]) -> (values: [Double], vectors: [[Double]]) {
    let count = matrix.count
    var rest = matrix
    var vectors = (0..<count).map { row in (0..<count).map { $0 == row ? 1.0 : 0 } }
    for _ in 0..<maximumSweeps {
      var isDiagonal = true
      for one in 0..<count {
        for other in one + 1..<max(count, one + 1) {
          let element = rest[one][other]
          guard element.magnitude > 1e-13 * (rest[one][one] * rest[other][other]).magnitude.squareRoot() else { continue }
          isDiagonal = false
          let angle = (rest[other][other] - rest[one][one]) / (2 * element)
          let tangent = (angle < 0 ? -1 : 1) / (angle.magnitude + (1 + angle * angle).squareRoot())
          let cosine = 1 / (1 + tangent * tangent).squareRoot()
          rotate(&rest, &vectors, one, other, cosine, tangent * cosine)
        }
      }
      if isDiagonal { break }
    }
    let order = (0..<count).sorted { (rest[$1][$1], $0) < (rest[$0][$0], $1) }
    return (order.map { rest[$0][$0] }, vectors.map { row in order.map { row[$0] } })
  }

  /// Ten are usual.
  private static let maximumSweeps = 60

  private static func rotate(
    _ matrix: inout [[Double]], _ vectors: inout [[Double]], _ one: Int, _ other: Int, _ cosine: Double, _ sine: Double
  ) {
    for index in matrix.indices {
      let (left, right) = (matrix[index][one], matrix[index][other])
      matrix[index][one] = cosine * left - sine * right
      matrix[index][other] = sine * left + cosine * right
    }
    for index in matrix.indices {
      let (left, right) = (matrix[one][index], matrix[other][index])
      matrix[one][index] = cosine * left - sine * right
      matrix[other][index] = sine * left + cosine * right
    }
    for index in vectors.indices {
      let (left, right) = (vectors[index][one], vectors[index][other])
      vectors[index][one] = cosine * left - sine * right
      vectors[index][other] = sine * left + cosine * right
    }
  }
}
