// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine

/// The attributes that the index knows.
enum Schema {
  /// One line per attribute, with its `kMDItem…` name, its CoreSpotlight name and its meaning, each
  /// in quotes and separated by tabs.
  static func printAttributes() {
    var output = StandardOutput()
    for key in AttributeKey.all.sorted(by: { $0.description < $1.description }) {
      let definition = key.definition
      output.write("'\(definition.displayName)'\t'\(definition.coreSpotlightName ?? "(null)")'\t'\(definition.summary)'\n")
    }
    output.flush()
  }

  /// A dictionary of dictionaries, in the style of old property lists.
  static func print() {
    let entries = AttributeKey.all.map { key in (name: key.description, value: AttributeValue.dictionary(description(of: key.definition))) }
    var output = StandardOutput()
    output.write(OldStyleDescription.dictionary(entries) + "\n")
    output.flush()
  }

  private static func description(of definition: AttributeDefinition) -> [String: AttributeValue] {
    var description: [String: AttributeValue] = [
      "type": .string("\(definition.type)"), "multivalued": .boolean(definition.multiplicity == .many),
      "index": .string("\(definition.indexing)"), "searchedByWildcard": .boolean(definition.wildcardSearch == .searched),
      "recorded": .boolean(definition.source != .nothing), "description": .string(definition.summary),
    ]
    if let name = definition.coreSpotlightName { description["coreSpotlightName"] = .string(name) }
    if let unit = definition.unit { description["unit"] = .string(unit.rawValue) }
    return description
  }
}
