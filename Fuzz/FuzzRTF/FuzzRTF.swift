// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import DocumentImporter

/// One input of libFuzzer: an RTF document. Its first byte is the size of the pieces that it comes
/// in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRTF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = text(bytes, pieceLength: max(count, 1))
  require(text(bytes, pieceLength: Int(bytes.first ?? 0) + 1) == whole, "the size of the pieces changes the text")
  return 0
}

private func text(_ bytes: [UInt8], pieceLength: Int) -> [UInt8] {
  var parser = RTFParser()
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: pieceLength) {
    parser.parse(bytes.span.extracting(start..<min(start + pieceLength, bytes.count)))
    text += parser.takeText()
  }
  parser.finish()
  return text + parser.takeText()
}
