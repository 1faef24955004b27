// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import AttributeSets
import Foundation
import ImporterSupport
import TestSupport
import Testing

@Suite struct TorrentTests {
  private static let torrent = """
    d7:comment9:A comment10:created by8:Client 113:creation datei1580474863e4:infod5:filesl\
    d6:lengthi5e4:pathl5:plans11:größe.txteed6:lengthi7e4:pathl4:b.mdeee4:name8:My files6:pieces4:\u{1}\u{2}\u{3}\u{4}ee
    """

  private func imported(_ text: String) throws -> MediaImport {
    try MediaImport(ArchiveImporter(), Bytes.text(text), type: "org.bittorrent.torrent")
  }

  @Test func `a torrent has a name, a date and the names of files`() throws {
    let found = try imported(Self.torrent)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "My files")
    #expect(found.attributes.comment == "A comment")
    #expect(found.attributes.creator == "Client 1")
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
    #expect(found.text == "plans/größe.txt\nb.md\n")
  }

  @Test func `the files of version 2 are a tree`() throws {
    let found = try imported("d4:infod9:file treed4:b.mdd0:d6:lengthi1eee5:plansd5:c.txtd0:deeee4:name1:xee")
    #expect(found.text == "b.md\nplans/c.txt\n")
  }

  @Test func `a damaged torrent is reported`() throws {
    let bytes = Bytes.text(Self.torrent)
    for length in 1..<bytes.count {
      #expect(try MediaImport(ArchiveImporter(), Array(bytes[..<length]), type: "org.bittorrent.torrent").failure != nil, "\(length) bytes")
    }
    for text in [String(repeating: "l", count: 100_000), "d4:infoi1e", "99999999999999999999:a", "i--1e", "d4:info-5:ae"] {
      #expect(try imported(text).failure != nil)
    }
  }

  @Test(arguments: (1...200).map { UInt64($0) })
  func `random damage does not crash the importer`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    _ = try MediaImport(ArchiveImporter(), Bytes.text(Self.torrent).damaged(using: &random), type: "org.bittorrent.torrent")
  }
}
