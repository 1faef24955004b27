// SPDX-License-Identifier: Apache-2.0

import Applications
import Foundation
import Testing
import UniformTypeIdentifiers

/// Manifests in folders of their own.
final class InstalledImporterTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  private var folders: DataFolders {
    DataFolders { ["XDG_DATA_HOME": "\(root)/home", "XDG_DATA_DIRS": "\(root)/system"][$0] }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ folder: String, _ identifier: String, _ text: String) throws {
    let folder = "\(root)/\(folder)/searchlight/importers"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(identifier).importer", atomically: true, encoding: .utf8)
  }

  private func reason(_ lines: String) throws -> String? {
    try write("home", "a", lines)
    let (importers, problems) = InstalledImporter.all(in: folders)
    return importers.isEmpty ? problems.first?.reason : nil
  }

  @Test func `importers of the user precede those of the system, and replace those of their name`() throws {
    try write("system", "a", "[Importer]\nVersion=1\nExec=/bin/true\nTypes=public.text\n")
    try write("system", "b", "[Importer]\nVersion=1\nExec=/bin/true\nTypes=public.text\n")
    try write("home", "b", "[Importer]\nVersion=2\nExec=/bin/true a\nTypes=public.text;public.image\nAccess=descriptor\n")
    let (importers, problems) = InstalledImporter.all(in: folders)
    #expect(problems.isEmpty)
    #expect(importers.map(\.identifier) == ["b", "a"])
    #expect(importers.map(\.version) == [2, 1])
    #expect(importers.map(\.origin) == [.user, .system])
    #expect(importers.map(\.access) == [.descriptor, .url])
    #expect(importers.map(\.types) == [["public.text", "public.image"], ["public.text"]])
    #expect(importers.map(\.command) == [["/bin/true", "a"], ["/bin/true"]])
  }

  @Test func `paths refer to the folder of the manifest`() throws {
    try write("home", "program", "")
    let folder = "\(root)/home/searchlight/importers"
    chmod("\(folder)/program.importer", 0o700)
    try FileManager.default.createDirectory(atPath: "\(folder)/data", withIntermediateDirectories: false)
    try write("home", "a", "[Importer]\nVersion=1\nExec=program.importer ./a.importer\nTypes=public.text\nReadable=data;/usr/share/mime\n")
    let importer = try #require(InstalledImporter.all(in: folders).importers.first)
    #expect(importer.command == ["\(folder)/program.importer", "\(folder)/a.importer"])
    #expect(importer.readablePaths == ["\(folder)/a.importer", "\(folder)/data", "/usr/share/mime"])
  }

  @Test func `a manifest declares types`() throws {
    try write(
      "home", "a",
      """
      [Importer]
      Version=1
      Exec=/bin/true
      Types=org.example.a
      [Type org.example.a]
      Name=Letter
      ConformsTo=org.example.b
      Extensions=.Aaa;aa
      MIMETypes=text/x-a
      [Type org.example.b]
      ConformsTo=public.text
      """)
    let importer = try #require(InstalledImporter.all(in: folders).importers.first)
    let types = TypeDatabase.standard(with: importer.declaredTypes)
    let found = types.type(forFileName: Array("x.aaa".utf8).span)
    #expect(found?.isCertain == true)
    #expect(found?.type.identifier == "org.example.a")
    #expect(found?.type.kind == "Letter")
    #expect(found?.type.tree.starts(with: ["org.example.a", "org.example.b", "public.text"]) == true)
    #expect(found?.type.mimeType == "text/x-a")
  }

  @Test(arguments: [
    ("", "no key Exec"), ("Exec=\"a", "not a command"), ("Exec=nothing", "not a file"), ("Exec=/etc/passwd", "not executable"),
    ("Exec=/bin/true", "no key Types"), ("Exec=/bin/true\nTypes=org.example.nothing", "not known"),
    ("Exec=/bin/true\nTypes=public.text", "no key Version"), ("Exec=/bin/true\nTypes=public.text\nVersion=new", "whole number"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\nAccess=all", "url or descriptor"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\nReadable=/etc", "neither in a folder of the system"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\nReadable=/", "neither in a folder of the system"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\nReadable=/usr", "neither in a folder of the system"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\nReadable=../../..", "neither in a folder of the system"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\n[Type public.jpeg]", "built in"),
    ("Exec=/bin/true\nTypes=public.text\nVersion=1\n[Type a.b]\nConformsTo=c.d", "not known"),
  ])
  func `a manifest that cannot be used is reported`(lines: String, expected: String) throws {
    let reason = try reason("[Importer]\n\(lines)\n")
    #expect(reason?.contains(expected) == true, "\(reason ?? "none")")
  }

  @Test(arguments: [
    "/bin/true ./../../../secrets/key", "/bin/true ./data/../../../../secrets/key", "/bin/true ./link", "/bin/true ./folder/key",
    "/bin/true \"./../../../secrets/key\"", "/bin/true /etc/passwd",
  ])
  func `an argument does not lead out of the folders that an importer may read`(command: String) throws {
    let folder = "\(root)/home/searchlight/importers"
    for path in ["\(folder)/data", "\(root)/secrets"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try "key".write(toFile: "\(root)/secrets/key", atomically: true, encoding: .utf8)
    symlink("\(root)/secrets/key", "\(folder)/link")
    symlink("\(root)/secrets", "\(folder)/folder")
    let reason = try reason("[Importer]\nVersion=1\nExec=\(command)\nTypes=public.text\n")
    #expect(reason?.contains("neither in a folder of the system") == true, "\(reason ?? "none")")
  }

  @Test func `what an argument names is readable by its real path`() throws {
    let folder = "\(root)/home/searchlight/importers"
    try FileManager.default.createDirectory(atPath: "\(folder)/code", withIntermediateDirectories: true)
    try "script".write(toFile: "\(folder)/code/script", atomically: true, encoding: .utf8)
    symlink("code/script", "\(folder)/link")
    try write("home", "a", "[Importer]\nVersion=1\nExec=/bin/true ./link ./code/../code/script -x ../y\nTypes=public.text\n")
    let importer = try #require(InstalledImporter.all(in: folders).importers.first)
    let real = try #require(realpath(folder, nil).map { String(cString: $0) })
    #expect(importer.readablePaths == ["\(real)/code/script", "\(real)/code/script"])
    #expect(importer.command == ["/bin/true", "\(folder)/link", "\(folder)/code/../code/script", "-x", "../y"])
  }

  @Test func `a manifest or program that others can change is not used`() throws {
    try write("home", "a", "[Importer]\nVersion=1\nExec=/bin/true\nTypes=public.text\n")
    let path = "\(root)/home/searchlight/importers/a.importer"
    chmod(path, 0o666)
    #expect(InstalledImporter.all(in: folders).problems.first?.reason == "it can be changed by other users")
  }
}
