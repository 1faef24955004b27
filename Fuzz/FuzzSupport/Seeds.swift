// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes the first inputs of a corpus into the folder in `SEARCHLIGHT_SEEDS`. Does nothing if the
/// variable is not set.
///
/// Targets call it from `LLVMFuzzerInitialize`, which runs before libFuzzer reads the corpus. Seeds
/// from encoders always have the present format.
package func writeSeeds(_ seeds: () throws -> [[UInt8]]) {
  guard let folder = getenv("SEARCHLIGHT_SEEDS").map({ String(cString: $0) }) else { return }
  do {
    for (index, seed) in try seeds().enumerated() {
      let path = "\(folder)/seed-\(index)"
      guard let file = fopen(path, "wb") else { fatalError("cannot write \(path)") }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  } catch {
    fatalError("cannot make seeds: \(error)")
  }
}
