// SPDX-License-Identifier: Apache-2.0

import Applications
import Foundation
import IndexStore
import Testing

/// Manifests in folders of their own, and shell scripts as extensions.
final class IndexExtensionTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  private let request = ExtensionRequest(ApplicationStore(bundle: "org.example.A", index: .default, protection: .none), .reindexAll)

  private var folders: DataFolders {
    DataFolders { ["XDG_DATA_HOME": "\(root)/home", "XDG_DATA_DIRS": "\(root)/one:relative:\(root)/two"][$0] }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ folder: String, _ identifier: String, _ text: String) throws {
    let folder = "\(root)/\(folder)/searchlight/extensions"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(identifier).extension", atomically: true, encoding: .utf8)
  }

  private func extensionRunning(_ script: String, timeout: Int = 600) throws -> IndexExtension {
    try write("home", "x", "[Index Extension]\nApplication=org.example.A\nExec=sh -c \"\(script)\"\nTimeoutSec=\(timeout)\n")
    return try #require(IndexExtension.of("org.example.A", in: folders))
  }

  @Test func `a manifest of the user takes the place of one of the system`() throws {
    try write("two", "b", "[Index Extension]\nApplication=org.example.B\nExec=b\n")
    try write("one", "a", "[Index Extension]\nApplication=org.example.A\nExec=system\n")
    try write("home", "a", "[Index Extension]\nApplication=org.example.A\nExec=own --all\nTimeoutSec=5\n")
    let all = IndexExtension.all(in: folders)
    #expect(all.map(\.identifier) == ["a", "b"])
    #expect(all.map(\.arguments) == [["own", "--all"], ["b"]])
    #expect(all.map(\.timeLimit) == [.seconds(5), .seconds(600)])
    #expect(IndexExtension.of("org.example.B", in: folders)?.manifest == "\(root)/two/searchlight/extensions/b.extension")
    #expect(IndexExtension.of("org.example.C", in: folders) == nil)
  }

  @Test(arguments: [
    ("", "no key Application"), ("Application=a", "no key Exec"), ("Application=a\nExec=\"a", "not a command"),
    ("Application=a\nExec=a\nTimeoutSec=soon", "whole number"),
  ])
  func `a manifest that cannot be used is reported`(lines: String, reason: String) throws {
    try write("home", "a", "[Index Extension]\n\(lines)\n")
    var problems: [String] = []
    #expect(IndexExtension.all(in: folders) { problems.append($0) }.isEmpty)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(reason) == true)
  }

  @Test func `an extension that ends without an answer is reported`() throws {
    #expect(throws: ExtensionError.exited(3)) { try extensionRunning("exit 3").answer(to: request) }
    #expect(throws: ExtensionError.killed(signal: SIGSEGV)) { try extensionRunning("kill -SEGV $$").answer(to: request) }
    #expect(throws: ExtensionError.unknownAnswer) { try extensionRunning("echo hello >&3").answer(to: request) }
    #expect(throws: ExtensionError.timedOut(.seconds(1))) { try extensionRunning("exec sleep 3600", timeout: 1).answer(to: request) }
    try write("home", "x", "[Index Extension]\nApplication=org.example.A\nExec=/nowhere/extension\n")
    let missing = try #require(IndexExtension.of("org.example.A", in: folders))
    #expect(throws: ExtensionError.cannotStart("/nowhere/extension", code: ENOENT)) { try missing.answer(to: request) }
  }

  @Test func `a large request reaches the extension, and the answer counts even if it reads nothing`() throws {
    let large = ExtensionRequest(request.store, .reindex((0..<200_000).map { "item \($0)" }))
    #expect(try extensionRunning("cat <&3 >/dev/null; printf '\\\\\\\\0' >&3").answer(to: large) == .acknowledged)
    #expect(try extensionRunning("printf '\\\\\\\\0' >&3").answer(to: request) == .acknowledged)
  }
}
