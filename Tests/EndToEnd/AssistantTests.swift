// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What an assistant sees through `searchlight-mcp`.
struct AssistantTests {
  private let user: TestEnvironment
  private var allowed: String { user.path("allowed") }

  init() throws { user = try TestEnvironment() }

  /// Sends requests to a server, whose input ends after them.
  ///
  /// - Returns: The answers in the order of their identifiers, and everything that the server has written.
  private func answers(to requests: [[String: Any]], folders: [String]? = nil) throws -> (results: [[String: Any]], text: String) {
    let hello: [String: Any] = [
      "method": "initialize", "params": ["protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": [:]],
    ]
    var lines = Data()
    for (index, request) in ([hello] + requests).enumerated() {
      let message = request.merging(["jsonrpc": "2.0", "id": index]) { $1 }
      lines += try JSONSerialization.data(withJSONObject: message, options: .withoutEscapingSlashes) + Data("\n".utf8)
    }
    let input = user.root + "/requests"
    try lines.write(to: URL(fileURLWithPath: input))
    let outcome = try user.outcome { output, errors in
      let arguments = (folders ?? [allowed]).flatMap { ["--folder", $0] }
      let process = user.process("searchlight-mcp", arguments, output: output, errors: errors)
      process.standardInput = FileHandle(forReadingAtPath: input)
      return process
    }
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answers = try outcome.lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    #expect(answers.map { $0["id"] as? Int } == Array(0...requests.count))
    return (answers.dropFirst().compactMap { $0["result"] as? [String: Any] }, outcome.text + outcome.errors)
  }

  private func call(_ tool: String, _ arguments: [String: Any], folders: [String]? = nil) throws -> [String: Any] {
    let (results, _) = try answers(to: [request(tool, arguments)], folders: folders)
    return try #require(results.first)
  }

  private func request(_ tool: String, _ arguments: [String: Any]) -> [String: Any] {
    ["method": "tools/call", "params": ["name": tool, "arguments": arguments]]
  }

  private func hits(_ result: [String: Any]) throws -> [[String: Any]] {
    let structure = try #require(result["structuredContent"] as? [String: Any], "\(result)")
    return try #require(structure["hits"] as? [[String: Any]])
  }

  private func names(_ result: [String: Any]) throws -> [String] {
    try hits(result).map { (($0["path"] as? String ?? "") as NSString).lastPathComponent }
  }

  private func message(_ result: [String: Any]) -> String {
    #expect(result["isError"] as? Bool == true, "\(result)")
    return ((result["content"] as? [[String: Any]])?.first?["text"] as? String) ?? ""
  }

