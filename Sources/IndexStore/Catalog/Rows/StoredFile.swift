// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The content of a row of ``CatalogTable/documents`` to be written. See ``FileRow`` for the
/// format.
struct StoredFile: Equatable {
  var name: [UInt8]
  var status: FileStatus
  var type: TypeID
  var content: ContentState
  var added: Int64?
  var subdirectory: DirectoryID?
  /// Whether a segment of the text layer contains the document's text.
  var hasText = false
  /// `nil` if no use of the file is recorded.
  var use: FileUse?

  func encoded(owner: UInt64) -> [UInt8] {
    var flags: FileRow.Flags = []
    let isWhole = status.modified % 1_000_000_000 == 0
    if status.modified == status.changed { flags.insert(.modifiedIsChanged) } else if isWhole { flags.insert(.modifiedIsWhole) }
    if status.born == 0 { flags.insert(.hasNoBirth) }
    if status.allocatedBlocks == FileRow.expectedBlocks(status.size) { flags.insert(.hasExpectedBlocks) }
    if status.linkCount == 1 { flags.insert(.hasOneLink) }
    if added != nil { flags.insert(.hasAdded) }
    if hasText { flags.insert(.hasText) }
    if use != nil { flags.insert(.hasUse) }

    return [UInt8](capacity: Self.maximumByteCount + name.count) { row in encode(flags, owner: owner, to: &row) }
  }

  /// Maximum length in bytes of a row without its name: 14 numbers of at most 10 bytes, and 24 of fixed width.
  private static let maximumByteCount = 192

  private func encode(_ flags: FileRow.Flags, owner: UInt64, to row: inout OutputSpan<UInt8>) {
    row.append(fixed: UInt64(flags.rawValue | UInt16(status.kind.rawValue) | UInt16(content.rawValue) << 2), width: 2)
    row.append(fixed: UInt64(type.rawValue), width: 2)
    row.append(UInt8(name.count))
    for index in name.indices { row.append(name[index]) }
    row.append(variable: status.inode)
    row.append(variable: status.size)
    row.append(variable: owner)
    row.append(fixed: UInt64(bitPattern: status.changed), width: 8)
    if flags.contains(.modifiedIsWhole) {
      row.append(signed: status.modified / 1_000_000_000)
    } else if !flags.contains(.modifiedIsChanged) {
      row.append(fixed: UInt64(bitPattern: status.modified), width: 8)
    }
    if status.born != 0 { row.append(signed: status.changed &- status.born) }
    if !flags.contains(.hasExpectedBlocks) { row.append(variable: status.allocatedBlocks) }
    if status.linkCount != 1 { row.append(variable: UInt64(status.linkCount)) }
    if let added { row.append(signed: added) }
    if status.kind == .directory { row.append(variable: UInt64(subdirectory?.rawValue ?? 0)) }
    if let use { row.append(use) }
    row.append(fixed: UInt64(Checksum.of(row.span)), width: Checksum.byteCount)
  }
}

/// Writers for the number formats of ``RowReader``; like it, in this module for speed.
extension OutputSpan<UInt8> {
  fileprivate mutating func append(fixed value: UInt64, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: value &>> UInt64(index * 8))) }
  }

  fileprivate mutating func append(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  fileprivate mutating func append(_ use: FileUse) {
    append(signed: use.last)
    append(variable: use.count)
    append((use.isOwn ? 1 : 0) | (use.listing == nil ? 0 : 2))
    guard let listing = use.listing else { return }
    append(fixed: listing.entry, width: 8)
    append(variable: listing.count)
  }

  fileprivate mutating func append(signed value: Int64) { append(variable: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }
}
