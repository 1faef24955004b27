// SPDX-License-Identifier: Apache-2.0

internal import CMspack
internal import CMspackInput
internal import ImporterSupport
internal import SystemPlatform

/// Compiled help of Windows (CHM): a packed folder of HTML files, read by libmspack.
@safe final class HelpFile {
  /// The HTML files that can be unpacked one after the other, each once, in the order in which they are packed.
  private(set) var topics: [Member] = []
  /// The language, as Windows numbers languages.
  let language: UInt32

  private let system: UnsafeMutablePointer<mspack_system>
  private let decompressor: UnsafeMutablePointer<mschm_decompressor>
  private let header: UnsafeMutablePointer<mschmd_header>
  private let output: HelpOutput
  /// Properties of the whole help.
  private var properties: Member?

  /// A file in the help.
  @safe struct Member {
    fileprivate let raw: UnsafeMutablePointer<mschmd_file>
    fileprivate let section: UInt32
    fileprivate let range: Range<Int>
  }

  /// Bytes that are unpacked of one member, and of all together.
  private static let maximumMemberByteCount = 16 << 20
  private static let maximumByteCount = 256 << 20

  /// - Throws: `damaged` if libmspack cannot read the list of files.
  init(_ file: ImportedFile) throws(ImportError) {
    output = HelpOutput(budget: Self.maximumByteCount)
    let receive: mspack_output = { context, bytes, count in
      guard let context = unsafe context else { return false }
      let output = unsafe Unmanaged<HelpOutput>.fromOpaque(context).takeUnretainedValue()
      return unsafe output.append(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    let context = unsafe Unmanaged.passUnretained(output).toOpaque()
    guard let system = unsafe mspack_system_new(file.descriptor, Int64(clamping: file.byteCount), receive, context) else {
      throw .outOfMemory("mspack_system_new")
    }
    guard let decompressor = unsafe mspack_create_chm_decompressor(system) else {
      unsafe RawMemory.free(system)
      throw .outOfMemory("mspack_create_chm_decompressor")
    }
    guard let header = unsafe mspack_open_help(decompressor) else {
      let error = unsafe Self.error(decompressor)
      unsafe mspack_destroy_chm_decompressor(decompressor)
      unsafe RawMemory.free(system)
      throw error
    }
    unsafe self.system = unsafe system
    unsafe self.decompressor = unsafe decompressor
    unsafe self.header = unsafe header
    language = unsafe header.pointee.language
    listMembers()
  }

  deinit {
    unsafe decompressor.pointee.close(decompressor, header)
    unsafe mspack_destroy_chm_decompressor(decompressor)
    unsafe RawMemory.free(system)
  }

  private func listMembers() {
    var found: [Member] = []
    var next = unsafe header.pointee.files
    while let raw = unsafe next {
      unsafe next = unsafe raw.pointee.next
      guard let name = unsafe raw.pointee.filename, let section = unsafe raw.pointee.section else { continue }
      let (offset, length) = unsafe (raw.pointee.offset, raw.pointee.length)
      guard offset >= 0, length > 0, length <= Self.maximumMemberByteCount, offset <= Int.max - length else { continue }
      let member = unsafe Member(raw: raw, section: section.pointee.id, range: offset..<(offset + length))
      let path = unsafe String(cString: name).lowercased()
      if path == "/#system" { properties = member }
      if [".htm", ".html", ".xhtml"].contains(where: path.hasSuffix) { found.append(member) }
    }
    // Going back would unpack again what is before a member, so members that overlap are read once.
    for member in found.sorted(by: { ($0.section, $0.range.lowerBound) < ($1.section, $1.range.lowerBound) }) {
      if let last = topics.last, last.section == member.section, last.range.upperBound > member.range.lowerBound { continue }
      topics.append(member)
    }
  }

  /// The bytes of a member.
  func content(of member: Member) throws(ImportError) -> [UInt8] {
    output.bytes = []
    guard unsafe mspack_extract(decompressor, member.raw) == MSPACK_ERR_OK else {
      if output.budget < 0 { throw .unsupported("it unpacks to more than \(Self.maximumByteCount >> 20) MiB") }
      throw unsafe Self.error(decompressor)
    }
    return output.bytes
  }

  /// The title, in the encoding of the language; empty if there is none.
  var title: [UInt8] {
    get throws(ImportError) {
      guard let properties else { return [] }
      let bytes = try content(of: properties)
      // After the version, each property has a number, a length and a value.
      var offset = 4
      while let number = bytes.integer(at: offset, as: UInt16.self, .little),
        let length = bytes.integer(at: offset + 2, as: UInt16.self, .little)
      {
        let value = bytes.dropFirst(offset + 4).prefix(Int(length))
        if number == 3 { return Array(value.prefix { $0 != 0 }) }
        offset += 4 + Int(length)
      }
      return []
    }
  }

  private static func error(_ decompressor: UnsafeMutablePointer<mschm_decompressor>) -> ImportError {
    switch unsafe decompressor.pointee.last_error(decompressor) {
    case MSPACK_ERR_SIGNATURE: .damaged("it does not begin like compiled help")
    case MSPACK_ERR_NOMEMORY: .outOfMemory("malloc")
    case let code: .damaged("its list of files or a file in it cannot be read (error \(code) of libmspack)")
    }
  }
}

/// Receives the bytes of a member.
private final class HelpOutput {
  var bytes: [UInt8] = []
  /// Bytes that may still be unpacked; negative if there were more.
  private(set) var budget: Int

  init(budget: Int) { self.budget = budget }

  /// Returns whether the budget suffices.
  func append(_ buffer: UnsafeRawBufferPointer) -> Bool {
    budget -= buffer.count
    guard budget >= 0 else { return false }
    unsafe bytes.append(contentsOf: buffer)
    return true
  }
}
