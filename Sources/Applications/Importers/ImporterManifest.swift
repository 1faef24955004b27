// SPDX-License-Identifier: Apache-2.0

internal import KeyFiles
internal import SystemPlatform
internal import UniformTypeIdentifiers

/// The manifest of an importer, while it is checked.
struct ImporterManifest {
  static let folder = "searchlight/importers"
  static let suffix = ".importer"
  private static let group = "Importer"
  private static let typeGroup = "Type "

  /// Why a manifest is not used.
  struct Invalid: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private let identifier: String
  private let path: String
  private let file: KeyFile
  /// The folder with the manifest, to which relative paths refer.
  private var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  init(_ identifier: String, path: String) throws(Invalid) {
    guard !identifier.isEmpty, identifier.utf8.allSatisfy(Self.isIdentifierByte) else {
      throw Invalid("the name of a manifest consists of letters, digits, full stops, hyphens and underscores")
    }
    if let stranger = OwnedFile.stranger(at: path) { throw Invalid("it \(stranger)") }
    guard let text = installedText(path) else { throw Invalid("it cannot be read, or is not UTF-8") }
    self.identifier = identifier
    self.path = path
    file = KeyFile(parsing: text)
  }

  func importer(from origin: InstalledImporter.Origin) throws(Invalid) -> InstalledImporter {
    let command = try command()
    let files = try argumentFiles(of: command)
    let declared = try declaredTypes()
    let types = file.texts("Types", in: Self.group)
    guard !types.isEmpty else { throw missing("Types", "names the types that the importer reads") }
    if let unknown = types.first(where: { type in !isKnown(type, declared) }) {
      throw Invalid("the type \(unknown) is not known; a group [\(Self.typeGroup)\(unknown)] declares it")
    }
    let access = try file.text("Access", in: Self.group).map { text throws(Invalid) in
      guard let access = InstalledImporter.Access(rawValue: text) else { throw Invalid("Access is url or descriptor, not \(text)") }
      return access
    }
    return InstalledImporter(
      identifier: identifier, version: try version(), command: command, types: types, declaredTypes: declared, access: access ?? .url,
      readablePaths: files + (try readableFolders()), origin: origin, manifest: path)
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
  }

  private func missing(_ key: String, _ meaning: String) -> Invalid {
    Invalid("the group [\(Self.group)] has no key \(key), which \(meaning)")
  }

  private func version() throws(Invalid) -> Int {
    guard let text = file.text("Version", in: Self.group) else { throw missing("Version", "is a whole number") }
    guard let version = Int(text), version >= 0 else { throw Invalid("Version is a whole number, not \(text)") }
    return version
  }

  // MARK: Types

  private func declaredTypes() throws(Invalid) -> [DeclaredType] {
    var declared: [DeclaredType] = []
    for group in file.groupNames where group.hasPrefix(Self.typeGroup) {
      let identifier = String(group.dropFirst(Self.typeGroup.count))
      guard !identifier.isEmpty, identifier.utf8.allSatisfy(Self.isIdentifierByte) else {
        throw Invalid("[\(group)] does not name a type")
      }
      guard !TypeDatabase.shared.isKnown(identifier) else { throw Invalid("the type \(identifier) is built in; it cannot be declared") }
      let parents = file.texts("ConformsTo", in: group)
      let extensions = file.texts("Extensions", in: group).map { $0.first == "." ? String($0.dropFirst()) : $0 }
      if let odd = (parents + extensions).first(where: { $0.contains(" ") || $0.contains("*") }) {
        throw Invalid("[\(group)]: \(odd) is neither a type nor an extension; semicolons separate several")
      }
      declared.append(
        DeclaredType(
          identifier: identifier, name: file.text("Name", in: group) ?? identifier, parents: parents.isEmpty ? ["public.data"] : parents,
          mimeTypes: file.texts("MIMETypes", in: group), extensions: extensions))
    }
    for type in declared {
      if let unknown = type.parents.first(where: { parent in !isKnown(parent, declared) }) {
        throw Invalid("\(type.identifier) conforms to the type \(unknown), which is not known")
      }
    }
    return declared.sorted { $0.identifier < $1.identifier }
  }

  private func isKnown(_ type: String, _ declared: [DeclaredType]) -> Bool {
    declared.contains { $0.identifier == type } || TypeDatabase.shared.isKnown(type)
  }

  // MARK: Files

  /// The command with absolute paths. An argument that begins with `./` is a path too.
  private func command() throws(Invalid) -> [String] {
    guard let exec = file.text("Exec", in: Self.group) else { throw missing("Exec", "names the executable") }
    guard let line = ExecLine(exec) else { throw Invalid("the value of Exec is not a command: \(exec)") }
    var command = line.arguments()
    for (index, argument) in command.enumerated() where index == 0 || argument.hasPrefix("./") {
      command[index] = absolute(argument)
    }
    for (index, argument) in command.enumerated() where argument.first == "/" {
      guard OwnedFile.isRegular(argument) else { throw Invalid("Exec names \(argument), which is not a file") }
      if index == 0, !Path(argument).isExecutable { throw Invalid("Exec names \(argument), which is not executable") }
      if let stranger = OwnedFile.stranger(at: argument) { throw Invalid("\(argument) \(stranger)") }
    }
    return command
  }

  /// The real paths of the files that the arguments of a command name, such as a script. The importer can
  /// read them, so they must be where it can read folders, too.
  private func argumentFiles(of command: [String]) throws(Invalid) -> [String] {
    var files: [String] = []
    for argument in command.dropFirst() where argument.first == "/" {
      guard let real = OwnedFile.realPath(argument), isReadable(real) else { throw unreadable(argument, "Exec") }
      files.append(real)
    }
    return files
  }

  private func readableFolders() throws(Invalid) -> [String] {
    var folders: [String] = []
    for name in file.texts("Readable", in: Self.group) {
      guard let real = OwnedFile.realPath(absolute(name)) else { continue }
      guard isReadable(real) else { throw unreadable(name, "Readable") }
      folders.append(real)
    }
    return folders
  }

  private func unreadable(_ name: String, _ key: String) -> Invalid {
    Invalid("\(key) names \(name), which is neither in a folder of the system nor below the folder of the manifest")
  }

  /// Folders of programs, in which no data of users are kept.
  private static let systemFolders = ["/usr", "/opt", "/nix/store", "/gnu/store"]

  private func isReadable(_ real: String) -> Bool {
    if let own = OwnedFile.realPath(folder), real.hasPrefix(own + "/") { return true }
    // A home folder may be below one of these folders, or the other way round.
    if let home = OwnedFile.home, "\(real)/".hasPrefix("\(home)/") || "\(home)/".hasPrefix("\(real)/") { return false }
    return Self.systemFolders.contains { real.hasPrefix($0 + "/") }
  }

  private func absolute(_ name: String) -> String {
    if name.first == "/" { return name }
    return "\(folder)/\(name.hasPrefix("./") ? String(name.dropFirst(2)) : name)"
  }
}
