// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// What a reading of the desktop's list of recent files changes in the recorded uses.
///
/// The list forgets: it has at most ``maximumCount`` entries, none older than ``maximumAge``. The
/// recorded uses outlast that. But if the user removes an entry, the use of its file is forgotten, and
/// if the user clears the list, all uses are. The list does not say why an entry is gone:
/// 1. If the list is empty, the user has cleared it.
/// 2. If the list is not full and the file was used within ``maximumAge``, the user has removed it.
/// 3. Otherwise the desktop has dropped it.
struct RecentUses {
  /// Of GTK: the length of the list above which it drops the oldest entries.
  static let maximumCount = 1000
  /// Of GTK, in seconds: 30 days. A user who lets the desktop forget earlier wants that here, too.
  static let maximumAge: Int64 = 30 * 86_400
  /// Within this time after `mdfind` has opened a file, in seconds, an entry is about the same use.
  static let maximumDelay: Int64 = 300

  typealias Changes = [DocumentReference: (old: FileUse?, new: FileUse?)]

  /// - Parameters:
  ///   - list: The entries, each with the document at its path, if the index has one.
  ///   - known: The recorded uses.
  ///   - now: Seconds since 1970.
  static func changes(
    _ list: [(file: RecentFile, document: DocumentReference?)], known: [DocumentReference: FileUse], now: Int64
  ) -> Changes {
    let isCleared = list.isEmpty && known.values.contains { $0.listing != nil }
    if isCleared { return known.mapValues { (old: $0, new: nil) } }
    let listed = Set(list.map(\.file.entry))
    let used = files(of: list, known)
    var changes: Changes = [:]
    for (document, files) in used {
      let (old, new) = (known[document], updated(known[document], by: files, listed))
      if new != old { changes[document] = (old, new) }
    }
    for (document, use) in known where used[document] == nil {
      guard let listing = use.listing else { continue }
      var new: FileUse? = use
      new?.listing = nil
      let isRemoved = !listed.contains(listing.entry) && list.count < maximumCount && now - use.last < maximumAge
      changes[document] = (use, isRemoved ? nil : new)
    }
    return changes
  }

  /// The entries of each document.
  ///
  /// Programs do not update the list when a file is renamed. So the document that an entry was about
  /// keeps it, until the entry tells of a later use: that is of the file that is at its path then.
  private static func files(
    of list: [(file: RecentFile, document: DocumentReference?)], _ known: [DocumentReference: FileUse]
  ) -> [DocumentReference: [RecentFile]] {
    var owners: [UInt64: (document: DocumentReference, last: Int64)] = [:]
    for (document, use) in known { if let listing = use.listing { owners[listing.entry] = (document, use.last) } }
    var files: [DocumentReference: [RecentFile]] = [:]
    for (file, document) in list {
      var document = document
      if let owner = owners[file.entry], document == nil || file.lastUsed <= owner.last { document = owner.document }
      if let document { files[document, default: []].append(file) }
    }
    return files
  }

  /// The use of a document after its entries were read. A file may have several, with different
  /// paths.
  private static func updated(_ known: FileUse?, by files: [RecentFile], _ listed: Set<UInt64>) -> FileUse? {
    guard let last = files.map(\.lastUsed).max(), let entry = files.map(\.entry).min() else { return known }
    let count = files.reduce(0) { $0 + $1.count }
    let listing = FileUse.Listing(entry: entry, count: count)
    guard var use = known else { return FileUse(last: last, count: count, listing: listing) }
    // An entry that is gone was replaced by this one, because a program has renamed the file.
    let ownEntries = Set(files.map(\.entry))
    let counted = use.listing.map { ownEntries.contains($0.entry) || !listed.contains($0.entry) ? $0.count : 0 } ?? 0
    // A smaller count began anew after the desktop had dropped the entry.
    var more = count >= counted ? count - counted : count
    if more > 0 {
      if use.isOwn, abs(last - use.last) <= maximumDelay { more -= 1 }
      use.isOwn = false
    }
    use.count += more
    use.last = max(use.last, last)
    use.listing = listing
    return use
  }
}
