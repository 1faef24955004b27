import Glibc

/// Writes the first inputs of a corpus into the folder that `SEARCHLIGHT_SEEDS` names; does nothing when it names none.
///
/// Targets call it from `LLVMFuzzerInitialize`, which runs before libFuzzer reads the corpus. Seeds that the encoders make never go stale.
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
