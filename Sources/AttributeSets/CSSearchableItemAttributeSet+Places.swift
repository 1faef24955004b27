internal import Attributes
public import Foundation

/// Attributes of places.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Publishable synopsis.
  public var headline: String? { get { self[.headline] } set { self[.headline] = newValue } }

  /// Editorial handling notes.
  public var instructions: String? { get { self[.instructions] } set { self[.instructions] = newValue } }

  /// Street name.
  public var thoroughfare: String? { get { self[.thoroughfare] } set { self[.thoroughfare] = newValue } }

  /// Street number.
  public var subThoroughfare: String? { get { self[.subThoroughfare] } set { self[.subThoroughfare] = newValue } }

  /// Postal code.
  public var postalCode: String? { get { self[.postalCode] } set { self[.postalCode] = newValue } }

  /// City of origin.
  public var city: String? { get { self[.city] } set { self[.city] = newValue } }

  /// State or province of origin.
  public var stateOrProvince: String? { get { self[.stateOrProvince] } set { self[.stateOrProvince] = newValue } }

  /// Country of origin.
  public var country: String? { get { self[.country] } set { self[.country] = newValue } }

  /// Complete formatted address.
  public var fullyFormattedAddress: String? { get { self[.fullyFormattedAddress] } set { self[.fullyFormattedAddress] = newValue } }

  /// Metres above sea level, WGS84.
  public var altitude: NSNumber? { get { self[.altitude] } set { self[.altitude] = newValue } }

  /// Degrees north, WGS84, negative is south.
  public var latitude: NSNumber? { get { self[.latitude] } set { self[.latitude] = newValue } }

  /// Degrees east, WGS84, negative is west.
  public var longitude: NSNumber? { get { self[.longitude] } set { self[.longitude] = newValue } }

  /// Kilometres per hour.
  public var speed: NSNumber? { get { self[.speed] } set { self[.speed] = newValue } }

  /// When captured event happened.
  public var timestamp: Date? { get { self[.timestamp] } set { self[.timestamp] = newValue } }

  /// Degrees from true north.
  public var imageDirection: NSNumber? { get { self[.imageDirection] } set { self[.imageDirection] = newValue } }

  /// Place or POI name.
  public var namedLocation: String? { get { self[.namedLocation] } set { self[.namedLocation] = newValue } }

  /// Travel direction, degrees from true north.
  public var gpsTrack: NSNumber? { get { self[.gpsTrack] } set { self[.gpsTrack] = newValue } }

  /// Receiver status.
  public var gpsStatus: String? { get { self[.gpsStatus] } set { self[.gpsStatus] = newValue } }

  /// 2D/3D measurement mode.
  public var gpsMeasureMode: String? { get { self[.gpsMeasureMode] } set { self[.gpsMeasureMode] = newValue } }

  /// Dilution of precision.
  public var gpsdop: NSNumber? { get { self[.gpsdop] } set { self[.gpsdop] = newValue } }

  /// Geodetic datum name.
  public var gpsMapDatum: String? { get { self[.gpsMapDatum] } set { self[.gpsMapDatum] = newValue } }

  /// Destination latitude, degrees.
  public var gpsDestLatitude: NSNumber? { get { self[.gpsDestLatitude] } set { self[.gpsDestLatitude] = newValue } }

  /// Destination longitude, degrees.
  public var gpsDestLongitude: NSNumber? { get { self[.gpsDestLongitude] } set { self[.gpsDestLongitude] = newValue } }

  /// Bearing to destination, degrees.
  public var gpsDestBearing: NSNumber? { get { self[.gpsDestBearing] } set { self[.gpsDestBearing] = newValue } }

  /// Distance to destination.
  public var gpsDestDistance: NSNumber? { get { self[.gpsDestDistance] } set { self[.gpsDestDistance] = newValue } }

  /// Location finding method.
  public var gpsProcessingMethod: String? { get { self[.gpsProcessingMethod] } set { self[.gpsProcessingMethod] = newValue } }

  /// GPS area name.
  public var gpsAreaInformation: String? { get { self[.gpsAreaInformation] } set { self[.gpsAreaInformation] = newValue } }

  /// Date of GPS fix.
  public var gpsDateStamp: Date? { get { self[.gpsDateStamp] } set { self[.gpsDateStamp] = newValue } }

  /// Differential correction flag; Apple spelling.
  public var gpsDifferental: NSNumber? { get { self[.gpsDifferental] } set { self[.gpsDifferental] = newValue } }
}
