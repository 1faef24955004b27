// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Files in which the kernel shows its state, in `/proc` and `/sys`.
enum KernelFile {
  /// The text of a file; `nil` if it cannot be read.
  static func text(_ path: String) -> String? { ReadableFile.kernelText(path) }

  /// The one word that a file consists of; `nil` if it cannot be read.
  static func word(_ path: String) -> Substring? { text(path)?.split(whereSeparator: \.isWhitespace).first }

  /// The names of the entries of a folder, without hidden ones; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    ((try? Directory.names(in: Path(folder))) ?? []).filter { !$0.isHidden }.map(\.text)
  }
}
