// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import FuzzSupport
import ImporterSupport
import OfficeImporter

/// One input of libFuzzer: a document, in an archive or not. libzip and libxml2 are not
/// instrumented, so coverage guides libFuzzer only into this package's handlers of XML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOffice(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = InputFile.holding(UnsafeRawBufferPointer(start: start, count: count), type: "public.data")
  var length = 0
  let sink = TextSink(chunkByteCount: 4096) { length += $0.count }
  try? OfficeImporter().update(CSSearchableItemAttributeSet(), from: file, text: sink)
  return 0
}
