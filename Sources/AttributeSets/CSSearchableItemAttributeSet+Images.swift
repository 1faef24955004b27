internal import Attributes
public import Foundation

/// Attributes of images and of the cameras that took them.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Pixels.
  public var pixelHeight: NSNumber? { get { self[.pixelHeight] } set { self[.pixelHeight] = newValue } }

  /// Pixels.
  public var pixelWidth: NSNumber? { get { self[.pixelWidth] } set { self[.pixelWidth] = newValue } }

  /// Total pixels.
  public var pixelCount: NSNumber? { get { self[.pixelCount] } set { self[.pixelCount] = newValue } }

  /// E.g. RGB, CMYK, YUV.
  public var colorSpace: String? { get { self[.colorSpace] } set { self[.colorSpace] = newValue } }

  /// Bit depth per sample.
  public var bitsPerSample: NSNumber? { get { self[.bitsPerSample] } set { self[.bitsPerSample] = newValue } }

  /// 1 when flash fired.
  public var flashOn: NSNumber? { get { self[.flashOn] } set { self[.flashOn] = newValue } }

  /// Millimetres.
  public var focalLength: NSNumber? { get { self[.focalLength] } set { self[.focalLength] = newValue } }

  /// 1 when focal length is 35mm.
  public var focalLength35mm: NSNumber? { get { self[.focalLength35mm] } set { self[.focalLength35mm] = newValue } }

  /// Camera manufacturer.
  public var acquisitionMake: String? { get { self[.acquisitionMake] } set { self[.acquisitionMake] = newValue } }

  /// Camera model.
  public var acquisitionModel: String? { get { self[.acquisitionModel] } set { self[.acquisitionModel] = newValue } }

  /// Camera owner.
  public var cameraOwner: String? { get { self[.cameraOwner] } set { self[.cameraOwner] = newValue } }

  /// Lens model.
  public var lensModel: String? { get { self[.lensModel] } set { self[.lensModel] = newValue } }

  /// ISO value.
  public var isoSpeed: NSNumber? { get { self[.isoSpeed] } set { self[.isoSpeed] = newValue } }

  /// 0 landscape, 1 portrait.
  public var orientation: NSNumber? { get { self[.orientation] } set { self[.orientation] = newValue } }

  /// Layer names.
  public var layerNames: [String]? { get { self[.layerNames] } set { self[.layerNames] = newValue } }

  /// 0 auto, 1 manual.
  public var whiteBalance: NSNumber? { get { self[.whiteBalance] } set { self[.whiteBalance] = newValue } }

  /// APEX log-scale aperture.
  public var aperture: NSNumber? { get { self[.aperture] } set { self[.aperture] = newValue } }

  /// ICC colour profile name.
  public var profileName: String? { get { self[.profileName] } set { self[.profileName] = newValue } }

  /// Dots per inch.
  public var resolutionWidthDPI: NSNumber? { get { self[.resolutionWidthDPI] } set { self[.resolutionWidthDPI] = newValue } }

  /// Dots per inch.
  public var resolutionHeightDPI: NSNumber? { get { self[.resolutionHeightDPI] } set { self[.resolutionHeightDPI] = newValue } }

  /// 0 auto, 1 manual, 2 auto-bracket.
  public var exposureMode: NSNumber? { get { self[.exposureMode] } set { self[.exposureMode] = newValue } }

  /// Seconds.
  public var exposureTime: NSNumber? { get { self[.exposureTime] } set { self[.exposureTime] = newValue } }

  /// EXIF header version; ObjC EXIFVersion.
  public var exifVersion: String? { get { self[.exifVersion] } set { self[.exifVersion] = newValue } }

  /// GPS IFD version; ObjC EXIFGPSVersion.
  public var exifgpsVersion: String? { get { self[.exifgpsVersion] } set { self[.exifgpsVersion] = newValue } }

  /// 1 when alpha channel present.
  public var hasAlphaChannel: NSNumber? { get { self[.hasAlphaChannel] } set { self[.hasAlphaChannel] = newValue } }

  /// 1 when red-eye reduction used.
  public var redEyeOn: NSNumber? { get { self[.redEyeOn] } set { self[.redEyeOn] = newValue } }

  /// E.g. Average, Pattern.
  public var meteringMode: String? { get { self[.meteringMode] } set { self[.meteringMode] = newValue } }

  /// Smallest F number, APEX.
  public var maxAperture: NSNumber? { get { self[.maxAperture] } set { self[.maxAperture] = newValue } }

  /// Focal length over diameter.
  public var fNumber: NSNumber? { get { self[.fNumber] } set { self[.fNumber] = newValue } }

  /// E.g. Manual, Aperture Priority.
  public var exposureProgram: String? { get { self[.exposureProgram] } set { self[.exposureProgram] = newValue } }

  /// E.g. 1/250 seconds.
  public var exposureTimeString: String? { get { self[.exposureTimeString] } set { self[.exposureTimeString] = newValue } }
}
