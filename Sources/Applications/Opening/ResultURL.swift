// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import LogMessages

/// The URL of a search result, with which a program is opened.
///
///     searchlight://PROGRAM/INDEX/IDENTIFIER?query=TEXT
///     searchlight://PROGRAM?query=TEXT
///
/// `mdfind` prints the first form, without a query. All parts are percent-encoded, so that a slash or
/// a question mark in an identifier does not end it.
package enum ResultURL: Hashable, Sendable {
  /// An item, and what the person had typed to find it; `nil` if that is unknown.
  case item(ApplicationStore, identifier: String, query: String?)
  /// A search that the program continues.
  case search(String, program: String)

  /// - Returns: `nil` if the text is no such URL.
  package init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? Self.query(in: parts[1]) : nil
    if let item = ApplicationStore.item(at: Array(parts[0].utf8)) {
      self = .item(item.store, identifier: item.identifier, query: query)
    } else if let query, parts[0].hasPrefix(ApplicationStore.scheme) {
      let host = parts[0].dropFirst(ApplicationStore.scheme.count)
      let name = host.last == "/" ? host.dropLast() : host
      guard !name.contains("/"), let program = PercentEncoding.text(String(name)), !program.isEmpty else { return nil }
      self = .search(query, program: program)
    } else {
      return nil
    }
  }

  /// The value of the parameter `query`; `nil` if there is none.
  private static func query(in parameters: Substring) -> String? {
    for parameter in parameters.split(separator: "&") {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == "query" {
        return PercentEncoding.text(parts[1].map { $0 == "+" ? " " : String($0) }.joined())
      }
    }
    return nil
  }

  package var isItem: Bool { if case .item = self { true } else { false } }

  /// The identifier of the program that opens the URL.
  package var program: String {
    switch self {
    case .item(let store, _, _): store.bundle
    case .search(_, let program): program
    }
  }
}

extension ResultURL: CustomStringConvertible {
  package var description: String {
    switch self {
    case .item(let store, let identifier, let query):
      store.address(ofItem: identifier) + (query.map { "?query=" + PercentEncoding.encoded($0) } ?? "")
    case .search(let query, let program):
      ApplicationStore.scheme + PercentEncoding.encoded(program) + "?query=" + PercentEncoding.encoded(query)
    }
  }
}
