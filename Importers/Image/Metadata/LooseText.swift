// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

extension String {
  /// Decodes text without a declared encoding: as UTF-8 if valid, else with marks for ``UndeclaredTexts``; up to the first NUL,
  /// without surrounding white space.
  init(looselyDecoding bytes: some Sequence<UInt8>) {
    self = UndeclaredTexts.marked(bytes).trimmed
  }
}
