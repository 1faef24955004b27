// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import Glibc
internal import SystemPlatform
internal import UniformTypeIdentifiers
internal import WorkerProtocol

extension DescriptorImporter {
  /// Imports a file by its URL. The name determines its type, and the whole text becomes the
  /// attribute `textContent`.
  func update(_ attributes: CSSearchableItemAttributeSet, fromFileAt url: URL) throws {
    let file = try OwnedDescriptor(opening: url)
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw ImportError.system(code: errno, call: "fstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ImportError.unsupported("not a regular file") }
    let name = Array(url.lastPathComponent.utf8)
    let type = TypeDatabase.shared.type(forFileName: name.span)?.type ?? TypeDatabase.shared.data
    let imported = ImportedFile(
      descriptor: file.rawValue, byteCount: UInt64(status.st_size), name: name,
      modified: Timestamp(unixSeconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec)),
      typeIdentifier: type.identifier)
    var text: [UInt8] = []
    let sink = TextSink(chunkByteCount: 1 << 16) { piece in unsafe piece.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) } }
    let result = Result { try update(attributes, from: imported, text: sink) }
    // Text that was read before an error is kept.
    try sink.finish()
    if !text.isEmpty { attributes.textContent = String(decoding: text, as: UTF8.self) }
    try result.get()
  }
}

extension OwnedDescriptor {
  fileprivate init(opening url: URL) throws(ImportError) {
    // Opening a FIFO must not wait for a writer.
    let descriptor = unsafe url.withUnsafeFileSystemRepresentation { path in
      unsafe path.map { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1
    }
    guard descriptor >= 0 else { throw ImportError.system(code: url.isFileURL ? errno : EINVAL, call: "open") }
    self.init(owning: descriptor)
  }
}
