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
    guard let index = indexes[name.lowercased()] else { return false }
    var status = unsafe zip_stat_t()
    guard unsafe zip_stat_index(raw, index, 0, &status) == 0 else { throw damage(of: name) }
    if unsafe status.encryption_method != ZIP_EM_NONE { throw ImportError.encrypted }
    guard let member = unsafe zip_fopen_index(raw, index, 0) else { throw damage(of: name) }
    defer { unsafe zip_fclose(member) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var byteCount: UInt64 = 0
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.baseAddress.map { unsafe Int(zip_fread(member, $0, UInt64(bytes.count))) } ?? 0
      }
      guard count >= 0 else { throw damage(of: name) }
      if count == 0 { return true }
      byteCount += UInt64(count)
      try checkGrowth(of: name, by: count, to: byteCount, packedByteCount: unsafe status.comp_size)
      try body(buffer.span.extracting(first: count))
    }
  }

  private func checkGrowth(of name: String, by count: Int, to byteCount: UInt64, packedByteCount: UInt64) throws(ImportError) {
    unpackedByteCount += count
    guard unpackedByteCount <= Self.maximumByteCount else { throw ImportError.damaged("it unpacks to more than 512 MiB") }
    guard byteCount < Self.minimumBombByteCount || byteCount / UInt64(Self.maximumRatio) <= packedByteCount else {
      throw ImportError.damaged("\(name) unpacks to more than \(Self.maximumRatio) times its size")
    }
  }

  private func damage(of name: String) -> ImportError { source.error ?? .damaged("its part \(name) cannot be unpacked") }
}
