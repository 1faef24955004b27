// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// A row of ``CatalogTable/documents``, decoded except for the name, which is borrowed.
///
///     flags (2 bytes), type (2 bytes), length of the name (1 byte), name
///     inode, size, owner
///     change time (8 bytes)
///     modification time: absent, in whole seconds, or 8 bytes, as the flags say
///     birth time relative to the change time, allocated blocks, links, date of addition: each
///       only if the flags say so
///     DirectoryID, for directories only
///     use, only if the flags say so: last time, count, bits (1: own, 2: listed), and if listed the
///       hash of the entry (8 bytes) and its count
///     checksum (4 bytes)
///
/// Fields that change although the file does not (content state, type) have a fixed width, so
/// updating them never moves rows to other pages.
package struct FileRow: ~Escapable {
  package let reference: DocumentReference
  package let name: Span<UInt8>
  package let status: FileStatus
  package let type: TypeID
  package let content: ContentState
  /// The DirectoryID of a document that is a directory; `nil` for other documents.
  package let subdirectory: DirectoryID?
  /// Whether a segment of the text layer contains the document's text.
  package let hasText: Bool
  /// Date of addition in seconds since 1970; `nil` for entries of the directory's first listing,
  /// which share the directory's ``DirectoryRecord/firstListed``.
  let added: Int64?
  /// `nil` if no use of the file is recorded.
  package let use: FileUse?

  struct Flags: OptionSet {
    let rawValue: UInt16

    // Bits 0–1: kind; bits 2–4: content state.
    /// The modification time equals the change time.
    static let modifiedIsChanged = Flags(rawValue: 1 << 5)
    /// The modification time is in whole seconds, as in unpacked archives and copied trees.
    static let modifiedIsWhole = Flags(rawValue: 1 << 6)
    static let hasNoBirth = Flags(rawValue: 1 << 7)
    /// The allocation is the size rounded up to blocks of 4 KiB.
    static let hasExpectedBlocks = Flags(rawValue: 1 << 8)
    static let hasOneLink = Flags(rawValue: 1 << 9)
    static let hasAdded = Flags(rawValue: 1 << 10)
    static let hasText = Flags(rawValue: 1 << 11)
    static let hasUse = Flags(rawValue: 1 << 12)
  }

  @_lifetime(copy value)
  init(_ reference: DocumentReference, _ value: Span<UInt8>, owners: OwnerTable) throws(StoreError) {
    do throws(DecodingError) {
      try self.init(reference, decoding: value, owners: owners)
    } catch {
      throw .damaged(.documents, "\(reference.directory.rawValue), \(reference.document.rawValue)", error)
    }
  }

  @_lifetime(copy value)
  private init(_ reference: DocumentReference, decoding value: Span<UInt8>, owners: OwnerTable) throws(DecodingError) {
    var reader = try RowReader(checked: value)
    let bits = try reader.uint16()
    let flags = Flags(rawValue: bits)
    guard let kind = FileStatus.Kind(rawValue: UInt8(bits & 3)), let content = ContentState(rawValue: UInt8(bits >> 2 & 7)) else {
      throw .malformed(at: 0)
    }
    let type = TypeID(rawValue: try reader.uint16())
    let name = try reader.span(Int(try reader.byte()))
    let inode = try reader.variable()
    let size = try reader.variable()
    guard let owner = owners[try reader.variable()] else { throw .malformed(at: reader.position) }
    let changed = try reader.int64()
    let modified: Int64 =
      if flags.contains(.modifiedIsChanged) {
        changed
      } else if flags.contains(.modifiedIsWhole) {
        try reader.signed() &* 1_000_000_000
      } else {
        try reader.int64()
      }
    let born = flags.contains(.hasNoBirth) ? 0 : changed &- (try reader.signed())
    let blocks = flags.contains(.hasExpectedBlocks) ? Self.expectedBlocks(size) : try reader.variable()
    let links = flags.contains(.hasOneLink) ? 1 : UInt32(truncatingIfNeeded: try reader.variable())
    let added = flags.contains(.hasAdded) ? try reader.signed() : nil
    let subdirectory = kind == .directory ? DirectoryID(rawValue: UInt32(truncatingIfNeeded: try reader.variable())) : nil
    use = flags.contains(.hasUse) ? try FileUse(from: &reader) : nil
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
    self.reference = reference
    self.name = name
    self.type = type
    self.content = content
    self.added = added
    self.subdirectory = subdirectory
    hasText = flags.contains(.hasText)
    status = FileStatus(
      kind: kind, inode: inode, size: size, allocatedBlocks: blocks, modified: modified, changed: changed, born: born, userID: owner.user,
      groupID: owner.group, mode: owner.mode, linkCount: links)
  }

  /// Units of 512 bytes that a file of `size` bytes takes in blocks of 4 KiB.
  static func expectedBlocks(_ size: UInt64) -> UInt64 { (size / 4096 + (size % 4096 == 0 ? 0 : 1)) * 8 }

  /// A copy of the name.
  package var nameBytes: [UInt8] { unsafe name.withUnsafeBufferPointer { unsafe [UInt8]($0) } }
}

extension FileUse {
  fileprivate init(from reader: inout RowReader) throws(DecodingError) {
    last = try reader.signed()
    count = try reader.variable()
    let bits = try reader.byte()
    isOwn = bits & 1 != 0
    listing = bits & 2 == 0 ? nil : Listing(entry: UInt64(bitPattern: try reader.int64()), count: try reader.variable())
  }
}
