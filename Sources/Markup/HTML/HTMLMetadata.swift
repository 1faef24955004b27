// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import ImporterSupport

/// The metadata in the head of an HTML document.
package struct HTMLMetadata {
  package private(set) var title: String?
  package private(set) var authors: [String] = []
  package private(set) var contributors: [String] = []
  package private(set) var publishers: [String] = []
  package private(set) var keywords: [String] = []
  package private(set) var languages: [String] = []
  package private(set) var description: String?
  package private(set) var copyright: String?
  package private(set) var identifier: String?
  /// The program that wrote the document.
  package private(set) var generator: String?
  package private(set) var creationDate: Date?
  package private(set) var modificationDate: Date?
  /// Metadata under names that this type has no property for.
  package private(set) var others: [(name: String, value: String)] = []

  /// More of them are ignored.
  private static let maximumOtherCount = 256
  /// What begins the names of vocabularies for publications.
  private static let vocabularies = ["dc.", "citation_", "bepress_citation_", "eprints.", "prism."]
  /// Other names under which people describe a page. Most names are instructions for browsers and search engines.
  private static let describingNames: Set = [
    "abstract", "article:section", "book:author", "book:isbn", "category", "classification", "company", "institution", "license",
    "news_keywords", "og:site_name", "organization", "rights", "subject", "subtitle", "topic", "version",
  ]

  /// Stores the metadata of a `<meta>` element.
  ///
  /// The first value of a single-valued property is used. If a property of HTML itself comes first,
  /// it takes precedence over properties of social networks. Other properties are ignored. Values
  /// become a single line, as in browsers; keywords can be on lines of their own.
  ///
  /// - Parameter property: The element's `name`, `property` or `http-equiv`, in upper or lower
  ///   case.
  mutating func take(_ content: String, for property: String) {
    let value = content.oneLine
    guard !value.isEmpty else { return }
    // Dublin Core is written as DC.title, dcterms.title, dc:title and DCTERMS.title.
    let name = property.lowercased().replacing("dcterms.", with: "dc.").replacing("dcterms:", with: "dc.").replacing("dc:", with: "dc.")
    switch name {
    case "dc.title", "og:title": title = title ?? value
    // On social networks, the author is often the address of a profile.
    case "author", "dc.creator", "article:author": if !value.contains("://") { authors.appendNew(value) }
    case "dc.contributor": contributors.appendNew(value)
    case "dc.publisher": publishers.appendNew(value)
    case "description", "dc.description", "dc.abstract", "og:description": description = description ?? value
    case "keywords", "dc.subject": for keyword in content.listElements(separatedBy: ",;") { keywords.appendNew(keyword) }
    case "article:tag": keywords.appendNew(value)
    case "dc.language", "content-language": for language in value.listElements(separatedBy: ",") { languages.appendNew(language) }
    case "copyright", "dc.rights": copyright = copyright ?? value
    case "dc.identifier": identifier = identifier ?? value
    case "generator": generator = generator ?? value
    case "dc.date", "dc.created", "dc.issued", "date", "article:published_time": creationDate = creationDate ?? Date(documentDate: value)
    case "dc.modified", "last-modified", "article:modified_time": modificationDate = modificationDate ?? Date(documentDate: value)
    case _ where Self.vocabularies.contains(where: name.hasPrefix) || Self.describingNames.contains(name):
      guard others.count < Self.maximumOtherCount, name != "dc.format" else { return }
      // A publication has the properties of its page.
      let plain = Self.vocabularies.dropFirst().first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
      others.append((Self.publicationNames[plain ?? name] ?? plain ?? name, value))
    default: break
    }
  }

  private static let publicationNames = [
    "publication_date": "date", "online_date": "date", "creators_name": "author", "author_email": "email", "news_keywords": "keywords",
    "book:author": "author", "book:isbn": "isbn",
  ]
}
