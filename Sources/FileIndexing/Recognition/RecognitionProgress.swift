// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// Counts of files whose pictures were searched for text.
package struct RecognitionProgress: Sendable, Equatable {
  package var files = 0
  package var filesWithText = 0
  /// Files whose pictures cannot be searched.
  package var failed = 0

  package init(files: Int = 0, filesWithText: Int = 0, failed: Int = 0) {
    (self.files, self.filesWithText, self.failed) = (files, filesWithText, failed)
  }
}

extension RecognitionProgress: CustomStringConvertible {
  /// `searched for text in 12 pictures and scans: 5 have text, 1 cannot be read`
  package var description: String {
    let kinds = files == 1 ? "picture or scan" : "pictures and scans"
    return "searched for text in \(files) \(kinds): \(filesWithText) \(filesWithText == 1 ? "has" : "have") text, \(failed) cannot be read"
  }
}
