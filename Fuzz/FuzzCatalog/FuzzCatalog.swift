// SPDX-License-Identifier: Apache-2.0

import Attributes
import FuzzSupport

@testable import IndexStore

/// One input of libFuzzer: the kind of a row, then the row without its checksum. The checksum is
/// added here, so that the input reaches the decoder.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  guard let kind = RowKind(rawValue: input.byte()) else { return -1 }
  var row = ByteWriter()
  row.append(bytes: input.remainder())
  check(kind, row.sealed())
  return 0
}

/// Writes the seeds before libFuzzer reads the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func initializeCatalog(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  writeSeeds { try RowKind.allCases.flatMap { kind in try kind.samples().map { [kind.rawValue] + $0.dropLast(Checksum.byteCount) } } }
  return 0
}

/// Decodes a row. If the decoder accepts it, the encoded form must be decoded to the same row.
private func check(_ kind: RowKind, _ row: [UInt8]) {
  switch kind {
  case .file:
    guard let file = try? StoredFile(row) else { return }
    require((try? StoredFile(file.encoded(owner: 0))) == file, "encoding changes the row of a file")
  case .directory:
    let id = DirectoryID(rawValue: 9)
    guard let directory = try? DirectoryRecord(id, row.span) else { return }
    require((try? DirectoryLocation(id, row.span)) != nil, "the location of a directory is not read")
    require((try? DirectoryRecord(id, directory.encoded().span)) == directory, "encoding changes the row of a directory")
  case .contentType:
    guard let type = try? ContentType(TypeID(rawValue: 1), row.span) else { return }
    require((try? ContentType(TypeID(rawValue: 1), type.encoded().span)) == type, "encoding changes the row of a type")
  case .segment:
    let id = SegmentID(rawValue: 7)
    guard let segment = try? SegmentRecord(id, row.span) else { return }
    require((try? SegmentRecord(id, segment.encoded().span)) == segment, "encoding changes the row of a segment")
  case .mask:
    guard let mask = try? MaskChunk(SegmentID(rawValue: 1), row.span) else { return }
    require((try? MaskChunk(SegmentID(rawValue: 1), mask.encoded().span)) == mask, "encoding changes the row of a mask")
  case .counters:
    guard let counters = try? Counters(decoding: row.span) else { return }
    require((try? Counters(decoding: counters.encoded().span)) == counters, "encoding changes the row of counters")
  case .changes:
    guard let runs = try? ChangeLogWriter.decode(row.span) else { return }
    require((try? ChangeLogWriter.decode(ChangeLogWriter.encode(runs[...]).span)) == runs, "encoding changes the row of changes")
  case .attributes:
    for key in [AttributeKey.title, .authors, .pixelWidth] { _ = try? AttributeRecord.value(of: key, inEncoded: row.span) }
    guard let record = try? AttributeRecord(decoding: row.span) else { return }
    // Compares bytes, because NaN is not equal to itself.
    let encoded = record.encoded()
    require((try? AttributeRecord(decoding: encoded.span))?.encoded() == encoded, "encoding changes the row of attributes")
  case .failure:
    guard let failure = try? Failure(DocumentID(rawValue: 5), row.span) else { return }
    require((try? Failure(failure.reference.document, failure.encoded().span)) == failure, "encoding changes the row of a failure")
  case .text:
    let length = try? TextReader().withText(row.span, of: DocumentID(rawValue: 1)) { $0.count }
    require((length ?? 0) <= TextChunk.capacity, "a text is longer than its chunk")
  }
}

extension StoredFile {
  fileprivate init(_ row: [UInt8]) throws(StoreError) {
    let reference = DocumentReference(directory: DirectoryID(rawValue: 1), document: DocumentID(rawValue: 1))
    let file = try FileRow(reference, row.span, owners: OwnerTable([Owner(user: 1000, group: 100, mode: 0o644)]))
    self.init(
      name: file.nameBytes, status: file.status, type: file.type, content: file.content, added: file.added,
      subdirectory: file.subdirectory, hasText: file.hasText)
  }
}
