// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// The name of an index among those of its program.
///
/// A program may choose any name, also the empty one and that of the index of activities: no name that
/// it chooses is the default index or the index of activities. Two names are equal if their bytes are.
package struct IndexName: Hashable, Sendable {
  /// The name in paths and addresses: ASCII letters, digits and `.-_`, without a full stop at the
  /// beginning; other bytes are written as in URLs. Two equals signs precede a reserved name that a
  /// program has chosen. No other name contains any, except that of the default index.
  package let component: String

  /// The index of a program that has chosen no name.
  package static let `default` = IndexName(unchecked: "=")

  /// The index that contains the user activities of a program.
  package static let activities = IndexName(unchecked: "NSUserActivity")

  private static let markOfReserved = "=="

  private init(unchecked component: String) { self.component = component }

  /// The index to which a program gives a name.
  package init(_ name: String) {
    let component = ApplicationStore.fileName(name)
    let isReserved = component == Self.default.component || component == Self.activities.component
    self.init(unchecked: isReserved ? Self.markOfReserved + PercentEncoding.encoded(name) : component)
  }

  /// - Returns: `nil` for a component that no name has.
  package init?(component: String) {
    if component == Self.default.component || component == Self.activities.component {
      self.init(unchecked: component)
    } else if let name = Self.chosen(component) {
      self.init(name)
    } else {
      return nil
    }
  }

  /// The name that the program has chosen; `nil` for the default index and the index of activities.
  package var chosen: String? { self == .default || self == .activities ? nil : Self.chosen(component) }

  private static func chosen(_ component: String) -> String? {
    PercentEncoding.text(component.hasPrefix(markOfReserved) ? String(component.dropFirst(markOfReserved.count)) : component)
  }
}

extension IndexName: CustomStringConvertible {
  /// The index in messages.
  package var description: String {
    self == .default ? "default index" : "index '\(chosen ?? component)'"
  }
}
