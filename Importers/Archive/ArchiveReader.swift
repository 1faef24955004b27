// SPDX-License-Identifier: Apache-2.0

internal import CArchive
internal import DocumentImporter
internal import ImporterSupport
internal import SystemPlatform

/// Reads the members of an archive in the order of the file, with libarchive.
///
/// The work of a hostile archive is bounded by the bytes that it unpacks to, and by their ratio to
/// the packed ones. Formats and compressions for which libarchive starts programs are left out.
@safe final class ArchiveReader {
  /// A member of an archive.
  struct Member {
    let name: String
    let isEncrypted: Bool
  }

  /// The encoding of names in other archives that are not UTF-8. All of them together tell it, if the archive is a file.
  private lazy var undeclaredNames: UndeclaredTexts? = readMarkedNames.map { UndeclaredTexts($0()) }
  private let readMarkedNames: (() -> [String])?

  /// Whether the file is not an archive but one compressed file.
  private(set) var isCompressedFile = false

  /// The encoding of names in a ZIP archive. All of them together tell it, if the archive is a file.
  private lazy var zipEncoding: String = {
    let names = input.bytes.map { ZipDirectory.undeclaredNames(in: $0) } ?? []
    return DetectedText.encoding(ofNames: names.span)
  }()

  /// Whether the file is an RPM package, whose description precedes the archive.
  var isRPM: Bool { unsafe (0..<archive_filter_count(raw)).contains { unsafe archive_filter_code(raw, $0) == ARCHIVE_FILTER_RPM } }

  /// Whether names that are not UTF-8 are returned with marks for ``UndeclaredTexts``.
  private let keepsMarks: Bool

  /// Whether there is no member that ``next()`` has not returned yet.
  var isEmpty: Bool { first == nil && isAtEnd }

  private let raw: OpaquePointer
  private let input: ArchiveInput
  /// The first member, which was read to find out the format.
  private var first: Member?
  /// After the end, libarchive refuses to look for another member.
  private var isAtEnd = false

  private static let maximumByteCount: Int64 = 1 << 30
  /// Logs of equal lines reach 200.
  private static let maximumRatio: Int64 = 400
  /// Smaller contents may have any ratio.
  private static let minimumBombByteCount: Int64 = 64 << 20

  /// - Returns: `nil` if the input is no archive in a supported format.
  ///
  /// - Parameters:
  ///   - keepsMarks: Whether names that are not UTF-8 keep marks instead of their bytes.
  ///   - readMarkedNames: Reads the archive once more for such names, of which each alone is too short to tell its encoding.
  init?(_ input: ArchiveInput, keepsMarks: Bool = false, readMarkedNames: (() -> [String])? = nil) throws(ImportError) {
    guard let raw = unsafe archive_read_new() else { throw ImportError.outOfMemory("archive_read_new") }
    unsafe self.raw = unsafe raw
    self.input = input
    self.keepsMarks = keepsMarks
    self.readMarkedNames = readMarkedNames
    supportFormats()
    guard unsafe input.open(raw) == ARCHIVE_OK else {
      if let error = input.error as? ImportError { throw error }
      return nil
    }
    first = try next()
    // The format of last resort is one member with the whole content. It makes sense only for a
    // file that is compressed.
    guard unsafe archive_format(raw) == ARCHIVE_FORMAT_RAW else { return }
    isCompressedFile = unsafe archive_filter_count(raw) > 1
    if !isCompressedFile { return nil }
  }

  deinit { unsafe archive_read_free(raw) }

  private func supportFormats() {
    for filter in [
      ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_COMPRESS, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_LZ4, ARCHIVE_FILTER_LZIP, ARCHIVE_FILTER_LZMA,
      ARCHIVE_FILTER_RPM, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD,
    ] { unsafe archive_read_support_filter_by_code(raw, filter) }
    for format in [
      ARCHIVE_FORMAT_7ZIP, ARCHIVE_FORMAT_AR, ARCHIVE_FORMAT_CAB, ARCHIVE_FORMAT_CPIO, ARCHIVE_FORMAT_ISO9660, ARCHIVE_FORMAT_LHA,
      ARCHIVE_FORMAT_RAR, ARCHIVE_FORMAT_RAR_V5, ARCHIVE_FORMAT_RAW, ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_XAR, ARCHIVE_FORMAT_ZIP,
    ] { unsafe archive_read_support_format_by_code(raw, format) }
  }

