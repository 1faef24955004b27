// SPDX-License-Identifier: Apache-2.0

internal import CFreeType
internal import ImporterSupport

/// A file of one or several fonts, read by FreeType.
@safe final class FontFile {
  private let library: FontLibrary
  private let bytes: FileBytes

  /// FreeType reads each table of each font once, so this suffices for large collections.
  private static let readingBudget = 512 << 20

  init(_ file: ImportedFile, _ library: FontLibrary) {
    self.library = library
    bytes = FileBytes(count: Int(clamping: file.byteCount), budget: Self.readingBudget) { offset, count throws(ImportError) in
      try file.read(at: UInt64(offset), count: count)
    }
  }

  /// The font at an index.
  ///
  /// - Throws: `damaged` if FreeType cannot open it, or does not know its format.
  func face(at index: Int) throws(ImportError) -> FontFace {
    let stream = FontStream(bytes)
    var raw: FT_Face?
    var arguments = unsafe FT_Open_Args()
    unsafe arguments.flags = FT_UInt(FT_OPEN_STREAM)
    unsafe arguments.stream = unsafe stream.raw
    let code = withExtendedLifetime(stream) { unsafe Int(FT_Open_Face(library.raw, &arguments, FT_Long(index), &raw)) }
    if let error = bytes.error { throw error }
    // FreeType has no messages.
    guard code == 0, let raw = unsafe raw else { throw .damaged("the font cannot be opened (error \(code) of FreeType)") }
    return unsafe FontFace(owning: raw, of: self, stream)
  }
}

/// The input of a font. FreeType keeps its address, so it must outlive the font.
@safe final class FontStream {
  fileprivate let raw: UnsafeMutablePointer<FT_StreamRec>
  private let bytes: FileBytes

  fileprivate init(_ bytes: FileBytes) {
    self.bytes = bytes
    unsafe raw = .allocate(capacity: 1)
    unsafe raw.initialize(to: FT_StreamRec())
    unsafe raw.pointee.size = UInt(bytes.count)
    unsafe raw.pointee.descriptor.pointer = Unmanaged.passUnretained(self).toOpaque()
    unsafe raw.pointee.read = { stream, offset, buffer, count in
      guard let context = unsafe stream?.pointee.descriptor.pointer else { return 1 }
      return unsafe Unmanaged<FontStream>.fromOpaque(context).takeUnretainedValue().read(at: offset, into: buffer, count)
    }
  }

  deinit { unsafe raw.deallocate() }

  /// Returns the number of bytes; a count of 0 asks whether the offset exists, and 0 means that it does.
  private func read(at offset: UInt, into buffer: UnsafeMutablePointer<UInt8>?, _ count: UInt) -> UInt {
    guard count > 0 else { return offset <= UInt(bytes.count) ? 0 : 1 }
    let found = bytes.bytes(at: Int(clamping: offset), count: Int(clamping: count))
    unsafe buffer?.update(from: found, count: found.count)
    return UInt(found.count)
  }
}
