// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The searches of programs in other languages, on a message bus.
struct ProgramSearchTests {
  private let user: TestEnvironment
  private let bus: SessionBus
  private static let name = "org.searchlight.Search1"
  private var log: String { text("provider.log") }

  init() throws {
    user = try TestEnvironment()
    for name in [Self.name, "org.searchlight.Searchlight.SearchProvider"] {
      try user.installData(
        "dbus-1/services/\(name).service",
        """
        [D-BUS Service]
        Name=\(name)
        Exec=/bin/sh -c "exec '\(user.tools)/searchlight-provider' -idle $(cat '\(user.root)/idle') 2>>'\(user.root)/provider.log'"
        """)
    }
    bus = try SessionBus(user)
    try setIdleTime(60)
  }

  /// - Parameter seconds: When providers end that are started from now on.
  private func setIdleTime(_ seconds: Int) throws { try Data("\(seconds)".utf8).write(to: URL(fileURLWithPath: user.root + "/idle")) }

  private func text(_ name: String) -> String { (try? String(contentsOfFile: user.root + "/" + name, encoding: .utf8)) ?? "" }

  // MARK: Clients

  private struct CallFailure: Error { let errors: String }

  /// Calls a method with busctl(1).
  ///
  /// - Returns: The values of the reply.
  @discardableResult
  private func call(_ arguments: [String]) throws -> [Any] {
    let command = ["--user", "--json=short", "--timeout=600", "--", "call", Self.name, "/org/searchlight/Search1", Self.name] + arguments
    let outcome = try user.outcome { user.process(executable: "/usr/bin/busctl", command, output: $0, errors: $1) }
    guard outcome.status == 0 else { throw CallFailure(errors: outcome.errors) }
    guard !outcome.output.isEmpty else { return [] }
    let reply = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    return reply?["data"] as? [Any] ?? []
  }

  private struct Found {
    let hits: [[String: Any]]
    let isTruncated: Bool
    let notices: [String]
    var names: [String] { hits.map { ($0["uri"] as? String ?? "").split(separator: "/").last.map(String.init) ?? "" } }
  }

  /// - Parameter options: The number of options, and of each the name, type and value.
  private func search(_ query: String, _ options: String...) throws -> Found {
    let reply = try call(["Search", "sa{sv}", query] + (options.isEmpty ? ["0"] : options))
    func values(_ dictionary: Any) -> [String: Any] { (dictionary as? [String: [String: Any]] ?? [:]).compactMapValues { $0["data"] } }
    let details = values(reply[1])
    return Found(
      hits: (reply[0] as? [Any] ?? []).map(values), isTruncated: try #require(details["truncated"] as? Bool),
      notices: try #require(details["notices"] as? [String]))
  }

  private func error(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return (error as? CallFailure)?.errors ?? "\(error)"
    }
  }

  // MARK: Searching

  @Test func `words find files and items, the best first, with passages and attributes`() throws {
    defer { bus.stop() }
    try user.write("Annual report.txt", "The figures are good.\n")
    try user.write("notes.txt", "First.\nThen comes the annual report of the year.\n")
    try user.write("other.txt", "nothing")
    try user.index()
    try #require(user.run("TestProgram", "add", "notes", "1", "Annual report of the club").status == 0)
    let found = try search("annual report", "2", "passages", "b", "true", "attributes", "as", "2", "kMDItemFSName", "size")
    #expect(Set(found.names) == ["Annual%20report.txt", "notes.txt", "1"])
    #expect(found.names.first != "notes.txt" && !found.isTruncated && found.notices.isEmpty)
    let notes = try #require(found.hits.first { $0["path"] as? String == user.path("notes.txt") })
    #expect(notes["uri"] as? String == "file://" + user.path("notes.txt"))
    #expect(notes["name"] as? String == "notes.txt" && notes["type"] as? String == "public.plain-text")
    #expect(notes["size"] as? Int == 49)
    #expect((notes["passage"] as? String)?.contains("annual report") == true && notes["line"] as? Int == 2)
    let modified = try #require(notes["modified"] as? Double)
    #expect(abs(modified - Date.now.timeIntervalSince1970) < 3600)
    let attributes = try #require(notes["attributes"] as? [String: [String: Any]]).compactMapValues { $0["data"] }
    #expect(attributes["kMDItemFSName"] as? String == "notes.txt" && attributes["kMDItemFSSize"] as? Int == 49, "\(attributes)")
    let item = try #require(found.hits.first { $0["path"] as? String == "searchlight://TestProgram/notes/1" })
    #expect(item["uri"] as? String == "searchlight://TestProgram/notes/1")
    #expect(log.isEmpty, "\(log)")
  }

