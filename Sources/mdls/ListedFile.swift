import Attributes
import CommandLine

/// A file that was asked for, and what is known of it.
struct ListedFile {
  enum Outcome {
    case attributes([(name: AttributeName, value: AttributeValue)])
    case failure(String)
  }

  let path: [UInt8]
  let outcome: Outcome

  var isFailure: Bool { if case .failure = outcome { true } else { false } }

  /// Empty for a file of which nothing is known.
  var attributes: [(name: AttributeName, value: AttributeValue)] {
    if case .attributes(let attributes) = outcome { attributes } else { [] }
  }

  /// An object with the path, and the attributes that are set, or the error.
  var json: String {
    var members = JSON.path(path)
    switch outcome {
    case .attributes(let attributes):
      for (name, value) in attributes where value != .null && name != .known(.path) { members.append((name.description, value)) }
    case .failure(let message): members.append(("error", .string(message)))
    }
    return JSON.object(members)
  }

  /// A dictionary of the attributes that are set, or of the error.
  var propertyList: AttributeValue {
    switch outcome {
    case .attributes(let attributes):
      .dictionary(Dictionary(attributes.filter { $0.value != .null }.map { ($0.name.description, $0.value) }, uniquingKeysWith: { $1 }))
    case .failure(let message): .dictionary(["error": .string(message)])
    }
  }
}
