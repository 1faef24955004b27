// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import WorkerProtocol

/// Finds the names of positions. It is declared here so that importers need not link the library that reads the file with the names.
package protocol PlaceNaming {
  /// The names of the place at or near a position, in degrees; `nil` if no place with a name is near.
  func names(latitude: Double, longitude: Double) -> PlaceNames?
}

/// The names of a city and of what it lies in.
package struct PlaceNames: Hashable, Sendable {
  package var city: String
  package var stateOrProvince: String?
  package var country: String?

  package init(city: String, stateOrProvince: String? = nil, country: String? = nil) {
    self.city = city
    self.stateOrProvince = stateOrProvince
    self.country = country
  }
}

extension AttributeRecord {
  /// Names the place of the position, unless the record has one of the names: together with the others, it could name a place that
  /// does not exist.
  ///
  /// - Returns: Whether it did.
  mutating func namePlace(with places: any PlaceNaming) -> Bool {
    guard !namesPlace, let latitude = self[.latitude]?.degrees, let longitude = self[.longitude]?.degrees,
      let names = places.names(latitude: latitude, longitude: longitude)
    else { return false }
    self[.city] = .string(names.city)
    self[.stateOrProvince] = names.stateOrProvince.map { .string($0) }
    self[.country] = names.country.map { .string($0) }
    return true
  }
}

extension AttributeValue {
  fileprivate var degrees: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
