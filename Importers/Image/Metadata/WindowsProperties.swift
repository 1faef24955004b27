// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport

/// What the file manager of Windows stores in EXIF when somebody edits the properties of a picture.
///
/// Programs that edit XMP or IPTC leave these fields as they are, so those take precedence.
struct WindowsProperties {
  private let title: String?
  private let comment: String?
  private let authors: [String]
  private let keywords: [String]
  private let subject: String?
  /// Stars; `nil` for none.
  private let rating: Int?

  init(_ exif: borrowing EXIF) {
    let list = { (text: String?) in (text ?? "").split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty } }
    title = exif.wideText(0x9C9B)
    comment = exif.wideText(0x9C9C)
    authors = list(exif.wideText(0x9C9D))
    keywords = list(exif.wideText(0x9C9E))
    subject = exif.wideText(0x9C9F)
    rating = exif.integer(0x4746, in: .image).flatMap { (1...5).contains($0) ? $0 : nil }
  }

  /// Sets the attributes that are still absent.
  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = attributes.title ?? title?.oneLine
    attributes.comment = attributes.comment ?? comment
    attributes.authorNames = attributes.authorNames ?? (authors.isEmpty ? nil : authors)
    attributes.keywords = attributes.keywords ?? (keywords.isEmpty ? nil : keywords)
    attributes.subject = attributes.subject ?? subject
    attributes.rating = attributes.rating ?? rating.map { $0 as NSNumber }
  }
}
