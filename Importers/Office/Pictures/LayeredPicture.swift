// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport
internal import Markup
internal import UniformTypeIdentifiers

/// A picture with layers in a ZIP archive, by Krita or in the format OpenRaster: its size, and the
/// metadata that Krita stores as office suites do.
enum LayeredPicture {
  /// They have no published identifiers.
  static let contentTypes = ["application/x-krita", "image/openraster"].compactMap { UTType(mimeType: $0)?.identifier }

  private static let kritaPart = "maindoc.xml"
  private static let openRasterPart = "stack.xml"
  private static let metadataPart = "documentinfo.xml"

  /// - Throws: `damaged` if the archive contains no description of a picture.
  static func read(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet) throws {
    let metadata = ElementValues()
    _ = Result { try archive.parse(metadataPart, into: metadata) }
    attributes.take(metadata)
    let image = ImageElement()
    let exists = try archive.parse(kritaPart, into: image) || archive.parse(openRasterPart, into: image)
    guard exists, let width = image.width, let height = image.height, width > 0, height > 0 else {
      throw ImportError.damaged("the picture's size is missing")
    }
    attributes.pixelWidth = width as NSNumber
    attributes.pixelHeight = height as NSNumber
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    if !overflow { attributes.pixelCount = count as NSNumber }
    attributes.orientation = (height > width ? 1 : 0) as NSNumber
    if let resolution = image.resolution, resolution.isFinite, resolution > 0 {
      attributes.resolutionWidthDPI = resolution as NSNumber
      attributes.resolutionHeightDPI = resolution as NSNumber
    }
    attributes.profileName = image.profile
  }
}

/// The attributes of the first element for an image.
private final class ImageElement: XMLHandler {
  private(set) var width: Int?
  private(set) var height: Int?
  private(set) var resolution: Double?
  private(set) var profile: String?
  private var isFound = false

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard !isFound, element == "IMAGE" || element == "image" else { return }
    isFound = true
    width = (attributes["width"] ?? attributes["w"]).flatMap { Int($0) }
    height = (attributes["height"] ?? attributes["h"]).flatMap { Int($0) }
    resolution = (attributes["x-res"] ?? attributes["xres"]).flatMap { Double($0) }
    profile = attributes["profile"].flatMap { $0.isEmpty ? nil : $0 }
  }

  func end(_ element: String) {}
  func add(_ characters: borrowing Span<UInt8>) {}
}

extension CSSearchableItemAttributeSet {
  /// Takes the values of Calligra's document information.
  fileprivate func take(_ metadata: ElementValues) {
    title = metadata.first("title")
    subject = metadata.first("subject")
    contentDescription = metadata.first("abstract") ?? metadata.first("description")
    keywords = metadata.first("keyword")?.listElements(separatedBy: ",;").nonEmpty
    authorNames = metadata.all("full-name").nonEmpty
    languages = metadata.all("language").languageTags
    copyright = metadata.first("license")
    contentCreationDate = metadata.first("creation-date").flatMap { Date(documentDate: $0) }
    contentModificationDate = metadata.first("date").flatMap { Date(documentDate: $0) }
  }
}
