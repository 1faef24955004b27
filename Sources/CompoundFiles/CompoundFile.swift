// SPDX-License-Identifier: Apache-2.0

internal import CGsf
internal import CGsfInput
package import ImporterSupport
internal import SystemPlatform

/// Microsoft's compound file, a file system in a file, read by libgsf.
@safe package final class CompoundFile {
  private let raw: OpaquePointer
  /// The indexes of streams that were opened.
  private var opened: Set<Int32> = []

  private static let library: Void = gsf_init()

  /// Loads what libgsf loads when it is first used.
  package static func prepare() { library }

  /// - Throws: `damaged` if libgsf cannot read the list of streams.
  package init(_ imported: ImportedFile) throws(ImportError) {
    _ = Self.library
    guard let input = unsafe gsf_input_descriptor_new(imported.descriptor, Int64(clamping: imported.byteCount)) else {
      throw .outOfMemory("gsf_input_descriptor_new")
    }
    defer { unsafe g_object_unref(input) }
    guard let raw = unsafe gsf_infile_msole_new(OpaquePointer(input), nil) else { throw .damaged("its list of streams cannot be read") }
    unsafe self.raw = unsafe raw
  }

  private init(owning raw: OpaquePointer) { unsafe self.raw = unsafe raw }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// The storages in this one, which are like compound files themselves.
  package var storages: [CompoundFile] {
    (0..<childCount).compactMap { index in
      // libgsf reads a short stream as soon as it is opened.
      guard !isKnownStream(index), let child = unsafe gsf_infile_child_by_index(raw, index) else { return nil }
      // A stream has no list of children.
      guard unsafe gsf_infile_num_children(child) >= 0 else {
        unsafe g_object_unref(UnsafeMutableRawPointer(child))
        return nil
      }
      return unsafe CompoundFile(owning: child)
    }
  }

  /// The names of the streams and storages in this storage.
  package var names: [String] {
    (0..<childCount).compactMap { index in unsafe gsf_infile_name_by_index(raw, index).map { unsafe String(cString: $0) } }
  }

  /// Whether a child was opened as a stream, or has a name that is reserved for streams: it begins with a control character.
  private func isKnownStream(_ index: Int32) -> Bool {
    if opened.contains(index) { return true }
    return unsafe gsf_infile_name_by_index(raw, index).map { UInt8(bitPattern: unsafe $0[0]) < 0x20 } ?? true
  }

  private var childCount: Int32 { unsafe max(0, gsf_infile_num_children(raw)) }

  /// The bytes of a stream; `nil` if there is none with this name.
  package func stream(_ name: String) -> FileBytes? {
    guard let stream = stream(named: name) else { return nil }
    return FileBytes(count: stream.count, budget: 256 << 20) { offset, count throws(ImportError) in stream.bytes(at: offset, count: count) }
  }

  /// The storage with a name; `nil` if there is none.
  package func storage(_ name: String) -> CompoundFile? {
    guard let index = index(of: name), !opened.contains(index), let child = unsafe gsf_infile_child_by_index(raw, index) else { return nil }
    guard unsafe gsf_infile_num_children(child) >= 0 else {
      unsafe g_object_unref(UnsafeMutableRawPointer(child))
      return nil
    }
    return unsafe CompoundFile(owning: child)
  }

  /// Whether there is a stream with this name.
  package func contains(_ name: String) -> Bool { index(of: name) != nil }

  private func stream(named name: String) -> Stream? {
    guard let index = index(of: name) else { return nil }
    opened.insert(index)
    return unsafe gsf_infile_child_by_index(raw, index).map { unsafe Stream(owning: $0) }
  }

  /// Names in one storage differ by more than case.
  private func index(of name: String) -> Int32? {
    (0..<childCount).first { index in
      unsafe gsf_infile_name_by_index(raw, index).map { unsafe isSame($0, ignoringCaseIn: name) } ?? false
    }
  }

  /// Calls `body` with the input of libgsf (`GsfInput`) for a stream. Does nothing if there is none with this name.
  package func withInput(ofStream name: String, _ body: (OpaquePointer) -> Void) {
    if let stream = stream(named: name) { unsafe stream.withInput { unsafe body($0) } }
  }

  /// A stream of the file.
  @safe private final class Stream {
    private let raw: OpaquePointer

    init(owning raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }

    var count: Int { unsafe Int(gsf_input_size(raw)) }

    /// The bytes at an offset; fewer if the file is damaged.
    func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
      guard unsafe gsf_input_seek(raw, offset, G_SEEK_SET) == 0, wanted > 0 else { return [] }
      return unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = unsafe gsf_input_read(raw, wanted, buffer.baseAddress) == nil ? 0 : wanted
      }
    }

    func withInput(_ body: (OpaquePointer) -> Void) { unsafe body(raw) }
  }
}
