// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import IndexStore

/// A question to the service that searches the system's index for all users.
package struct SystemQuery: Equatable, Sendable {
  package enum Question: Equatable, Sendable {
    /// All documents that match a predicate.
    case predicate(String)
    /// The best documents for typed words, among those that match a predicate.
    case words(String, predicate: String)
    /// One file, by its path.
    case file([UInt8])
  }

  package var question: Question
  /// The folders to search; empty to search everywhere.
  package var folders: [[UInt8]] = []
  /// `nil` for no particular order.
  package var order: SearchOrder?
  /// Maximum number of hits; `nil` for no limit.
  package var limit: Int?
  package var attributes = WantedAttributes.named([])
  /// Whether hits of ``Question/words(_:predicate:)`` have passages.
  package var wantsPassages = false
  /// Maximum time in seconds until changes before the question are searchable; `nil` not to wait for
  /// them.
  package var synchronizationTime: Int?
  /// What dates and weeks mean for the caller.
  package var calendar = CallerCalendar()

  package enum WantedAttributes: Equatable, Sendable {
    case named([AttributeName])
    /// All that `mdls` shows.
    case shown
  }

  package init(_ question: Question) { self.question = question }
}

/// The variables of the environment that determine a person's calendar, if they are plain names: the
/// service is another process, and must not open files that callers choose.
package struct CallerCalendar: Equatable, Sendable {
  package static let variables = ["TZ", "LC_ALL", "LC_TIME", "LANG"]

  /// The values by the names of the variables.
  package private(set) var values: [String: String] = [:]
  /// The variables whose values are not plain.
  package private(set) var rejected: [String] = []

  package init() {}

  /// - Parameter value: The value of a variable; `nil` if it is not set.
  package init(_ value: (String) -> String?) {
    for name in Self.variables {
      guard let value = value(name) else { continue }
      if Self.isPlain(value) { values[name] = value } else { rejected.append(name) }
    }
  }

  /// Whether a value can only be the name of a time zone or locale, or the rule of a time zone.
  private static func isPlain(_ value: String) -> Bool {
    guard let first = value.utf8.first, value.utf8.count <= 128, first != UInt8(ascii: "/"), first != UInt8(ascii: ":") else {
      return false
    }
    return !value.contains("..")
      && value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_+-/,.:<>@".utf8.contains(byte)
        }
      }
  }
}
