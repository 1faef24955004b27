// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The application stores as `mdutil` and `mdls` show, check and remove them.
struct ApplicationStoreTests {
  private let user: TestEnvironment
  private var applications: String { user.root + "/data/searchlight/applications" }

  init() throws {
    user = try TestEnvironment(files: ["zebra.txt": "a zebra in a file"])
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
  }

  private func add(_ index: String, _ identifier: String, _ title: String) throws {
    let outcome = try user.run("TestProgram", "add", index, identifier, title)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func damage(_ index: String) throws {
    try Data("catalog-9999".utf8).write(to: URL(fileURLWithPath: "\(applications)/TestProgram/\(index)/none/CURRENT"))
  }

  /// Changes a byte in the middle of each segment of an index.
  private func damageSegments(_ index: String) throws {
    let folder = "\(applications)/TestProgram/\(index)/none/segments"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".segment") {
      let path = folder + "/" + name
      chmod(path, 0o600)
      var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      bytes[bytes.count / 2] ^= 0xFF
      let file = open(path, O_WRONLY)
      #expect(write(file, bytes, bytes.count) == bytes.count)
      close(file)
    }
  }

  @Test func `mdutil -s lists the indexes of programs`() throws {
    try add("notes", "1", "Zebra crossing")
    try add("notes", "2", "Zebra finch")
    try add("", "3", "Horse")
    try FileManager.default.createDirectory(atPath: applications + "/TestProgram/secret", withIntermediateDirectories: true)
    try add("hidden", "4", "Secret")
    rename(applications + "/TestProgram/hidden/none", applications + "/TestProgram/secret/complete")
    // The index with the old name would count as lost.
    try FileManager.default.removeItem(atPath: user.root + "/state/searchlight/applications")
    let lines = try user.run("mdutil", "-s").lines
    let titles = lines.filter { $0.hasPrefix("TestProgram") }
    #expect(
      titles == [
        "TestProgram, default index:", "TestProgram, index 'notes':", "TestProgram, index 'secret', protection class complete:",
      ])
    let notes = try #require(lines.firstIndex(of: "TestProgram, index 'notes':"))
    #expect(lines[notes + 1].hasPrefix("\t2 items, "))
    #expect(lines.last == "\tmdfind does not search it")
    let one = try user.run("mdutil", "-s", "-v", "--application", "TestProgram").lines
    #expect(one.filter { $0.hasPrefix("TestProgram") } == titles)
    #expect(one.contains { $0.hasPrefix("\tcatalog, items: ") })
    #expect(!one.contains { $0.hasPrefix(user.files) })
    #expect(try !user.run("mdutil", "-s", "-store", user.store).text.contains("TestProgram"))
    #expect(try !user.run("mdutil", "-s", user.files).text.contains("TestProgram"))
    let unknown = try user.run("mdutil", "-s", "--application", "Nobody")
    #expect(unknown.status == 1)
    #expect(unknown.errors == "mdutil: Nobody: no program with this identifier has an index; mdutil -s lists them\n")
  }

  @Test func `mdutil -s reports an index that cannot be read, and lists the others`() throws {
    try add("broken", "1", "Zebra crossing")
    try add("notes", "2", "Zebra finch")
    try damage("broken")
    let state = try user.run("mdutil", "-s")
    #expect(state.status == 1)
    #expect(state.text.contains("TestProgram, index 'notes':\n\t1 item, "))
    #expect(state.errors.contains("mdutil: TestProgram, index 'broken': \(applications)/TestProgram/broken/none/CURRENT is damaged"))
    #expect(state.errors.contains("'mdutil -X -application TestProgram' removes them"))
    #expect(!state.errors.contains("mdutil -E"))
  }

  @Test func `a folder of indexes that cannot be read is an error, not an absence of items`() throws {
    try add("notes", "1", "Zebra crossing")
    // Permissions do not hold for root.
    let obeying = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : ""
    chmod(applications, 0)
    defer { chmod(applications, 0o700) }
    for tool in ["mdfind zebra", "mdutil -s"] {
      let outcome = try user.shell(obeying + tool)
      #expect(outcome.status == 1, "\(tool)")
      #expect(outcome.errors.contains("\(applications): permission denied"), "\(tool): \(outcome.errors)")
      #expect(outcome.text.contains("zebra.txt") || tool == "mdutil -s")
    }
  }

  @Test func `erasing and removing the index of files leaves the items of programs`() throws {
    try add("notes", "1", "Zebra crossing")
    let address = "searchlight://TestProgram/notes/1"
    for arguments in [["-E"], ["-E", "-a"], ["-E", "/"], ["-aE"]] {
      #expect(try user.run("mdutil", arguments).status == 0)
      #expect(try user.find("zebra") == [address, "zebra.txt"])
    }
    #expect(try user.run("mdutil", "-X", "-a").status == 0)
    try user.index()
    #expect(try user.find("zebra") == [address, "zebra.txt"])
    let refused = try user.run("mdutil", "-E", "--application", "TestProgram")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("items are not in files"))
    // Neither can an option that names the folder of the items destroy them.
    let folder = applications + "/TestProgram/notes/none"
    for (tool, arguments) in [
      ("mdutil", ["-E"]), ("mdutil", ["-X"]), ("mdutil", ["-i", "off", user.files]), ("mdutil", ["-r", "public.text"]),
      ("mdimport", [user.files]),
    ] {
      let outcome = try user.run(tool, arguments + ["-store", folder])
      #expect(outcome.status == 1, "\(tool) \(arguments)")
      #expect(outcome.errors.contains("this is an index of items of a program, not of files"), "\(outcome.errors)")
    }
    #expect(try user.find("crossing") == [address])
  }

  @Test func `mdutil -X with a program removes its items only`() throws {
    try add("notes", "1", "Zebra crossing")
    try add("", "2", "Zebra finch")
    try FileManager.default.copyItem(atPath: applications + "/TestProgram", toPath: applications + "/Other")
    let removal = try user.run("mdutil", "-X", "--application", "TestProgram")
    #expect(removal.text == "TestProgram, default index:\n\tthe index was removed\nTestProgram, index 'notes':\n\tthe index was removed\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: applications) == ["Other"])
    #expect(try user.find("zebra") == ["searchlight://Other//2", "searchlight://Other/notes/1", "zebra.txt"])
    try add("notes", "3", "Zebra fish")
    #expect(try user.find("fish") == ["searchlight://TestProgram/notes/3"])
    try damage("notes")
    #expect(try user.run("mdutil", "-X", "--application", "TestProgram").status == 0)
    #expect(try user.find("zebra").count == 3)
  }

  @Test func `a program whose index is removed finds nothing, and creates it again`() throws {
    let (input, output) = (Pipe(), Pipe())
    let process = user.process(
      "TestProgram", ["add-later", "notes", "1", "Zebra crossing", "2"], output: output.fileHandleForWriting, errors: .nullDevice)
    process.standardInput = input
    try process.run()
    try user.wait("the program has added the first item") { try user.find("crossing") == ["searchlight://TestProgram/notes/1"] }
    #expect(try user.run("mdutil", "-X", "--application", "TestProgram").status == 0)
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    process.waitUntilExit()
    try output.fileHandleForWriting.close()
    #expect(process.terminationStatus == 0)
    #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("0\n".utf8))
    #expect(try user.find("crossing") == ["searchlight://TestProgram/notes/2"])
  }

  @Test func `mdutil checks, repairs, purges and lists the indexes of programs`() throws {
    try add("notes", "1", "Zebra crossing")
    let folder = applications + "/TestProgram/notes/none"
    let verified = try user.run("mdutil", "--verify")
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.lines.suffix(2) == [user.store, folder].map { "\($0): all checksums are correct, and all parts agree" })
    #expect(try user.run("mdutil", "-L").lines.contains { $0.hasPrefix("\(folder)/CURRENT\t") })
    let ours = try user.run("mdutil", "-L", "--application", "TestProgram").lines
    #expect(!ours.isEmpty && ours.allSatisfy { $0.hasPrefix(folder) })
    #expect(try user.run("mdutil", "--purge").text.contains("\(folder):\n\tpurged: "))
    #expect(try user.find("zebra") == ["searchlight://TestProgram/notes/1", "zebra.txt"])
    #expect(try user.run("mdutil", "--repair", "--application", "TestProgram").text == "\(folder):\n\tno part of the index is damaged\n")
    try damageSegments("notes")
    let damaged = try user.run("mdutil", "--verify")
    #expect(damaged.status == 1)
    #expect(damaged.text.contains("\(user.store): all checksums are correct"))
    #expect(damaged.errors.contains("'mdutil --repair -application TestProgram' rebuilds it from the stored items"))
    let repaired = try user.run("mdutil", "--repair")
    #expect(repaired.status == 0, "\(repaired.errors)")
    #expect(repaired.text.contains("\(folder):\n\trebuilt 2 parts of the index: 1 item, 1 text\n"), "\(repaired.text)")
    #expect(try user.find("text zebra crossing") == ["searchlight://TestProgram/notes/1"])
  }

  @Test func `mdutil checks the indexes of programs without an index of files`() throws {
    try add("notes", "1", "Zebra crossing")
    try #require(user.run("mdutil", "-X").status == 0)
    let folder = applications + "/TestProgram/notes/none"
    for (option, line) in [
      ("--verify", "\(folder): all checksums are correct, and all parts agree"), ("-L", "\(folder)/CURRENT\t"),
      ("--repair", "\(folder):\n\tno part of the index is damaged"), ("--purge", "\(folder):\n\tpurged: "),
    ] {
      let outcome = try user.run("mdutil", option)
      #expect(outcome.text.contains(line), "\(option)")
      #expect(outcome.errors == "mdutil: \(user.store): there is no index here; mdimport or mds creates one\n", "\(option)")
      #expect(outcome.status == 1)
    }
  }

  @Test func `mdls prints the attributes of an item`() throws {
    try add("my notes", "a/b 1", "Zebra crossing")
    let address = "searchlight://TestProgram/my%20notes/a%2Fb%201"
    #expect(try user.find("crossing") == [address])
    let all = try user.run("mdls", address)
    #expect(all.lines.contains("kMDItemTitle           = \"Zebra crossing\"") || all.text.contains("\"Zebra crossing\""))
    #expect(all.lines.contains { $0.hasPrefix("_kMDItemExternalID") && $0.hasSuffix("= \"a/b 1\"") }, "\(all.text)")
    #expect(!all.text.contains("The text of"))
    #expect(!all.text.contains("kMDItemFS"))
    #expect(try user.run("mdls", "-raw", "-name", "title", "-name", "textContent", address).text == "Zebra crossing\0(null)")
    let both = try user.run("mdls", "--json", "-name", "kMDItemTitle", address, "zebra.txt", "searchlight://TestProgram/my%20notes/2")
    #expect(both.status == 1)
    #expect(both.errors == "mdls: searchlight://TestProgram/my%20notes/2: no program has such an item in its index\n")
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(both.output)) as? [[String: Any]])
    #expect(objects.map { $0["kMDItemPath"] as? String } == [address, user.path("zebra.txt"), "searchlight://TestProgram/my%20notes/2"])
    #expect(objects[0]["kMDItemTitle"] as? String == "Zebra crossing")
    #expect(objects[0]["kMDItemTextContent"] == nil)
    // Items need no index of files.
    #expect(try user.run("mdutil", "-X").status == 0)
    #expect(try user.run("mdls", "-raw", "-name", "title", address).text == "Zebra crossing")
    try damage("my%20notes")
    let damaged = try user.run("mdls", address)
    #expect(damaged.status == 1)
    #expect(damaged.errors.contains("mdls: TestProgram, index 'my notes': "))
  }
}
