// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine

/// A file or an item on the command line, with its attributes.
struct ListedFile {
  enum Outcome {
    case attributes([(name: AttributeName, value: AttributeValue)])
    case failure(String)
  }

  /// The path of a file, or the address of an item.
  let path: [UInt8]
  let outcome: Outcome

  var isFailure: Bool { if case .failure = outcome { true } else { false } }

  /// Empty for what is not in the index.
  var attributes: [(name: AttributeName, value: AttributeValue)] {
    if case .attributes(let attributes) = outcome { attributes } else { [] }
  }

  /// A JSON object with the path and either the attributes that have a value, or the error.
  var json: String {
    var members = JSON.path(path)
    switch outcome {
    case .attributes(let attributes):
      for (name, value) in attributes where value != .null && name != .known(.path) { members.append((name.description, value)) }
    case .failure(let message): members.append(("error", .string(message)))
    }
    return JSON.object(members)
  }

  /// A dictionary of the attributes that have a value, or of the error.
  var propertyList: AttributeValue {
    switch outcome {
    case .attributes(let attributes):
      .dictionary(Dictionary(attributes.filter { $0.value != .null }.map { ($0.name.description, $0.value) }, uniquingKeysWith: { $1 }))
    case .failure(let message): .dictionary(["error": .string(message)])
    }
  }
}
