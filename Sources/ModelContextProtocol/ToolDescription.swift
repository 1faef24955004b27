// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// What a client is told about a tool that it may call. All tools only read.
package struct ToolDescription: Sendable {
  package let name: String
  let title: String
  let summary: String
  let parameters: [Parameter]
  /// The schema of the structured result.
  let output: AttributeValue

  package init(_ name: String, title: String, summary: String, parameters: [Parameter], output: AttributeValue) {
    (self.name, self.title, self.summary, self.parameters, self.output) = (name, title, summary, parameters, output)
  }

  package struct Parameter: Sendable {
    package enum Kind: Sendable {
      case text(maximumLength: Int)
      case texts(maximumCount: Int)
      case number(ClosedRange<Int>, standard: Int)
    }

    let name: String
    let kind: Kind
    let summary: String
    let isRequired: Bool

    package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
      (self.name, self.kind, self.summary, self.isRequired) = (name, kind, summary, isRequired)
    }

    /// JSON Schema
    var schema: AttributeValue {
      var members: [String: AttributeValue] = ["description": .string(summary)]
      switch kind {
      case .text(let maximumLength):
        members["type"] = .string("string")
        members["maxLength"] = .integer(Int64(maximumLength))
      case .texts(let maximumCount):
        members["type"] = .string("array")
        members["items"] = .dictionary(["type": .string("string")])
        members["maxItems"] = .integer(Int64(maximumCount))
      case .number(let range, let standard):
        members["type"] = .string("integer")
        members["minimum"] = .integer(Int64(range.lowerBound))
        members["maximum"] = .integer(Int64(range.upperBound))
        members["default"] = .integer(Int64(standard))
      }
      return .dictionary(members)
    }
  }

  /// As in the answer to `tools/list`.
  var listed: AttributeValue {
    let required = parameters.filter(\.isRequired).map { AttributeValue.string($0.name) }
    return .dictionary([
      "name": .string(name), "title": .string(title), "description": .string(summary),
      "inputSchema": .dictionary([
        "type": .string("object"), "additionalProperties": .boolean(false), "required": .array(required),
        "properties": .dictionary(Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })),
      ]),
      "outputSchema": output,
      "annotations": .dictionary([
        "title": .string(title), "readOnlyHint": .boolean(true), "destructiveHint": .boolean(false), "idempotentHint": .boolean(true),
        "openWorldHint": .boolean(false),
      ]),
    ])
  }
}

/// The arguments of a call, which are what the tool's parameters demand.
package struct ToolArguments: Sendable {
  private let values: [String: AttributeValue]

  /// - Throws: ``ToolFailure`` that tells what to correct.
  init(_ values: [String: AttributeValue], of tool: ToolDescription) throws(ToolFailure) {
    let known = Set(tool.parameters.map(\.name))
    if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
      throw ToolFailure(
        "\(tool.name) has no argument “\(unknown.prefix(100))”; it has \(tool.parameters.map(\.name).joined(separator: ", "))")
    }
    for parameter in tool.parameters {
      guard let value = values[parameter.name], value != .null else {
        guard parameter.isRequired else { continue }
        throw ToolFailure("\(tool.name) needs the argument “\(parameter.name)”: \(parameter.summary)")
      }
      if let fault = Self.fault(of: value, parameter.kind) { throw ToolFailure("the argument “\(parameter.name)” \(fault)") }
    }
    self.values = values
  }

  private static func fault(of value: AttributeValue, _ kind: ToolDescription.Parameter.Kind) -> String? {
    switch (kind, value) {
    case (.text(let maximumLength), .string(let text)):
      text.unicodeScalars.count <= maximumLength ? nil : "is longer than \(maximumLength) characters"
    case (.text, _): "must be a string"
    case (.texts(let maximumCount), .array(let elements)):
      if elements.count > maximumCount {
        "has more than \(maximumCount) elements"
      } else if elements.contains(where: { if case .string = $0 { false } else { true } }) {
        "must be an array of strings"
      } else {
        nil
      }
    case (.texts, _): "must be an array of strings"
    case (.number(let range, _), .integer(let number)) where range.contains(Int(clamping: number)): nil
    case (.number(let range, _), _): "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  package func text(_ name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }

  package func texts(_ name: String) -> [String] {
    guard case .array(let elements)? = values[name] else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  package func number(_ name: String) -> Int? { if case .integer(let number)? = values[name] { Int(clamping: number) } else { nil } }
}

/// Why a tool has no result, for the assistant, which may correct its call.
package struct ToolFailure: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
