// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import DocumentImporter
import Foundation
import Glibc
import ImporterSupport

/// The results of the document importer for a file.
struct ImportedDocument {
  let attributes = CSSearchableItemAttributeSet()
  private(set) var text = ""
  private(set) var error: ImportError?
  /// Bytes of the text, even if it is not kept.
  private(set) var byteCount = 0
  /// Whether the importer reports that the text equals the file's bytes, and the sink has confirmed
  /// it.
  private(set) var isFileContent = false

  /// Imports a file of `bytes`.
  init(
    _ bytes: [UInt8], type: String, name: String = "file", poppler: PopplerInterface = .preferred, embeddedFiles: EmbeddedFiles? = nil
  ) throws {
    let descriptor = try Self.temporaryFile()
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written) }
      guard count > 0 else { throw Errno(code: errno) }
      written += count
    }
    try self.init(
      descriptor: descriptor, byteCount: bytes.count, type: type, name: name, keepsText: true, poppler: poppler,
      embeddedFiles: embeddedFiles)
  }

  /// Imports an open file.
  ///
  /// - Parameter keepsText: Whether `text` is set.
  init(
    descriptor: CInt, byteCount: Int, type: String, name: String = "file", keepsText: Bool, poppler: PopplerInterface = .preferred,
    embeddedFiles: EmbeddedFiles? = nil
  ) throws {
    embeddedFiles?.begin()
    var bytes: [UInt8] = []
    var count = 0
    let sink = TextSink(chunkByteCount: 64 << 10, embeddedFiles: embeddedFiles) { piece in
      count += piece.count
      if keepsText { for index in piece.indices { bytes.append(piece[index]) } }
    }
    let file = ImportedFile(
      descriptor: descriptor, byteCount: UInt64(byteCount), name: Array(name.utf8), modified: Timestamp(unixSeconds: 0),
      typeIdentifier: type)
    let importer = DocumentImporter()
    importer.poppler = poppler
    do { try importer.update(attributes, from: file, text: sink) } catch let error as ImportError { self.error = error }
    try sink.finish()
    text = String(decoding: bytes, as: UTF8.self)
    self.byteCount = count
    isFileContent = sink.isFileContent && sink.isVerbatim
  }

  /// The words of the text.
  var words: [Substring] { text.split(whereSeparator: \.isWhitespace) }

  /// An open file without a name.
  static func temporaryFile() throws -> CInt {
    var path = (FileManager.default.temporaryDirectory.path + "/document-XXXXXX").utf8CString.map { $0 }
    let descriptor = mkstemp(&path)
    guard descriptor >= 0, unlink(path) == 0 else { throw Errno(code: errno) }
    return descriptor
  }
}
