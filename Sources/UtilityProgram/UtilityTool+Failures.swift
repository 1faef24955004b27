// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore

extension UtilityTool {
  /// Prints the files whose content could not be read.
  func listFailures() throws {
    let (isBare, isJSON) = (invocation.has("0"), invocation.has("json"))
    if isBare, isJSON { tool.exitForWrongUse("-0 and -json exclude each other") }
    var output = StandardOutput()
    for failure in try failures(in: try store()) {
      if isBare {
        output.write(path: failure.path)
        output.write(byte: 0)
      } else if isJSON {
        output.write(failure.json + "\n")
      } else {
        failure.write(to: &output)
      }
    }
    output.flush()
  }

  /// The failures, sorted by path, without files that have changed since and will be read again.
  func failures(in index: Store) throws -> [ListedFailure] {
    try index.read { snapshot throws(StoreError) in
      var failures: [ListedFailure] = []
      for failure in try snapshot.failures() {
        guard let content = try snapshot.record(of: failure.reference)?.content, content == .failed || content == .current,
          let path = try snapshot.path(of: failure.reference)
        else { continue }
        failures.append(ListedFailure(path: path, isPartial: content == .current, failure: failure))
      }
      return failures.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }
  }
}
