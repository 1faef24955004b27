internal import Attributes
public import Foundation

/// Attributes of documents.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Subject text.
  public var subject: String? { get { self[.subject] } set { self[.subject] = newValue } }

  /// Theme text.
  public var theme: String? { get { self[.theme] } set { self[.theme] = newValue } }

  /// Abstract or free-text description.
  public var contentDescription: String? { get { self[.contentDescription] } set { self[.contentDescription] = newValue } }

  /// Formal reference id.
  public var identifier: String? { get { self[.identifier] } set { self[.identifier] = newValue } }

  /// Intended audiences.
  public var audiences: [String]? { get { self[.audiences] } set { self[.audiences] = newValue } }

  /// Size of the content.
  public var fileSize: NSNumber? { get { self[.fileSize] } set { self[.fileSize] = newValue } }

  /// Number of pages.
  public var pageCount: NSNumber? { get { self[.pageCount] } set { self[.pageCount] = newValue } }

  /// Points, 72 per inch; first PDF page.
  public var pageWidth: NSNumber? { get { self[.pageWidth] } set { self[.pageWidth] = newValue } }

  /// Points, 72 per inch; first PDF page.
  public var pageHeight: NSNumber? { get { self[.pageHeight] } set { self[.pageHeight] = newValue } }

  /// Encryption method name.
  public var securityMethod: String? { get { self[.securityMethod] } set { self[.securityMethod] = newValue } }

  /// App that authored the content.
  public var creator: String? { get { self[.creator] } set { self[.creator] = newValue } }

  /// Apps that converted content, e.g. to PDF.
  public var encodingApplications: [String]? { get { self[.encodingApplications] } set { self[.encodingApplications] = newValue } }

  /// Human readable kind.
  public var kind: String? { get { self[.kind] } set { self[.kind] = newValue } }

  /// Fonts used.
  public var fontNames: [String]? { get { self[.fontNames] } set { self[.fontNames] = newValue } }
}
