// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The names of places that photographs get by their positions.
struct PlaceTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  private static let file = "libgweather-4/Locations.xml"

  private static let places = """
    <?xml version="1.0" encoding="utf-8"?>
    <gweather format="1.0"><region><_name>Europe</_name>
    <country><_name>Portugal</_name><city><_name>Lisbon</_name><coordinates>38.716667 -9.133333</coordinates></city></country>
    <country><_name>Germany</_name><state><_name>Brandenburg</_name>
    <city><_name>Potsdam</_name><coordinates>52.4 13.066667</coordinates></city></state></country></region></gweather>
    """

  /// A photograph without pixels.
  ///
  /// - Parameter position: In whole minutes of arc: latitude to the north and longitude to the west.
  private func photograph(_ position: (north: UInt32, west: UInt32)?, _ properties: String = "") -> [UInt8] {
    func little(_ values: UInt32...) -> [UInt8] { values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } } }
    func entry(_ tag: UInt8, _ type: UInt8, _ count: UInt32, _ value: [UInt8]) -> [UInt8] { [tag, 0, type, 0] + little(count) + value }
    func angle(_ minutes: UInt32) -> [UInt8] { little(minutes / 60, 1, minutes % 60, 1, 0, 1) }
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let position {
      let pointer = Array("II*\0".utf8) + little(8) + [1, 0, 0x25, 0x88, 4, 0] + little(1, 26, 0)
      let directory =
        [4, 0] + entry(1, 2, 2, Array("N\0\0\0".utf8)) + entry(2, 5, 3, little(80)) + entry(3, 2, 2, Array("W\0\0\0".utf8))
        + entry(4, 5, 3, little(104)) + little(0)
      bytes += segment(0xE1, Array("Exif\0\0".utf8) + pointer + directory + angle(position.north) + angle(position.west))
    }
    if !properties.isEmpty { bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet(properties).utf8)) }
    return bytes + segment(0xC0, [8, 0, 20, 0, 30, 3] + [UInt8](repeating: 0, count: 9)) + segment(0xDA, [0, 0]) + [0xFF, 0xD9]
  }

  private func packet(_ properties: String) -> String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(properties)/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  private static let lisbon: (north: UInt32, west: UInt32) = (38 * 60 + 43, 9 * 60 + 8)
  private static let ocean: (north: UInt32, west: UInt32) = (38 * 60, 40 * 60)
  private static let potsdam = #"exif:GPSLatitude="52,24.5N" exif:GPSLongitude="13,4.5E""#

  private func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: user.path(name))) }

  /// City, region and country, separated by commas.
  private func names(_ name: String) throws -> String {
    let keys = ["kMDItemCity", "kMDItemStateOrProvince", "kMDItemCountry"]
    let outcome = try user.run("mdls", ["-raw"] + keys.flatMap { ["-name", $0] } + [user.path(name)])
    return outcome.text.split(separator: "\0").map { $0 == "(null)" ? "" : String($0) }.joined(separator: ",")
  }

  @Test func `a photograph is found by the names of its position`() throws {
    try user.installData(Self.file, Self.places)
    try write("a.jpg", photograph(Self.lisbon))
    try write("b.jpg", photograph(nil, Self.potsdam))
    try write("ocean.jpg", photograph(Self.ocean))
    try write("none.jpg", photograph(nil))
    try user.index()
    #expect(try user.find("city:lisbon") == ["a.jpg"])
    #expect(try user.find("Portugal") == ["a.jpg"])
    #expect(try user.find("country:germany") == ["b.jpg"])
    #expect(try names("a.jpg") == "Lisbon,,Portugal")
    #expect(try names("b.jpg") == "Potsdam,Brandenburg,Germany")
    #expect(try names("ocean.jpg") == ",,")
    #expect(try names("none.jpg") == ",,")
    let shown = try user.run("mdimport", "-t", "-d2", user.path("a.jpg"))
    #expect(shown.text.contains("kMDItemCity = Lisbon;"), "\(shown.text)")
  }

  @Test func `names of people win`() throws {
    try user.installData(Self.file, Self.places)
    try write("city.jpg", photograph(Self.lisbon, #"photoshop:City="Alfama""#))
    try write("country.jpg", photograph(Self.lisbon, #"photoshop:Country="Lusitania""#))
    try write("sidecar.jpg", photograph(Self.lisbon))
    try user.write("sidecar.jpg.xmp", packet(#"photoshop:City="Bairro Alto""#))
    try write("moved.jpg", photograph(Self.lisbon))
    try user.write("moved.jpg.xmp", packet(Self.potsdam))
    try write("far.jpg", photograph(Self.lisbon))
    try user.write("far.jpg.xmp", packet(#"exif:GPSLatitude="0,0N" exif:GPSLongitude="0,0E""#))
    try write("both.jpg", photograph(nil, #"photoshop:City="Babelsberg""#))
    try user.write("both.jpg.xmp", packet(Self.potsdam))
    try user.index()
    #expect(try names("city.jpg") == "Alfama,,")
    #expect(try names("country.jpg") == ",,Lusitania")
    #expect(try names("sidecar.jpg") == "Bairro Alto,,")
    #expect(try names("moved.jpg") == "Potsdam,Brandenburg,Germany")
    #expect(try names("far.jpg") == ",,")
    #expect(try names("both.jpg") == "Babelsberg,,")
  }

  @Test(.enabled(if: TestEnvironment.hasExtendedAttributes, TestEnvironment.needsExtendedAttributes))
  func `names that the user has set win`() throws {
    try user.installData(Self.file, Self.places)
    try write("a.jpg", photograph(Self.lisbon))
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 15) + [15]
    let list = Array("bplist00VAlfama".utf8) + [0x08] + trailer
    try user.setAttribute("user.com.apple.metadata:kMDItemCity", of: "a.jpg", to: list)
    try user.index()
    #expect(try names("a.jpg") == "Alfama,,")
  }

  @Test func `photographs in the index follow when the file is installed, and keep their names when it is removed`() throws {
    try write("a.jpg", photograph(Self.lisbon))
    try write("named.jpg", photograph(Self.lisbon, #"photoshop:City="Alfama""#))
    try write("none.jpg", photograph(nil))
    try user.write("a.txt", "text")
    try user.index()
    #expect(try names("a.jpg") == ",,")
    try user.installData(Self.file, Self.places)
    #expect(try user.run("mdimport", ".").text.contains("; 1 file read"))
    #expect(try names("a.jpg") == "Lisbon,,Portugal")
    #expect(try user.run("mdimport", ".").text.contains("; 0 files read"))
    try FileManager.default.removeItem(atPath: user.root + "/data/libgweather-4")
    #expect(try user.run("mdimport", ".").text.contains("; 0 files read"))
    #expect(try names("a.jpg") == "Lisbon,,Portugal")
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a running daemon follows when the file is installed`() throws {
    try write("a.jpg", photograph(Self.lisbon))
    try write("ocean.jpg", photograph(Self.ocean))
    let daemon = try RunningDaemon(user)
    try user.wait("it is read") { try user.find("kMDItemPixelWidth == 30") == ["a.jpg", "ocean.jpg"] }
    try user.installData(Self.file, "no XML")
    let message = "\(user.root)/data/\(Self.file): positions get no names of places: its XML is not well-formed in line 1"
    try user.wait("a damaged file is reported: \(daemon.log)") { daemon.log.contains(message) }
    try user.installData(Self.file, Self.places)
    try user.wait("it has names: \(daemon.log)") { try user.find("city:lisbon") == ["a.jpg"] }
    #expect(daemon.log.contains("the names of places have changed"), "\(daemon.log)")
    try write("b.jpg", photograph(Self.lisbon))
    try user.wait("a new one has names") { try user.find("city:lisbon") == ["a.jpg", "b.jpg"] }
    #expect(daemon.log.split(separator: "positions get no names").count == 2, "\(daemon.log)")
    daemon.kill()
  }

  @Test(arguments: ["no XML", places + "<", "<gweather/>", ""])
  func `a damaged file names nothing, which is told once`(text: String) throws {
    try user.installData(Self.file, text)
    try write("a.jpg", photograph(Self.lisbon))
    let first = try user.run("mdimport", ".")
    #expect(first.errors.contains("mdimport: \(user.root)/data/\(Self.file): positions get no names of places: "), "\(first.errors)")
    #expect(first.errors.split(separator: "\n").count == 1, "\(first.errors)")
    #expect(first.status == 0)
    #expect(try names("a.jpg") == ",,")
    try write("b.jpg", photograph(Self.lisbon))
    let second = try user.run("mdimport", ".")
    #expect(second.errors == "")
    #expect(try user.run("mdutil", "--failed").text == "")
    try user.installData(Self.file, Self.places)
    #expect(try user.run("mdimport", ".").text.contains("; 2 files read"))
    #expect(try user.find("city:lisbon") == ["a.jpg", "b.jpg"])
  }
}
