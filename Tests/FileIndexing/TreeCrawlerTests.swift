import Testing
import UniformTypeIdentifiers

@testable import FileIndexing
@testable import IndexStore

struct TreeCrawlerTests {
  private let folder: ScratchFolder
  private let store: Store
  private let reader = DirectoryReader(rules: ExclusionRules(), types: .shared)
  private var long: [UInt8] { folder.bytes + Array("/tree/long".utf8) }

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
  }

  /// Adds the last entry of the long folder, as a program does that gets its event.
  private func takeInLast() throws {
    let entry = try #require(try reader.read(long, at: .root).entries.last)
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: long, creating: false) ?? .root
      _ = try transaction.update(directory, entry: ListedFile(name: entry.name, status: entry.status, type: .unknown))
    }
  }

  private func documents() throws -> Int { try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } }

  /// - Parameter interferes: Whether another program adds an entry meanwhile.
  @Test(arguments: [false, true])
  func `a folder with very many entries is added in several transactions`(interferes: Bool) throws {
    let files = 4 * TreeCrawler.maximumChanges + 1
    for number in 0..<files { try folder.file("tree/long/f\(number)") }
    for name in ["a", "g", "z"] { try folder.file("tree/long/\(name)/inside") }
    // The three folders, their contents, and the two folders above them.
    let entries = files + 3 + 3 + 1

    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    var added = [0]
    crawler.onProgress = { summary in
      added.append(summary.added)
      if interferes, added.count == 3 { #expect(throws: Never.self) { try takeInLast() } }
    }
    let summary = try crawler.crawl(folder.bytes + Array("/tree".utf8))
    #expect(summary.added == entries - (interferes ? 1 : 0) && summary.entries == entries)
    if !interferes { #expect(zip(added, added.dropFirst()).allSatisfy { $1 - $0 <= TreeCrawler.maximumChanges }, "\(added)") }
    #expect(added.count > 3)
    #expect(try documents() == entries + 1)
    #expect(try store.verify().isEmpty)

    let again = try crawler.crawl(folder.bytes + Array("/tree".utf8))
    #expect(again.changeCount == 0 && again.entries == entries)
  }
}
