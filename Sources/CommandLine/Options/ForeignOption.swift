// SPDX-License-Identifier: Apache-2.0

/// An option of another program that a user may type by habit.
package struct ForeignOption: Sendable {
  /// What to write instead, such as `-0` or `modified:7d`; `nil` if nothing corresponds.
  let replacement: String?
  /// Whether this argument is the option and not a word to exclude.
  private let isMeant: @Sendable (_ name: String, _ next: String?) -> Bool

  /// - Parameters:
  ///   - name: The name without the dash.
  ///   - isMeant: Judges by the next argument.
  package init(_ name: String, _ replacement: String?, ifMeant isMeant: @escaping @Sendable (_ next: String?) -> Bool = { _ in true }) {
    self.replacement = replacement
    self.isMeant = { $0 == name && isMeant($1) }
  }

  /// A number of one or two digits, directly after the dash or one of the prefixes: `-10` and `-n5` of
  /// head(1). A longer number is rather a word to exclude, such as a year.
  package init(numberAfter prefixes: [String], _ replacement: String?) {
    self.replacement = replacement
    isMeant = { name, _ in
      prefixes.contains { prefix in
        let digits = name.utf8.dropFirst(prefix.utf8.count)
        return name.hasPrefix(prefix) && (1...2).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
      }
    }
  }

  func matches(_ name: String, next: String?) -> Bool { isMeant(name, next) }
}
