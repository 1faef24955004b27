// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import SystemPlatform

@testable import TranslationTables
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
  writeSeeds { [sound, translations] + ["Auto /a/ <n>\n [x] car <n>, to drive\n", "a\n1. b (c), d\n"].map { Array($0.utf8) } }
  return 0
}

private let soundModel: WordVectorModel = {
  do { return try WordVectorModel(FixedBytes(copying: sound), path: Path("sound")) } catch { preconditionFailure("\(error)") }
}()
private let translations = WordTranslations.encode(
  ["auto": [[1], [2, 3]], "haus": [[25]]].reduce(into: [:]) { $0[Array($1.key.utf8)] = $1.value }, language: "deu", for: soundModel,
  source: 1)

/// The input as a table of translations, and as a definition of a dictionary.
private func fuzzTranslations(_ bytes: [UInt8]) {
  _ = Definition(bytes[...])
  guard let table = try? WordTranslations(FixedBytes(copying: bytes), path: Path("input"), for: soundModel) else { return }
  let lookup = WordVectorLookup(WordVectorModel(soundModel, [table]))
  for word in ["auto", "autos", "haus", "autohaus", "autoshausen"] {
    guard let known = lookup.word(Array(word.utf8).span) else { continue }
    require(lookup.model.weight(of: known) >= 0, "a negative weight")
    _ = try? lookup.model.weighted(known)
  }
}

/// One input of libFuzzer: the bytes of a file of word vectors, of a table of translations, or a definition. All stems are then looked up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWordVectors(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  fuzzTranslations(bytes)
  guard let model = try? WordVectorModel(FixedBytes(copying: bytes), path: Path("input")) else { return 0 }
  for word in ["ae", "bee", "zeeee", "", "m"] { _ = model.number(of: Array(word.utf8).span) }
  for number in 0..<min(model.stemCount, 100) {
    require(model.weight(of: .stem(number)) >= 0, "a negative weight")
    _ = try? model.weighted(.stem(number))
  }
  return 0
}
