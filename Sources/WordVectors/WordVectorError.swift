// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// Why a file of word vectors cannot be used.
package enum WordVectorError: Error, Equatable {
  /// The file is truncated, or no file of word vectors.
  case notWordVectors(file: Path)
  /// The bytes of a part do not match their checksum.
  case damaged(file: Path)
  /// Written by another version of the program.
  case otherFormat(version: UInt32, file: Path)
  case system(SystemError)

  package var file: Path? {
    switch self {
    case .notWordVectors(let file), .damaged(let file), .otherFormat(_, let file): file
    case .system(let error): error.path
    }
  }

  /// What went wrong, and what helps, without the path.
  package var reason: String {
    switch self {
    case .notWordVectors: "it is not a file of word vectors; install Searchlight again"
    case .damaged: "the file of word vectors is damaged; install Searchlight again"
    case .otherFormat(let version, _): "it has format \(version) instead of \(WordVectorFormat.version); install Searchlight again"
    case .system(let error): error.reason
    }
  }
}
