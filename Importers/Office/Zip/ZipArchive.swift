// SPDX-License-Identifier: Apache-2.0

internal import CLibZip
internal import ImporterSupport

/// A ZIP archive with access to its members by name, read by libzip.
///
/// Formats on top of ZIP store the list of their parts in one member, and metadata in another one:
/// reading the members in the order of the file, as libarchive does, would unpack everything twice.
///
/// The work of a hostile archive is bounded: by the number of members, by the bytes that all of
/// them unpack to, and by the ratio of unpacked to packed bytes.
@safe final class ZipArchive {
  /// The names of the members, with `/` between folders.
  private(set) var names: [String] = []

  private let raw: OpaquePointer
  private let source: ZipSource
  /// The index of each member, under its name in lower case.
  private var indexes: [String: UInt64] = [:]
  private var unpackedByteCount = 0

  private static let maximumMemberCount = 1 << 16
  /// A text of 512 MiB takes a parser several seconds.
  private static let maximumByteCount = 512 << 20
  /// Spreadsheets of equal rows reach 100.
  private static let maximumRatio = 400
  /// Smaller members may have any ratio.
  private static let minimumBombByteCount = 16 << 20

  /// Reads the list of members.
  ///
  /// - Throws: `damaged` if there is none.
  init(_ file: ImportedFile) throws(ImportError) {
    source = ZipSource(file)
    guard let raw = unsafe source.open() else { throw source.error ?? .damaged("it is not a complete ZIP archive") }
    unsafe self.raw = unsafe raw
    for index in 0..<min(unsafe zip_get_num_entries(raw, 0), Int64(Self.maximumMemberCount)) {
      guard let name = unsafe zip_get_name(raw, UInt64(index), ZIP_FL_ENC_GUESS) else { continue }
      // Some writers for Windows use its separator.
      names.append(unsafe String(cString: name).replacing("\\", with: "/"))
      indexes[names[names.count - 1].lowercased(), default: UInt64(index)] = UInt64(index)
    }
  }

  deinit { unsafe zip_discard(raw) }

  /// Whether a member exists. Upper and lower case are equal, as in the names of Office Open XML.
  func contains(_ name: String) -> Bool { indexes[name.lowercased()] != nil }

  /// Calls `body` with the pieces of a member. Does not call it if the member does not exist.
  ///
  /// - Returns: Whether the member exists.
  /// - Throws: `damaged` if it cannot be unpacked or unpacks to too much, `encrypted` if it needs a password.
  @discardableResult
  func read(_ name: String, _ body: (borrowing Span<UInt8>) throws -> Void) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    return try withMember(name) { member in
      while case let count = try unsafe buffer.withUnsafeMutableBytes({ try unsafe member.read(into: $0) }), count > 0 {
        try body(buffer.span.extracting(first: count))
      }
    }
  }

  /// The bytes of a member, or its first `limit` bytes; none if it does not exist.
  func contents(of name: String, limit: Int) throws -> [UInt8] {
    var contents: [UInt8] = []
    try withMember(name) { member in
      while contents.count < limit {
        var piece = [UInt8](repeating: 0, count: min(64 << 10, limit - contents.count))
        let count = try unsafe piece.withUnsafeMutableBytes { try unsafe member.read(into: $0) }
        if count == 0 { return }
        contents += piece.prefix(count)
      }
    }
    return contents
  }

  /// A member that is being read.
  @safe final class Member {
    private let archive: ZipArchive
    private let name: String
    private let raw: OpaquePointer
    private let packedByteCount: UInt64
    private var byteCount: UInt64 = 0

    fileprivate init(_ archive: ZipArchive, _ name: String, _ raw: OpaquePointer, packedByteCount: UInt64) {
      self.archive = archive
      self.name = name
      unsafe self.raw = unsafe raw
      self.packedByteCount = packedByteCount
    }

    /// Fills `buffer` with the next bytes. Returns their number, 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = unsafe buffer.baseAddress.map { unsafe Int(zip_fread(raw, $0, UInt64(buffer.count))) } ?? 0
      guard count >= 0 else { throw archive.damage(of: name) }
      byteCount += UInt64(count)
      try archive.checkGrowth(of: name, by: count, to: byteCount, packedByteCount: packedByteCount)
      return count
    }
  }

  /// Calls `body` with a member. Does not call it if the member does not exist.
  ///
  /// - Returns: Whether the member exists.
  @discardableResult
  func withMember(_ name: String, _ body: (Member) throws -> Void) throws -> Bool {
    guard let index = indexes[name.lowercased()] else { return false }
    var status = unsafe zip_stat_t()
    guard unsafe zip_stat_index(raw, index, 0, &status) == 0 else { throw damage(of: name) }
    if unsafe status.encryption_method != ZIP_EM_NONE { throw ImportError.encrypted }
    guard let member = unsafe zip_fopen_index(raw, index, 0) else { throw damage(of: name) }
    defer { unsafe zip_fclose(member) }
    try body(unsafe Member(self, name, member, packedByteCount: status.comp_size))
    return true
  }

  fileprivate func checkGrowth(of name: String, by count: Int, to byteCount: UInt64, packedByteCount: UInt64) throws(ImportError) {
    unpackedByteCount += count
    guard unpackedByteCount <= Self.maximumByteCount else { throw ImportError.damaged("it unpacks to more than 512 MiB") }
    guard byteCount < Self.minimumBombByteCount || byteCount / UInt64(Self.maximumRatio) <= packedByteCount else {
      throw ImportError.damaged("\(name) unpacks to more than \(Self.maximumRatio) times its size")
    }
  }

  fileprivate func damage(of name: String) -> ImportError { source.error ?? .damaged("its part \(name) cannot be unpacked") }
}
