// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// Where the content was made. A worker may find the names of the place by the position; see ``ImportResult/namesPosition``.
extension AttributeRecord {
  private static let placeNames: [AttributeKey] = [.city, .stateOrProvince, .country]

  /// Whether it names the place, or something that the place lies in.
  package var namesPlace: Bool { Self.placeNames.contains { self[$0] != nil } }

  package var hasPosition: Bool { self[.latitude] != nil && self[.longitude] != nil }

  package mutating func removePlaceNames() {
    for key in Self.placeNames { self[key] = nil }
  }

  /// Removes names that were found by the position, if `other`, which precedes, names the place or has another position.
  package mutating func removePlaceNames(replacedBy other: AttributeRecord) {
    if other.namesPlace || other.hasPosition { removePlaceNames() }
  }
}
