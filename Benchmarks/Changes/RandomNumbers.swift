// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in every run.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// A lower-case letter. Vowels and other common letters are more frequent.
  mutating func letter() -> UInt8 {
    let letters: StaticString = "eeeeaaaiiiooouttttnnnssrrhhlldcumfpgwybvk"
    return letters.utf8Start[below(letters.utf8CodeUnitCount)]
  }
}
