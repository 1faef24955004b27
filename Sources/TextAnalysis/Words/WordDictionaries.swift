// SPDX-License-Identifier: Apache-2.0

internal import CICU
internal import Synchronization

/// ICU's dictionaries for scripts without spaces.
package enum WordDictionaries {
  private static let wereMissing = Atomic(false)

  /// The Debian package that contains the dictionaries.
  package static let packageName = unsafe String(cString: icu_data_package())

  /// Whether text in such a script was divided into letters because the dictionaries are not
  /// installed.
  package static var areMissing: Bool { wereMissing.load(ordering: .relaxed) }

  static func reportMissing() { wereMissing.store(true, ordering: .relaxed) }
}