  @Test func `without a folder, the server says what to do`() throws {
    let outcome = try user.run("searchlight-mcp")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("-folder ~/Documents"), "\(outcome.errors)")
    let missing = try user.run("searchlight-mcp", "--folder", user.path("missing"))
    #expect(missing.status == 1)
    #expect(missing.errors.contains("missing"), "\(missing.errors)")
    try user.write("a.txt", "")
    #expect(try user.run("searchlight-mcp", "--folder", user.path("a.txt")).errors.contains("not a folder"))
  }

  @Test func `files are found by words and by predicate, with what an assistant needs of them`() throws {
    try user.write("allowed/Annual report.txt", "first line\nThe annual figures are good.\n")
    try user.write("allowed/sub/notes.txt", "the annual report of the year\n")
    try user.write("allowed/other.txt", "nothing")
    try user.index()
    let words = try call("search", ["query": "annual figures", "attributes": ["kMDItemFSName", "size"]])
    let hit = try #require(try hits(words).first)
    #expect(try names(words) == ["Annual report.txt"])
    #expect(hit["path"] as? String == allowed + "/Annual report.txt")
    #expect(hit["uri"] as? String == "file://" + allowed + "/Annual%20report.txt")
    #expect(hit["size"] as? Int == 40)
    #expect(hit["type"] as? String == "public.plain-text")
    #expect(hit["passage"] as? String == "first line The annual figures are good.")
    #expect(hit["line"] as? Int == 2)
    #expect((hit["attributes"] as? [String: Any])?["kMDItemFSName"] as? String == "Annual report.txt")
    #expect((hit["modified"] as? String)?.hasSuffix("Z") == true)
    #expect(try names(try call("search", ["query": "annual"])).sorted() == ["Annual report.txt", "notes.txt"])
    #expect(try names(try call("search", ["query": "annual", "limit": 1])).count == 1)
    #expect(try names(try call("search", ["query": "annual", "folder": allowed + "/sub"])) == ["notes.txt"])
    #expect(try names(try call("search", ["query": "figures OR nothing"])).sorted() == ["Annual report.txt", "other.txt"])
    let predicate = try call("search_predicate", ["predicate": "kMDItemFSName == \"*.txt\" && kMDItemFSSize == 7"])
    #expect(try names(predicate) == ["other.txt"])
    let wrong = message(try call("search_predicate", ["predicate": "kMDItemFSName = = 3"]))
    #expect(wrong.contains("at byte"), "\(wrong)")
    #expect(message(try call("search", ["query": " "])).contains("nothing to search for"))
  }

  @Test func `attributes and passages of files are shown, also of names that are not UTF-8`() throws {
    try user.write("allowed/a.txt", "alpha beta gamma")
    user.write(bytes: Array("allowed/".utf8) + [0xFF] + Array(".txt".utf8), "delta")
    try user.index()
    let (results, _) = try answers(to: [
      request("attributes", ["path": allowed + "/a.txt"]), request("attributes", ["path": "file://\(allowed)/%FF.txt", "names": ["size"]]),
      request("passages", ["query": "beta delta", "paths": [allowed + "/a.txt", "file://\(allowed)/%FF.txt"]]),
    ])
    let all = try #require((results[0]["structuredContent"] as? [String: Any])?["attributes"] as? [String: Any])
    #expect(all["kMDItemFSSize"] as? Int == 16)
    #expect(all["kMDItemTextContent"] == nil)
    #expect((results[1]["structuredContent"] as? [String: Any])?["attributes"] as? [String: Int] == ["kMDItemFSSize": 5])
    let passages = try #require((results[2]["structuredContent"] as? [String: Any])?["passages"] as? [[String: Any]])
    #expect(passages.map { $0["passage"] as? String } == ["alpha beta gamma", "delta"])
  }

  @Test func `nothing outside the named folders is shown, and all other paths look alike`() throws {
    try user.write("allowed/a.txt", "secret alpha")
    try user.write("allowed2/b.txt", "secret beta")
    try user.write("private/c.txt", "secret gamma zanzibar")
    try FileManager.default.createSymbolicLink(atPath: allowed + "/link", withDestinationPath: user.path("private"))
    try user.index()
    // Since it was indexed, the file was replaced by a link.
    try FileManager.default.removeItem(atPath: allowed + "/a.txt")
    try FileManager.default.createSymbolicLink(atPath: allowed + "/a.txt", withDestinationPath: user.path("private/c.txt"))
    let paths = [
      user.path("private/c.txt"), user.path("private/missing.txt"), allowed + "/../private/c.txt", allowed + "/link/c.txt",
      allowed + "/link/missing.txt", allowed + "/missing.txt", user.path("allowed2/b.txt"), "/etc/passwd", "a.txt", "", "/",
      "file://" + user.path("private/c.txt"), allowed + "/%2e%2e/private/c.txt", "file://" + allowed + "/%2e%2e/private/c.txt",
    ]
    let (attributes, attributesText) = try answers(to: paths.map { request("attributes", ["path": $0]) })
    #expect(Set(attributes.map(message)).count == 1)
    let (passages, passagesText) = try answers(
      to: [request("passages", ["query": "secret gamma zanzibar", "paths": paths + [allowed + "/a.txt"]])])
    let listed = try #require((passages[0]["structuredContent"] as? [String: Any])?["passages"] as? [[String: Any]])
    #expect(Set(listed.dropLast().compactMap { $0["error"] as? String }).count == 1)
    #expect(listed.allSatisfy { $0["passage"] == nil })
    let folders = [user.path("private"), user.path("missing"), allowed + "/link", allowed + "/..", "/", user.path("allowed2")]
    let (elsewhere, elsewhereText) = try answers(to: folders.map { request("search", ["query": "secret", "folder": $0]) })
    #expect(Set(elsewhere.map(message)).count == 1)
    let (searches, searchText) = try answers(to: [
      request("search", ["query": "secret"]), request("search", ["query": "zanzibar"]), request("search", ["query": "secret OR zanzibar"]),
      request("search_predicate", ["predicate": "kMDItemTextContent == \"zanzibar\""]),
      request("search_predicate", ["predicate": "kMDItemFSName == \"*\""]),
      request("search_predicate", ["predicate": "kMDItemPath == \"*private*\""]),
    ])
    #expect(try searches.map { try names($0).sorted() } == [["a.txt"], [], ["a.txt"], [], ["a.txt", "allowed", "link"], []])
    for text in [attributesText, passagesText, elsewhereText, searchText] { #expect(!text.contains("gamma"), "\(text)") }
  }

  @Test func `items of programs are not shown`() throws {
    try user.write("allowed/a.txt", "zebra")
    try user.index()
    try #require(user.run("TestProgram", "add", "notes", "1", "Zebra crossing").status == 0)
    #expect(try names(try call("search", ["query": "zebra"], folders: ["/"])) == ["a.txt"])
    #expect(message(try call("attributes", ["path": "searchlight://TestProgram/notes/1"], folders: ["/"])).contains("no file"))
  }

  @Test func `the server answers while its input is open, and ends with it`() throws {
    try user.write("allowed/a.txt", "alpha")
    try user.index()
    let (input, output) = (Pipe(), Pipe())
    let process = user.process(
      "searchlight-mcp", ["--folder", allowed], output: output.fileHandleForWriting, errors: .nullDevice)
    process.standardInput = input
    try process.run()
    try output.fileHandleForWriting.close()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\nnonsense\n".utf8))
    var text = Data()
    while text.count(where: { $0 == UInt8(ascii: "\n") }) < 2 {
      let piece = output.fileHandleForReading.availableData
      try #require(!piece.isEmpty)
      text += piece
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == #"{"id":1,"jsonrpc":"2.0","result":{}}"#)
    #expect(lines.last?.contains("-32700") == true)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `without an index, the assistant is told so, and the reason is in the log`() throws {
    try FileManager.default.createDirectory(atPath: allowed, withIntermediateDirectories: true)
    let (results, text) = try answers(to: [request("search", ["query": "alpha"])])
    #expect(message(results[0]).contains("cannot be searched"))
    #expect(text.contains("mdimport"), "\(text)")
  }
}