  @Test func `predicates, folders and limits`() throws {
    defer { bus.stop() }
    for number in 1...5 { try user.write("Folder/report \(number).txt", "figures") }
    try user.write("report 6.txt", "figures")
    try user.index()
    #expect(try search("kMDItemFSName == 'report 3.txt'").names == ["report%203.txt"])
    #expect(try search("'report 3.txt'", "1", "kind", "s", "words").names == ["report%203.txt"])
    #expect(try search("report").hits.count == 6)
    let folder = try search("report", "1", "folders", "as", "1", "file://" + user.path("Folder"))
    #expect(folder.hits.count == 5 && !folder.isTruncated)
    let limited = try search("report", "1", "limit", "u", "2")
    #expect(limited.hits.count == 2 && limited.isTruncated)
    let unknown = try search("report", "1", "folders", "as", "1", "/nowhere/at/all")
    #expect(unknown.hits.isEmpty && unknown.notices == ["/nowhere/at/all: not in the index; mdimport adds it"])
    #expect(try search("qqq:1").notices.first?.contains("qqq") == true)
  }

  @Test func `names that are no texts, and texts that no message can have`() throws {
    defer { bus.stop() }
    let name = Array(user.path("re\u{FFFF}port ").utf8) + [0xFF] + Array(".txt".utf8)
    try name.withUnsafeBufferPointer { _ in
      let file = (name + [0]).map { CChar(bitPattern: $0) }
      try #require(FileManager.default.createFile(atPath: user.path("plain"), contents: Data("figures".utf8)))
      #expect(rename(user.path("plain"), file) == 0)
    }
    try user.index()
    let found = try search("figures", "1", "attributes", "as", "1", "kMDItemFSName")
    #expect(found.names == ["re%EF%BF%BFport%20%FF.txt"])
    #expect(found.hits[0]["name"] as? String == "re\u{FFFD}port \u{FFFD}.txt", "\(found.hits)")
  }

  @Test func `wrong calls are told what is wrong with them`() throws {
    defer { bus.stop() }
    try user.write("report.txt", "figures")
    try user.index()
    func refusal(_ query: String, _ options: String...) -> String {
      error { try call(["Search", "sa{sv}", query] + (options.isEmpty ? ["0"] : options)) }
    }
    #expect(refusal("").contains("the query is empty"))
    #expect(refusal("kMDItemFSSize >", "1", "kind", "s", "predicate").contains("at byte 15 of the query"))
    #expect(refusal("a", "1", "kind", "s", "magic").contains("\"words\" or \"predicate\" is needed"))
    #expect(refusal("a", "1", "limit", "u", "0").contains("a number from 1 to 10000"))
    #expect(refusal("a", "1", "limit", "s", "5").contains("a number from 1 to 10000"))
    #expect(refusal("a", "1", "limt", "u", "5").contains("limt: no such option; there are attributes,"))
    #expect(refusal("a", "1", "folders", "s", "/tmp").contains("a list of texts is needed"))
    #expect(refusal("a", "1", "folders", "as", "1", "tmp").contains("no absolute path"))
    #expect(refusal("a", "2", "limit", "u", "501", "passages", "b", "true").contains("at most 500"))
    #expect(refusal("a", "1", "deep", "a{sv}", "1", "x", "v", "s", "y").contains("deep: no such option"))
    #expect(refusal(String(repeating: "x", count: 20_000)).contains("at most 10000"))
    #expect(error { try call(["Unwatch", "u", "1"]) }.contains("1: no live search of this program"))
    #expect(try search("figures").names == ["report.txt"])
    // The log does not tell what was searched for.
    #expect(log == "searchlight-provider: a query or an option of a program is wrong\n")
  }

  @Test func `without an index, the answer says why`() throws {
    defer { bus.stop() }
    let found = try search("report")
    #expect(found.hits.isEmpty && found.notices.contains { $0.hasPrefix(user.store) }, "\(found.notices)")
    #expect(error { try call(["Watch", "sa{sv}", "report", "0"]) }.contains(user.store))
  }

