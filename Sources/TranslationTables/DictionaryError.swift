// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// Why a dictionary cannot be read.
package enum DictionaryError: Error, Equatable {
  /// A line of the index is not a headword, an offset and a length.
  case malformedIndex(line: Int, file: Path)
  /// The compressed file is damaged or shorter than its index says.
  case damaged(file: Path)
  case system(SystemError)
}

extension DictionaryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformedIndex(let line, let file):
      "line \(line) of \(file.text) is not an entry of a dictionary's index; install the dictionary again"
    case .damaged(let file): "\(file.text) is damaged; install the dictionary again"
    case .system(let error) where error.code.isMissing: "\(error); install the dictionary again"
    case .system(let error): "\(error)"
    }
  }
}
