// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage

extension Store {
  /// Forgets what was found in all pictures, so that they are searched again, in small transactions.
  ///
  /// - Returns: Number of documents.
  package func forgetRecognitions() throws -> Int {
    let searched = try Query(parsing: "\(TextOrigin.attributeName) == \"*\"")
    let references = try search(searched).references()
    for start in stride(from: 0, to: references.count, by: 256) {
      try write { transaction throws(StoreError) in
        for reference in references[start..<min(start + 256, references.count)] { try transaction.forgetRecognition(of: reference) }
      }
    }
    return references.count
  }
}