  // MARK: Live searches

  /// A program that follows a search, and the messages that it has got.
  private func watcher(_ query: String, limit: Int = 0, _ name: String = "watched") throws -> Process {
    let process = user.process(
      "TestProgram", ["watch", query, "\(limit)"], output: try user.newFile(user.root + "/" + name), errors: .nullDevice)
    try process.run()
    return process
  }

  @Test func `a live search tells what comes, changes and goes`() throws {
    defer { bus.stop() }
    try setIdleTime(1)
    try user.write("report 1.txt", "figures")
    try user.write("other.txt", "nothing")
    try user.index()
    let watcher = try watcher("figures")
    defer { kill(watcher.processIdentifier, SIGKILL) }
    try user.wait("the first result: \(text("watched"))") { text("watched").contains("report 1.txt") }
    #expect(!text("watched").contains("other.txt"))
    try user.write("report 2.txt", "figures")
    try user.index()
    try user.wait("a hit is added: \(text("watched"))") { text("watched").contains("report 2.txt") }
    try FileManager.default.removeItem(atPath: user.path("report 1.txt"))
    try user.index()
    try user.wait("a hit is removed: \(text("watched"))") {
      text("watched").components(separatedBy: "Member=Changed").contains { $0.contains("STRING \"file://\(user.path("report%201.txt"))\"") }
    }
    // The idle time is over, and a live search keeps the program.
    #expect(log.isEmpty, "\(log)")
    try user.run("mdutil", "-X")
    try user.wait("the search ends: \(text("watched"))") { text("watched").contains("Member=Ended") }
    try user.wait("nobody is asked any more") { !(try isRunning()) }
  }

  @Test func `limits of live searches hold, and they end with their program`() throws {
    defer { bus.stop() }
    try setIdleTime(1)
    for number in 1...3 { try user.write("report \(number).txt", "figures") }
    try user.index()
    let watcher = try watcher("figures", limit: 2)
    try user.wait("the first result: \(text("watched"))") { text("watched").contains("report 2.txt") }
    #expect(!text("watched").contains("report 3.txt"))
    try FileManager.default.removeItem(atPath: user.path("report 1.txt"))
    try user.index()
    try user.wait("the next one follows: \(text("watched"))") { text("watched").contains("report 3.txt") }
    #expect(try isRunning())
    // It has inherited the signals that threads of the test block.
    kill(watcher.processIdentifier, SIGKILL)
    try user.wait("the provider ends without a live search") { !(try isRunning()) }
  }

  /// Whether somebody has the name on the bus.
  private func isRunning() throws -> Bool {
    let names = try user.outcome {
      user.process(executable: "/usr/bin/busctl", ["--user", "--json=short", "list", "--acquired"], output: $0, errors: $1)
    }
    let list = try JSONSerialization.jsonObject(with: Data(names.output)) as? [[String: Any]] ?? []
    return list.contains { $0["name"] as? String == Self.name && !($0["connection"] as? String ?? "").contains("activatable") }
  }

  // MARK: Sandboxes

  @Test func `a program in a Flatpak sandbox is refused`() throws {
    defer { bus.stop() }
    try user.write("report.txt", "figures")
    try user.index()
    guard try user.shell("test $(id -u) = 0 && unshare --mount true").status == 0 else { try Test.cancel("needs root") }
    // The root of the caller has the file that each Flatpak has.
    let script = """
      mkdir '\(user.root)'/upper '\(user.root)'/work '\(user.root)'/sandbox &&
      exec unshare --mount sh -ec 'cd "$0"; mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work sandbox; touch sandbox/.flatpak-info
      for folder in proc tmp; do mount --rbind /$folder sandbox/$folder; done
      exec /usr/sbin/chroot sandbox busctl --user call \(Self.name) /org/searchlight/Search1 \(Self.name) Search "sa{sv}" figures 0' '\(user.root)'
      """
    let outcome = try user.shell(script)
    #expect(outcome.status != 0 && outcome.errors.contains("Access denied"), "\(outcome.errors)\(outcome.text)")
    #expect(try search("figures").names == ["report.txt"])
  }
}
