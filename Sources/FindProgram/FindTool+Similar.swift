// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage
import SystemSearch

/// Finding what is similar to a file or an item: `-like`.
extension FindTool {
  /// Options that do not concern a list in the order of similarity.
  static let optionsWithoutLike = [
    "context", "count", "duplicates", "i", "live", "ranked", "save", "sort", "unranked",
  ]

  /// Maximum number of hits unless `-limit` is given: a first page.
  private static let similarLimit = 10

  /// Maximum number of words that are shown of those in common.
  private static let maximumCommonWords = 6

  /// What others are compared with.
  private struct Original {
    /// The path of a file, or the address of an item.
    let path: [UInt8]
    let reference: DocumentReference
    let store: Store
    let meaning: DocumentMeaning
  }

  /// Prints the files and items that are most similar to a file or an item, the most similar first.
  ///
  /// - Parameter operand: The path or the address, as it was typed.
  func findSimilar(to operand: [UInt8]) throws {
    let search = try search()
    let store = try ownStore()
    let isCurrent = try store.map { try synchronize(with: $0, readsContents: true) } ?? true
    let original = try original(operand, store)
    try reportHints(of: search.query, in: store)
    let limit = limit ?? Self.similarLimit
    let filter = search.query.predicate == .constant(true) ? nil : CompiledPredicate(search.query, in: .current())
    var finder = SimilarFinder(to: original.meaning, at: original.path, where: filter, limit: limit)
    var areAllThere = true
    if let store {
      let (known, areThere) = try knownFolders(search.folders, in: store, besides: nil)
      areAllThere = areThere
      if let known {
        try finder.addFiles(of: store, within: known, except: original.store === store ? original.reference : nil)
      }
    }
    // Only files are in folders.
    var items = search.folders.isEmpty ? try itemFinder(search.query) : nil
    items?.forEachStore { name, store throws(StoreError) in
      try finder.addItems(of: store, name, except: original.store.path == store.path ? original.reference : nil)
    }
    let hits = finder.hits
    if let number = hitToOpen { try open(hit: number, of: hits.map(\.path)) } else { try print(hits, like: original) }
    if hits.isEmpty, StandardError.isTerminal { tool.report("nothing is much more similar to it than anything else") }
    finish(store, isSuccess: isCurrent && areAllThere && items?.isComplete ?? true)
  }

  private func print(_ hits: [FoundHit], like original: Original) throws {
    let printer = printer(highlighting: [])
    var output = StandardOutput()
    let showsWords = StandardOutput.isTerminal && !invocation.has("0") && !invocation.has("json")
    guard showsWords else {
      for found in FoundHits.runs(of: hits) { try printer.print(found, to: &output) }
      return output.flush()
    }
    let words = try DocumentWords(of: original.reference, at: original.path, in: original.store)
    for hit in hits {
      guard case .stored(let found, let store) = hit else { continue }
      try printer.print([found], from: store, marked: nil, to: &output)
      let its = try DocumentWords(of: found.reference, at: found.path, in: store)
      let common = try store.commonWords(of: words, and: its, limit: Self.maximumCommonWords)
      if !common.isEmpty { output.write("    in common: \(PrintableText.line(common.joined(separator: ", ")))\n") }
      output.flush()
    }
  }

  // MARK: The original

  private func original(_ operand: [UInt8], _ store: Store?) throws -> Original {
    if let item = ApplicationStore.item(at: operand) { return try original(ofItem: item.identifier, at: operand, item.store) }
    let shown = PrintableText.path(operand)
    let path = try AbsolutePath.resolve(operand)
    let kind = try SmallFile.kind(at: path)
    if kind == nil { tool.fail("\(shown): no such file") }
    if kind == .folder { tool.fail("\(shown) is a folder; -like takes a file") }
    guard let store else { tool.fail("\(shown): not in your index; the system's index compares no meanings") }
    let found = try store.read { snapshot throws(StoreError) -> (DocumentReference, FileRecord)? in
      guard let reference = try snapshot.reference(for: path), let record = try snapshot.record(of: reference) else { return nil }
      return (reference, record)
    }
    guard let (reference, record) = found else {
      let reason =
        systemHas(path)
        ? "only in the system's index, which compares no meanings"
        : "not in the index; mdimport adds it, or says why not"
      tool.fail("\(shown): \(reason)")
    }
    let meaning = try meaning(of: reference.document, in: store, shown) {
      switch record.content {
      case .pending, .textPending: "its content has not been read yet; mds or mdimport reads it"
      case .failed: "its content could not be read; 'mdutil --explain \(PrintableText.argument(path))' says why"
      case .current, .none: "the index has no text, title or description of it in words that the word vectors know"
      }
    }
    return Original(path: path, reference: reference, store: store, meaning: meaning)
  }

  /// Whether the system's index has a file that this user may read. One that does not answer has none.
  private func systemHas(_ path: [UInt8]) -> Bool {
    var isThere = false
    _ = try? systemIndex?.ask(SystemQuery(.file(path))) { isThere = isThere || !$0.isEmpty }
    return isThere
  }

  private func original(ofItem identifier: String, at address: [UInt8], _ name: ApplicationStore) throws -> Original {
    let shown = PrintableText.path(address)
    let nothing = "\(shown): no program has such an item in its index"
    let path = name.path(in: try environment.applications())
    let store: Store
    do throws(StoreError) {
      store = try Store.open(path, .read)
    } catch {
      if case .notFound = error { tool.fail(nothing) }
      tool.fail(name.message(about: error))
    }
    guard let reference = try store.read({ snapshot throws(StoreError) in try snapshot.reference(ofItem: identifier) }) else {
      tool.fail(nothing)
    }
    let meaning = try meaning(of: reference.document, in: store, shown) {
      "its index has no text, title or description of it in words that the word vectors know"
    }
    return Original(path: address, reference: reference, store: store, meaning: meaning)
  }

  /// - Parameter reason: Returns why the store knows no meaning of the document.
  private func meaning(of document: DocumentID, in store: Store, _ shown: String, reason: () -> String) throws -> DocumentMeaning {
    switch try store.meaning(of: document) {
    case .known(let meaning): return meaning
    case .unknown: tool.fail("\(shown): \(reason())")
    case .switchedOff: tool.fail("meanings are not compared: searchlight.conf has 'semantic = no'")
    case .noWordVectors:
      tool.fail("meanings are not compared: \(Store.wordVectorProblem ?? "no word vectors are installed (searchlight/word-vectors)")")
    }
  }
}
