// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import FuzzSupport
import ImporterSupport

@testable import ArchiveImporter

/// One input of libFuzzer: the bytes of an archive, for the readers of this package. libarchive, which reads the members, is not
/// instrumented.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let file = FileBytes(bytes)
  require(ZipDirectory.undeclaredNames(in: file).count <= count * 2, "names are longer than the archive")
  let sink = TextSink(chunkByteCount: 4096) { piece in
    require((try? UTF8Span(validating: piece)) != nil, "text is delivered that is not UTF-8")
  }
  try? RPMPackage(file)?.read(CSSearchableItemAttributeSet(), sink)
  try? sink.finish()
  let compressed = InputFile.holding(UnsafeRawBufferPointer(start: start, count: count), type: "org.gnu.gnu-zip-archive")
  if let tail = GzipTail(compressed, offset: Int(bytes.last ?? 0)) { unpack(tail) }
  return 0
}

private func unpack(_ tail: GzipTail) {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
    var total = 0
    while case let count = tail.read(into: buffer), count > 0 { total += count }
    require(total <= 1 << 20, "more bytes are unpacked than allowed")
  }
}
