// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `make install`, with stand-ins for the programs.
struct InstallationTests {
  private let user: TestEnvironment
  private var home: String { user.root + "/home" }

  init() throws {
    user = try TestEnvironment()
    try FileManager.default.createDirectory(atPath: user.root + "/built", withIntermediateDirectories: false)
    for name in ["mdfind", "mdutil", "mdworker"] {
      try FileManager.default.copyItem(atPath: "/bin/true", toPath: user.root + "/built/" + name)
    }
    // As on a terminal without a desktop.
    user.moreVariables = ["XDG_DATA_DIRS": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "MAKEFLAGS": ""]
  }

  private func outcome(_ arguments: [String], built: String) throws -> TestEnvironment.Outcome {
    let command = ["-C", Repository.folder.path, "--no-print-directory"] + arguments + ["built=\(user.root)/\(built)"]
    return try user.outcome { user.process(executable: "/usr/bin/make", command, output: $0, errors: $1) }
  }

  private func make(_ arguments: String...) throws {
    let outcome = try outcome(arguments, built: "built")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func files(in folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  /// The lines that a program prints without `XDG_DATA_DIRS`; `nil` if it is not installed.
  private func lines(_ program: String, _ arguments: String...) throws -> [String]? {
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    return try user.outcome { output, errors in
      let process = user.process(executable: program, arguments, output: output, errors: errors)
      process.environment = user.variables.filter { !$0.key.hasPrefix("XDG_") }
      return process
    }.lines
  }

  @Test func `an installation in the home folder is found by systemd and by fish, and has nothing for root`() throws {
    try make("install", "PREFIX=\(home)/.local")
    let installed = files(in: home + "/.local")
    for path in ["bin/mds", "libexec/searchlight/mdworker", "share/man/man1/mds.1", "share/bash-completion/completions/mdfind"] {
      #expect(installed.contains(path), "\(path)")
    }
    for word in ["mdqueryd", "sysctl", "systemd/system", "-system.", "-query."] {
      #expect(installed.filter { $0.contains(word) } == [], "\(word)")
    }
    let unit = home + "/.local/share/systemd/user/searchlight.service"
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(text.contains("\nExecStart=\(home)/.local/bin/mds --foreground\n"))
    if let folders = try lines("/usr/bin/systemd-analyze", "--user", "unit-paths") {
      #expect(folders.contains(home + "/.local/share/systemd/user"), "\(folders)")
    }
    if let folders = try lines("/usr/bin/fish", "-c", "printf '%s\\n' $fish_complete_path") {
      #expect(folders.contains(home + "/.local/share/fish/vendor_completions.d"), "\(folders)")
    }
    #expect(installed.contains("share/fish/vendor_completions.d/mdfind.fish"))
    try make("uninstall", "PREFIX=\(home)/.local")
    // The cache of update-desktop-database(1) stays where there was one.
    #expect(files(in: home + "/.local").filter { $0 != "share/applications/mimeinfo.cache" } == [])
  }

  @Test(arguments: ["/usr/local", "/usr", "/opt/searchlight"])
  func `an installation for all users is found by systemd and by fish`(prefix: String) throws {
    let root = user.root + "/installed"
    try make("install", "PREFIX=\(prefix)", "DESTDIR=\(root)")
    let installed = files(in: root).map { "/" + $0 }
    #expect(installed.contains(prefix + "/libexec/searchlight/mdqueryd"))
    // What desktop shells read, and what these files name.
    let name = "org.searchlight.Searchlight"
    for path in [
      "gnome-shell/search-providers/\(name).search-provider.ini", "applications/\(name).desktop",
      "krunner/dbusplugins/plasma-runner-searchlight.desktop",
    ] { #expect(installed.contains("\(prefix)/share/\(path)"), "\(path)") }
    let service = try String(contentsOfFile: "\(root)\(prefix)/share/dbus-1/services/\(name).SearchProvider.service", encoding: .utf8)
    #expect(service.contains("\nExec=\(prefix)/libexec/searchlight/searchlight-provider\n"), "\(service)")
    #expect(installed.contains(prefix + "/libexec/searchlight/searchlight-provider"))
    #expect(installed.contains { $0.hasSuffix("/systemd/user/searchlight-provider.service") })
    if prefix != "/opt/searchlight", let folders = try lines("/usr/bin/systemd-analyze", "--user", "unit-paths") {
      #expect(folders.contains { installed.contains($0 + "/searchlight.service") }, "\(folders)")
    }
    if let folders = try lines("/usr/bin/fish", "-c", "printf '%s\\n' $fish_complete_path") {
      #expect(folders.contains { installed.contains($0 + "/mdfind.fish") }, "\(folders)")
    }
    try make("uninstall", "PREFIX=\(prefix)", "DESTDIR=\(root)")
    #expect(files(in: root) == [])
  }

  @Test func `without a build, nothing is installed or built, and the error says what to do`() throws {
    let outcome = try outcome(["install", "PREFIX=\(home)/.local"], built: "missing")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("there is no release build; run 'make build' first"), "\(outcome.errors)")
    #expect(files(in: home + "/.local") == [])
  }
}
