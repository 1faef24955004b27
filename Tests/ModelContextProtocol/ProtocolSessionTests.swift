// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import ModelContextProtocol
import Testing

/// The answers of a server, by the specification of the protocol and of JSON-RPC 2.0.
struct ProtocolSessionTests {
  private static let tool = ToolDescription(
    "echo", title: "Echo", summary: "Says what was said.",
    parameters: [
      .init("text", .text(maximumLength: 5), "What is said.", isRequired: true), .init("count", .number(1...3, standard: 1), "How often."),
      .init("names", .texts(maximumCount: 2), "Names."),
    ], output: .dictionary(["type": .string("object")]))

  private var session = ProtocolSession(name: "test", version: "1", instructions: "Read.", tools: [tool])

  private mutating func answer(_ text: String) throws -> [String: AttributeValue]? {
    let answer = session.answer(.message(Array(text.utf8))) { tool, arguments throws(ToolFailure) in
      if arguments.text("text") == "bad" { throw ToolFailure("bad text") }
      return .dictionary(["said": .string(String(repeating: arguments.text("text") ?? "", count: arguments.number("count") ?? 1))])
    }
    guard let answer else { return nil }
    #expect(!answer.contains("\n"))
    let members: [String: AttributeValue] = try #require(Self.members(try JSON.parse(Array(answer.utf8))))
    return members
  }

  private static func members(_ value: AttributeValue?) -> [String: AttributeValue]? {
    if case .dictionary(let members)? = value { members } else { nil }
  }

