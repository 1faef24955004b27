import IndexStore
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing

struct EntryUpdateTests {
  /// The file system may have given the inode number of a deleted folder to a new one, so the
  /// catalog takes the new one for the old one.
  @Test(arguments: [false, true])
  func `a folder is crawled after an event that it was created, whatever the catalog has`(isCreated: Bool) throws {
    #expect(try isFound { isCreated ? .createdDirectory($0, name: $1) : .changed($0, name: $1) } == isCreated)
  }

  /// While a folder may not be searched, the folders below it cannot be read either, and no event
  /// names them when it may be searched again.
  @Test(arguments: [false, true])
  func `a folder that could not be read is crawled after a change of a folder above it`(isIncomplete: Bool) throws {
    #expect(try isFound(isIncomplete: isIncomplete) { .changed($0, name: $1) } == isIncomplete)
  }

  /// Whether an event of a folder makes the index find a new file in a folder below.
  ///
  /// - Parameter isIncomplete: Whether the folder of the file could not be read before.
  private func isFound(isIncomplete: Bool = false, after event: (WatchID, [UInt8]) -> WatchEvent) throws -> Bool {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watched: [(watch: WatchID, directory: DirectoryID)] = []
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watched.append(($0, $1))
    }
    try folder.file("tree/a/b/old.txt")
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    try folder.file("tree/a/b/new.txt")
    let root = try #require(watched.first?.watch)
    if isIncomplete { watcher.noteIncomplete(try #require(watched.last?.directory), because: "") }
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    _ = try update.apply(ChangeBatch([event(root, Array("a".utf8))]), and: UnsettledChanges())
    let path = folder.bytes + "/tree/a/b/new.txt".utf8
    return try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) != nil }
  }
}
