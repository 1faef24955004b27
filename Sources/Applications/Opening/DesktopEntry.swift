// SPDX-License-Identifier: Apache-2.0

package import KeyFiles

/// The desktop entry of a program, whose name is the identifier of the program:
/// `$XDG_DATA_HOME/applications/org.example.Recipes.desktop`.
package struct DesktopEntry: Hashable, Sendable {
  package let program: String
  /// The name for people, in their language if the entry has it; `nil` if there is none.
  package let name: String?
  /// The name of an icon in icon themes, or the path of an image; `nil` if there is none.
  package let icon: String?
  /// What the program is for, as ``name``.
  package let comment: String?
  /// The path of the file.
  package let path: String
  /// The command that starts the program; `nil` if there is none.
  let command: ExecLine?
  /// The folder in which the command is started; `nil` for any.
  let folder: String?
  /// Whether the program prints on a terminal.
  let runsInTerminal: Bool
  /// Whether the program offers the interface `org.freedesktop.Application` under its identifier, so
  /// that a running program can be asked, and the message bus starts it otherwise.
  package let isDBusActivatable: Bool
  /// The action of that interface that opens results; `nil` for the method `Open`. It is for programs
  /// that open no files.
  package let action: String?
  /// Whether the entry says that the program opens any result. Another program opens only its own items.
  package let opensResults: Bool

  private static let group = "Desktop Entry"

  /// - Parameter languages: Those of the user.
  /// - Returns: `nil` if no entry is installed for the program.
  package static func of(
    _ program: String, in folders: DataFolders, languages: MessageLanguages = MessageLanguages("")
  ) -> DesktopEntry? {
    guard let path = folders.file(program + ".desktop", in: "applications"), let text = installedText(path) else { return nil }
    let file = KeyFile(parsing: text)
    // `Hidden` removes an entry of the system for one user.
    guard !file.isTrue("Hidden", in: group) else { return nil }
    let action = file.text("X-Searchlight-Action", in: group)
    return DesktopEntry(
      program: program,
      name: file.text("Name", in: group, for: languages), icon: file.text("Icon", in: group),
      comment: file.text("Comment", in: group, for: languages),
      path: path,
      command: file.text("Exec", in: group).flatMap { ExecLine($0) },
      folder: file.text("Path", in: group),
      runsInTerminal: file.isTrue("Terminal", in: group),
      isDBusActivatable: file.isTrue("DBusActivatable", in: group),
      action: action,
      opensResults: action != nil || file.isTrue("X-Searchlight-Open", in: group)
        || file.texts("MimeType", in: group).contains("x-scheme-handler/searchlight"))
  }

  /// The entry of an installed program that a file is; `nil` for any other file, also for an entry that somebody has downloaded: to open that
  /// does not start anything.
  package static func installed(
    at path: [UInt8], in folders: DataFolders, languages: MessageLanguages = MessageLanguages("")
  ) -> DesktopEntry? {
    guard let path = String(validating: path, as: UTF8.self), path.hasSuffix(".desktop"), let slash = path.lastIndex(of: "/") else {
      return nil
    }
    let (folder, name) = (path[..<slash], path[path.index(after: slash)...].dropLast(".desktop".count))
    guard folders.paths.contains(where: { $0 + "/applications" == folder }),
      let entry = of(String(name), in: folders, languages: languages), entry.path == path
    else { return nil }
    return entry
  }

  /// The path of the program's object on the message bus: `/org/example/Recipes`.
  package var objectPath: String {
    "/" + String(program.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }

  package var hasCommand: Bool { command != nil }

  /// The program and its arguments, without anything to open; `nil` if there is no command.
  package var commandLine: [String]? { command?.arguments() }
}
