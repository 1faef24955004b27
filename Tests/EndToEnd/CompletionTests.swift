// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The completion scripts, run in their shells.
struct CompletionTests {
  /// The words before the cursor as the shell splits them, and the beginning of the completed line.
  ///
  /// bash also splits words without quotes at `=` and `:`.
  struct Row: Sendable {
    let words: [String]
    let becomes: String
    /// Whether no spaces separate `:` and `==` from their neighbours.
    var isCut = false

    var line: String {
      words.indices.reduce(into: "") { line, index in
        let isSpaced = index > 0 && !(isCut && [":", "=="].contains { [words[index], words[index - 1]].contains($0) })
        line += (isSpaced ? " " : "") + words[index]
      }
    }
  }

  static let rows = [
    Row(words: ["mdfind", "'kMDItemContentType == \"public.jpeg-x"], becomes: "mdfind 'kMDItemContentType == \"public.jpeg-xl\""),
    Row(words: ["mdfind", "'kMDItemFSSize > 5 && kMDItemContentTypeTr"], becomes: "mdfind 'kMDItemFSSize > 5 && kMDItemContentTypeTree "),
    Row(
      words: ["mdfind", "'kMDItemFSSize > 5 || kMDItemLastUsedDate > $time.next_y"],
      becomes: "mdfind 'kMDItemFSSize > 5 || kMDItemLastUsedDate > $time.next_year"),
    Row(words: ["mdfind", "kMDItemContentType", "==", "public.jpeg-x"], becomes: "mdfind kMDItemContentType==public.jpeg-xl", isCut: true),
    Row(words: ["mdfind", "trip", "kind", ":", "arch"], becomes: "mdfind trip kind:archive", isCut: true),
    Row(words: ["mdfind", "'trip created:this ye"], becomes: "mdfind 'trip created:this year"),
    Row(words: ["mdfind", "--onl"], becomes: "mdfind --onlyin"), Row(words: ["mdfind", "-onl"], becomes: "mdfind -onlyin"),
    Row(words: ["mdfind", "-s", "lar"], becomes: "mdfind -s large"),
    Row(words: ["mdfind", "-delete-search", "lar"], becomes: "mdfind -delete-search large"),
    Row(words: ["mdfind", "--delete-search", "lar"], becomes: "mdfind --delete-search large"),
    Row(words: ["mdfind", "--color", "al"], becomes: "mdfind --color always"),
    Row(words: ["mdls", "-name", "kMDItemAlb"], becomes: "mdls -name kMDItemAlbum"),
    Row(words: ["mdls", "--nullM"], becomes: "mdls --nullMarker"),
    Row(words: ["mdimport", "-r", "public.jpeg-x"], becomes: "mdimport -r public.jpeg-xl"),
    Row(words: ["mdutil", "-i", "of"], becomes: "mdutil -i off"), Row(words: ["mdutil", "pau"], becomes: "mdutil pause"),
    Row(words: ["mdutil", "--explain", "'kMDItemContentTypeTr"], becomes: "mdutil --explain 'kMDItemContentTypeTree "),
    Row(words: ["mdutil", "-cr", "org.example.Ag"], becomes: "mdutil -cr org.example.Again"),
    Row(words: ["mdutil", "--failed", "--js"], becomes: "mdutil --failed --json"),
    Row(words: ["mds", "--foreg"], becomes: "mds --foreground"),
    Row(words: ["searchlight-mcp", "--fol"], becomes: "searchlight-mcp --folder"),
  ]

  private let user: TestEnvironment
  private static let folder = Repository.folder.appending(path: "Support/completions").path

  init() throws {
    user = try TestEnvironment()
    user.searchPath = user.tools + ":" + user.searchPath
    try user.registerExtension("org.example.Again", of: "org.example.Notes", "Exec=true\n")
    try #require(try user.run("mdfind", "-save", "large", "kMDItemFSSize > 1000").status == 0)
  }

  private static func isInstalled(_ shell: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + shell) }

  /// Runs a script, and returns the lines that it prints.
  private func lines(_ shell: String, _ script: String, _ arguments: [String] = []) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + shell)
    process.arguments = (shell == "fish" ? ["--no-config", "-c", script] : ["-c", script, shell]) + arguments
    process.environment = user.variables
    process.currentDirectoryURL = URL(fileURLWithPath: user.files)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func expect(_ completed: [String], _ row: Row) {
    #expect(!completed.isEmpty, "\(row.line)")
    // fish 4 prefers the spelling with two dashes, which means the same.
    for line in completed {
      #expect(line.hasPrefix(row.becomes) || line.replacing(" --", with: " -").hasPrefix(row.becomes), "\(row.line): \(line)")
    }
  }

  @Test(.enabled(if: isInstalled("bash")), arguments: rows)
  func `bash completes`(row: Row) throws {
    // `compopt` fails outside of a completion.
    let script = """
      compopt() { :; }
      . "$1/bash/$2"
      COMP_LINE=$3 COMP_POINT=${#3} COMP_WORDS=("${@:4}") COMP_CWORD=$(($# - 4))
      _searchlight
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let replies = try lines("bash", script, [Self.folder, row.words[0], row.line] + row.words)
    let last = row.words.last ?? ""
    let kept = row.line.dropLast(last.hasPrefix("'") ? last.count - 1 : last.count)
    expect(replies.map { String(kept) + $0 }, row)
  }

  @Test(.enabled(if: isInstalled("fish")), arguments: rows)
  func `fish completes`(row: Row) throws {
    let script = """
      source $argv[1]/fish/$argv[2].fish
      complete -C $argv[3]
      """
    let candidates = try lines("fish", script, [Self.folder, row.words[0], row.line])
    let word = row.isCut ? row.line.split(separator: " ").last.map(String.init) ?? "" : row.words.last ?? ""
    let kept = row.line.dropLast(word.hasPrefix("'") ? word.count - 1 : word.count)
    expect(candidates.map { String(kept) + $0.prefix { $0 != "\t" } }, row)
  }

  /// Completes the line in a shell on its own terminal, which writes the line to a file and ends.
  @Test(.enabled(if: isInstalled("zsh")), arguments: rows.sampled(every: 3))
  func `zsh completes`(row: Row) throws {
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'TERM=dumb; fpath=('${(q)1}'/zsh $fpath); autoload -U compinit; compinit -u -D; setopt no_beep
        finish() { zle complete-word; print -r -- "$BUFFER" >'${(q)2}'; exit }; zle -N finish; bindkey "^X" finish'
      zpty -w -n shell "$3"$'\\x18'
      while zpty -r shell output; do :; done
      cat $2
      """
    expect(try lines("zsh", script, [Self.folder, user.root + "/line", row.line]), row)
  }

  @Test func `the completions know every kind of argument`() throws {
    let free: Set = ["INODE", "N", "NAME", "PATTERN", "TEXT"]
    let scripts = try ["bash/mdfind", "fish/mdfind.fish", "zsh/_mdfind"].map { try Repository.text(of: "Support/completions/" + $0) }
    for tool in ["mdfind", "mdls", "mdimport", "mdutil", "mds"] {
      for line in try user.run(tool, "-help").lines {
        guard let argument = line.firstMatch(of: #/^  -[^ ]+ ([^ ]+)  /#).map({ String($0.output.1) }), !free.contains(argument) else {
          continue
        }
        for script in scripts { #expect(script.contains(argument), "\(tool): \(argument)") }
      }
    }
  }
}
