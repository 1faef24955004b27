// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import ImporterSupport

/// The cities of the world with their positions.
package struct PlaceTable {
  private struct City {
    let latitude: Double
    let point: Point
    let names: PlaceNames
  }

  /// In the order of their latitudes.
  private let cities: [City]

  package var count: Int { cities.count }

  package init(_ cities: [(latitude: Double, longitude: Double, names: PlaceNames)]) {
    self.cities = cities.map { City(latitude: $0.latitude, point: Point($0.latitude, $0.longitude), names: $0.names) }
      .sorted { $0.latitude < $1.latitude }
  }

  /// The names of the nearest city; `nil` if none is within ``maximumDistance``, or this is no position on the Earth.
  ///
  /// - Complexity: O(log n + k), *k* = cities with nearly the same latitude.
  package func nearest(latitude: Double, longitude: Double) -> PlaceNames? {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    let point = Point(latitude, longitude)
    var least = Self.maximumChord * Self.maximumChord
    var nearest: PlaceNames?
    var index = firstIndex(from: latitude - Self.maximumLatitudeDifference)
    while index < cities.count, cities[index].latitude <= latitude + Self.maximumLatitudeDifference {
      let distance = cities[index].point.squaredDistance(to: point)
      if distance <= least { (least, nearest) = (distance, cities[index].names) }
      index += 1
    }
    return nearest
  }

  /// The first city that is not south of a latitude.
  private func firstIndex(from latitude: Double) -> Int {
    var range = cities.startIndex..<cities.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = cities[middle].latitude < latitude ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// In kilometres. The suburbs of the largest cities are nearer to their centres, and the open sea has no names.
  private static let maximumDistance = 50.0
  private static let radiusOfEarth = 6371.0088
  private static let maximumLatitudeDifference = maximumDistance / radiusOfEarth * 180 / .pi
  private static let maximumChord = 2 * sin(maximumDistance / radiusOfEarth / 2)
}

/// A position as a point of the unit sphere. Distances between points have no exceptions at the poles and at the date line, and need no
/// trigonometry: the nearest point along the surface is also the nearest one through the sphere.
private struct Point {
  let x: Double
  let y: Double
  let z: Double

  /// - Parameters: In degrees.
  init(_ latitude: Double, _ longitude: Double) {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  func squaredDistance(to other: Point) -> Double {
    let (x, y, z) = (x - other.x, y - other.y, z - other.z)
    return x * x + y * y + z * z
  }
}
