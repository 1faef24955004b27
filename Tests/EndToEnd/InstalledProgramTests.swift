// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Searches for installed programs by their desktop entries.
struct InstalledProgramTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment()
    try install("share", "fire", "Type=Application\nName=Fire Browser\nName[de]=Feuer\nGenericName=Web Browser\nExec=fire-esr %u\n")
    try install("share", "secret", "Type=Application\nName=Fire Settings\nNoDisplay=true\nExec=fire-settings\n")
    try install("data", "note", "Type=Application\nName=Notes\nKeywords=memo;\nExec=notes\n")
  }

  /// - Parameter folder: That of the user, `data`, or that of the system, `share`.
  private func install(_ folder: String, _ name: String, _ lines: String) throws {
    let path = "\(user.root)/\(folder)/applications"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("[Desktop Entry]\n\(lines)".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).desktop"))
  }

  private func programs(_ words: String = "") throws -> [String] {
    try user.find("-interpret", "kind:app \(words)").map { ($0 as NSString).lastPathComponent }.sorted()
  }

  @Test func `programs are found by name, keyword, generic name and command, and hidden ones are not`() throws {
    user.moreVariables["LANGUAGE"] = "de"
    let daemon = try RunningDaemon(user)
    try user.wait("the desktop entries are read") { try programs() == ["fire.desktop", "note.desktop"] && programs("memo").count == 1 }
    for words in ["feuer", "fire browser", "web browser", "fire-esr"] { #expect(try programs(words) == ["fire.desktop"], "\(words)") }
    #expect(try programs("settings") == [])
    #expect(try user.find("kMDItemTitle == 'Fire Settings'").count == 1)
    try install("data", "new", "Type=Application\nName=Newcomer\nExec=new\n")
    try user.wait("a new program is found") { try programs("newcomer") == ["new.desktop"] }
    try FileManager.default.removeItem(atPath: user.root + "/data/applications")
    try user.wait("removed programs go") { try programs() == ["fire.desktop"] }
    try install("data", "again", "Type=Application\nName=Again\nExec=again\n")
    try user.wait("a folder that comes later is followed") { try programs("again") == ["again.desktop"] }
    #expect(daemon.process.isRunning)
  }

  @Test func `turning off a folder around them says why they stay`() throws {
    let data = user.root + "/data"
    let reason = "\(data)/applications stays indexed, because it has installed programs; 'applications = no' leaves it out\n"
    #expect(try user.run("mdutil", "-i", "off", data).errors == "mdutil: \(data): \(reason)")
    try FileManager.default.removeItem(atPath: data + "/applications")
    #expect(try user.run("mdutil", "-i", "off", data).errors == "")
  }

  @Test func `mdls shows what a desktop entry says`() throws {
    let path = user.root + "/share/applications/fire.desktop"
    #expect(try user.run("mdimport", path).status == 0)
    let names = ["kMDItemContentType", "kMDItemTitle", "kMDItemAlternateNames", "org_freedesktop_Exec"]
    let text = try user.run("mdls", names.flatMap { ["-name", $0] } + [path]).text
    for line in ["\"org.freedesktop.desktop-entry\"", "\"Fire Browser\"", "\"Web Browser\"", "\"fire-esr\"", "\"fire-esr %u\""] {
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func `the configuration can leave programs out`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the desktop entries are read") { try programs().count == 2 }
    #expect(try user.run("mdutil", "-s").text.contains("\(user.root)/share/applications:\n\tIndexing enabled. \n"))
    try user.writeConfiguration("root = \(user.files)\napplications = no\n")
    kill(daemon.process.processIdentifier, SIGHUP)
    try user.wait("they go") { try programs() == [] }
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.root)/share\n")
    kill(daemon.process.processIdentifier, SIGHUP)
    try user.wait("those that are not excluded come back") { try programs() == ["note.desktop"] }
  }
}
