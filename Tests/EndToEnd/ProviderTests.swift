// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The searches of desktop shells, on a message bus.
struct ProviderTests {
  private let user: TestEnvironment
  private let bus: SessionBus
  private static let name = "org.searchlight.Searchlight.SearchProvider"
  private var log: String { (try? String(contentsOfFile: user.root + "/provider.log", encoding: .utf8)) ?? "" }
  private var opened: [String] {
    ((try? String(contentsOfFile: user.root + "/opened", encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  init() throws {
    user = try TestEnvironment()
    // Programs of the desktop, as the provider finds them.
    try user.makeProgram("xdg-open", "printf '%s\\n' \"$1\" >>'\(user.root)/opened'")
    try user.makeProgram("gdbus", "printf '%s\\n' \"$@\" >>'\(user.root)/shown'")
    try user.makeProgram("wl-copy", "printf '%s' \"$2\" >'\(user.root)/copied'")
    try user.makeProgram("xdg-terminal-exec", "printf '%s\\n' \"$@\" >>'\(user.root)/terminal'")
    user.moreVariables["WAYLAND_DISPLAY"] = "wayland-0"
    try user.installData(
      "dbus-1/services/\(Self.name).service",
      """
      [D-BUS Service]
      Name=\(Self.name)
      Exec=/bin/sh -c "exec '\(user.tools)/searchlight-provider' -idle $(cat '\(user.root)/idle') 2>>'\(user.root)/provider.log'"
      """)
    bus = try SessionBus(user)
    try setIdleTime(60)
  }

  /// - Parameter seconds: When providers end that are started from now on.
  private func setIdleTime(_ seconds: Int) throws { try Data("\(seconds)".utf8).write(to: URL(fileURLWithPath: user.root + "/idle")) }

  private struct CallFailure: Error { let errors: String }

  /// Calls a method of an object with busctl(1).
  ///
  /// - Returns: The value of the reply; `nil` if it has none.
  @discardableResult
  private func call(_ object: String, _ arguments: [String]) throws -> Any? {
    let interface = object == "/runner" ? "org.kde.krunner1" : "org.gnome.Shell.SearchProvider2"
    let command = ["--user", "--json=short", "--timeout=600", "--", "call", Self.name, object, interface] + arguments
    let outcome = try user.outcome { user.process(executable: "/usr/bin/busctl", command, output: $0, errors: $1) }
    guard outcome.status == 0 else { throw CallFailure(errors: outcome.errors) }
    guard !outcome.output.isEmpty else { return nil }
    let reply = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    return (reply?["data"] as? [Any])?.first
  }

  @discardableResult
  private func call(_ object: String, _ arguments: String...) throws -> Any? { try call(object, arguments) }

  /// Calls a method as GNOME Shell does.
  @discardableResult
  private func call(_ arguments: [String]) throws -> Any? { try call(Self.gnome, arguments) }

  private static let gnome = "/org/searchlight/Searchlight/SearchProvider"

  /// The results for GNOME Shell, without the marks of the typed text.
  private func results(_ terms: String...) throws -> [String] {
    unmarked(try call(["GetInitialResultSet", "as", "\(terms.count)"] + terms))
  }

  private func unmarked(_ reply: Any?) -> [String] { (reply as? [String] ?? []).map { String($0.prefix { $0 != "#" }) } }

  private func metas(_ identifiers: [String]) throws -> [[String: Any]] {
    let metas = try call(["GetResultMetas", "as", "\(identifiers.count)"] + identifiers) as? [[String: [String: Any]]] ?? []
    return metas.map { meta in meta.compactMapValues { $0["data"] } }
  }

  private func error(of body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let error as CallFailure {
      return error.errors
    } catch {
      return "\(error)"
    }
  }

  private func url(_ name: String) -> String { "file://" + user.path(name) }

  // MARK: GNOME Shell

  @Test func `GNOME Shell finds files by name and by text, the best first, with a passage`() throws {
    defer { bus.stop() }
    let lead = "Nothing of what is written here matters at all to anybody who looks for it. "
    try user.write("Annual report.txt", lead + "The annual figures are good.\n")
    try user.write("notes.txt", lead + "Then comes the annual report of the year.\n")
    try user.write("other.txt", "nothing")
    try user.index()
    let found = try results("annual", "report")
    #expect(found == [url("Annual%20report.txt"), url("notes.txt")])
    // While the provider starts, the shell sends no earlier results; and more may match a longer text.
    #expect(unmarked(try call(["GetSubsearchResultSet", "asas", "0", "2", "annual", "report"])) == found)
    #expect(unmarked(try call(["GetSubsearchResultSet", "asas", "1", url("other.txt"), "2", "annual", "report"])) == found)
    let metas = try metas(found.reversed())
    #expect(metas.map { $0["id"] as? String } == found.reversed())
    #expect(metas.map { $0["name"] as? String } == ["notes.txt", "Annual report.txt"])
    let passage = try #require(metas[0]["description"] as? String)
    #expect(passage.contains("annual report of the year") && passage.hasPrefix("…"), "\(passage)")
    let icon = try #require(metas[0]["icon"] as? [Any])
    #expect(icon[0] as? String == "themed")
    #expect((icon[1] as? [String: Any])?["data"] as? [String] == ["text-x-generic"])
    // The shell keeps rows by their identifiers, so these change with the text, and rows have the passage for it.
    let (shorter, longer) = (try call(["GetInitialResultSet", "as", "1", "an"]), try call(["GetInitialResultSet", "as", "1", "annual"]))
    #expect(unmarked(shorter).sorted() == unmarked(longer).sorted())
    #expect(Set(shorter as? [String] ?? []).isDisjoint(with: longer as? [String] ?? []))
    let marked = try #require((longer as? [String])?.first { $0.contains("notes.txt") })
    let row = try self.metas([marked])[0]
    #expect(row["id"] as? String == marked)
    #expect((row["description"] as? String)?.contains("annual report") == true)
    #expect(try results("r").isEmpty)
    #expect(try results().isEmpty)
    #expect(try results("nowhere").isEmpty)
    #expect(log.isEmpty)
  }

  @Test func `every identifier has a row, also one that nobody knows`() throws {
    defer { bus.stop() }
    try user.write("a.txt", "alpha")
    try user.index()
    let asked = [
      url("a.txt"), url("gone.txt"), "", "nonsense", "searchlight://no.such/index/1", "file:///%zz", url("a.txt"),
      "file:///" + String(repeating: "x", count: 100_000),
    ]
    let rows = try metas(asked)
    #expect(rows.map { $0["id"] as? String } == asked)
    #expect(rows.allSatisfy { ($0["name"] as? String)?.isEmpty == false })
    // Without a search before, for example after the provider has ended and begun again.
    #expect(rows[0]["name"] as? String == "a.txt")
    #expect(rows[1]["name"] as? String == "gone.txt")
  }

  @Test func `items of programs are shown under the program's name and opened in it`() throws {
    defer { bus.stop() }
    try user.index()
    for (identifier, title) in [("1", "Zebra crossing"), ("2", "Zebra stripes")] {
      try #require(user.run("TestProgram", "add", "notes", identifier, title).status == 0)
    }
    try user.installData(
      "applications/TestProgram.desktop",
      """
      [Desktop Entry]
      Type=Application
      Name=Notebook
      Icon=notebook-icon
      Exec="\(user.tools)/TestProgram" open "\(user.root)/opened.json" %u
      """)
    let found = try results("zebra", "stripes")
    #expect(found == ["searchlight://TestProgram/notes/2"])
    let row = try metas(found)[0]
    #expect(row["name"] as? String == "Zebra stripes")
    #expect((row["description"] as? String)?.hasPrefix("Notebook · The text of Zebra stripes") == true, "\(row)")
    let icon = try #require(row["icon"] as? [Any])
    #expect(((icon[1] as? [String: Any])?["data"] as? [String])?.first == "notebook-icon")
    let before = try results("zebra")
    let last = try #require(before.last)
    try call(["ActivateResult", "sasu", last, "1", "zebra", "0"])
    let path = user.root + "/opened.json"
    try user.wait("the program has started") { FileManager.default.fileExists(atPath: path) }
    let opened = try String(contentsOfFile: path, encoding: .utf8)
    #expect(opened.contains("zebra") && opened.contains("\"\(last.suffix(1))\""), "\(opened)")
    // What a person has chosen comes first the next time.
    #expect(try results("zebra") == before.reversed())
  }

  @Test func `a search is continued in a program that says that it does so`() throws {
    defer { bus.stop() }
    try user.index()
    try #require(user.run("TestProgram", "add", "notes", "1", "Zebra crossing").status == 0)
    func install(_ line: String) throws {
      try user.installData(
        "applications/TestProgram.desktop",
        """
        [Desktop Entry]
        Type=Application
        Name=Notebook
        Icon=notebook-icon
        Exec="\(user.tools)/TestProgram" open "\(user.root)/opened.json" %u
        \(line)
        """)
    }
    func actions() throws -> [String] {
      let match = try #require((call("/runner", "Match", "s", "zebra") as? [[Any]])?.first)
      return ((match[5] as? [String: [String: Any]])?["actions"]?["data"] as? [String]) ?? []
    }
    let continuation = "special:searchlight://TestProgram?query=zebra"
    try install("")
    #expect(try results("zebra") == ["searchlight://TestProgram/notes/1"])
    #expect(try actions() == ["copy"])
    #expect(error { try call(["ActivateResult", "sasu", continuation, "1", "zebra", "0"]) }.contains("no result of a search"))
    try install("X-Searchlight-Open=true")
    // GNOME Shell shows it besides the first results.
    #expect(try results("zebra") == ["searchlight://TestProgram/notes/1", continuation])
    let row = try metas([continuation])[0]
    #expect(
      row["id"] as? String == continuation && row["name"] as? String == "Search in Notebook" && row["description"] as? String == "zebra")
    let icon = try #require(row["icon"] as? [Any])
    #expect(((icon[1] as? [String: Any])?["data"] as? [String])?.first == "notebook-icon")
    #expect(try actions() == ["copy", "continue"])
    let path = user.root + "/opened.json"
    for arguments in [
      ["ActivateResult", "sasu", continuation, "1", "zebra", "0"], ["Run", "ss", "searchlight://TestProgram/notes/1", "continue"],
    ] {
      try? FileManager.default.removeItem(atPath: path)
      try call(arguments[0] == "Run" ? "/runner" : Self.gnome, arguments)
      try user.wait("the program has started") { FileManager.default.fileExists(atPath: path) }
      let opened = try String(contentsOfFile: path, encoding: .utf8)
      #expect(opened.contains("zebra") && !opened.contains("notes"), "\(opened)")
    }
  }

  @Test func `a chosen file is opened and its use recorded`() throws {
    defer { bus.stop() }
    try user.write("a b.txt", "alpha")
    try user.index()
    let found = try results("alpha")
    try call(["ActivateResult", "sasu", found[0], "1", "alpha", "1234"])
    #expect(opened == [user.path("a b.txt")])
    #expect(try user.run("mdls", "-raw", "-name", "kMDItemUseCount", user.path("a b.txt")).text == "1")
  }

  @Test func `only what an index has is opened`() throws {
    defer { bus.stop() }
    try user.write("a.txt", "alpha")
    try user.index()
    try user.write("new.txt", "alpha")
    try FileManager.default.removeItem(atPath: user.path("a.txt"))
    let foreign = ["file:///etc/passwd", "http://example.org/", "", "searchlight://TestProgram/notes/1", "/etc/passwd"]
    for identifier in [url("new.txt")] + foreign {
      let error = error { try call(["ActivateResult", "sasu", identifier, "0", "0"]) }
      #expect(error.contains("no result of a search"), "\(identifier): \(error)")
    }
    #expect(error { try call(["ActivateResult", "sasu", url("a.txt"), "0", "0"]) }.contains("no longer exists"))
    #expect(opened.isEmpty)
    // The log says so, and names no file.
    #expect(log.contains("no result of a search") && log.contains("no longer exists"), "\(log)")
    #expect(!log.contains(user.files) && !log.contains("passwd"), "\(log)")
  }

  @Test func `installed programs are started, and downloaded entries are not`() throws {
    defer { bus.stop() }
    let entry = "[Desktop Entry]\nType=Application\nName=Zebra finder\nIcon=zebra\nExec=touch \"\(user.root)/started\"\n"
    try user.write("zebra.desktop", entry)
    try user.index()
    try call(["ActivateResult", "sasu", url("zebra.desktop"), "0", "0"])
    #expect(opened == [user.path("zebra.desktop")])
    #expect(!FileManager.default.fileExists(atPath: user.root + "/started"))
    try user.installData("applications/zebra.desktop", entry)
    try user.installData("applications/hidden-zebra.desktop", entry + "NoDisplay=true\n")
    try #require(user.run("mdimport", user.root + "/data/applications").status == 0)
    let installed = "file://\(user.root)/data/applications/zebra.desktop"
    let found = try results("zebra", "finder")
    #expect(found.contains(installed) && !found.contains { $0.contains("hidden") }, "\(found)")
    let row = try metas([installed])[0]
    #expect(row["name"] as? String == "Zebra finder")
    try call(["ActivateResult", "sasu", installed, "0", "0"])
    try user.wait("the program has started", seconds: 60) { FileManager.default.fileExists(atPath: user.root + "/started") }
  }

  @Test func `all results are shown in a terminal`() throws {
    defer { bus.stop() }
    try call(["LaunchSearch", "asu", "2", "annual", "-report", "0"])
    let arguments = try String(contentsOfFile: user.root + "/terminal", encoding: .utf8)
    #expect(arguments == "\(user.tools)/mdfind\n-i\n--\nannual -report\n")
  }

  @Test func `all results are shown in the search window, if it is installed`() throws {
    defer { bus.stop() }
    let window = user.root + "/window"
    try user.installData("window.sh", "printf '%s\\n' \"$@\" >'\(window)'\n")
    let entry = "[Desktop Entry]\nType=Application\nName=Searchlight\nExec=sh \"\(user.root)/data/window.sh\"\nDBusActivatable=true\n"
    try user.installData("applications/org.searchlight.Searchlight.desktop", entry)
    try call(["LaunchSearch", "asu", "2", "annual", "-report", "0"])
    #expect(try String(contentsOfFile: window, encoding: .utf8) == "-show\n--\nannual -report\n")
    #expect(!FileManager.default.fileExists(atPath: user.root + "/terminal"))
  }

  // MARK: KRunner

  @Test func `KRunner finds matches, and shows and copies them`() throws {
    defer { bus.stop() }
    try user.write("Report.txt", "figures")
    try user.write("Old/Report of the year.txt", "figures")
    try user.index()
    let matches = try #require(call("/runner", "Match", "s", "report") as? [[Any]])
    let first = try #require(matches.first)
    #expect(matches.count == 2)
    #expect(first[0] as? String == url("Report.txt") && first[1] as? String == "Report.txt" && first[2] as? String == "text-x-generic")
    #expect(first[3] as? Int == 100 && matches[1][3] as? Int == 30)
    #expect(first[4] as? Double == 0.75)
    let properties = try #require(first[5] as? [String: [String: Any]]).compactMapValues { $0["data"] }
    #expect(properties["actions"] as? [String] == ["show", "copy"])
    #expect(properties["urls"] as? [String] == [url("Report.txt")])
    #expect((properties["subtext"] as? String)?.hasPrefix(user.files) == true)
    let actions = try #require(call("/runner", "Actions") as? [[String]])
    #expect(actions.map { $0[1] } == ["Show in the file manager", "Copy the path", "Search in this program"])
    try call("/runner", "Run", "ss", url("Report.txt"), "show")
    #expect(try String(contentsOfFile: user.root + "/shown", encoding: .utf8).contains("ShowItems\n['\(url("Report.txt"))']"))
    try call("/runner", "Run", "ss", url("Report.txt"), "copy")
    #expect(try String(contentsOfFile: user.root + "/copied", encoding: .utf8) == user.path("Report.txt"))
    try call("/runner", "SetActivationToken", "s", "token-1")
    try call("/runner", "Run", "ss", url("Report.txt"), "")
    #expect(opened == [user.path("Report.txt")])
    try call("/runner", "Teardown")
    for text in ["=1+1", "r", ""] { #expect((try call("/runner", "Match", "s", text) as? [Any])?.isEmpty == true) }
    let configuration = try #require(call("/runner", "Config") as? [String: [String: Any]])
    #expect(configuration["MinLetterCount"]?["data"] as? Int == 2)
  }

  @Test func `a search ends the earlier ones of the same shell, and all are answered`() throws {
    defer { bus.stop() }
    try user.write("report.txt", "figures")
    try user.index()
    let texts = (1...200).map { "re\($0)" } + ["report"]
    let outcome = try user.run("TestProgram", ["match", Self.name] + texts)
    #expect(outcome.lines.count == texts.count, "\(outcome.errors)")
    #expect(outcome.lines.last == "report 1")
    #expect(outcome.lines.dropLast().allSatisfy { $0.hasSuffix(" 0") })
  }

  // MARK: Trouble

  @Test func `without an index, the answer is empty and the log says why`() throws {
    defer { bus.stop() }
    #expect(try results("annual").isEmpty)
    #expect(try results("report").isEmpty)
    #expect((try call("/runner", "Match", "s", "report") as? [Any])?.isEmpty == true)
    // Once, and not with every key.
    #expect(log.split(separator: "\n").count == 1 && log.hasPrefix("searchlight-provider: \(user.store): "), "\(log)")
    // An index that is made later is found.
    try user.write("report.txt", "figures")
    try user.index()
    #expect(try results("report") == [url("report.txt")])
  }

  @Test func `huge and wrong arguments do no harm`() throws {
    defer { bus.stop() }
    try user.write("report.txt", "figures")
    try user.index()
    let huge = String(repeating: "x", count: 100_000)
    #expect(try results(huge).isEmpty)
    #expect(try results("report \u{7}\n", "").count == 1)
    #expect(try call(["GetInitialResultSet", "as", "5000"] + Array(repeating: "report", count: 5000)) as? [String] != nil)
    let refusal = error { _ = try metas(Array(repeating: url("report.txt"), count: 5000)) }
    #expect(refusal.contains("5000 results at a time; ask for at most 500"), "\(refusal)")
    #expect(try metas(Array(repeating: url("report.txt"), count: 500)).count == 500)
    #expect(error { try call("/runner", "Match", "u", "1") }.contains("Invalid"))
    #expect(error { try call("/runner", "Nothing") }.contains("Unknown method"))
    for query in ["kMDItemFSSize > 1", "kMDItemFSSize >", "((((", "\"", "kind:", "*", "-a", "a OR"] { _ = try results(query) }
    #expect(try results("kMDItemFSName", "==", "report.txt") == [url("report.txt")])
    #expect(try results("report") == [url("report.txt")])
  }

  @Test func `the provider ends when nobody asks, and the bus starts it again`() throws {
    defer { bus.stop() }
    try setIdleTime(1)
    try user.write("report.txt", "figures")
    try user.index()
    func owner() throws -> String? {
      let command = ["--user", "--json=short", "list", "--unique", "--acquired"]
      let names = try user.outcome { user.process(executable: "/usr/bin/busctl", command, output: $0, errors: $1) }
      let list = try JSONSerialization.jsonObject(with: Data(names.output)) as? [[String: Any]] ?? []
      return list.first { $0["name"] as? String == Self.name }?["connection"] as? String
    }
    #expect(try owner() == nil)
    for _ in 1...2 {
      #expect(try results("report") == [url("report.txt")])
      #expect(try owner() != nil)
      try user.wait("the provider has ended") { try owner() == nil }
    }
    #expect(log.isEmpty, "\(log)")
  }

  @Test func `another provider, no bus, and wrong options are errors`() throws {
    #expect(try results("report").isEmpty)
    let second = try user.run("searchlight-provider")
    #expect(second.status == 1 && second.errors.contains("sd_bus_request_name: File exists"), "\(second.errors)")
    bus.stop()
    let without = try user.run("searchlight-provider")
    #expect(without.status == 1)
    #expect(without.errors.contains("there is no message bus of a session to answer on"), "\(without.errors)")
    for arguments in [["-idle", "x"], ["-idle", "-1"], ["query"], ["-nothing"]] {
      #expect(try user.run("searchlight-provider", arguments).status == 2, "\(arguments)")
    }
    #expect(try user.run("searchlight-provider", "-help").status == 0)
  }
}
