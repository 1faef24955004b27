// SPDX-License-Identifier: Apache-2.0

package import ImporterSupport
internal import Markup

/// Reads `Locations.xml` of libgweather, piece by piece.
///
///     <gweather><region><country><_name>Portugal</_name> <state>… <city><_name>Lisbon</_name><coordinates>38.7 -9.1</coordinates>
///
/// Weather stations (`location`) are left out: their names are those of airports. A name in `_name` is in English, as one in `name` is
/// that has no language.
package struct LocationReader: ~Copyable {
  private let handler = LocationHandler()
  private let parser: XMLParser

  package init() throws(ImportError) { parser = try XMLParser(handler) }

  package func parse(_ bytes: borrowing Span<UInt8>) { parser.parse(bytes) }

  /// Ends the document.
  ///
  /// - Throws: `damaged` if it is not well-formed or has no cities, so that no part of it counts.
  package func table() throws(ImportError) -> PlaceTable {
    try parser.finish()
    guard !handler.cities.isEmpty else { throw .damaged("it has no cities with positions") }
    return PlaceTable(handler.cities)
  }
}

private final class LocationHandler: XMLHandler {
  private(set) var cities: [(latitude: Double, longitude: Double, names: PlaceNames)] = []
  private var path: [String] = []
  private var country: String?
  private var state: String?
  private var city: String?
  private var position: (latitude: Double, longitude: Double)?
  private var text: [UInt8] = []
  private var isTranslated = false

  /// In bytes; a longer name or position is none.
  private static let maximumTextLength = 200

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    path.append(element)
    text.removeAll(keepingCapacity: true)
    switch element {
    case "country": (country, state) = (nil, nil)
    case "state": state = nil
    case "city": (city, position) = (nil, nil)
    case "name": isTranslated = attributes["lang"] != nil
    default: break
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard text.count <= Self.maximumTextLength else { return }
    unsafe characters.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
  }

  func end(_ element: String) {
    path.removeLast()
    switch (element, path.last) {
    case ("_name", let around?): add(name: value, of: around)
    case ("name", let around?) where !isTranslated: add(name: value, of: around)
    case ("coordinates", "city"): position = value.flatMap(Self.position)
    case ("city", _):
      guard let city, let position else { break }
      let names = PlaceNames(city: city, stateOrProvince: state, country: country)
      cities.append((position.latitude, position.longitude, names))
    case ("state", _): state = nil
    case ("country", _): country = nil
    default: break
    }
    text.removeAll(keepingCapacity: true)
  }

  private func add(name: String?, of element: String) {
    switch element {
    case "country": country = country ?? name
    case "state": state = state ?? name
    case "city": city = city ?? name
    default: break
    }
  }

  /// The text of the element that ends; `nil` if it has none.
  private var value: String? {
    guard text.count <= Self.maximumTextLength else { return nil }
    let value = String(decoding: text, as: UTF8.self).oneLine
    return value.isEmpty ? nil : value
  }

  /// Latitude and longitude in degrees, separated by a space.
  private static func position(_ text: String) -> (latitude: Double, longitude: Double)? {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2, (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]) else { return nil }
    return (numbers[0], numbers[1])
  }
}
