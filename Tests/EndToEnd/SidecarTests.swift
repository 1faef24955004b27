// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What programs store beside photographs counts for the photographs.
struct SidecarTests {
  private let user: TestEnvironment

  /// A picture of one pixel, as text.
  private static let picture = "P3\n1 1\n255\n9 9 9\n"

  init() throws {
    user = try TestEnvironment(files: ["a.ppm": Self.picture, "b.ppm": Self.picture, "folder/notes.txt": "notes"])
  }

  private func packet(_ keyword: String, rating: Int = 4) -> String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"><dc:subject><rdf:Bag><rdf:li>\(keyword)</rdf:li></rdf:Bag></dc:subject>\
    </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  private func move(_ name: String, to other: String) { rename(user.path(name), user.path(other)) }

  @Test func `a photograph is found by what is in its sidecar, and a test import shows it`() throws {
    let embedded = packet("inside", rating: 1)
    try user.write(
      "drawing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"7\" height=\"1\"><metadata>\(embedded)</metadata></svg>")
    try user.write("drawing.svg.xmp", packet("beside"))
    try user.write("drawing.xmp", packet("other"))
    try user.write("a.XMP", packet("beside", rating: 2))
    try user.write("folder/notes.xmp", packet("beside"))
    try user.index()
    #expect(try user.find("kMDItemKeywords == beside") == ["a.XMP", "a.ppm", "drawing.svg", "drawing.svg.xmp", "folder/notes.xmp"])
    #expect(try user.find("keyword:other") == ["drawing.xmp"])
    #expect(try user.find("kMDItemStarRating == 4 && kMDItemPixelWidth == 7") == ["drawing.svg"])
    let attributes = ["-raw", "-name", "kMDItemKeywords", user.path("drawing.svg")]
    #expect(try user.run("mdls", attributes).text == "(\n    beside,\n    inside\n)")
    for name in ["a.ppm", user.path("drawing.svg")] {
      let shown = try user.run("mdimport", "-t", "-d2", name)
      #expect(shown.status == 0 && shown.text.contains("beside"), "\(shown.text)")
    }
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a running daemon follows sidecars and photographs`() throws {
    let daemon = try RunningDaemon(user)
    func expect(_ keyword: String, _ names: [String], _ what: Comment) throws {
      try user.wait(what) { try user.find("kMDItemKeywords == \(keyword)") == names }
    }
    try user.write("a.ppm.xmp", packet("heron"))
    try expect("heron", ["a.ppm", "a.ppm.xmp"], "a sidecar is created")
    try user.write("a.ppm.xmp", packet("egret"))
    try expect("egret", ["a.ppm", "a.ppm.xmp"], "it changes")
    #expect(try user.find("kMDItemKeywords == heron") == [])
    move("a.ppm.xmp", to: "b.xmp")
    try expect("egret", ["b.ppm", "b.xmp"], "it is renamed")
    move("b.ppm", to: "c.ppm")
    try expect("egret", ["b.xmp"], "the photograph is renamed")
    move("c.ppm", to: "b.ppm")
    try expect("egret", ["b.ppm", "b.xmp"], "the photograph has its name again")
    try user.write("b.pgm", "P2\n1 1\n255\n9\n")
    try expect("egret", ["b.pgm", "b.ppm", "b.xmp"], "another photograph has the same stem")
    try user.write("b.ppm.xmp", packet("stork"))
    try expect("stork", ["b.ppm", "b.ppm.xmp"], "one of them has a sidecar of its own")
    #expect(try user.find("kMDItemKeywords == egret") == ["b.pgm", "b.xmp"])
    try FileManager.default.removeItem(atPath: user.path("b.ppm.xmp"))
    try expect("egret", ["b.pgm", "b.ppm", "b.xmp"], "its own sidecar is removed")
    move("b.ppm", to: "folder/b.ppm")
    try expect("egret", ["b.pgm", "b.xmp"], "a photograph moves away")
    move("b.xmp", to: "folder/b.xmp")
    try expect("egret", ["folder/b.ppm", "folder/b.xmp"], "the sidecar follows")
    move("folder", to: "moved")
    try expect("egret", ["moved/b.ppm", "moved/b.xmp"], "the folder is renamed")
    try user.write("saved", packet("crane"))
    move("saved", to: "moved/b.xmp")
    try expect("crane", ["moved/b.ppm", "moved/b.xmp"], "an editor saves the sidecar")
    try FileManager.default.removeItem(atPath: user.path("moved/b.xmp"))
    try expect("crane", [], "the sidecar is removed")
    #expect(try user.find("kMDItemStarRating == *") == [])
    #expect(daemon.process.isRunning)
    #expect(try user.run("mdutil", "--verify").status == 0)
  }
}
