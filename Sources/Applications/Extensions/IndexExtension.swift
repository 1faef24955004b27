// SPDX-License-Identifier: Apache-2.0

internal import KeyFiles
internal import LogMessages

/// A program that adds the items of another program to its indexes again, and supplies their
/// content, while that program does not run. A manifest registers it.
///
///     $XDG_DATA_HOME/searchlight/extensions/org.example.Recipes.Reindexing.extension
///
///     [Index Extension]
///     Application=org.example.Recipes
///     Exec=/usr/libexec/recipes/reindexing
package struct IndexExtension: Hashable, Sendable {
  /// The name of the manifest without `.extension`.
  package let identifier: String
  /// The identifier of the program whose items it provides.
  package let application: String
  /// The names of the indexes with the items, so that they can be created if they are lost. Empty if
  /// the manifest names none.
  package let indexes: [String]
  /// The command that starts it, and its arguments.
  package let arguments: [String]
  /// The time in which it has to answer a request.
  package let timeLimit: Duration
  /// The path of the manifest.
  package let manifest: String

  /// The time to answer if the manifest names none. Adding all mail of a person again takes minutes.
  package static let defaultTimeLimit = Duration.seconds(600)

  private static let folder = "searchlight/extensions"
  private static let group = "Index Extension"

  /// The registered extensions, in the order of their identifiers.
  ///
  /// - Parameter report: Called with the reason why a manifest is not used.
  package static func all(in folders: DataFolders, report: (String) -> Void = { _ in }) -> [IndexExtension] {
    folders.files(in: folder, suffix: ".extension").compactMap { file in
      do throws(ManifestError) {
        return try IndexExtension(file.name, manifest: file.path)
      } catch {
        report("\(PrintableText.line(file.path)): \(error.reason)")
        return nil
      }
    }
  }

  /// The extension of a program; `nil` if none is registered. Of several, the first one is used.
  package static func of(_ application: String, in folders: DataFolders) -> IndexExtension? {
    all(in: folders).first { $0.application == application }
  }

  init(_ identifier: String, manifest path: String) throws(ManifestError) {
    guard let text = installedText(path) else { throw ManifestError("it cannot be read, or is not UTF-8") }
    let file = KeyFile(parsing: text)
    guard let application = file.text("Application", in: Self.group) else {
      throw ManifestError("the group [\(Self.group)] has no key Application, which names the program with the items")
    }
    guard let exec = file.text("Exec", in: Self.group) else {
      throw ManifestError("the group [\(Self.group)] has no key Exec, which names the command that starts the extension")
    }
    guard let line = ExecLine(exec) else { throw ManifestError("the value of Exec is not a command: \(PrintableText.line(exec))") }
    var timeLimit = Self.defaultTimeLimit
    if let seconds = file.text("TimeoutSec", in: Self.group) {
      guard let number = Int(seconds), number > 0 else {
        throw ManifestError("TimeoutSec is a whole number of seconds, not \(PrintableText.line(seconds))")
      }
      timeLimit = .seconds(number)
    }
    self.identifier = identifier
    self.application = application
    indexes = file.texts("Indexes", in: Self.group)
    arguments = line.arguments()
    self.timeLimit = timeLimit
    manifest = path
  }

  /// Why a manifest is not used.
  struct ManifestError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }
}
