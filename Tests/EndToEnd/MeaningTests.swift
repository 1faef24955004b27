// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The installed file of word vectors.
struct MeaningTests {
  private let user: TestEnvironment

  private static let variable = "SEARCHLIGHT_WORD_VECTORS"

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first words"])
    try user.index()
  }

  @Test func `a file that cannot be used is told, and names and words are found without it`() throws {
    let path = user.root + "/word-vectors"
    try Data("no vectors".utf8).write(to: URL(fileURLWithPath: path))
    user.moreVariables[Self.variable] = path
    let verified = try user.run("mdutil", "--verify")
    #expect(verified.status == 1)
    #expect(verified.errors.contains("\(path): ") && verified.errors.contains("install Searchlight again"), "\(verified.errors)")
    #expect(try user.run("mdfind", "--ranked", "first words").lines == [user.path("a.txt")])
    #expect(try user.run("mdfind", "--ranked", "vehicle").status == 0)
    let daemon = try RunningDaemon(user)
    try user.wait("mds tells it") { daemon.log.contains("\(path): ") }
    user.moreVariables[Self.variable] = ""
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `texts of people are related in meaning, but not source code, logs and settings`() throws {
    let text = "The doctor gave me medicine against the illness, and the nurse cared for me in the hospital.\n"
    let names = ["visit.txt", "visit.md", "visit.html", "visit.c", "visit.py", "visit.json", "visit.log", "visit.css"]
    let user = try TestEnvironment(files: Dictionary(uniqueKeysWithValues: names.map { ($0, text) }))
    let path = user.root + "/word-vectors"
    try Data(SmallDictionary.bytes()).write(to: URL(fileURLWithPath: path))
    user.moreVariables[Self.variable] = path
    try user.index()
    #expect(try user.run("mdfind", "--ranked", "physician").lines.sorted() == names.prefix(3).map { user.path($0) }.sorted())
    #expect(try user.run("mdfind", "--ranked", "doctor").lines.count == names.count)
    let explained = try user.run("mdutil", "--explain", "physician kind:text -md").lines.filter { $0.hasPrefix("related in meaning: ") }
    #expect(explained.count == 2 && explained.allSatisfy { $0.contains("/visit.") && $0.contains(" (physician: ") }, "\(explained)")
    #expect(explained.allSatisfy { $0.contains("medicine") && !$0.contains("gave") }, "\(explained)")
    #expect(try !user.run("mdutil", "--explain", "kMDItemTextContent == physician").text.contains("related in meaning"))
    user.moreVariables[Self.variable] = ""
    #expect(try !user.run("mdutil", "--explain", "physician").text.contains("related in meaning"))
  }

  @Test func `questions and files in two languages find each other while a dictionary is installed`() throws {
    let files = [
      "car.txt": "The insurance of my car pays after a loss, says the policy.\n",
      "arzt.txt": "Die \u{C4}rztin behandelt die Krankheit mit Geduld.\n",
      "bread.txt": "A loaf and a cake are baked in the oven.\n",
    ]
    let user = try TestEnvironment(files: files)
    let (vectors, dictionaries) = (user.root + "/word-vectors", user.root + "/dictionaries")
    try Data(SmallDictionary.bytes()).write(to: URL(fileURLWithPath: vectors))
    try FileManager.default.createDirectory(atPath: dictionaries, withIntermediateDirectories: true)
    user.moreVariables[Self.variable] = vectors
    user.moreVariables["SEARCHLIGHT_DICTIONARIES"] = dictionaries
    try user.index()
    func found(_ question: String) throws -> [String] { try user.run("mdfind", "--ranked", question).lines }
    #expect(try found("Fahrzeugversicherung") == [] && found("physician") == [])
    try SmallForeignDictionary.write(to: dictionaries)
    let daemon = try RunningDaemon(user)
    try user.wait("the vectors are made again") { try found("physician") == [user.path("arzt.txt")] }
    #expect(daemon.log.contains("9 words of the language 'deu' have translations"))
    #expect(try found("Fahrzeugversicherung") == [user.path("car.txt")])
    #expect(try found("illness") == [user.path("arzt.txt")])
    #expect(try found("automobile") == [user.path("car.txt")], "English words keep their meaning")
    #expect(try user.run("mdutil", "--explain", "Fahrzeugversicherung").text.contains("car.txt"))
    try FileManager.default.removeItem(atPath: dictionaries + "/freedict-deu-eng.index")
    try user.write("news.txt", "news")
    try user.wait("the words have no translations") { try found("physician") == [] }
    #expect(try found("automobile") == [user.path("car.txt")])
  }
}
