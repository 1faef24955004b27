// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Importers that a user installs, in real workers.
struct InstalledImporterTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  /// Installs `TestImporter` for files with the extension `.order`.
  private func install(_ identifier: String = "org.example.Orders", version: Int = 1, _ more: String = "") throws {
    try user.installData(
      "searchlight/importers/\(identifier).importer",
      """
      [Importer]
      Version=\(version)
      Exec=\(user.tools)/TestImporter
      Types=org.example.order
      Readable=\(Self.runtime)
      \(more)
      [Type org.example.order]
      Name=Order
      ConformsTo=public.plain-text
      Extensions=order
      """)
  }

  /// The folder with the libraries of programs that are not linked statically.
  private static let runtime: String = {
    // Foundation's function for whole files reads only one page of it.
    let bytes = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") } ?? ""
    return (String(line[(line.firstIndex(of: "/") ?? line.endIndex)...]) as NSString).deletingLastPathComponent
  }()

  private func test(_ name: String, _ content: String) throws -> TestEnvironment.Outcome {
    try user.write(name, content)
    return try user.run("mdimport", "-t", "-d3", name)
  }

  @Test func `an importer opens the file by its URL`() throws {
    try install()
    let outcome = try test("a.order", "say hello")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("of type 'org.example.order' with importer org.example.Orders."), "\(outcome.text)")
    #expect(outcome.text.contains("kMDItemTitle = hello;"), "\(outcome.text)")
    #expect(outcome.text.contains("kMDItemComment = \"a.order\";"))
    #expect(outcome.text.contains("kMDItemTextContent = \"say hello\";"))
  }

  @Test func `an empty file gets the type that an importer declares`() throws {
    try user.write("empty.order", "")
    try user.write("empty.txt", "")
    try user.index()
    #expect(try user.find("kMDItemContentType == 'org.example.order'") == [])
    try install()
    try user.index()
    #expect(try user.find("kMDItemContentType == 'org.example.order'") == ["empty.order"])
    #expect(try user.find("kMDItemContentType == 'public.plain-text'") == ["empty.txt"])
    try FileManager.default.removeItem(atPath: user.root + "/data/searchlight/importers/org.example.Orders.importer")
    try user.index()
    #expect(try user.find("kMDItemContentType == 'org.example.order'") == [])
    try user.write("new.order", "")
    try user.index()
    #expect(try user.find("kMDItemContentType == 'public.data'") == ["empty.order", "new.order"])
  }

  @Test func `an importer opens no other file`() throws {
    try install()
    try user.write("secret.txt", "secret")
    for order in ["read \(user.path("secret.txt"))", "read /etc/passwd", "list \(user.files)", "list /proc"] {
      let outcome = try test("a.order", order)
      #expect(outcome.status == 1, "\(order): \(outcome.text)")
      #expect(!outcome.text.contains("secret") && !outcome.text.contains("root"), "\(order)")
    }
  }

  @Test func `what an importer finds is in the index, with the type that it declares`() throws {
    try install()
    try user.write("a.order", "say hello")
    try user.write("b.order", "say goodbye")
    try user.index()
    #expect(try user.find("kMDItemTitle == hello") == ["a.order"])
    #expect(try user.find("goodbye") == ["b.order"])
    #expect(try user.find("kMDItemContentType == org.example.order") == ["a.order", "b.order"])
    #expect(try user.find("kMDItemKind == Order") == ["a.order", "b.order"])
  }

  @Test func `files that are in the index are read again after the importer is installed, changed and removed`() throws {
    try user.write("a.order", "say hello")
    try user.index()
    #expect(try user.find("kMDItemTitle == hello") == [])
    try install()
    try user.index()
    #expect(try user.find("kMDItemTitle == hello && kMDItemContentType == org.example.order") == ["a.order"])
    #expect(try user.run("mdimport", ".").text.contains("; 0 files read"))
    try install(version: 2)
    #expect(try user.run("mdimport", ".").text.contains("; 1 file read"))
    #expect(try user.run("mdimport", "-r", "org.example.Orders").text.contains("1 file read"))
    try FileManager.default.removeItem(atPath: user.root + "/data/searchlight/importers")
    #expect(try user.run("mdimport", ".").text.contains("; 1 file read"))
    #expect(try user.find("kMDItemTitle == hello") == [])
  }

  @Test(arguments: [
    ("crash", "the worker was killed by signal"), ("exit", "the worker exited with status 4"), ("refuse", "The importer failed"),
  ])
  func `an importer that fails, fails only its file`(order: String, reason: String) throws {
    try install()
    try user.write("a.order", order)
    try user.write("b.order", "say hello")
    try user.index()
    #expect(try user.find("kMDItemTitle == hello") == ["b.order"])
    let failures = try user.run("mdutil", "--failed").lines
    #expect(failures.count == 1)
    #expect(failures.first?.contains(reason) == true, "\(failures)")
    #expect(failures.first?.contains(" (org.example.Orders 1, 20") == true)
    let object = try user.run("mdutil", "--failed", "--json").text
    #expect(object.hasPrefix("{\"importer\":\"org.example.Orders\",") && object.hasSuffix(",\"version\":1}\n"), "\(object)")
  }

  @Test func `mds notices that an importer is installed, changed and removed`() throws {
    try user.write("a.order", "say hello")
    let daemon = try RunningDaemon(user)
    try user.wait("the file is read as text: \(daemon.log)", seconds: 120) { try user.find("hello") == ["a.order"] }
    #expect(try user.find("kMDItemTitle == hello") == [])
    try user.installData("searchlight/importers/org.example.Broken.importer", "[Importer]\n")
    try install()
    try user.wait("the importer reads the file: \(daemon.log)", seconds: 120) { try user.find("kMDItemTitle == hello") == ["a.order"] }
    #expect(daemon.log.contains("org.example.Broken.importer: the group [Importer] has no key Exec"), "\(daemon.log)")
    try FileManager.default.removeItem(atPath: user.root + "/data/searchlight/importers/org.example.Orders.importer")
    try user.wait("a built-in importer reads the file: \(daemon.log)", seconds: 120) { try user.find("kMDItemTitle == hello") == [] }
  }

  @Test func `mds reads the files again on which a removed importer has failed`() throws {
    try user.write("a.order", "crash")
    let daemon = try RunningDaemon(user)
    try user.wait("a built-in importer reads the file: \(daemon.log)", seconds: 120) { try user.find("crash") == ["a.order"] }
    try install()
    try user.wait("the importer fails: \(daemon.log)", seconds: 120) { try user.run("mdutil", "--failed").lines.count == 1 }
    try FileManager.default.removeItem(atPath: user.root + "/data/searchlight/importers/org.example.Orders.importer")
    try user.wait("a built-in importer reads the file: \(daemon.log)", seconds: 20) { try user.find("crash") == ["a.order"] }
    #expect(try user.run("mdutil", "--failed").lines == [])
  }

  @Test(arguments: [false, true])
  func `mdutil has the files of an importer read again`(hasDaemon: Bool) throws {
    try install()
    try user.write("a.order", "say hello")
    let daemon = hasDaemon ? try RunningDaemon(user) : nil
    if !hasDaemon { try user.index() }
    try user.wait("the importer reads the file", seconds: 120) { try user.find("kMDItemTitle == hello") == ["a.order"] }
    let outcome = try user.run("mdutil", "-r", "org.example.Orders")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let process = daemon?.process.processIdentifier
    #expect(outcome.text == process.map { "1 file to read again; the daemon (process \($0)) reads them\n" } ?? "1 file read, 0 failed\n")
    try user.wait("it is read", seconds: 120) { try user.run("mdutil", "-s").text.contains(" 0 to read") }
    #expect(try user.find("kMDItemTitle == hello") == ["a.order"])
    withExtendedLifetime(daemon) {}
  }

  @Test func `an executable that is no importer fails the file`() throws {
    try user.installData(
      "searchlight/importers/org.example.True.importer",
      "[Importer]\nVersion=1\nExec=/bin/true\nTypes=public.plain-text\n")
    let outcome = try test("a.txt", "hello")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the importer did not start: the worker exited with status 0"), "\(outcome.errors)")
    try user.write("../data/searchlight/importers/script", "#!/bin/sh\n")
    chmod(user.root + "/data/searchlight/importers/script", 0o700)
    try user.installData(
      "searchlight/importers/org.example.True.importer", "[Importer]\nVersion=1\nExec=script\nTypes=public.plain-text\n")
    #expect(try test("a.txt", "hello").errors.contains("a script is an argument of its interpreter"))
  }

  @Test func `mdimport lists installed importers before the others, and reports manifests that cannot be used`() throws {
    try install()
    try user.installData("searchlight/importers/org.example.Broken.importer", "[Importer]\nVersion=1\n")
    let list = try user.run("mdimport", "-L")
    #expect(list.text.hasPrefix("org.example.Orders, version 1, installed for the user\n    manifest: "), "\(list.text)")
    #expect(list.text.contains("\n    org.example.order\n"))
    #expect(list.text.contains("\nDocument, version "))
    let tested = try test("a.order", "say hello")
    try user.index()
    for outcome in [list, tested, try user.run("mdutil", "-s")] {
      #expect(outcome.errors.contains("org.example.Broken.importer: the group [Importer] has no key Exec"), "\(outcome.errors)")
    }
  }

  @Test func `a file can be treated as a type of an installed importer`() throws {
    try install()
    try user.write("a.txt", "say hello")
    let outcome = try user.run("mdimport", "-t", "-p", "-y", "org.example.order", "a.txt")
    #expect(outcome.text.contains("with importer org.example.Orders in "), "\(outcome.text) \(outcome.errors)")
  }

  @Test func `an importer does nothing unless it is started as one`() throws {
    let outcome = try user.run("TestImporter")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "This program is an importer, which mds and mdimport start; see searchlight.importer(5).\n")
  }
}
