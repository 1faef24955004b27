// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CommandLine

/// The server's side of the Model Context Protocol, without input and output. https://modelcontextprotocol.io/specification
package struct ProtocolSession {
  /// The versions of the protocol, the newest first.
  package static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The only version that has several messages in an array.
  private static let versionWithBatches = "2025-03-26"
  /// Maximum number of messages in an array.
  private static let maximumBatchCount = 50

  private let name: String
  private let programVersion: String
  private let instructions: String
  private let tools: [ToolDescription]
  /// The version that client and server have agreed on; `nil` before `initialize`.
  package private(set) var version: String?

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - instructions: What an assistant should know about the tools.
  package init(name: String, version: String, instructions: String, tools: [ToolDescription]) {
    (self.name, programVersion, self.instructions, self.tools) = (name, version, instructions, tools)
  }

  /// Carries out a call of a tool, whose arguments are valid.
  package typealias Caller = (_ tool: String, _ arguments: ToolArguments) throws(ToolFailure) -> AttributeValue

  /// Answers a line of input.
  ///
  /// - Returns: A line without its end; `nil` if nothing is to be answered.
  package mutating func answer(_ line: MessageLines.Line, _ call: Caller) -> String? {
    guard case .message(let bytes) = line else {
      return JSON.value(failure(.null, ProtocolError(.invalidRequest, "a message is longer than \(MessageLines.maximumLength) bytes")))
    }
    let message: AttributeValue
    do throws(JSONError) {
      message = try JSON.parse(bytes)
    } catch {
      return JSON.value(failure(.null, ProtocolError(.parseError, "not JSON: \(error)")))
    }
    guard case .array(let messages) = message else { return answer(message, call).map(JSON.value) }
    guard version == Self.versionWithBatches, (1...Self.maximumBatchCount).contains(messages.count) else {
      let limit = version == Self.versionWithBatches ? "an array has 1 to \(Self.maximumBatchCount) messages" : "a message is an object"
      return JSON.value(failure(.null, ProtocolError(.invalidRequest, limit)))
    }
    let answers = messages.compactMap { answer($0, call) }
    return answers.isEmpty ? nil : JSON.value(.array(answers))
  }

  private mutating func answer(_ message: AttributeValue, _ call: Caller) -> AttributeValue? {
    guard case .dictionary(let members) = message else { return failure(.null, ProtocolError(.invalidRequest, "a message is an object")) }
    let identifier: AttributeValue?
    switch members["id"] {
    case nil: identifier = nil
    case .string?, .integer?: identifier = members["id"]
    default: return failure(.null, ProtocolError(.invalidRequest, "an id is a string or a whole number"))
    }
    guard members["jsonrpc"] == .string("2.0") else {
      return failure(identifier ?? .null, ProtocolError(.invalidRequest, "“jsonrpc” must be “2.0”"))
    }
    guard case .string(let method)? = members["method"] else {
      // The server asks nothing, so an answer belongs to no question.
      if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
      return failure(identifier ?? .null, ProtocolError(.invalidRequest, "“method” must be a string"))
    }
    // What a notification tells (that the client is ready, that an answer is no longer wanted) changes nothing: by then, all earlier requests
    // are answered.
    guard let identifier else { return nil }
    do throws(ProtocolError) {
      let result = try result(of: method, try Self.parameters(members["params"]), call)
      return .dictionary(["jsonrpc": .string("2.0"), "id": identifier, "result": result])
    } catch {
      return failure(identifier, error)
    }
  }

  private func failure(_ identifier: AttributeValue, _ error: ProtocolError) -> AttributeValue {
    .dictionary([
      "jsonrpc": .string("2.0"), "id": identifier,
      "error": .dictionary(["code": .integer(error.code.rawValue), "message": .string(error.message)]),
    ])
  }

  private static func parameters(_ value: AttributeValue?) throws(ProtocolError) -> [String: AttributeValue] {
    switch value {
    case nil: return [:]
    case .dictionary(let members)?: return members
    default: throw ProtocolError(.invalidParameters, "“params” must be an object")
    }
  }

  private mutating func result(
    of method: String, _ parameters: [String: AttributeValue], _ call: Caller
  ) throws(ProtocolError) -> AttributeValue {
    switch method {
    case "initialize": return try initialize(parameters)
    case "ping": return .dictionary([:])
    case "tools/list" where version == nil, "tools/call" where version == nil:
      throw ProtocolError(.invalidRequest, "the first request must be “initialize”")
    case "tools/list":
      // All tools fit into one answer, so that no cursor was ever given.
      guard parameters["cursor"] == nil else { throw ProtocolError(.invalidParameters, "no such cursor") }
      return .dictionary(["tools": .array(tools.map(\.listed))])
    case "tools/call": return try result(ofCall: parameters, call)
    default: throw ProtocolError(.methodNotFound, "no such method: \(method.prefix(100))")
    }
  }

  private mutating func initialize(_ parameters: [String: AttributeValue]) throws(ProtocolError) -> AttributeValue {
    guard case .string(let wanted)? = parameters["protocolVersion"] else {
      throw ProtocolError(.invalidParameters, "“protocolVersion” must be a string")
    }
    // A client that does not know the offered version ends the connection.
    let agreed = Self.versions.contains(wanted) ? wanted : Self.versions[0]
    version = agreed
    return .dictionary([
      "protocolVersion": .string(agreed),
      "capabilities": .dictionary(["tools": .dictionary([:])]),
      "serverInfo": .dictionary(["name": .string(name), "title": .string("Searchlight"), "version": .string(programVersion)]),
      "instructions": .string(instructions),
    ])
  }

  private func result(ofCall parameters: [String: AttributeValue], _ call: Caller) throws(ProtocolError) -> AttributeValue {
    guard case .string(let name)? = parameters["name"] else { throw ProtocolError(.invalidParameters, "“name” must be a string") }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw ProtocolError(.invalidParameters, "no such tool: \(name.prefix(100))")
    }
    var values: [String: AttributeValue] = [:]
    switch parameters["arguments"] {
    case nil, .null?: break
    case .dictionary(let members)?: values = members
    default: throw ProtocolError(.invalidParameters, "“arguments” must be an object")
    }
    do throws(ToolFailure) {
      let result = try call(name, try ToolArguments(values, of: tool))
      return .dictionary([
        "content": Self.content(JSON.value(result)), "structuredContent": result, "isError": .boolean(false),
      ])
    } catch {
      return .dictionary(["content": Self.content(error.message), "isError": .boolean(true)])
    }
  }

  private static func content(_ text: String) -> AttributeValue {
    .array([.dictionary(["type": .string("text"), "text": .string(text)])])
  }
}
