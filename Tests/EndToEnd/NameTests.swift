import Foundation
import Testing

/// Files whose names are hard to write down, or that have several.
struct NameTests {
  @Test func `characters that mean something in a query are found in names when escaped`() throws {
    let names = [
      "quote\"d", "it's", "back\\slash", "star*star", "new\nline", " space ", "a && b", "(1)", "$time.now", "NULL", "-dash", "é\tt",
    ]
    let user = try TestEnvironment()
    for name in names { try user.write("x/" + name, "text") }
    try user.index()
    for name in names {
      let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("*", with: "\\*")
      for query in ["kMDItemFSName == \"\(escaped)\"", "kMDItemFSName = '\(escaped.replacing("'", with: "\\'"))'"] {
        #expect(try user.run("mdfind", "-0", "-literal", query).text == user.path("x/" + name) + "\0", "\(query)")
      }
    }
    try user.expect(
      [
        ("*star*star", ["star*star"]), ("*\\**", ["star*star"]), ("'*\"*'", ["quote\"d"]), ("\"*'*\"", ["it's"]),
        ("NULL && kMDItemFSName == \"NULL\"", []), ("\"NULL\"", ["NULL"]), ("\"$time.now\"", ["$time.now"]),
      ].map { ("kMDItemFSName == \($0.0)", $0.1) }, in: "x")
  }

  @Test func `each name of a file is a document, and a link is one of its own`() throws {
    let user = try TestEnvironment(files: ["one.txt": "shared words", "folder/inner.txt": "inside"])
    try FileManager.default.linkItem(atPath: user.path("one.txt"), toPath: user.path("two.txt"))
    try FileManager.default.createSymbolicLink(atPath: user.path("link"), withDestinationPath: "one.txt")
    try FileManager.default.createSymbolicLink(atPath: user.path("loop"), withDestinationPath: "folder")
    try user.index()
    #expect(try user.find("shared words") == ["one.txt", "two.txt"])
    #expect(try user.find("inside") == ["folder/inner.txt"])
    #expect(try user.find("-literal", "kMDItemFSName == \"l*\"") == ["link", "loop"])
    try FileManager.default.removeItem(atPath: user.path("one.txt"))
    try user.index()
    #expect(try user.find("shared words") == ["two.txt"])
  }
}
