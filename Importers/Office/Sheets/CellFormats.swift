// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// The number formats of a workbook's cells, by the index of a cell's style (ECMA-376, 18.8).
final class CellFormats: XMLHandler {
  /// Excel allows 64,000.
  private static let maximumCount = 1 << 16

  /// Whether days count from 1904 on.
  var startsIn1904 = false
  /// Whether the styles of cells need not be looked at.
  private(set) var areAllGeneral = true
  private var formats: [NumberFormat] = []
  private var custom: [Int: NumberFormat] = [:]
  private var isInCellStyles = false

  /// - Parameter style: The index of a style. Unknown ones have the general format.
  subscript(style: Int) -> NumberFormat { formats.indices.contains(style) ? formats[style] : .general }

  func addCode(_ code: some StringProtocol, number: Int) {
    if custom.count < Self.maximumCount { custom[number] = NumberFormat(code: code) }
  }

  /// Adds the next style, whose format must be known before.
  func addStyle(format number: Int) {
    guard formats.count < Self.maximumCount else { return }
    formats.append(custom[number] ?? NumberFormat(builtIn: number))
    areAllGeneral = areAllGeneral && formats[formats.count - 1] == .general
  }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    case "numFmt":
      if let number = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] { addCode(code, number: number) }
    case "cellXfs": isInCellStyles = true
    case "xf": if isInCellStyles { addStyle(format: attributes["numFmtId"].flatMap { Int($0) } ?? 0) }
    default: break
    }
  }

  func end(_ element: String) {
    if element == "cellXfs" { isInCellStyles = false }
  }

  func add(_ characters: borrowing Span<UInt8>) {}
}
