// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

extension String {
  /// Decodes text without a declared encoding: as UTF-8 if valid, else as Latin-1; up to the first
  /// NUL, without surrounding white space.
  init(looselyDecoding bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    self = text.trimmed
  }
}
