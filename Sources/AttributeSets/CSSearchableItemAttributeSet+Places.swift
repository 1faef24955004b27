// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of places: where an item is, or where its content was recorded.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// A short summary of the content that is suitable for publication.
  public var headline: String? { get { self[.headline] } set { self[.headline] = newValue } }

  /// Instructions of the author or publisher for the use of the content, such as an embargo.
  public var instructions: String? { get { self[.instructions] } set { self[.instructions] = newValue } }

  /// The name of the street.
  public var thoroughfare: String? { get { self[.thoroughfare] } set { self[.thoroughfare] = newValue } }

  /// The number of the house in the street. It is text, because it can contain letters.
  public var subThoroughfare: String? { get { self[.subThoroughfare] } set { self[.subThoroughfare] = newValue } }

  /// The postal code of the address.
  public var postalCode: String? { get { self[.postalCode] } set { self[.postalCode] = newValue } }

  /// The city of the address, or the city where the content was made.
  public var city: String? { get { self[.city] } set { self[.city] = newValue } }

  /// The state or province of the address, or the one where the content was made.
  public var stateOrProvince: String? { get { self[.stateOrProvince] } set { self[.stateOrProvince] = newValue } }

  /// The country of the address, or the country where the content was made.
  public var country: String? { get { self[.country] } set { self[.country] = newValue } }

  /// The complete address as one text, formatted for people.
  public var fullyFormattedAddress: String? { get { self[.fullyFormattedAddress] } set { self[.fullyFormattedAddress] = newValue } }

  /// The altitude of the place, in metres above sea level; negative below sea level.
  public var altitude: NSNumber? { get { self[.altitude] } set { self[.altitude] = newValue } }

  /// The latitude of the place in degrees (WGS 84), from -90 to 90; negative south of the equator.
  public var latitude: NSNumber? { get { self[.latitude] } set { self[.latitude] = newValue } }

  /// The longitude of the place in degrees (WGS 84), from -180 to 180; negative west of Greenwich.
  public var longitude: NSNumber? { get { self[.longitude] } set { self[.longitude] = newValue } }

  /// The speed of the recording device, in kilometres per hour.
  public var speed: NSNumber? { get { self[.speed] } set { self[.speed] = newValue } }

  /// The date and time of the position. For photographs it is the time of the satellite receiver,
  /// which can differ from ``contentCreationDate``, the time of the camera.
  public var timestamp: Date? { get { self[.timestamp] } set { self[.timestamp] = newValue } }

  /// The direction in which the camera pointed, in degrees clockwise from true north.
  ///
  /// - Note: The image importer does not convert a direction that the camera measured from magnetic
  ///   north.
  public var imageDirection: NSNumber? { get { self[.imageDirection] } set { self[.imageDirection] = newValue } }

  /// The name of the place, such as the name of a park or a restaurant.
  public var namedLocation: String? { get { self[.namedLocation] } set { self[.namedLocation] = newValue } }

  /// The direction in which the recording device moved, in degrees clockwise from true north.
  ///
  /// - Note: The image importer does not convert a direction that the receiver measured from
  ///   magnetic north.
  public var gpsTrack: NSNumber? { get { self[.gpsTrack] } set { self[.gpsTrack] = newValue } }

  /// The status of the receiver when the image was taken: `A` while it measured, `V` while its
  /// measurement was interrupted.
  public var gpsStatus: String? { get { self[.gpsStatus] } set { self[.gpsStatus] = newValue } }

  /// The method of measurement: `2` for a position in two dimensions, `3` for one in three
  /// dimensions.
  public var gpsMeasureMode: String? { get { self[.gpsMeasureMode] } set { self[.gpsMeasureMode] = newValue } }

  /// The dilution of precision, without a unit. A lower number means a more precise position.
  public var gpsdop: NSNumber? { get { self[.gpsdop] } set { self[.gpsdop] = newValue } }

  /// The name of the geodetic datum that the receiver used, such as `WGS-84`.
  public var gpsMapDatum: String? { get { self[.gpsMapDatum] } set { self[.gpsMapDatum] = newValue } }

  /// The latitude of the destination in degrees, from -90 to 90; negative south of the equator.
  public var gpsDestLatitude: NSNumber? { get { self[.gpsDestLatitude] } set { self[.gpsDestLatitude] = newValue } }

  /// The longitude of the destination in degrees, from -180 to 180; negative west of Greenwich.
  public var gpsDestLongitude: NSNumber? { get { self[.gpsDestLongitude] } set { self[.gpsDestLongitude] = newValue } }

  /// The bearing to the destination of the movement, in degrees clockwise from true north.
  ///
  /// - Note: The image importer does not convert a bearing that the receiver measured from magnetic
  ///   north.
  public var gpsDestBearing: NSNumber? { get { self[.gpsDestBearing] } set { self[.gpsDestBearing] = newValue } }

  /// The distance to the destination of the movement.
  ///
  /// - Note: The unit depends on the file: kilometres, miles or nautical miles. The image importer
  ///   does not convert the number.
  public var gpsDestDistance: NSNumber? { get { self[.gpsDestDistance] } set { self[.gpsDestDistance] = newValue } }

  /// The method with which the position was found, such as `GPS` or `CELLID`.
  public var gpsProcessingMethod: String? { get { self[.gpsProcessingMethod] } set { self[.gpsProcessingMethod] = newValue } }

  /// The name of the area in which the receiver was.
  public var gpsAreaInformation: String? { get { self[.gpsAreaInformation] } set { self[.gpsAreaInformation] = newValue } }

  /// The day on which the position was measured, at midnight UTC. ``timestamp`` includes the time
  /// of day.
  public var gpsDateStamp: Date? { get { self[.gpsDateStamp] } set { self[.gpsDateStamp] = newValue } }

  /// Whether differential correction was applied to the position: 1 if so, 0 if not. The name is
  /// spelled as in Apple's interface.
  public var gpsDifferental: NSNumber? { get { self[.gpsDifferental] } set { self[.gpsDifferental] = newValue } }
}
