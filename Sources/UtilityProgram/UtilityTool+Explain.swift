// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import Finders
import IndexStore
import LogMessages
import QueryLanguage

extension UtilityTool {
  /// Shows how a query is interpreted and how the index answers it, or what decides whether a path is
  /// indexed.
  func explain() throws {
    let argument = invocation.bytes("explain") ?? []
    if let item = ApplicationStore.item(at: argument) { return try explain(item: item.identifier, at: argument, item.store) }
    if let path = try path(meantBy: argument) { return try explain(path: path) }
    let text = try String(query: argument)
    let isPredicate = QueryClassifier.isMeantAsPredicate(text)
    let query: Query
    do throws(QuerySyntaxError) {
      query = isPredicate ? try Query(parsing: text) : try FreeTextQuery(parsing: text, in: .current()).query
    } catch {
      tool.fail(error.rendered())
    }
    var lines = ["interpreted as: \(isPredicate ? "a predicate" : "words")", "predicate: \(query)"]
    let compiled = CompiledPredicate(query, in: .current())
    let reads = compiled.requirements
    lines.append("uses: \(reads.isEmpty ? "nothing" : reads.descriptions.joined(separator: ", "))")
    print(lines.map { $0 + "\n" }.joined())
    let store = try store()
    for hint in try store.upheld(query.hints) { print("note: \(hint)\n") }
    if let file = try? AbsolutePath.follow(argument), try SmallFile.kind(at: file) != nil {
      let name = PrintableText.argument(Array("./".utf8) + argument)
      print("note: this explains a query; to ask about the file of this name here, write \(name)\n")
    }
    let explanation = try store.explain(compiled)
    print(explanation.lines.map { $0 + "\n" }.joined())
    if !isPredicate { try explainMeaning(of: text, in: store) }
  }

  /// Number of words of a document that are named for each word of a query.
  private static let namedWords = 3

  /// Shows which documents are related to typed words in meaning, and because of which of their words.
  private func explainMeaning(of text: String, in store: Store) throws {
    let typed = RankedText(parsing: text, in: .current())
    let query = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives)
    let filter = typed.filter.predicate == .constant(true) ? nil : CompiledPredicate(typed.filter, in: .current())
    for hit in try store.ranked(query, where: filter) where hit.tier == .related {
      // A document that was removed meanwhile has no path.
      guard let path = try store.read({ snapshot throws(StoreError) in try snapshot.path(of: hit.reference) }) else { continue }
      let words = try DocumentWords(of: hit.reference, at: path, in: store)
      let reasons = store.nearestWords(in: words, to: query, limit: Self.namedWords).map { "\($0): \($1.joined(separator: ", "))" }
      print("related in meaning: \(PrintableText.path(path)) (\(PrintableText.line(reasons.joined(separator: "; "))))\n")
    }
  }

  /// The path that an argument means; `nil` if it is a query.
  private func path(meantBy argument: [UInt8]) throws -> [UInt8]? {
    let isCertain = ["/", "./", "../", "~/"].contains { argument.starts(with: $0.utf8) }
    guard isCertain || argument.contains(UInt8(ascii: "/")) || argument == Array(".".utf8) else { return nil }
    let path = try AbsolutePath.follow(argument.starts(with: "~/".utf8) ? home() + argument.dropFirst() : argument)
    return try isCertain || SmallFile.kind(at: path) != nil ? path : nil
  }

  /// Shows which root includes a path, which rule excludes it or its content, and what the index has.
  private func explain(path: [UInt8]) throws {
    let configuration = try reportedConfiguration()
    let file = try environment.configurationFile()
    var lines: [String] = []
    if let root = configuration.exclusions.roots.nearest(to: path) {
      lines.append("root: \(PrintableText.path(root)), \(try reason(forRoot: root, configuration))")
    } else {
      lines.append("root: none")
    }
    guard let kind = try SmallFile.kind(at: path) else {
      lines.append("nothing is there")
      return print(path, lines)
    }
    let isDirectory = kind == .folder
    if let obstacle = try IndexingConfiguration.obstacle(to: path, file: file, home: home()) {
      lines.append("not indexed: \(obstacle)")
    } else if isDirectory, let marker = configuration.exclusions.marker(in: path) {
      lines.append("indexed, but \(Self.notice(of: marker))")
    } else {
      lines.append("indexed: no rule excludes it")
    }
    if let notice = configuration.contentNotice(of: path, isDirectory: isDirectory, file: file) { lines.append(notice) }
    if isDirectory, let notice = configuration.mailNotice(of: path, file: file) { lines.append(notice) }
    lines.append(try stateInIndex(of: path))
    print(path, lines)
  }

  private func print(_ path: [UInt8], _ lines: [String]) {
    var output = StandardOutput()
    output.write(path: path)
    output.write(":\n")
    for line in lines { output.write("\t\(PrintableText.line(line))\n") }
    output.flush()
  }

  /// Why a folder is a root.
  private func reason(forRoot root: [UInt8], _ configuration: IndexingConfiguration) throws -> String {
    if configuration.mayBeMissing(root) { return "a folder of installed programs; 'applications = no' leaves it out" }
    guard let text = try IndexingConfiguration.text(ofFile: try environment.configurationFile()) else {
      return "the home folder, the root without a configuration"
    }
    return "named in \(try source(of: root, in: text))"
  }

  /// What the index has of a path.
  private func stateInIndex(of path: [UInt8]) throws -> String {
    let index: Store
    do {
      index = try store()
    } catch StoreError.notFound {
      return "in the index: no, there is no index"
    }
    return try index.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(for: path), let record = try snapshot.record(of: reference) else {
        return "in the index: no"
      }
      let failure = try snapshot.failure(of: record.document)?.reason
      let content =
        switch record.content {
        case .pending: "its content has not been read yet"
        case .textPending: "its text has not been read again yet"
        case .current: failure.map { "its content was read only in part: \($0)" } ?? "its content was read"
        case .none: "it has no content that is read"
        case .failed: "its content could not be read: \(failure ?? "")"
        }
      return "in the index: yes; \(content)"
    }
  }
}

extension Requirements {
  fileprivate var descriptions: [String] {
    let all: [(Requirements, String)] = [
      (Requirements.names, "names"), (.status, "sizes, dates and owners"), (.types, "content types"), (.attributes, "attributes"),
      (.text, "text"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
