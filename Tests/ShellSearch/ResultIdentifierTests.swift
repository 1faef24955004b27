// SPDX-License-Identifier: Apache-2.0

import ShellSearch
import Testing

struct ResultIdentifierTests {
  @Test(arguments: [
    ("/home/ada/Überblick 1.pdf", "file:///home/ada/%C3%9Cberblick%201.pdf"), ("/a/b%c?d#e", "file:///a/b%25c%3Fd%23e"),
    ("/~/.x_y-z", "file:///~/.x_y-z"),
  ])
  func `a path is written as a URL and read again`(path: String, url: String) {
    let identifier = ResultIdentifier(location: Array(path.utf8))
    #expect(identifier == .file(Array(path.utf8)))
    #expect(identifier.text == url)
    #expect(ResultIdentifier(url) == identifier)
    #expect(identifier.location == Array(path.utf8))
  }

  @Test func `every byte of a name survives`() {
    let path = Array("/x".utf8) + (1...255).map { UInt8($0) }
    #expect(ResultIdentifier(ResultIdentifier.file(path).text) == .file(path))
  }

  @Test func `the address of an item is its identifier`() {
    let address = "searchlight://org.example.Recipes/Soups/a%2Fb"
    #expect(ResultIdentifier(location: Array(address.utf8)) == .item(address))
    #expect(ResultIdentifier(address)?.text == address)
  }

  @Test func `a mark differs with the typed text and is no part of the identifier`() {
    for identifier in [ResultIdentifier.file(Array("/a#b".utf8)), .item("searchlight://org.example.Recipes/Soups/a%23b")] {
      let marked = ["re", "rep", "re"].map { identifier.text(for: ShellQuery($0)) }
      #expect(marked[0] == marked[2] && marked[0] != marked[1])
      for text in marked { #expect(text.hasPrefix(identifier.text + "#") && ResultIdentifier(text) == identifier) }
    }
  }

  @Test(arguments: [
    "", "#", "file:///#a", "a", "/etc/passwd",
    "file://", "file:///", "file://other/etc/passwd", "http://example.org/", "file:///a%00b", "file:///a%GG",
    "searchlight://", "special:x",
  ])
  func `other texts are no identifiers`(text: String) { #expect(ResultIdentifier(text) == nil) }

  @Test func `a text of megabytes is no identifier`() {
    #expect(ResultIdentifier("file:///" + String(repeating: "a", count: 4000)) != nil)
    #expect(ResultIdentifier("file:///" + String(repeating: "a", count: 1 << 20)) == nil)
    #expect(ResultIdentifier("searchlight://" + String(repeating: "a", count: 1 << 20)) == nil)
  }
}
