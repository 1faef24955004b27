internal import Attributes

/// A file record as it lies in the catalog, decoded but for the name, which is borrowed.
///
///     flags (2 bytes), type (2 bytes), length of the name (1 byte), name
///     inode, size, owner
///     change time (8 bytes), modification and birth relative to it, as the flags say
///     allocated blocks, links, date of addition, directory: each only where the flags say so
///     checksum (4 bytes)
///
/// The parts that change without the file changing (state, type) have a fixed width: updating them never moves rows to other pages.
package struct FileRow: ~Escapable {
  package let reference: DocumentReference
  package let name: Span<UInt8>
  package let status: FileStatus
  package let type: TypeID
  package let content: ContentState
  /// The directory that this document is; `nil` for anything else.
  package let subdirectory: DirectoryID?
  /// Whether a segment of the text layer has the document's text.
  package let hasText: Bool
  /// Seconds since 1970; `nil` for what was there when the directory was first listed.
  let added: Int64?

  struct Flags: OptionSet {
    let rawValue: UInt16

    // Bits 0–1: kind; bits 2–4: content state.
    /// The modification time is the change time.
    static let modifiedIsChanged = Flags(rawValue: 1 << 5)
    /// The modification time has no fraction: unpacked archives, copied trees.
    static let modifiedIsWhole = Flags(rawValue: 1 << 6)
    static let hasNoBirth = Flags(rawValue: 1 << 7)
    /// Allocated are as many 4 KiB blocks as the size needs.
    static let hasExpectedBlocks = Flags(rawValue: 1 << 8)
    static let hasOneLink = Flags(rawValue: 1 << 9)
    static let hasAdded = Flags(rawValue: 1 << 10)
    static let hasText = Flags(rawValue: 1 << 11)
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

  static func expectedBlocks(_ size: UInt64) -> UInt64 { (size / 4096 + (size % 4096 == 0 ? 0 : 1)) * 8 }

  /// The name, copied.
  package var nameBytes: [UInt8] { unsafe name.withUnsafeBufferPointer { unsafe [UInt8]($0) } }
}
