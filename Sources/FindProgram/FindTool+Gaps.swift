// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import LogMessages
import QueryLanguage

/// Telling the user why hits may be missing.
extension FindTool {
  /// What the index lacks that the search may have needed.
  ///
  /// - Parameters:
  ///   - before: What it lacked before the search. It may have become complete meanwhile, or been erased.
  ///   - requirements: What the query, the order and the output need.
  func gaps(in store: Store, _ before: Completeness, _ requirements: Requirements) throws -> [String] {
    let after = try store.completeness()
    var gaps: [String] = []
    if before.isUnfinished || after.isUnfinished {
      gaps.append("the index was erased or damaged, and not all files are in it again; mds adds them, or 'mdutil -E' does")
    }
    if before.isDamaged || after.isDamaged {
      gaps.append("the index is damaged, so hits may be missing or wrong; mds, or 'mdutil -E', rebuilds it")
    }
    if let hidden = try hiddenVolumes(store) { gaps.append(hidden) }
    if let unread = unreadContents(before, requirements) ?? unreadContents(after, requirements) { gaps.append(unread) }
    return gaps
  }

  /// Why nothing was found, as far as that is known: what is odd about the query, or what the index lacks.
  func explanation(ofNothingFor query: Query, in store: Store?) throws -> String? {
    if let hint = try upheld(query.hints + typeHints(of: query), store).first { return hint.message }
    guard let store else { return nil }
    return try gaps(in: store, store.completeness(), CompiledPredicate(query, in: .current()).requirements).first
      ?? outstandingScan(of: store) ?? absentDaemon(of: store)
  }

  /// That files are left out whose disk may be mounted again. A running daemon would know.
  private func hiddenVolumes(_ store: Store) throws(StoreError) -> String? {
    let hidden = try store.read { snapshot throws(StoreError) in try snapshot.hiddenTrees() }
    guard !hidden.isEmpty, try DaemonLock.holder(of: store.path) == nil else { return nil }
    return "files on disks that were not mounted at the last run of mds or mdimport are left out; mdutil -s names them"
  }

  /// That hits may be missing because documents have not been read yet. This message is for people; a
  /// script can ask mdutil. But what was lost by damage or erased is always reported.
  private func unreadContents(_ completeness: Completeness, _ requirements: Requirements) -> String? {
    guard !requirements.isDisjoint(with: [.attributes, .text]) else { return nil }
    let (unread, texts) = (completeness.pending.reachable, completeness.pending.reachableTexts)
    if requirements.contains(.text), texts > 0 {
      return "the texts of \(counted(texts, "document")) were damaged and have not been read again, so hits may be missing; "
        + "mds or mdimport reads them"
    }
    guard unread > 0, completeness.lacksContents || StandardError.isTerminal else { return nil }
    let time = completeness.lacksContents ? "again since the index was erased or damaged" : "yet"
    return "\(unread) of \(counted(completeness.documents, "document")) \(unread == 1 ? "has" : "have") not been read \(time), "
      + "so some hits may be missing; mdutil -s shows how many remain"
  }

  /// That the daemon has not looked yet for changes that were made before it started. This message is for
  /// people, too.
  func outstandingScan(of store: Store) throws -> String? {
    guard let facts = try DaemonLock.holder(of: store.path)?.report, facts["state"] != nil, facts["last-scan"] == nil else { return nil }
    return "mds has not finished its first scan, so hits may be missing or outdated; mdutil -s shows what it does"
  }

  /// Time for which nobody expects changes to be missing after an import.
  private static let freshness = Duration.seconds(3600)

  /// That nothing keeps the index current. Also for people: a script may import by itself.
  func absentDaemon(of store: Store) throws -> String? {
    guard !invocation.has("store"), let age = store.timeSinceLastWriting, age > Self.freshness,
      try DaemonLock.holder(of: store.path) == nil
    else { return nil }
    return "mds does not run, and the index was last written \(describedDuration(age)) ago, so hits may be missing or outdated"
  }
}
