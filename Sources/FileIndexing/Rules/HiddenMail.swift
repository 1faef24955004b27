// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Folders with mail that are indexed although their names begin with a dot, or the names of folders above
/// them do.
///
/// 1. The stores of mail programs, such as `.thunderbird/*/Mail`. What is in a store is indexed as
///    elsewhere. The folders that lead to it are indexed, too, so that a store is noticed when it is
///    created, but nothing else in them, because that is not mail: passwords and cookies, for example.
/// 2. In a Maildir, the folders of Maildir++, such as `.Sent`.
/// 3. Beside a folder of KMail, the folder `.name.directory` with the folders in it.
enum HiddenMail {
  /// Where a directory is, which decides what of it is indexed.
  enum Place: Equatable, Sendable {
    case anywhere
    case store
    /// Above stores. Only the entries that lead to one are indexed.
    case above([ArraySlice<Component>])
    /// A folder of Maildir++ that has just been created. Only the directories of a Maildir are indexed in
    /// it.
    case begunFolder
  }

  /// A pattern for one component of a path: a name, or the beginning of names.
  struct Component: Equatable, Sendable {
    let bytes: [UInt8]
    /// With no bytes, any name.
    let isPrefix: Bool

    func matches(_ name: some Collection<UInt8>) -> Bool {
      isPrefix ? name.starts(with: bytes) : name.elementsEqual(bytes)
    }
  }

  /// The stores, each from the first component that begins with a dot.
  private static let stores: [ArraySlice<Component>] = {
    let thunderbird = [".thunderbird/*/Mail", ".thunderbird/*/ImapMail"]
    let data = [
      "evolution/mail", "local-mail", ".local-mail.directory", "akonadi_maildir_resource_", ".akonadi_maildir_resource_",
    ]
    var paths = thunderbird + data.map { ".local/share/" + $0 }
    for program in ["org.mozilla.Thunderbird", "org.mozilla.thunderbird", "net.thunderbird.Thunderbird", "eu.betterbird.Betterbird"] {
      paths += thunderbird.map { ".var/app/\(program)/\($0)" }
    }
    for program in ["org.gnome.Evolution", "org.kde.kmail2", "org.kde.kontact"] {
      paths += data.map { ".var/app/\(program)/data/\($0)" }
    }
    return paths.map { ArraySlice(components(of: Array($0.utf8))) } + storesOfUser(data)
  }()

  /// The stores in the folder that the environment names for data.
  private static func storesOfUser(_ names: [String]) -> [ArraySlice<Component>] {
    guard let folder = ProcessFacts.variable("XDG_DATA_HOME").map({ Array($0.utf8) }), folder.first == UInt8(ascii: "/")
    else { return [] }
    return names.flatMap { name in
      let all = components(of: folder.realPath + [UInt8(ascii: "/")] + name.utf8)
      return all.indices.filter { all[$0].bytes.isHidden && !all[$0].isPrefix }.map { all[$0...] }
    }
  }

  /// The components of a path in which `*` is any name, and one that ends in `_` is the beginning of names.
  private static func components(of path: [UInt8]) -> [Component] {
    path.split(separator: UInt8(ascii: "/")).map { component in
      if component.elementsEqual("*".utf8) { return Component(bytes: [], isPrefix: true) }
      return Component(bytes: Array(component), isPrefix: component.last == UInt8(ascii: "_"))
    }
  }

