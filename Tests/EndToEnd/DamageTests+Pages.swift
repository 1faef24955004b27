// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Damaged pages of the catalog.
extension DamageTests {
  private static let pageSize = 4096

  /// Keeps a copy of the intact store, of a user with enough files that a table has a branch page.
  private func makeLargerStore() throws {
    for number in 0..<150 { try user.write("folder/name \(number) of many.txt", "word\(number)") }
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    // A second import frees pages, so that LMDB's list of free pages is not empty.
    for number in 0..<30 { try FileManager.default.removeItem(atPath: user.path("folder/name \(number) of many.txt")) }
    try user.index()
    try FileManager.default.copyItem(atPath: user.store, toPath: user.root + "/intact")
  }

  private func pageCount() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: catalog)).count / Self.pageSize }

  /// Puts the intact store back and overwrites bytes of some pages.
  private func damage(_ pages: some Sequence<Int>, with bytes: [UInt8], at offset: Int) throws {
    try FileManager.default.removeItem(atPath: user.store)
    try FileManager.default.copyItem(atPath: user.root + "/intact", toPath: user.store)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalog))
    for page in pages {
      try file.seek(toOffset: UInt64(page * Self.pageSize + offset))
      try file.write(contentsOf: Data(bytes))
    }
    try file.close()
  }

  @Test(arguments: [([UInt8](repeating: 0x55, count: 300), 100), ([UInt8](repeating: 0, count: 4096), 0)])
  func `no damaged page ends a tool by a signal, and mdutil -E replaces every one`(bytes: [UInt8], offset: Int) throws {
    try makeLargerStore()
    let tools = [
      ["mdfind", "-name", "many.txt"], ["mdls", user.path("a.txt")], ["mdimport", user.files], ["mdutil", "--verify"],
      ["mdutil", "--repair"], ["mdutil", "--purge"], ["mdutil", "-E"],
    ]
    // In a thorough run, both kinds of damage together reach every page.
    for page in try stride(from: offset == 0 ? 1 : 0, to: pageCount(), by: 2).map(\.self).sampled(every: 3) {
      for tool in tools {
        try damage([page], with: bytes, at: offset)
        let outcome = try user.run(tool[0], Array(tool.dropFirst()))
        let message: Comment = "page \(page): \(tool): \(outcome.status): \(outcome.errors)"
        #expect(outcome.status == 0 || outcome.status == 1 && !outcome.errors.isEmpty, message)
        #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("\(tool[0]): ") }, message)
        if tool[0] == "mdfind", outcome.status == 0 { #expect(outcome.lines.count == 120, message) }
        if tool.last == "-E" { #expect(outcome.status == 0, message) }
      }
      #expect(try user.find("-name", "many.txt").count == 120, "page \(page)")
      #expect(try user.run("mdutil", "--verify").status == 0, "page \(page)")
    }
  }

  @Test(arguments: [([UInt8](repeating: 0x55, count: 300), 100), ([UInt8](repeating: 0, count: 4096), 0)])
  func `mds sets a catalog aside that crashes it, and builds it again`(bytes: [UInt8], offset: Int) throws {
    try makeLargerStore()
    // A page that only some searches read may not be noticed, so every page but the first two is damaged.
    try damage(2..<pageCount(), with: bytes, at: offset)
    let daemon = try RunningDaemon(user)
    try user.wait("every file is found") { try user.find("-name", "many.txt").count == 120 && user.find("word40").count == 1 }
    #expect(daemon.process.isRunning)
    #expect(daemon.log.contains("setting it aside and rebuilding it"), "\(daemon.log)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.store).filter { $0.hasPrefix("damaged-") } == ["damaged-catalog-0001"])
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a catalog that is overwritten while the daemon uses it is built again`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalog))
    for page in try 2..<pageCount() {
      try file.seek(toOffset: UInt64(page * Self.pageSize))
      try file.write(contentsOf: Data(repeating: 0x55, count: 300))
    }
    try file.close()
    try user.write("b.txt", "two")
    try user.wait("both texts are found: \(daemon.log)") { try user.find("one") == ["a.txt"] && user.find("two") == ["b.txt"] }
    try user.wait("nothing of the old index is left: \(daemon.log)") {
      let outcome = try user.run("mdutil", "--verify")
      return outcome.status == 0 && !outcome.text.contains("not listed")
    }
    #expect(daemon.process.isRunning)
  }

  /// LMDB reads the heads of the meta pages only when it opens a catalog, so mds can use such a catalog, and no
  /// search can open it.
  @Test(arguments: [0, 1])
  func `a catalog whose head is overwritten while the daemon uses it is built again`(page: Int) throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalog))
    try file.seek(toOffset: UInt64(page * Self.pageSize + 8))
    try file.write(contentsOf: Data(repeating: 0x55, count: 16))
    try file.close()
    try user.wait("a search reports it, and the text is found again: \(daemon.log)", seconds: 60) { try user.find("one") == ["a.txt"] }
    #expect(daemon.process.isRunning)
  }

  /// Puts the intact store back and overwrites a page with another one.
  private func copyPage(_ source: Int, over page: Int) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: user.root + "/intact/catalog-0001/data.mdb"))
    try file.seek(toOffset: UInt64(source * Self.pageSize))
    let bytes = try #require(try file.read(upToCount: Self.pageSize))
    try file.close()
    try damage([page], with: Array(bytes), at: 0)
  }

  @Test(arguments: [7]) func `a search of a catalog in which a page is a copy of another one is right, or fails`(factor: Int) throws {
    try makeLargerStore()
    let searches = [
      ["-name", "many.txt"], ["-count", "-name", "many.txt"], ["word40"], ["kMDItemContentType == public.plain-text"],
      ["-count", "kMDItemTextContent == 'word1*'"], ["-onlyin", user.path("folder"), "kMDItemFSSize < 100"],
      ["-sort", "size", "-attr", "kMDItemFSSize", "-name", "many.txt"],
    ]
    let answers = try searches.map { try user.run("mdfind", $0).text }
    let count = try pageCount()
    var failures = 0
    for page in (0..<count).sampled(every: 3) {
      try copyPage((page * factor + 1) % count, over: page)
      for (search, answer) in zip(searches, answers) {
        let outcome = try user.run("mdfind", search)
        if outcome.status == 0, outcome.errors.isEmpty {
          #expect(outcome.text == answer, "page \(page): \(search): \(outcome.errors)")
        } else {
          #expect(outcome.errors.contains("damaged") || outcome.errors.contains("mdutil"), "page \(page): \(outcome.errors)")
          failures += 1
        }
      }
    }
    #expect(failures > 0)
  }

  @Test func `mdutil -E replaces a catalog in which a page is a copy of another one`() throws {
    try makeLargerStore()
    let count = try pageCount()
    for page in (0..<count).sampled(every: 4) {
      try copyPage((page * 7 + 3) % count, over: page)
      let outcome = try user.run("mdutil", "-E")
      #expect(outcome.status == 0, "page \(page): \(outcome.errors)")
      #expect(try user.find("-name", "many.txt").count == 120, "page \(page)")
      #expect(try user.find("word40").count == 1, "page \(page)")
      #expect(try user.find("kMDItemContentType == public.plain-text").count == 121, "page \(page)")
      #expect(try user.run("mdutil", "--verify").status == 0, "page \(page)")
    }
  }

  @Test func `mds builds a catalog again in which a page is a copy of another one`() throws {
    try makeLargerStore()
    let count = try pageCount()
    for page in (2..<count).sampled(every: 9) {
      try copyPage((page * 7 + 3) % count, over: page)
      guard try user.run("mdutil", "--verify").status == 1 else { continue }
      let daemon = try RunningDaemon(user)
      try user.wait("page \(page): the index is intact, and every file is found once") {
        try user.run("mdutil", "--verify").status == 0 && user.find("-name", "many.txt").count == 120 && user.find("word40").count == 1
          && user.find("kMDItemContentType == public.plain-text").count == 121
      }
      #expect(daemon.process.isRunning)
    }
  }

  @Test func `an idle daemon builds a catalog again when a search reports its damage`() throws {
    try makeLargerStore()
    let daemon = try RunningDaemon(user)
    try user.wait("every file is found") { try user.find("-name", "many.txt").count == 120 }
    try user.wait("the daemon is idle") { daemon.log.contains("up to date") }
    // Each page but the two that describe the file is put in the place of the one before it.
    let current = try String(contentsOfFile: user.store + "/CURRENT", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: user.store + "/\(current)/data.mdb"))
    let bytes = try #require(try file.readToEnd())
    let pages = bytes.dropFirst(2 * Self.pageSize)
    try file.seek(toOffset: UInt64(2 * Self.pageSize))
    try file.write(contentsOf: pages.dropFirst(Self.pageSize) + pages.prefix(Self.pageSize))
    try file.close()
    try user.wait("every file is found again") {
      let outcome = try user.run("mdfind", "-name", "many.txt")
      return outcome.status == 0 && outcome.lines.count == 120
    }
    #expect(try user.run("mdutil", "--verify").status == 0)
    // One message of each thread that found the damage, and not one for each page.
    #expect(daemon.log.split(separator: "\n").filter { $0.contains("in the place of another") }.count < 10, "\(daemon.log)")
  }

  // MARK: Damaged texts

  /// Keeps a copy of the intact store, of a user with documents whose texts the catalog stores.
  private func makeStoreWithTexts() throws {
    for number in 0..<200 {
      let words = (0..<(number % 5 == 0 ? 900 : 40)).map { "w\((number * 31 + $0 * $0) % 997)" }
      let text = "needle\(number % 10) common \(words.joined(separator: " "))"
      try user.write("page \(number).html", "<title>Page \(number)</title><body>\(text)")
    }
    try user.index()
    try FileManager.default.copyItem(atPath: user.store, toPath: user.root + "/intact")
  }

  private static let searchesOfTexts = [
    ["mdfind", "--ranked", "--context", "needle7"], ["mdfind", "--ranked", "--context", "--json", "common w7"], ["mdfind", "w7"],
    ["mdfind", "-attr", "kMDItemTitle", "kMDItemTextContent == 'needle3'"], ["mdls", "page 7.html"],
  ]

  @Test func `a search of a catalog with overwritten pages prints the same as before, or reports the damage`() throws {
    try makeStoreWithTexts()
    let answers = try Self.searchesOfTexts.map { try user.run($0[0], Array($0.dropFirst())).text }
    let count = try pageCount()
    var failures = 0
    for seed in (0..<40).sampled(every: 4) {
      var random = SeededGenerator(seed: UInt64(seed))
      let pages = (0..<[1, 2, 8][seed % 3]).map { _ in Int.random(in: 2..<count, using: &random) }
      try damage(pages, with: (0..<Self.pageSize).map { _ in UInt8.random(in: 0...255, using: &random) }, at: 0)
      for (search, answer) in zip(Self.searchesOfTexts, answers) {
        let outcome = try user.run(search[0], Array(search.dropFirst()))
        if outcome.status == 0 {
          #expect(outcome.text == answer, "seed \(seed): \(search)")
        } else {
          #expect(outcome.status == 1 && outcome.errors.contains("damaged"), "seed \(seed): \(search): \(outcome.errors)")
          failures += 1
        }
      }
    }
    #expect(failures > 0)
  }

  @Test func `a passage that a damaged key hides is reported`() throws {
    try makeStoreWithTexts()
    let file = Array(try Data(contentsOf: URL(fileURLWithPath: catalog)))
    let search = ["--ranked", "--context", "common", "-limit", "300"]
    let answer = try user.run("mdfind", search).text
    // A short text follows its key in the row.
    var frames = (12..<file.count - 4).filter { file[$0..<$0 + 4].elementsEqual([0x28, 0xB5, 0x2F, 0xFD]) }
    // No order shows that the key of the last row is too large.
    let keys = frames.map { file[$0 - 12..<$0] }
    let last = keys.max { $0.lexicographicallyPrecedes($1) }
    frames = zip(frames, keys).filter { $1 != last }.map(\.0)
    try #require(frames.count > 100)
    for frame in stride(from: 0, to: frames.count, by: frames.count / 12).map({ frames[$0] }).sampled(every: 2) {
      for byte in [1, 8, 11] {
        try damage([0], with: [file[frame - 12 + byte] ^ 0x10], at: frame - 12 + byte)
        let outcome = try user.run("mdfind", search)
        #expect(outcome.status == 1 && outcome.errors.contains("damaged") || outcome.text == answer, "\(frame): \(outcome.errors)")
      }
    }
  }

  // MARK: Damaged keys

  /// Puts the intact store back and flips a bit of a document's key, which no checksum covers.
  ///
  /// - Parameter name: The name of the document, which follows the key in its row.
  private func flip(bit: Int, ofKeyOf name: String) throws {
    try damage(0..<0, with: [], at: 0)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: catalog)))
    let wanted = Array(name.utf8)
    // Key of 12 bytes; flags, type and length of the name; name.
    let rows = (17..<bytes.count - wanted.count).filter { Array(bytes[$0..<$0 + wanted.count]) == wanted }.map { $0 - 17 }
    try #require(!rows.isEmpty)
    for row in rows { bytes[row + bit / 8] ^= 1 << UInt8(bit % 8) }
    try Data(bytes).write(to: URL(fileURLWithPath: catalog))
  }

  @Test(arguments: [3, 24, 30, 60, 89, 95].sampled(every: 2))
  func `an import reports a damaged key instead of adding files again`(bit: Int) throws {
    try makeLargerStore()
    try flip(bit: bit, ofKeyOf: "name 77 of many.txt")
    let isDamaged = try user.run("mdutil", "--verify").status == 1
    #expect(isDamaged)
    for _ in 0..<3 {
      let outcome = try user.run("mdimport", user.files)
      #expect(outcome.status == 0 || outcome.status == 1 && outcome.errors.contains("mdutil -E"), "\(outcome.errors)")
    }
    let found = try user.run("mdfind", "-count", "-name", "many.txt")
    #expect(found.status == 1 || found.text == "120\n", "\(found.text)\(found.errors)")
  }

  @Test func `mds sets a catalog with a damaged key aside`() throws {
    try makeLargerStore()
    try flip(bit: 3, ofKeyOf: "name 77 of many.txt")
    let daemon = try RunningDaemon(user)
    #expect(daemon.log.contains("its rows are not in order") && daemon.log.contains("setting it aside and rebuilding it"), "\(daemon.log)")
    try user.wait("every file is found") { try user.find("-name", "many.txt").count == 120 && user.find("word40").count == 1 }
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a crash that has another cause keeps its signal`() throws {
    let daemon = try RunningDaemon(user)
    kill(daemon.process.processIdentifier, SIGSEGV)
    daemon.process.waitUntilExit()
    #expect((daemon.process.terminationReason, daemon.process.terminationStatus) == (.uncaughtSignal, SIGSEGV))
  }

  @Test func `a repair says that it cannot mend the catalog`() throws {
    try makeLargerStore()
    var damaged = 0
    for page in try stride(from: 2, to: pageCount(), by: 3) {
      try damage([page], with: [UInt8](repeating: 0x55, count: 3000), at: 1000)
      let isDamaged = try user.run("mdutil", "--verify").status == 1
      let repair = try user.run("mdutil", "--repair")
      #expect(repair.status == (isDamaged ? 1 : 0), "page \(page): \(repair.errors)")
      #expect(isDamaged == repair.errors.contains("mdutil -E"), "page \(page): \(repair.errors)")
      if isDamaged { damaged += 1 }
    }
    #expect(damaged > 0)
  }
}
