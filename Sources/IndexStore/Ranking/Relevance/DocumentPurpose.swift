// SPDX-License-Identifier: Apache-2.0

/// For whom a file is: people look for their documents more often than for the files of programs.
enum DocumentPurpose {
  case person
  /// Source code, manuals, settings and build products.
  case program

  /// The purpose of a file by its name alone.
  init(name: Span<UInt8>) {
    guard name.count > 0, name[0] != UInt8(ascii: ".") else {
      self = name.count > 0 ? .program : .person
      return
    }
    var end = name.count
    var ending = Self.ending(of: name, before: end)
    if let compressed = ending, Self.compressions.contains(compressed) {
      end -= compressed.utf8.count + 1
      ending = Self.ending(of: name, before: end)
    }
    if ending.map(Self.programEndings.contains) ?? false {
      self = .program
      return
    }
    let beginning = String(decoding: name.indices.prefix { name[$0] != UInt8(ascii: ".") }.map { name[$0] }, as: UTF8.self)
    self = Self.programNames.contains(beginning) ? .program : .person
  }

  /// The purpose of what is in a folder.
  ///
  /// - Parameter path: The absolute path of the folder, with a slash at its end.
  init(folder path: [UInt8]) {
    var isFirst = true
    for part in path.split(separator: UInt8(ascii: "/")) {
      let name = String(decoding: part, as: UTF8.self)
      if name.hasPrefix(".") || (isFirst ? Self.systemFolders : Self.programFolders).contains(name) {
        self = .program
        return
      }
      isFirst = false
    }
    self = .person
  }

  /// The purpose of files of a type.
  ///
  /// - Parameter tree: The type's identifiers.
  init(type tree: [String]) { self = tree.contains(where: Self.programTypes.contains) ? .program : .person }

  /// The extension of a name in lower case; `nil` if there is none, or it is longer than that of any program's file.
  private static func ending(of name: Span<UInt8>, before end: Int) -> String? {
    let maximumLength = 12
    var start = end
    while start > 0, end - start <= maximumLength, name[start - 1] != UInt8(ascii: ".") { start -= 1 }
    guard start > 1, start < end, name[start - 1] == UInt8(ascii: ".") else { return nil }
    return String(decoding: (start..<end).map { name[$0] &- 0x41 < 26 ? name[$0] | 0x20 : name[$0] }, as: UTF8.self)
  }

  private static let compressions: Set<String> = ["gz", "bz2", "xz", "zst"]

  private static let programEndings: Set<String> = Set(
    """
    1 2 3 4 5 6 7 8 9 1p 3p 3pm a asm bash bat c cc cfg class cmake cmd cnf conf cpp cs css cu cxx d dart db deb desktop dll dtd el elc erl ex \
    exs f f90 fish go gradle gresource h hh hi hpp hs hxx inc info ini jar java js json jsx kt la lib lock log lua m4 map mjs mk ml mli mo mod mm \
    nim o obj orig patch php pl plist pm po pot ps1 py pyc pyi pyo pyx qml r rb rej rlib rpm rs s sass scala scss service sh so socket sql \
    sqlite sum sv swift swiftdeps swiftmodule swp target tcl tmp toml ts tsx ui v vala vhd vim vue wasm xml xsd xsl yaml yml zig zsh
    """.split(separator: " ").map(String.init))

  /// Names, up to the first full stop, of what comes with source code.
  private static let programNames: Set<String> = [
    "AUTHORS", "CHANGELOG", "CHANGES", "CONTRIBUTING", "COPYING", "COPYRIGHT", "CREDITS", "ChangeLog", "Dockerfile", "GNUmakefile",
    "HACKING", "INSTALL",
    "LICENCE", "LICENSE", "MAINTAINERS", "Makefile", "NEWS", "NOTICE", "README", "SECURITY", "THANKS", "changelog", "copyright", "makefile",
  ]

  /// Folders of the system, below the root.
  private static let systemFolders: Set<String> = [
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "opt", "proc", "sbin", "sys", "usr",
  ]

  /// Folders in which programs keep what they download or build.
  private static let programFolders: Set<String> = [
    "CMakeFiles", "DerivedData", "__pycache__", "build", "dist", "man", "man1", "man2", "man3", "man4", "man5", "man6", "man7", "man8",
    "node_modules", "obj", "site-packages", "target", "third_party", "venv",
  ]

  private static let programTypes: Set<String> = [
    "public.executable", "public.make-source", "public.object-code", "public.script", "public.source-code", "public.json", "public.yaml",
  ]
}
