internal import Synchronization

/// ICU's dictionaries for scripts without spaces.
package enum WordDictionaries {
  private static let wereMissing = Atomic(false)

  /// Whether text in such a script was divided into letters because the dictionaries (`libicudata`
  /// in the package libicu72) are not installed.
  package static var areMissing: Bool { wereMissing.load(ordering: .relaxed) }

  static func reportMissing() { wereMissing.store(true, ordering: .relaxed) }
}
