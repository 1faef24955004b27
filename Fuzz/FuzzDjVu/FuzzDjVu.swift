// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import ImporterSupport

@testable import DocumentImporter

/// One input of libFuzzer: a DjVu document. Its bytes are also unpacked as a chunk of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDjVu(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if var document = try? DjVuFile(FileBytes(bytes)) {
    for part in document.shared + document.pages {
      _ = document.metadata(of: part)
      _ = document.text(of: part)
      let size = document.size(of: part)
      require(size.map { $0.width > 0 && $0.height > 0 && $0.width.isFinite && $0.height.isFinite } ?? true, "a page has no area")
    }
  }
  var budget = 1 << 20
  let unpacked = BZZ.unpacked(bytes[...], budget: &budget)
  require(budget >= 0 && unpacked.count <= 1 << 20, "more bytes are unpacked than allowed")
  _ = DjVuAnnotations.metadata(in: bytes)
  return 0
}
