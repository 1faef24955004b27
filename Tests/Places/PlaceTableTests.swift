// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Places
import Testing

/// The nearest city of a position.
struct PlaceTableTests {
  private static let cities: [(latitude: Double, longitude: Double, names: PlaceNames)] = [
    (38.716667, -9.133333, PlaceNames(city: "Lisbon", country: "Portugal")),
    (38.7, -8.966667, PlaceNames(city: "Montijo", country: "Portugal")),
    (-16.85, -179.97, PlaceNames(city: "Matei", country: "Fiji")),
    (-18.1416, 178.4419, PlaceNames(city: "Suva", country: "Fiji")),
    (89.7, 0, PlaceNames(city: "North Camp")),
    (-90, 0, PlaceNames(city: "South Pole", country: "Antarctica")),
    (0, 0, PlaceNames(city: "Origin")),
  ]

  struct Row: CustomTestStringConvertible {
    let latitude: Double
    let longitude: Double
    let city: String?
    let testDescription: String

    init(_ latitude: Double, _ longitude: Double, _ city: String?, _ description: String) {
      (self.latitude, self.longitude, self.city, testDescription) = (latitude, longitude, city, description)
    }
  }

  @Test(arguments: [
    Row(38.7223, -9.1393, "Lisbon", "in a city"),
    Row(38.70, -9.03, "Montijo", "nearer to another city"),
    Row(38.72, -9.05, "Lisbon", "between two cities"),
    Row(-18.15, 178.45, "Suva", "in the east"),
    Row(-16.85, 179.95, "Matei", "on the other side of the date line"),
    Row(-16.85, 180, "Matei", "on the date line"),
    Row(-16.85, -180, "Matei", "on the date line, from the other side"),
    Row(89.9, 180, "North Camp", "on the other side of the pole"),
    Row(90, 77, "North Camp", "on a pole"),
    Row(-89.9, -120, "South Pole", "near a pole"),
    Row(0.449, 0, "Origin", "just near enough, to the north"),
    Row(0.451, 0, nil, "just too far, to the north"),
    Row(0, -0.449, "Origin", "just near enough, to the west"),
    Row(0, -0.451, nil, "just too far, to the west"),
    Row(30, -45, nil, "in the middle of an ocean"),
    Row(91, 0, nil, "no latitude"),
    Row(0, 181, nil, "no longitude"),
    Row(.nan, 0, nil, "no number"),
    Row(0, .infinity, nil, "infinite"),
  ])
  func `a position has the names of the nearest city within 50 km`(row: Row) {
    #expect(PlaceTable(Self.cities).nearest(latitude: row.latitude, longitude: row.longitude)?.city == row.city)
  }

  @Test func `a table without cities names nothing`() {
    #expect(PlaceTable([]).nearest(latitude: 0, longitude: 0) == nil)
  }
}
