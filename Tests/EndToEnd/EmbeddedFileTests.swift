// SPDX-License-Identifier: Apache-2.0

import Testing

/// Files inside files, read by workers in their sandbox.
struct EmbeddedFileTests {
  @Test func `an archive is found by the text of its members`() throws {
    let user = try TestEnvironment()
    try user.write("notes/plan.txt", "aardvark")
    try user.write("notes/page.html", "<p>badger</p>")
    try user.shell("tar -czf inner.tgz notes && tar -cf outer.tar inner.tgz && rm -r notes inner.tgz")
    try user.index()
    try user.expect(["aardvark", "badger", "page.html"].map { ("kMDItemTextContent == \"\($0)\"", ["outer.tar"]) })
  }

  @Test func `what is left out of an archive is reported`() throws {
    let user = try TestEnvironment()
    try user.writeConfiguration("root = \(user.files)\nembedded-text-mib = 1\n")
    try user.write("a.txt", String(repeating: "aardvark ", count: 200_000))
    try user.write("b.txt", "badger")
    try user.shell("tar -cf all.tar a.txt b.txt && rm a.txt b.txt")
    try user.index()
    try user.expect([("kMDItemTextContent == \"b.txt\"", ["all.tar"]), ("kMDItemTextContent == \"badger\"", [])])
    let failed = try user.run("mdutil", "--failed")
    #expect(failed.text.contains("Of the text of the files in it, only 1 MiB are indexed."))
  }

  @Test func `only names are indexed if the configuration says so`() throws {
    let user = try TestEnvironment()
    try user.writeConfiguration("root = \(user.files)\nembedded-text-mib = 0\n")
    try user.write("b.txt", "badger")
    try user.shell("tar -cf all.tar b.txt && rm b.txt")
    try user.index()
    try user.expect([("kMDItemTextContent == \"b.txt\"", ["all.tar"]), ("kMDItemTextContent == \"badger\"", [])])
  }
}
