internal import Synchronization

/// ICU's dictionaries of scripts that are written without spaces.
package enum WordDictionaries {
  private static let wereMissing = Atomic(false)

  /// Whether text in such a script was cut into letters because the dictionaries are not installed: `libicudata` of the package libicu72.
  package static var areMissing: Bool { wereMissing.load(ordering: .relaxed) }

  static func reportMissing() { wereMissing.store(true, ordering: .relaxed) }
}
