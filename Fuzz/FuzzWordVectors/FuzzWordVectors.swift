// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import SystemPlatform

@testable import WordVectors

/// A file of word vectors, whose stems begin with a letter each.
private let sound = WordVectorFormat.encode(
  (0..<26).map { number in
    .init(
      stem: [0x61 + UInt8(number)] + Array(repeating: 0x65, count: number % 5 + 1), weight: Float(number) / 2,
      components: (0..<128).map { Int8(truncatingIfNeeded: number * 7 - $0) })
  }, scale: 0.003)

/// Writes the seeds before libFuzzer reads the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzWordVectors(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  writeSeeds { [sound] }
  return 0
}

/// One input of libFuzzer: the bytes of a file of word vectors. All stems are then looked up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWordVectors(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let model = try? WordVectorModel(FixedBytes(copying: bytes), path: Path("input")) else { return 0 }
  for word in ["ae", "bee", "zeeee", "", "m"] { _ = model.number(of: Array(word.utf8).span) }
  for number in 0..<min(model.stemCount, 100) {
    require(model.weight(of: number) >= 0, "a negative weight")
    _ = try? model.weighted(number)
  }
  return 0
}