  /// The place of a directory.
  ///
  /// - Parameter root: The root that the directory is in, or is; `nil` if it is in none. What is above the
  ///   root does not matter, because the user has named it.
  static func place(of directory: [UInt8], below root: @autoclosure () -> [UInt8]?) -> Place {
    // Most directories end here.
    guard directory.hasHiddenComponent(after: 0), let root = root(), directory.hasHiddenComponent(after: root.count) else {
      return .anywhere
    }
    var place = Place.anywhere
    var parent = root
    let names = directory.dropFirst(root.count).split(separator: UInt8(ascii: "/")).map(Array.init)
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      place = self.place(of: name, in: parent, at: place, isLast: isLast)
      parent = parent.appending(component: name)
    }
    return place
  }

  /// - Parameters:
  ///   - place: That of the parent directory.
  ///   - isLast: Whether it is the place of this directory that matters, and not of one in it.
  private static func place(of name: [UInt8], in parent: [UInt8], at place: Place, isLast: Bool) -> Place {
    switch place {
    case .above(let stores):
      // Nothing else above stores is indexed unless the user imports it.
      return self.place(of: name, in: stores) ?? .anywhere
    case .anywhere where !name.isHidden: return .anywhere
    case .anywhere:
      if let place = self.place(of: name, in: stores) { return place }
      fallthrough
    case .store, .begunFolder:
      let isBegun = isLast && name.isHidden && isMaildir(parent) && !isMaildir(parent.appending(component: name))
      return isBegun ? .begunFolder : .store
    }
  }

  /// - Returns: `nil` if the directory leads to none of the stores.
  private static func place(of name: [UInt8], in stores: [ArraySlice<Component>]) -> Place? {
    let rest = stores.filter { $0.first?.matches(name) ?? false }.map { $0.dropFirst() }
    if rest.contains(where: \.isEmpty) { return .store }
    return rest.isEmpty ? nil : .above(rest)
  }

  /// Whether a subdirectory is indexed although its name begins with a dot.
  static func includes(hidden name: [UInt8], in parent: [UInt8], at place: Place) -> Bool {
    switch place {
    case .above, .begunFolder: false
    case .anywhere where stores.contains { $0.first?.matches(name) ?? false }: true
    case .anywhere, .store: isFolder(name, in: parent)
    }
  }

  /// Whether an entry is one for which a directory is indexed at all.
  static func leadsOn(_ name: [UInt8], isDirectory: Bool, at place: Place) -> Bool {
    switch place {
    case .anywhere, .store: true
    case .above(let stores): isDirectory && stores.contains { $0.first?.matches(name) ?? false }
    case .begunFolder: isDirectory && maildirNames.contains(name)
    }
  }

  /// The outermost directory on a path whose name begins with a dot.
  static func firstHidden(on path: [UInt8], below root: [UInt8]) -> [UInt8] {
    var directory = root
    for name in path.dropFirst(root.count).split(separator: UInt8(ascii: "/")).map(Array.init) {
      directory = directory.appending(component: name)
      if name.isHidden { break }
    }
    return directory
  }

  private static let maildirNames = ["cur", "new", "tmp"].map { Array($0.utf8) }

  /// Whether an entry decides what else of its directory is indexed.
  static func isDecisive(_ name: [UInt8]) -> Bool { name == maildirNames[0] }

  /// Whether a subdirectory is a folder of Maildir++, or of KMail.
  private static func isFolder(_ name: [UInt8], in parent: [UInt8]) -> Bool {
    guard name.isHidden, name.count > 1, name[1] != UInt8(ascii: ".") else { return false }
    let suffix = Array(".directory".utf8)
    if name.count > suffix.count + 1, name.suffix(suffix.count).elementsEqual(suffix),
      isMaildir(parent.appending(component: Array(name.dropFirst().dropLast(suffix.count))))
    {
      return true
    }
    return isMaildir(parent)
  }

  private static func isMaildir(_ directory: [UInt8]) -> Bool {
    Path(directory.appending(component: maildirNames[0])).exists
  }

  /// Whether a file has been made from a mailbox, and can be made again: an index of Thunderbird.
  static func isIndex(_ name: [UInt8], at place: Place) -> Bool { place == .store && name.suffix(4).elementsEqual(".msf".utf8) }
}

extension [UInt8] {
  fileprivate var isHidden: Bool { first == UInt8(ascii: ".") }

  /// Whether a component that begins after some bytes begins with a dot.
  fileprivate func hasHiddenComponent(after count: Int) -> Bool {
    var previous = count == 1 ? UInt8(ascii: "/") : UInt8(0)
    for byte in dropFirst(count) {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }
}
