// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
package import UniformTypeIdentifiers

/// An importer that somebody has installed for types of files. A manifest registers it.
///
///     $XDG_DATA_HOME/searchlight/importers/org.example.Recipes.importer
///
///     [Importer]
///     Version=1
///     Exec=RecipeImporter
///     Types=org.example.recipe
package struct InstalledImporter: Hashable, Sendable {
  /// How the importer receives a file.
  package enum Access: String, CaseIterable, Sendable {
    /// It opens the file by its path. The file is the only one of the user that it can open.
    case url
    /// It receives an open descriptor, and can open no file of the user.
    case descriptor
  }

  /// Who installed it.
  package enum Origin: String, Sendable { case user, system }

  /// The name of the manifest without `.importer`.
  package var identifier: String
  /// Increased when the importer returns other results; files are then imported again.
  package var version: Int
  /// The absolute path of the executable, and its arguments.
  package var command: [String]
  /// The identifiers of the types that it reads, with the types that conform to them.
  package var types: [String]
  /// The types that it declares.
  package var declaredTypes: [DeclaredType]
  package var access: Access
  /// Files and folders that it can read beside the system's libraries.
  package var readablePaths: [String]
  package var origin: Origin
  /// The path of the manifest.
  package var manifest: String

  package init(
    identifier: String, version: Int, command: [String], types: [String], declaredTypes: [DeclaredType] = [], access: Access = .url,
    readablePaths: [String] = [], origin: Origin = .user, manifest: String = ""
  ) {
    self.identifier = identifier
    self.version = version
    self.command = command
    self.types = types
    self.declaredTypes = declaredTypes
    self.access = access
    self.readablePaths = readablePaths
    self.origin = origin
    self.manifest = manifest
  }
}

extension InstalledImporter {
  /// A manifest that is not used.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    package let manifest: String
    package let reason: String

    package var description: String { "\(PrintableText.line(manifest)): \(PrintableText.line(reason))" }
  }

  /// The importers of all manifests: those of the user first, then by identifier.
  package static func all(in folders: DataFolders) -> (importers: [InstalledImporter], problems: [Problem]) {
    var importers: [InstalledImporter] = []
    var problems: [Problem] = []
    for file in folders.files(in: ImporterManifest.folder, suffix: ImporterManifest.suffix) {
      do throws(ImporterManifest.Invalid) {
        let isOwn = folders.home.map { file.path.hasPrefix($0 + "/") } ?? false
        importers.append(try ImporterManifest(file.name, path: file.path).importer(from: isOwn ? .user : .system))
      } catch {
        problems.append(Problem(manifest: file.path, reason: error.reason))
      }
    }
    return (importers.filter { $0.origin == .user } + importers.filter { $0.origin == .system }, problems)
  }
}
