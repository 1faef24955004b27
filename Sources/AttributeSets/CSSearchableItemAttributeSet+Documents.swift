// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of documents.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The subject of the document.
  public var subject: String? { get { self[.subject] } set { self[.subject] = newValue } }

  /// The theme of the document.
  public var theme: String? { get { self[.theme] } set { self[.theme] = newValue } }

  /// A description of the content, such as an abstract, a summary or a caption.
  public var contentDescription: String? { get { self[.contentDescription] } set { self[.contentDescription] = newValue } }

  /// A formal reference to the document, such as an ISBN or a DOI.
  public var identifier: String? { get { self[.identifier] } set { self[.identifier] = newValue } }

  /// The groups of people for whom the document is intended, such as teachers or pupils.
  public var audiences: [String]? { get { self[.audiences] } set { self[.audiences] = newValue } }

  /// The size of the file, in bytes; `nil` for folders.
  ///
  /// - Note: The index determines the size of a file itself. Apple documents megabytes for this
  ///   property but bytes for `kMDItemFSSize`; here, both names mean bytes.
  public var fileSize: NSNumber? { get { self[.fileSize] } set { self[.fileSize] = newValue } }

  /// The number of pages of the document.
  public var pageCount: NSNumber? { get { self[.pageCount] } set { self[.pageCount] = newValue } }

  /// The width of the first page, in points of 1/72 inch.
  public var pageWidth: NSNumber? { get { self[.pageWidth] } set { self[.pageWidth] = newValue } }

  /// The height of the first page, in points of 1/72 inch.
  public var pageHeight: NSNumber? { get { self[.pageHeight] } set { self[.pageHeight] = newValue } }

  /// The method that protects the document. For PDF documents it is `Password Encrypted` or `None`.
  public var securityMethod: String? { get { self[.securityMethod] } set { self[.securityMethod] = newValue } }

  /// The program with which the content was first written. ``encodingApplications`` names the
  /// programs that converted it.
  public var creator: String? { get { self[.creator] } set { self[.creator] = newValue } }

  /// The programs that converted the content to its present format, such as the producer of a PDF
  /// document.
  public var encodingApplications: [String]? { get { self[.encodingApplications] } set { self[.encodingApplications] = newValue } }

  /// A description of the type of the item for people, such as “PDF document”.
  ///
  /// - Note: For a file, the description of its content type takes precedence over a value that an
  ///   importer sets.
  public var kind: String? { get { self[.kind] } set { self[.kind] = newValue } }

  /// The names of the fonts in the document.
  ///
  /// - Note: For a PDF document of more than four pages, only the fonts of the first page are
  ///   recorded.
  public var fontNames: [String]? { get { self[.fontNames] } set { self[.fontNames] = newValue } }
}
