// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Facts about a document under the names that vocabularies of office suites give them.
struct DocumentFacts {
  var title: String?
  var subject: String?
  var authorNames: [String] = []
  var editors: [String] = []
  var keywords: [String] = []
  var description: String?
  var application: String?
  var organization: String?
  var languages: [String] = []
  var category: String?
  var created: Date?
  var modified: Date?
  var pageCount: Int?

  init() {}

  /// Takes the elements of a list of properties. Those whose names are the same are told apart by a key, as in AbiWord
  /// (`<m key="dc.creator">`).
  init(_ properties: ElementValues) {
    var names: [String: [String]] = [:]
    for property in properties.elements {
      let key = property.name == "m" ? property.key?.split(separator: ".").last.map(String.init) : nil
      names[(key ?? property.name).lowercased(), default: []].append(property.text.oneLine)
    }
    self.init(names)
  }

  /// - Parameter names: The values by the names of properties in lower case.
  init(_ names: [String: [String]]) {
    func all(_ keys: String...) -> [String] { keys.lazy.compactMap { names[$0]?.nonEmpty }.first ?? [] }
    func first(_ keys: String...) -> String? { keys.lazy.compactMap { names[$0]?.first { !$0.isEmpty } }.first }
    title = first("title")
    subject = first("subject")
    authorNames = all("initial-creator", "author", "authors", "creator").flatMap { $0.listElements(separatedBy: ";") }
    editors = all("lastauthor", "contributor").flatMap { $0.listElements(separatedBy: ";") }
    keywords = all("keyword", "keywords").flatMap { $0.listElements(separatedBy: ",;") }
    description = first("description", "desc", "comment", "comments")
    application = first("generator", "appname", "creatorapplication")
    organization = first("company", "publisher")
    languages = all("language")
    category = first("category")
    created = first("creation-date", "created", "timecreated", "date_created").flatMap { Date(documentDate: $0) }
    modified = first("lastsaved", "modified", "timesaved", "date_last_changed").flatMap { Date(documentDate: $0) }
    pageCount = first("pages", "page-count").flatMap { Int($0) }
  }
}

extension CSSearchableItemAttributeSet {
  /// Sets what is not set yet.
  func take(_ facts: DocumentFacts) {
    title = title ?? facts.title?.oneLine
    subject = subject ?? facts.subject?.oneLine
    authorNames = authorNames ?? facts.authorNames.nonEmpty
    editors = editors ?? facts.editors.nonEmpty
    keywords = keywords ?? facts.keywords.nonEmpty
    contentDescription = contentDescription ?? facts.description
    creator = creator ?? facts.application?.oneLine
    organizations = organizations ?? facts.organization.map { [$0.oneLine] }
    languages = languages ?? facts.languages.languageTags
    contentCreationDate = contentCreationDate ?? facts.created
    contentModificationDate = contentModificationDate ?? facts.modified
    if let count = facts.pageCount, count > 0 { pageCount = pageCount ?? count as NSNumber }
    if let category = facts.category { setCustom("Category", category) }
  }
}
