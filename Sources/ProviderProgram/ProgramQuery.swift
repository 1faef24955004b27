// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import LogMessages
import MessageBus
import QueryLanguage

/// What a program searches for, with the options of the call.
struct ProgramQuery: Sendable {
  let text: String
  let isPredicate: Bool
  /// The folders to search; empty to search everywhere.
  private(set) var folders: [[UInt8]] = []
  private(set) var limit = standardLimit
  /// Further attributes that hits get.
  private(set) var attributes: [AttributeName] = []
  private(set) var wantsPassages = false

  static let standardLimit = 100
  static let maximumLimit = 10_000
  /// Maximum number of hits with passages, for which texts are read.
  static let maximumPassageCount = 500
  private static let maximumTextLength = 10_000
  private static let maximumFolderCount = 100
  private static let maximumAttributeCount = 50

  /// - Parameter options: `kind`, `folders`, `limit`, `attributes` and `passages`, as the manual page describes them.
  /// - Throws: If the text is not a query, or an option is not known or has a value of another type or too large a one.
  init(_ text: String, _ options: [String: AttributeValue]) throws(ProviderError) {
    guard text.utf8.count <= Self.maximumTextLength else {
      throw .invalidArgument("the query has \(text.utf8.count) bytes; at most \(Self.maximumTextLength) are possible")
    }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .invalidArgument("the query is empty") }
    self.text = text
    isPredicate = try Self.isPredicate(options["kind"]) ?? QueryClassifier.isMeantAsPredicate(text)
    for (name, value) in options {
      switch (name, value) {
      case ("kind", _): break
      case ("folders", _):
        folders = try Self.texts(value, of: name, limit: Self.maximumFolderCount).map { text throws(ProviderError) in try Self.folder(text)
        }
      case ("attributes", _):
        attributes = try Self.texts(value, of: name, limit: Self.maximumAttributeCount).map { AttributeName(calling: $0) }
      case ("limit", .integer(let number)) where (1...Self.maximumLimit).contains(Int(clamping: number)): limit = Int(number)
      case ("limit", _): throw .invalidArgument("limit: a number from 1 to \(Self.maximumLimit) is needed")
      case ("passages", .boolean(let wanted)): wantsPassages = wanted
      case ("passages", _): throw .invalidArgument("passages: true or false is needed")
      default:
        let name = PrintableText.line(String(name.prefix(100)))
        throw .invalidArgument("\(name): no such option; there are attributes, folders, kind, limit and passages")
      }
    }
    if wantsPassages, limit > Self.maximumPassageCount {
      throw .invalidArgument("limit: with passages, at most \(Self.maximumPassageCount) hits are possible")
    }
  }

  private static func isPredicate(_ kind: AttributeValue?) throws(ProviderError) -> Bool? {
    switch kind {
    case nil: nil
    case .string("words"): false
    case .string("predicate"): true
    default: throw .invalidArgument("kind: \"words\" or \"predicate\" is needed")
    }
  }

  private static func texts(_ value: AttributeValue, of option: String, limit: Int) throws(ProviderError) -> [String] {
    guard case .array(let elements) = value else { throw .invalidArgument("\(option): a list of texts is needed") }
    guard elements.count <= limit else { throw .invalidArgument("\(option): at most \(limit) are possible") }
    return try elements.map { element throws(ProviderError) in
      guard case .string(let text) = element, !text.isEmpty else { throw .invalidArgument("\(option): a list of texts is needed") }
      return text
    }
  }

  private static func folder(_ text: String) throws(ProviderError) -> [UInt8] {
    let path = PercentEncoding.path(ofFileURL: text) ?? Array(text.utf8)
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else {
      throw .invalidArgument("folders: \(PrintableText.line(String(text.prefix(200)))) is no absolute path and no file: URL")
    }
    return AbsolutePath.follow(absolute: path)
  }

  /// The condition that every hit satisfies, with the hints of the text.
  ///
  /// - Throws: If the text is no predicate and was to be one.
  func query() throws(ProviderError) -> Query {
    do throws(QuerySyntaxError) {
      if isPredicate { return try Query(parsing: text) }
    } catch {
      throw .invalidArgument(error.line)
    }
    let typed = RankedText(parsing: text, in: .current())
    return Query(.all([typed.query.predicate, typed.filter.predicate]), hints: typed.filter.hints)
  }
}
