// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `mdfind -like`.
struct SimilarTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "visit.txt": "The doctor gave me medicine against the illness, and the nurse cared for me.",
      "health/clinic.txt": "A physician and a nurse of the hospital treat the sickness with medication.",
      "health/pills.md": "Medicine against a disease, from the doctor.", "car.txt": "The driver keeps his automobile in the garage.",
      "bread.txt": "Bread and cake are baked in the oven.", "visit.c": "The doctor gave me medicine against the illness.",
      "numbers.txt": "12 17 4711", "dog.txt": "The puppy barks at the cat.", "bill.txt": "The customer owes money for the invoice.",
    ])
    let path = user.root + "/word-vectors"
    try Data(SmallDictionary.bytes()).write(to: URL(fileURLWithPath: path))
    user.moreVariables["SEARCHLIGHT_WORD_VECTORS"] = path
    try user.index()
  }

  private func found(_ arguments: String...) throws -> [String] {
    let outcome = try user.run("mdfind", ["-like"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.lines.map { $0.replacing(user.files + "/", with: "") }
  }

  @Test func `the most similar files are printed, the best first, without the file itself`() throws {
    #expect(try Set(found(user.path("visit.txt"))) == ["health/clinic.txt", "health/pills.md"])
    #expect(try found(user.path("visit.txt"), "-limit", "1").count == 1)
    #expect(try found(user.path("visit.txt"), "-limit", "0") == [])
    #expect(try found(user.path("visit.txt"), "bread") == [])
    #expect(try found(user.path("visit.txt"), "physician") == ["health/clinic.txt"])
    #expect(try found(user.path("visit.txt"), "kind:text", "-name", "*.md") == ["health/pills.md"])
    #expect(try found(user.path("visit.txt"), "-onlyin", user.path("health")).count == 2)
    #expect(try found(user.path("health/clinic.txt"), "-onlyin", user.path("health")) == ["health/pills.md"])
    #expect(try found(user.path("bread.txt"), "-onlyin", user.path("health")) == [])
    // A name that begins with a hyphen, and a path relative to the folder.
    #expect(try user.shell("cd '\(user.files)/health' && mdfind --like ../visit.txt -limit 1").lines.count == 1)
  }

  @Test func `the formats are those of other hits`() throws {
    let lines = try user.run("mdfind", "-like", user.path("visit.txt"), "-json", "-attr", "kMDItemFSName").lines
    #expect(lines.contains("{\"kMDItemFSName\":\"pills.md\",\"kMDItemPath\":\"\(user.path("health/pills.md"))\"}"), "\(lines)")
    let zeros = try user.run("mdfind", "-like", user.path("visit.txt"), "-0").text
    #expect(zeros.split(separator: "\0").count == 2 && zeros.hasSuffix("\0"))
    #expect(try found(user.path("visit.txt"), "-attr", "size").allSatisfy { $0.contains("   size = ") })
  }

  @Test func `on a terminal, the words in common are shown`() throws {
    let (status, shown) = try user.runOnTerminal("mdfind", "-color", "never", "-like", user.path("visit.txt"), "-name", "pills.md")
    #expect(status == 0)
    let lines = String(decoding: shown, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix(user.path("health/pills.md")), "\(lines)")
    let words = lines[1].replacing("    in common: ", with: "").split(separator: ", ")
    #expect(Set(words.prefix(3)).isSubset(of: ["doctor", "medicine", "against", "the"]) && words.count == 4, "\(lines)")
  }

  @Test func `it says why a file has nothing to compare`() throws {
    func error(_ operand: String, _ options: String...) throws -> String {
      let outcome = try user.run("mdfind", ["-like", operand] + options)
      #expect(outcome.status == 1 && outcome.lines.isEmpty, "\(operand)")
      return outcome.errors
    }
    #expect(try error(user.path("no.txt")) == "mdfind: \(user.path("no.txt")): no such file\n")
    #expect(try error(user.path("health")).contains("is a folder; -like takes a file"))
    for name in ["visit.c", "numbers.txt"] {
      #expect(try error(user.path(name)).contains("no text, title or description of it in words that the word vectors know"))
    }
    try user.write("new.txt", "The doctor gave me medicine.")
    #expect(try error(user.path("new.txt")).contains("not in the index; mdimport adds it, or says why not"))
    #expect(try error("searchlight://org.example.Recipes/Soups/1").contains("no program has such an item in its index"))
    user.moreVariables["SEARCHLIGHT_WORD_VECTORS"] = ""
    #expect(try error(user.path("visit.txt")).contains("no word vectors are installed"))
    user.moreVariables["SEARCHLIGHT_WORD_VECTORS"] = user.path("visit.txt")
    #expect(try error(user.path("visit.txt")).contains("\(user.path("visit.txt")): it is not a file of word vectors"))
  }

  @Test func `items are compared with files, and files with items`() throws {
    let added = try user.run("TestProgram", "add", "notes", "1", "The doctor treats illness with medicine")
    try #require(added.status == 0, "\(added.errors)")
    let address = "searchlight://TestProgram/notes/1"
    #expect(try found(user.path("visit.txt")).contains(address))
    let similar = try found(address)
    #expect(similar.count == 3 && similar.contains("visit.txt") && !similar.contains(address))
    #expect(try found(address, "-onlyin", user.path("health")).count == 2)
  }

  @Test(arguments: ["-count", "-live", "-ranked", "-i", "-context", "-duplicates", "-unranked", "-sort size", "-save x"])
  func `options that mean another list are refused`(option: String) throws {
    let refused = try user.run("mdfind", ["-like", user.path("visit.txt"), "words"] + option.split(separator: " ").map(String.init))
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(refused.errors.contains("cannot be combined"))
  }
}