  /// As many of the next names with marks as tell the encoding, from as many members as that takes no long time.
  func takeMarkedNames() -> [String] {
    var names: [String] = []
    for _ in 0..<Self.maximumReadNameCount {
      guard names.count < Self.maximumMarkedNameCount, let member = try? next() else { break }
      if !member.name.utf8.allSatisfy({ $0 < 0x80 }) { names.append(member.name) }
    }
    return names
  }

  private static let maximumReadNameCount = 4096
  private static let maximumMarkedNameCount = 64

  /// The next member; `nil` at the end.
  func next() throws(ImportError) -> Member? {
    if let member = first {
      first = nil
      return member
    }
    if isAtEnd { return nil }
    var entry: OpaquePointer?
    // A name that cannot be converted ends the process ("Fatal Internal Error in libarchive: No memory") if `errno` is ENOMEM, whoever
    // has left it there.
    Errno.reset()
    switch unsafe archive_read_next_header(raw, &entry) {
    case ARCHIVE_OK, ARCHIVE_WARN: break
    case ARCHIVE_EOF:
      isAtEnd = true
      return nil
    default: throw failure
    }
    try checkGrowth()
    guard let entry = unsafe entry else { return nil }
    return Member(
      name: unsafe name(of: entry), isEncrypted: unsafe archive_entry_is_data_encrypted(entry) == 1)
  }

  /// The name in UTF-8 if it could be converted. Otherwise the archive does not tell its encoding: ZIP has that of DOS or Windows in
  /// the country of its origin, and other formats that of the system.
  private func name(of entry: OpaquePointer) -> String {
    // See ``next()``.
    Errno.reset()
    if let name = unsafe archive_entry_pathname_utf8(entry) { return unsafe String(cString: name) }
    Errno.reset()
    guard let stored = unsafe archive_entry_pathname(entry) else { return "" }
    if let name = unsafe String(validatingCString: stored) { return name }
    let bytes = unsafe Path(cString: stored).bytes
    let isZip = unsafe archive_format(raw) & Int32(ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP
    if isZip { return String(decoding: DetectedText.utf8(bytes.span, declared: zipEncoding), as: UTF8.self) }
    let marked = UndeclaredTexts.marked(bytes)
    if keepsMarks { return marked }
    return (undeclaredNames ?? UndeclaredTexts([marked])).decoded(marked)
  }

  /// Fills `buffer` with the next bytes of the current member. Returns their number, 0 at its end.
  func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
    try unsafe buffer.withUnsafeMutableBufferPointer { buffer throws(ImportError) in
      try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = unsafe archive_read_data(raw, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw failure }
    try checkGrowth()
    return count
  }

  private func checkGrowth() throws(ImportError) {
    let unpacked = unsafe archive_filter_bytes(raw, 0)
    guard unpacked <= Self.maximumByteCount else {
      throw ImportError.unsupported("an archive that unpacks to more than 1 GiB is read in part")
    }
    let packed = unsafe archive_filter_bytes(raw, -1)
    guard unpacked < Self.minimumBombByteCount || unpacked / Self.maximumRatio <= packed else {
      throw ImportError.damaged("it unpacks to more than \(Self.maximumRatio) times its size")
    }
  }

  private var failure: ImportError {
    if let error = input.error as? ImportError { return error }
    guard unsafe archive_read_has_encrypted_entries(raw) != 1 else { return .encrypted }
    return .damaged(unsafe archive_error_string(raw).map { unsafe String(cString: $0) } ?? "a member cannot be read")
  }
}
