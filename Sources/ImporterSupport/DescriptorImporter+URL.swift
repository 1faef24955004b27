// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import SystemPlatform
internal import UniformTypeIdentifiers
internal import WorkerProtocol

extension DescriptorImporter {
  /// Imports a file by its URL. The name determines its type, and the whole text becomes the
  /// attribute `textContent`.
  func update(_ attributes: CSSearchableItemAttributeSet, fromFileAt url: URL) throws {
    let file = try OwnedDescriptor(opening: url)
    let facts: FileFacts
    do throws(SystemError) { facts = try FileFacts(of: file.file) } catch { throw ImportError(error) }
    guard facts.isRegular else { throw ImportError.unsupported("not a regular file") }
    let name = Array(url.lastPathComponent.utf8)
    let type = TypeDatabase.shared.type(forFileName: name.span)?.type ?? TypeDatabase.shared.data
    let imported = ImportedFile(
      descriptor: file.rawValue, byteCount: UInt64(facts.byteCount), name: name,
      modified: Timestamp(unixSeconds: Int64(facts.modified.seconds), nanoseconds: Int64(facts.modified.nanoseconds)),
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
    let path = unsafe url.isFileURL ? url.withUnsafeFileSystemRepresentation { unsafe $0.map { unsafe Path(cString: $0) } } : nil
    guard let path else { throw .system(code: Errno.invalidArgument.rawValue, call: "open") }
    // Opening a FIFO must not wait for a writer.
    do throws(SystemError) { try self.init(opening: path, .nonBlocking) } catch { throw ImportError(error) }
  }
}
