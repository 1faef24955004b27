// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Text in pictures, from the setting to the search.
///
/// The pictures are those of the documentation: a terminal and the search window.
@Suite(.enabled(if: RecognitionProgram.isBuilt, "searchlight-ocr is built only where the headers of Tesseract are installed"))
struct PictureTextTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  private static let setting = "text-in-pictures = yes"

  /// Adds a picture of a terminal, in which somebody searches.
  private func addPicture(_ name: String) throws {
    try FileManager.default.copyItem(atPath: Repository.folder.path + "/Documentation/pictures/search.png", toPath: user.path(name))
  }

  private func found(_ word: String = "quarterly") throws -> [String] { try user.find("kMDItemTextContent == \"\(word)\"c") }

  private var state: String { get throws { try user.run("mdutil", "-s").text } }

  /// What `mdutil -s` says of pictures; empty if it says nothing.
  private var counts: String {
    get throws { try state.split(separator: "\n").first { $0.contains("text in pictures:") }.map(String.init) ?? "" }
  }

  @Test func `text in a picture is found, also after a rename`() throws {
    try addPicture("Screenshot.png")
    try user.write("note.txt", "quarterly figures")
    let daemon = try RunningDaemon(user, settings: Self.setting)
    try user.wait("the text is found: \(daemon.log)") { try found() == ["Screenshot.png", "note.txt"] }
    #expect(try user.run("mdls", "-raw", "-name", "org_searchlight_textOrigin", user.path("Screenshot.png")).text == "recognized")
    #expect(try counts.contains("0 files to search; today 1 searched, 1 with text"))
    #expect(daemon.log.contains("searched for text in 1 picture or scan: 1 has text, 0 cannot be read"), "\(daemon.log)")
    try FileManager.default.moveItem(atPath: user.path("Screenshot.png"), toPath: user.path("moved.png"))
    try user.wait("the new name is found") { try found() == ["moved.png", "note.txt"] }
    #expect(try counts.contains("0 files to search; today 1 searched"))
    // The picture shows a command that finds the words.
    #expect(try user.run("mdfind", "--context", "quarterly").text.contains("moved.png"))
  }

  @Test func `a test import shows the text in a picture if it is asked for`() throws {
    try addPicture("a.png")
    #expect(try !user.run("mdimport", "-t", "-d3", user.path("a.png")).text.contains("Quarterly"))
    try user.writeConfiguration("root = \(user.files)\n\(Self.setting)\n")
    let shown = try user.run("mdimport", "-t", "-d3", user.path("a.png"))
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.text.contains("Quarterly") && shown.text.contains(#""org_searchlight_textOrigin" = recognized;"#), "\(shown.text)")
    #expect(try !user.run("mdimport", "-t", "-d2", user.path("a.png")).text.contains("Quarterly"))
  }

  @Test func `without the setting no picture is searched`() throws {
    try addPicture("a.png")
    try user.write("note.txt", "quarterly figures")
    let daemon = try RunningDaemon(user)
    try user.wait("contents are read") { try found() == ["note.txt"] && user.find("kMDItemPixelWidth > 0") == ["a.png"] }
    #expect(try counts.isEmpty)
    #expect(try user.run("mdutil", "--failed").text.isEmpty)
    #expect(!daemon.log.contains("searched for text"))
  }

  @Test func `a picture that changes while the daemon runs is searched again`() throws {
    try addPicture("a.png")
    let daemon = try RunningDaemon(user, settings: Self.setting)
    try user.wait("the text is found: \(daemon.log)") { try found() == ["a.png"] }
    try FileManager.default.removeItem(atPath: user.path("a.png"))
    try FileManager.default.copyItem(atPath: Repository.folder.path + "/Documentation/pictures/interactive.png", toPath: user.path("a.png"))
    try user.wait("the other text is searched: \(daemon.log)") { try counts.contains("0 files to search; today 2 searched") }
    #expect(try user.run("mdls", "-raw", "-name", "org_searchlight_textOrigin", user.path("a.png")).text == "recognized")
  }

  @Test func `a daemon that is killed while it searches leaves the old state, and the next one goes on`() throws {
    for number in 0..<4 { try addPicture("\(number).png") }
    let names = (0..<4).map { "\($0).png" }
    for _ in 0..<3 {
      let daemon = try RunningDaemon(user, settings: Self.setting)
      // Killed as soon as a worker reads, or, if it was too fast, afterwards.
      try user.wait("a worker reads pictures: \(daemon.log)") { try Self.isSearching(daemon) || found() == names }
      daemon.kill()
      let origins = try user.find("org_searchlight_textOrigin == \"*\"")
      #expect(try found() == origins, "a text and its origin belong together")
      #expect(try user.run("mdutil", "--verify").status == 0)
    }
    let daemon = try RunningDaemon(user, settings: Self.setting)
    try user.wait("all texts are found: \(daemon.log)") { try found() == names }
  }

  private static func isSearching(_ daemon: RunningDaemon) throws -> Bool {
    try daemon.process.children().contains { child in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/exe"))?.hasSuffix("/searchlight-ocr") == true
    }
  }
}

/// The worker that searches for text in pictures.
private enum RecognitionProgram {
  static let isBuilt = (try? TestEnvironment()).map { FileManager.default.isExecutableFile(atPath: $0.tools + "/searchlight-ocr") } ?? false
}
