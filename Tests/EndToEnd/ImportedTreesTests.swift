// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What mdimport has added from outside the roots survives the loss and the erasure of the index.
@Suite struct ImportedTreesTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one"])
  }

  private var catalog: String { user.store + "/catalog-0001/data.mdb" }

  @Test(arguments: [true, false])
  func `what was imported from outside the roots is in an erased index again`(hasDaemon: Bool) throws {
    try user.write("../outside/o.txt", "elsewhere")
    try user.write("../single.txt", "alone elsewhere")
    try user.write("../gone/g.txt", "elsewhere")
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    try user.run("mdimport", user.root + "/outside", user.root + "/single.txt", user.root + "/gone")
    try FileManager.default.removeItem(atPath: user.root + "/gone")
    let daemon = hasDaemon ? try RunningDaemon(user) : nil
    #expect(try user.run("mdutil", "-E").status == 0)
    let found: Set = [user.root + "/outside/o.txt", user.root + "/single.txt"]
    try user.wait("it is found: \(daemon?.log ?? "")") {
      let outcome = try user.run("mdfind", "elsewhere")
      #expect(Set(outcome.lines) == found || outcome.errors != "", "\(outcome.lines)")
      return Set(outcome.lines) == found && outcome.errors == ""
    }
    #expect(try user.find("one") == ["a.txt"])
    if let daemon { #expect(daemon.log.contains("\(user.root)/gone: No such file or directory"), "\(daemon.log)") }
  }

  @Test(arguments: ["garbage", nil])
  func `what was imported from outside the roots is found again if CURRENT is damaged or lost`(content: String?) throws {
    try user.write("../outside/o.txt", "elsewhere")
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    try user.run("mdimport", user.root + "/outside")
    let current = URL(fileURLWithPath: user.store + "/CURRENT")
    let daemon = try RunningDaemon(user)
    try user.run("mdfind", "-sync", "one")
    if let content { try Data(content.utf8).write(to: current) } else { try FileManager.default.removeItem(at: current) }
    try user.wait("it is found: \(daemon.log)", seconds: 60) {
      let outcome = try user.run("mdfind", "elsewhere")
      return outcome.lines == [user.root + "/outside/o.txt"] && outcome.errors == ""
    }
    #expect(try user.find("one") == ["a.txt"])
  }

  private enum Loss: CaseIterable {
    case unreadableCatalog, missingCatalog, missingPointer
  }

  /// Files outside the roots, one of which only its own name brings into the index.
  private func importFromOutside() throws {
    try user.write("../outside/o.txt", "elsewhere")
    try user.write("../outside/.hidden", "elsewhere")
    try user.write("../removed/r.txt", "elsewhere")
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    try user.run("mdimport", user.root + "/outside", user.root + "/removed")
    try user.run("mdimport", user.root + "/outside/.hidden")
    try user.run("mdutil", "-i", "off", user.root + "/removed")
  }

  private func waitForFilesFromOutside(_ log: () -> String = { "" }) throws {
    let files: Set = [user.root + "/outside/o.txt", user.root + "/outside/.hidden"]
    try user.wait("they are found: \(log())", seconds: 60) {
      let outcome = try user.run("mdfind", "elsewhere")
      return Set(outcome.lines) == files && outcome.errors == ""
    }
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test(arguments: Loss.allCases, [true, false])
  private func `what was imported from outside the roots is found again after a loss`(loss: Loss, hasDaemon: Bool) throws {
    try importFromOutside()
    switch loss {
    case .unreadableCatalog: try Data(repeating: 0, count: 8192).write(to: URL(fileURLWithPath: catalog))
    case .missingCatalog: try FileManager.default.removeItem(atPath: user.store + "/catalog-0001")
    case .missingPointer: try FileManager.default.removeItem(atPath: user.store + "/CURRENT")
    }
    if hasDaemon {
      let daemon = try RunningDaemon(user)
      try waitForFilesFromOutside { daemon.log }
    } else {
      #expect(try user.run("mdutil", "-E").status == 0)
      try waitForFilesFromOutside()
    }
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `what was imported from outside the roots is found after an erasure that was interrupted`(signal: Int32) throws {
    try importFromOutside()
    for number in 0..<4000 { try user.write("many/\(number)", "") }
    let erasure = user.process("mdutil", ["-E"], output: .nullDevice, errors: .nullDevice)
    try erasure.run()
    let list = user.root + "/outside had been imported"
    try user.wait("the index is erased", seconds: 60) { try user.run("mdutil", "-s").text.contains(list) }
    kill(erasure.processIdentifier, signal)
    erasure.waitUntilExit()
    try user.run("mdimport", user.files)
    #expect(try user.run("mdutil", "-s").text.contains(list))
    #expect(try user.run("mdutil", "-E").status == 0)
    try waitForFilesFromOutside()
  }

  @Test func `a damaged list of trees is told and written again`() throws {
    try importFromOutside()
    let list = URL(fileURLWithPath: user.store + "/trees")
    let intact = try Data(contentsOf: list)
    for damaged in [Data("damaged".utf8), nil] {
      if let damaged { try damaged.write(to: list) } else { try FileManager.default.removeItem(at: list) }
      let verification = try user.run("mdutil", "--verify")
      let message = damaged != nil ? "it is damaged, and should name the indexed trees" : "the list of the indexed trees is missing"
      #expect(verification.errors.contains("/trees: " + message), "\(verification.errors)")
      #expect(verification.status == 1)
      #expect(try user.run("mdutil", "--repair").status == 0)
      #expect(try Data(contentsOf: list) == intact)
      #expect(try user.run("mdutil", "--verify").status == 0)
    }
    try Data("damaged".utf8).write(to: list)
    try Data(repeating: 0, count: 8192).write(to: URL(fileURLWithPath: catalog))
    #expect(try user.run("mdutil", "-E").errors.contains("what was imported from outside the roots is unknown, and must be imported again"))
  }

  @Test func `mds says that imported files must be imported again if nothing names them`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    try Data(repeating: 0, count: 8192).write(to: URL(fileURLWithPath: catalog))
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: user.store + "/trees"))
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found: \(daemon.log)") { try user.find("one") == ["a.txt"] }
    #expect(daemon.log.contains("what was imported from outside the roots is unknown, and must be imported again"), "\(daemon.log)")
  }
}
