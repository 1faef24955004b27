// SPDX-License-Identifier: Apache-2.0

internal import WorkerProtocol

/// Counts the text of a file, and ends it at a limit.
struct BoundedText {
  let limit: UInt64
  /// Bytes that were admitted.
  private(set) var byteCount: UInt64 = 0
  private var isCut = false

  init(limit: UInt64) { self.limit = limit }

  /// Whether the next piece of the text still fits. After one that does not, none does.
  mutating func admits(_ count: Int) -> Bool {
    if isCut || UInt64(count) > limit - byteCount { isCut = true } else { byteCount += UInt64(count) }
    return !isCut
  }

  /// The result of the import, with a warning if text is missing.
  func noting(in result: ImportResult) -> ImportResult {
    guard isCut else { return result }
    var result = result
    result.textIsFileContent = false
    let notice = "The text is longer than \(limit >> 20) MiB; only the beginning is indexed."
    result.warning = ImportFailure(.tooLarge, result.warning.map { "\($0.message) \(notice)" } ?? notice)
    return result
  }
}
