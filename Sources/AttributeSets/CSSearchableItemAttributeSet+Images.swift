// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of images and of the cameras that took them.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The height of the image as it is stored, in pixels. A rotation for display does not change it.
  public var pixelHeight: NSNumber? { get { self[.pixelHeight] } set { self[.pixelHeight] = newValue } }

  /// The width of the image as it is stored, in pixels. A rotation for display does not change it.
  public var pixelWidth: NSNumber? { get { self[.pixelWidth] } set { self[.pixelWidth] = newValue } }

  /// The number of pixels of the image: its width times its height.
  public var pixelCount: NSNumber? { get { self[.pixelCount] } set { self[.pixelCount] = newValue } }

  /// The colour space of the image. The image importer sets `RGB`, `Gray`, `CMYK` or `Lab`.
  public var colorSpace: String? { get { self[.colorSpace] } set { self[.colorSpace] = newValue } }

  /// The number of bits of a sample: of one colour component of an image, or of one sample of
  /// uncompressed or lossless sound.
  public var bitsPerSample: NSNumber? { get { self[.bitsPerSample] } set { self[.bitsPerSample] = newValue } }

  /// Whether the flash fired: 1 if so, 0 if not.
  public var flashOn: NSNumber? { get { self[.flashOn] } set { self[.flashOn] = newValue } }

  /// The focal length of the lens, in millimetres.
  public var focalLength: NSNumber? { get { self[.focalLength] } set { self[.focalLength] = newValue } }

  /// The focal length that gives the same angle of view on 35 mm film, in millimetres.
  ///
  /// - Note: Apple documents a Boolean value. The image importer records the length, because that
  ///   is what cameras write.
  public var focalLength35mm: NSNumber? { get { self[.focalLength35mm] } set { self[.focalLength35mm] = newValue } }

  /// The manufacturer of the camera or other device that recorded the image.
  public var acquisitionMake: String? { get { self[.acquisitionMake] } set { self[.acquisitionMake] = newValue } }

  /// The model of the camera or other device that recorded the image.
  public var acquisitionModel: String? { get { self[.acquisitionModel] } set { self[.acquisitionModel] = newValue } }

  /// The name of the owner of the camera.
  public var cameraOwner: String? { get { self[.cameraOwner] } set { self[.cameraOwner] = newValue } }

  /// The model of the lens.
  public var lensModel: String? { get { self[.lensModel] } set { self[.lensModel] = newValue } }

  /// The sensitivity of the film or sensor, as an ISO number such as 400.
  public var isoSpeed: NSNumber? { get { self[.isoSpeed] } set { self[.isoSpeed] = newValue } }

  /// The orientation of the image as displayed: 0 for landscape or square, 1 for portrait.
  ///
  /// - Note: This is not the orientation of EXIF, which has eight values.
  public var orientation: NSNumber? { get { self[.orientation] } set { self[.orientation] = newValue } }

  /// The names of the layers of the image.
  public var layerNames: [String]? { get { self[.layerNames] } set { self[.layerNames] = newValue } }

  /// The white balance of the camera: 0 for automatic, 1 for manual.
  public var whiteBalance: NSNumber? { get { self[.whiteBalance] } set { self[.whiteBalance] = newValue } }

  /// The aperture of the lens as an APEX value, which is logarithmic: 4 for f/4, 5 for f/5.6.
  public var aperture: NSNumber? { get { self[.aperture] } set { self[.aperture] = newValue } }

  /// The name of the ICC colour profile in the image.
  public var profileName: String? { get { self[.profileName] } set { self[.profileName] = newValue } }

  /// The horizontal resolution of the image, in dots per inch.
  public var resolutionWidthDPI: NSNumber? { get { self[.resolutionWidthDPI] } set { self[.resolutionWidthDPI] = newValue } }

  /// The vertical resolution of the image, in dots per inch.
  public var resolutionHeightDPI: NSNumber? { get { self[.resolutionHeightDPI] } set { self[.resolutionHeightDPI] = newValue } }

  /// How the exposure was chosen: 0 for automatic, 1 for manual, 2 for automatic bracketing.
  public var exposureMode: NSNumber? { get { self[.exposureMode] } set { self[.exposureMode] = newValue } }

  /// The exposure time, in seconds.
  public var exposureTime: NSNumber? { get { self[.exposureTime] } set { self[.exposureTime] = newValue } }

  /// The version of the EXIF metadata, such as `2.3`.
  public var exifVersion: String? { get { self[.exifVersion] } set { self[.exifVersion] = newValue } }

  /// The version of the GPS part of the EXIF metadata, such as `2.2`.
  public var exifgpsVersion: String? { get { self[.exifgpsVersion] } set { self[.exifgpsVersion] = newValue } }

  /// Whether the image has an alpha channel: 1 if so, 0 if not.
  public var hasAlphaChannel: NSNumber? { get { self[.hasAlphaChannel] } set { self[.hasAlphaChannel] = newValue } }

  /// Whether the flash was used with red-eye reduction: 1 if so, 0 if not.
  public var redEyeOn: NSNumber? { get { self[.redEyeOn] } set { self[.redEyeOn] = newValue } }

  /// The method with which the camera measured the light: `Average`, `CenterWeightedAverage`,
  /// `Spot`, `MultiSpot`, `Pattern`, `Partial` or `Other`.
  public var meteringMode: String? { get { self[.meteringMode] } set { self[.meteringMode] = newValue } }

  /// The largest aperture of the lens, which is its smallest F-number, as an APEX value.
  public var maxAperture: NSNumber? { get { self[.maxAperture] } set { self[.maxAperture] = newValue } }

  /// The F-number of the exposure: the focal length divided by the diameter of the aperture, such
  /// as 5.6 for f/5.6.
  public var fNumber: NSNumber? { get { self[.fNumber] } set { self[.fNumber] = newValue } }

  /// The program with which the camera chose the exposure: `Manual`, `Normal`, `Aperture priority`,
  /// `Shutter priority`, `Creative`, `Action`, `Portrait` or `Landscape`.
  public var exposureProgram: String? { get { self[.exposureProgram] } set { self[.exposureProgram] = newValue } }

  /// The exposure time as text, in seconds: `1/250`, or `2.0` for a long exposure.
  public var exposureTimeString: String? { get { self[.exposureTimeString] } set { self[.exposureTimeString] = newValue } }
}
