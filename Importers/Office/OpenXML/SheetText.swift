// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the values of a sheet's cells: numbers and results of formulas as their formats show them, and texts that are not
/// shared, headers and footers, and addresses in formulas. Shared texts are read from their own part.
final class SheetText: TextHandler {
  /// Longer values are no numbers.
  private static let maximumNumberLength = 64

  private let formats: CellFormats
  private var buffer = TextBuffer()
  private var content = Content.none
  /// The format of the cell.
  private var format = NumberFormat.general
  private var number: [UInt8] = []
  private var isValue = false
  /// A header, a footer or a formula so far; `nil` elsewhere.
  private var code: [UInt8]?
  private var links = LinkAddresses()
  private static let maximumCodeByteCount = 16 << 10

  /// What a cell contains.
  private enum Content {
    case number
    case text
    /// The index of a shared text, a truth value or an error.
    case none
  }

  init(_ formats: CellFormats) { self.formats = formats }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    case "c":
      switch attributes["t"] ?? "n" {
      case "s", "b", "e": content = .none
      case "n":
        content = .number
        format = formats.areAllGeneral ? .general : formats[attributes["s"].flatMap { Int($0) } ?? 0]
      default: content = .text
      }
    case "v", "t": isValue = content != .none
    case "f", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter": code = []
    default: break
    }
  }

  func end(_ element: String) {
    switch element {
    case "v", "t":
      if isValue, content == .number { appendNumber() }
      isValue = false
    case "c": buffer.separate(by: "\t")
    case "row": buffer.separate()
    case "f":
      let formula = String(decoding: code ?? [], as: UTF8.self)
      for match in formula.matches(of: /HYPERLINK\s*\(\s*"([^"]+)"/) { links.take(String(match.output.1)) }
      code = nil
    case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
      buffer.append(SheetHeader.plain(String(decoding: code ?? [], as: UTF8.self)))
      buffer.separate()
      code = nil
    case "worksheet": buffer.append(links.takeText())
    default: break
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if let count = code?.count {
      guard count < Self.maximumCodeByteCount else { return }
      for index in characters.indices { code?.append(characters[index]) }
      return
    }
    guard isValue else { return }
    if content == .number, number.count + characters.count <= Self.maximumNumberLength {
      for index in characters.indices { number.append(characters[index]) }
    } else {
      buffer.append(characters)
    }
  }

  private func appendNumber() {
    defer { number.removeAll(keepingCapacity: true) }
    // A short number is shown as it is stored.
    if format == .general, number.count <= 11 { return buffer.append(number.span) }
    let stored = String(decoding: number, as: UTF8.self)
    let shown = Double(stored).flatMap { format.text(of: $0, startsIn1904: formats.startsIn1904) }
    buffer.append(shown ?? stored)
  }
}
