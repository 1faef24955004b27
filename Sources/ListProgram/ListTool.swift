// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import IndexStore
import LogMessages
import SystemSearch

/// `mdls`: prints the attributes of files and items.
package struct ListTool {
  static let tool = Tool(
    "mdls",
    usage: [
      "[-name ATTRIBUTE]… [-raw [-nullMarker TEXT]] FILE…", "-plist FILE|- [-name ATTRIBUTE]… FILE…", "--json [-name ATTRIBUTE]… FILE…",
    ],
    summary: """
      Prints the attributes that the index holds for files. The text of files is never printed. A FILE that begins with searchlight:// is
      the address of a program's item, as printed by mdfind.
      """,
    options: [
      ToolOption(
        "name", "ATTRIBUTE", "Print only this attribute, given by name or by a keyword such as size; may be repeated.", allowsEmpty: false),
      ToolOption("n", "ATTRIBUTE", "Short for -name.", allowsEmpty: false),
      ToolOption("raw", nil, "Print only the values, separated by NUL, with nothing after the last one."),
      ToolOption("r", nil, "Short for -raw."),
      ToolOption("nullMarker", "TEXT", "With -raw: print TEXT for an attribute that has no value.", isUnique: true),
      ToolOption(
        "plist", "FILE", "Write an XML property list to FILE, or to standard output if FILE is -.", allowsEmpty: false, isUnique: true),
      ToolOption("json", nil, "Print a JSON array with one object per file, in the given order."),
      .store,
    ],
    remarks: """
      Examples:
        mdls photo.jpg
        mdls -name kMDItemPixelWidth -raw photo.jpg
        mdls --json *.pdf | jq '.[].kMDItemNumberOfPages'
      """)

  private let invocation = Invocation(tool)
  private var tool: Tool { Self.tool }

  private enum Form {
    case columns, raw, json
    /// - Parameter file: `nil` for standard output.
    case propertyList(file: PropertyListFile?)
  }

  package init() {}

  package func run() {
    tool.explainDamagedIndex()
    guard !invocation.operands.isEmpty else {
      let output = invocation.bytes("plist").map { "; -plist takes \(PrintableText.path($0)) as the file to write" }
      tool.exitForWrongUse("no file name was given\(output ?? "")")
    }
    do {
      let form = try chosenForm()
      let stores = OpenStores(invocation.bytes("store"))
      let files = try invocation.operands.map { operand in
        guard let item = ApplicationStore.item(at: operand) else { return try look(up: operand, in: stores) }
        return try look(up: item.identifier, at: operand, of: item.store, in: stores)
      }
      var hints = requested.compactMap(\.hint)
      for store in stores.all { hints = try store.upheld(hints) }
      for hint in hints { tool.report("\(hint)") }
      for case .failure(let message) in files.map(\.outcome) { tool.report(message) }
      if try stores.lackContents() {
        tool.report("not all files have been read again since the index was erased or damaged, so attributes may be missing")
      }
      try print(files, as: form)
      tool.finish(with: stores, isSuccess: !files.contains(where: { $0.isFailure }))
    } catch {
      tool.fail("\(error)")
    }
  }

  private func chosenForm() throws -> Form {
    let isRaw = invocation.has("raw") || invocation.has("r")
    let file = invocation.bytes("plist")
    let isJSON = invocation.has("json")
    guard [isRaw, file != nil, isJSON].count(where: { $0 }) <= 1 else { tool.exitForWrongUse("-raw, -plist and --json cannot be combined") }
    guard isRaw || !invocation.has("nullMarker") else { tool.exitForWrongUse("-nullMarker needs -raw") }
    if let file {
      let isStandardOutput = file == [UInt8(ascii: "-")]
      return .propertyList(file: isStandardOutput ? nil : try PropertyListFile(file, of: "-plist", inputs: invocation.operands))
    }
    return isRaw ? .raw : isJSON ? .json : .columns
  }

  // MARK: Looking up

  /// The requested attributes; empty for all.
  private var requested: [RequestedAttribute] {
    invocation.options.filter { $0.name == "name" || $0.name == "n" }.compactMap(\.argument).map { RequestedAttribute($0) }
  }

  private func look(up operand: [UInt8], in stores: OpenStores) throws -> ListedFile {
    let path: [UInt8]
    do throws(PathError) {
      path = try AbsolutePath.resolve(operand)
    } catch {
      return ListedFile(path: operand, outcome: .failure("\(error)"))
    }
    let shown = PrintableText.path(operand)
    // The index may still contain a file that was removed a moment ago.
    do throws(FileError) {
      guard try SmallFile.kind(at: path) != nil else { return ListedFile(path: path, outcome: .failure("could not find \(shown).")) }
    } catch {
      return ListedFile(path: path, outcome: .failure("\(error)"))
    }
    let found = try stores.files()?.read { snapshot throws(StoreError) in
      try attributes(of: try snapshot.reference(for: path), in: snapshot)
    }
    if let found { return ListedFile(path: path, outcome: .attributes(found)) }
    do {
      if let found = try attributes(ofFileAt: path, in: stores.system) { return ListedFile(path: path, outcome: .attributes(found)) }
    } catch {
      return ListedFile(path: path, outcome: .failure("\(shown): not in your index, and \(error)"))
    }
    return ListedFile(path: path, outcome: .failure("\(shown): not in the index; mdimport adds it, or says why not"))
  }

  /// The requested attributes of a file in the system's index; `nil` if there is no such index, or it
  /// has no such file that this user may read.
  private func attributes(
    ofFileAt path: [UInt8], in index: SystemIndex?
  ) throws(SystemIndexError) -> [(name: AttributeName, value: AttributeValue)]? {
    guard let index else { return nil }
    let names = requested.map(\.name)
    var query = SystemQuery(.file(path))
    query.attributes = names.isEmpty ? .shown : .named(names)
    var found: SystemHit?
    let outcome = try index.ask(query) { found = $0.first }
    for notice in outcome.notices { tool.report(notice) }
    return found.map { Array(zip(names.isEmpty ? $0.names : names, $0.values).map { ($0, $1) }) }
  }

  /// Looks up an item of a program. A store that cannot be read does not keep others from being
  /// listed.
  private func look(
    up identifier: String, at address: [UInt8], of name: ApplicationStore, in stores: OpenStores
  ) throws -> ListedFile {
    do {
      let found = try stores.items(of: name)?.read { snapshot throws(StoreError) in
        try attributes(of: try snapshot.reference(ofItem: identifier), in: snapshot)
      }
      if let found { return ListedFile(path: address, outcome: .attributes(found)) }
      return ListedFile(path: address, outcome: .failure("\(PrintableText.path(address)): no program has such an item in its index"))
    } catch let error as StoreError {
      return ListedFile(path: address, outcome: .failure(name.message(about: error)))
    }
  }

  /// The requested attributes of a document; `nil` if it does not exist.
  private func attributes(
    of reference: DocumentReference?, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [(name: AttributeName, value: AttributeValue)]? {
    guard let reference else { return nil }
    let names = requested.map(\.name)
    guard !names.isEmpty else { return try snapshot.shownAttributes(of: reference) }
    // The text content has no value here, because it is never printed.
    return try snapshot.values(of: names, for: reference).map { zip(names, $0).map { ($0, $1 ?? .null) } }
  }

  // MARK: Printing

  private func print(_ files: [ListedFile], as form: Form) throws {
    var output = StandardOutput()
    switch form {
    case .columns:
      for file in files { output.write(ColumnFormat.text(titled(file.attributes))) }
    case .raw:
      let null = invocation.text("nullMarker") ?? "(null)"
      let values = files.flatMap { titled($0.attributes).map { $0.value.plainText(null: null) } }
      output.write(values.joined(separator: "\0"))
    case .propertyList(let file):
      let lists = files.map(\.propertyList)
      let text = PropertyList.document(lists.count == 1 ? lists[0] : .array(lists))
      if let file {
        // An old list is better than one that contains only errors.
        if !files.allSatisfy(\.isFailure) { try file.write(text) }
      } else {
        output.write(text)
      }
    case .json:
      output.write("[" + files.map(\.json).joined(separator: ",\n ") + "]\n")
    }
    output.flush()
  }

  /// The attributes with the names that the user typed, in the given order; or all attributes,
  /// sorted by name without case.
  private func titled(_ attributes: [(name: AttributeName, value: AttributeValue)]) -> [(name: String, value: AttributeValue)] {
    let requested = requested
    guard requested.isEmpty else { return zip(requested, attributes).map { ($0.title, $1.value) } }
    return attributes.map { ($0.name.description, $0.value) }.sorted { ($0.0.lowercased(), $0.0) < ($1.0.lowercased(), $1.0) }
  }
}
