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
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watches: [WatchID] = []
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watches.append($0)
    }
    try folder.file("tree/a/b/old.txt")
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    let root = try #require(watches.first)
    // In a folder that no event names.
    try folder.file("tree/a/b/new.txt")
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    let name = Array("a".utf8)
    _ = try update.apply(
      ChangeBatch([isCreated ? .createdDirectory(root, name: name) : .changed(root, name: name)]), and: UnsettledChanges())
    let path = folder.bytes + "/tree/a/b/new.txt".utf8
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) != nil } == isCreated)
  }
}
