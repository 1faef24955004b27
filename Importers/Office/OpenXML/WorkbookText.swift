// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the names of a workbook's sheets and ranges, and finds out from when its days count.
final class WorkbookText: TextHandler {
  private let names = AttributeText(element: "sheet", attribute: "name")
  private let ranges = AttributeText(element: "definedName", attribute: "name")
  private let formats: CellFormats

  init(_ formats: CellFormats) { self.formats = formats }

  func takeText() -> [UInt8] { names.takeText() + ranges.takeText() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    if element == "workbookPr" { formats.startsIn1904 = ["1", "true"].contains(attributes["date1904"]) }
    names.start(element, attributes)
    // Those of programs are print areas and the like.
    if attributes["hidden"] == nil, attributes["name"]?.hasPrefix("_xlnm.") == false { ranges.start(element, attributes) }
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