  private mutating func initialize(_ version: String = "2025-06-18") throws -> [String: AttributeValue] {
    let answer = try answer(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{},"clientInfo":{}}}"#)
    return try #require(Self.members(answer?["result"]))
  }

  private mutating func code(_ text: String) throws -> AttributeValue? { Self.members(try answer(text)?["error"])?["code"] }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
  ])
  func `the client's version is taken if it is known, and else the newest is offered`(asked: String, agreed: String) throws {
    var tests = self
    let result = try tests.initialize(asked)
    #expect(result["protocolVersion"] == .string(agreed))
    #expect(Self.members(result["serverInfo"])?["name"] == .string("test"))
    #expect(Self.members(result["capabilities"])?["tools"] == .dictionary([:]))
    #expect(result["instructions"] == .string("Read."))
  }

  @Test func `wrong messages have the errors of the specification`() throws {
    var tests = self
    #expect(try tests.code("{") == .integer(-32700))
    #expect(try tests.code("nonsense") == .integer(-32700))
    #expect(try tests.code("7") == .integer(-32600))
    #expect(try tests.code("[]") == .integer(-32600))
    #expect(try tests.code(#"{"id":1,"method":"ping"}"#) == .integer(-32600))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#) == .integer(-32600))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":7}"#) == .integer(-32600))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#) == .integer(-32600), "not initialized")
    // Clients of later versions ask so first, and then take an earlier version.
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#) == .integer(-32601))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#) == .integer(-32602))
    _ = try tests.initialize()
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#) == .integer(-32601))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#) == .integer(-32602))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#) == .integer(-32602))
    #expect(try tests.code(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"other"}}"#) == .integer(-32602))
    #expect(try tests.answer("{")?["id"] == .null)
    let oversized = try #require(tests.session.answer(.oversized) { _, _ in .null })
    #expect(oversized.contains("-32600"))
  }

  @Test func `identifiers come back as they were, and notifications and answers are not answered`() throws {
    var tests = self
    #expect(try tests.answer(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)?["id"] == .string("a"))
    #expect(try tests.answer(#"{"jsonrpc":"2.0","id":-7,"method":"ping"}"#)?["id"] == .integer(-7))
    #expect(try tests.answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    #expect(try tests.answer(#"{"jsonrpc":"2.0","method":"nonsense"}"#) == nil)
    #expect(try tests.answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
  }

  @Test func `a listed tool has schemas and says that it only reads`() throws {
    var tests = self
    _ = try tests.initialize()
    let result = Self.members(try tests.answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)?["result"])
    let tool = try #require(Self.members(result?["tools"]?.elements.first))
    #expect(tool["name"] == .string("echo"))
    #expect(Self.members(tool["annotations"])?["readOnlyHint"] == .boolean(true))
    let schema = try #require(Self.members(tool["inputSchema"]))
    #expect(schema["required"] == .array([.string("text")]))
    #expect(Self.members(schema["properties"])?.keys.sorted() == ["count", "names", "text"])
  }

  @Test func `a call has a result as text and as a structure`() throws {
    var tests = self
    _ = try tests.initialize()
    let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"ab","count":2}}}"#
    let result = try #require(Self.members(try tests.answer(call)?["result"]))
    #expect(result["isError"] == .boolean(false))
    #expect(result["structuredContent"] == .dictionary(["said": .string("abab")]))
    #expect(Self.members(result["content"]?.elements.first)?["text"] == .string(#"{"said":"abab"}"#))
  }

  @Test(arguments: [
    ("{}", "needs the argument “text”"), (#"{"text":7}"#, "must be a string"), (#"{"text":"abcdef"}"#, "longer than 5"),
    (#"{"text":"a","count":4}"#, "from 1 to 3"), (#"{"text":"a","count":"1"}"#, "from 1 to 3"),
    (#"{"text":"a","names":["a","b","c"]}"#, "more than 2"), (#"{"text":"a","names":[1]}"#, "array of strings"),
    (#"{"text":"a","other":1}"#, "no argument “other”"), (#"{"text":"bad"}"#, "bad text"),
  ])
  func `an assistant is told what is wrong with its call`(arguments: String, message: String) throws {
    var tests = self
    _ = try tests.initialize()
    let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":\#(arguments)}}"#
    let result = try #require(Self.members(try tests.answer(call)?["result"]))
    #expect(result["isError"] == .boolean(true))
    guard case .string(let text)? = Self.members(result["content"]?.elements.first)?["text"] else { throw Missing() }
    #expect(text.contains(message), "\(text)")
  }

  private struct Missing: Error {}

  @Test func `several messages in an array are answered in the version that has them`() throws {
    var tests = self
    _ = try tests.initialize("2025-03-26")
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let notification = #"{"jsonrpc":"2.0","method":"x"}"#
    func answer(_ text: String) -> String? { tests.session.answer(.message(Array(text.utf8))) { _, _ in .null } }
    #expect(answer("[\(ping),\(notification)]") == #"[{"id":1,"jsonrpc":"2.0","result":{}}]"#)
    #expect(answer("[\(notification)]") == nil)
    #expect(answer("[" + Array(repeating: ping, count: 51).joined(separator: ",") + "]")?.contains("-32600") == true)
    _ = try tests.initialize("2025-06-18")
    #expect(answer("[\(ping)]")?.contains("-32600") == true)
  }
}

/// What a named folder contains.
struct NamedFoldersTests {
  private func folders(_ paths: String...) -> NamedFolders { NamedFolders(paths.map { Array($0.utf8) }) }

  @Test(arguments: [
    ("/home/a/Documents", true), ("/home/a/Documents/x", true), ("/home/a/Documents2", false), ("/home/a/Documents2/x", false),
    ("/home/a", false), ("/", false), ("", false), ("home/a/Documents/x", false), ("/home/a/Documents/../.ssh/key", false),
    ("/home/a/Documents/./x", false), ("/home/a/documents/x", false), ("/home/a/Documents/..x", true),
  ])
  func `a folder contains itself and what is below it`(path: String, isInside: Bool) {
    #expect(folders("/home/a/Documents").contains(Array(path.utf8)) == isInside)
  }

  @Test func `paths are bytes`() {
    let folder = NamedFolders([[0x2F, 0xFF]])
    #expect(folder.contains([0x2F, 0xFF, 0x2F, 0xFE]))
    // Both have the replacement character as text.
    #expect(!folder.contains([0x2F, 0xFE, 0x2F, 0xFE]))
    #expect(!folder.contains(Array("/\u{FFFD}/x".utf8)))
  }

  @Test func `a folder in another one counts once, and the root contains everything`() {
    #expect(folders("/a/b", "/a", "/c", "/a").paths == [Array("/a".utf8), Array("/c".utf8)])
    #expect(folders("/").contains(Array("/x".utf8)))
  }
}

/// How input is divided into messages.
struct MessageLinesTests {
  @Test func `messages may arrive in pieces and several at a time`() {
    var lines = MessageLines()
    #expect(lines.append(Array("ab".utf8)) == [])
    #expect(lines.append(Array("c\n\n  \r\nd\ne".utf8)) == [.message(Array("abc".utf8)), .message(Array("d".utf8))])
    #expect(lines.append(Array("\n".utf8)) == [.message(Array("e".utf8))])
  }

  @Test func `a line that is too long is told once, and the next one is read`() {
    var lines = MessageLines()
    let piece = [UInt8](repeating: 0x20, count: MessageLines.maximumLength)
    #expect(lines.append(piece) == [])
    #expect(lines.append(piece) == [])
    #expect(lines.append(Array("x\ny\n".utf8)) == [.oversized, .message(Array("y".utf8))])
  }
}
