// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Places
import Testing

/// The file of places that libgweather installs.
struct LocationReaderTests {
  private func table(_ text: String, piece: Int = .max) throws -> PlaceTable {
    let reader = try LocationReader()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.parse(Array(rest.prefix(piece)).span)
      rest = rest.dropFirst(piece)
    }
    return try reader.table()
  }

  private static let file = """
    <?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE gweather SYSTEM "locations.dtd">
    <gweather format="1.0">
      <named-timezone><_name>Anywhere on Earth</_name><code>@AoE</code></named-timezone>
      <region>
        <_name>Europe</_name>
        <country>
          <!-- PT - Portugal -->
          <_name>Portugal</_name><iso-code>PT</iso-code>
          <timezones><timezone id="Atlantic/Azores"><_name>Azores</_name></timezone></timezones>
          <location><name>Lisbon / Portela</name><code>LPPT</code><coordinates>38.766667 -9.133333</coordinates></location>
          <city><_name> Lis\nbon </_name><coordinates>38.716667 -9.133333</coordinates></city>
          <city><_name>Nowhere</_name></city>
          <city><_name>Beyond</_name><coordinates>97 12</coordinates></city>
          <city><_name>Half</_name><coordinates>10</coordinates></city>
          <city><_name>Words</_name><coordinates>north west</coordinates></city>
          <city><coordinates>10 10</coordinates></city>
        </country>
        <country>
          <_name>Germany</_name>
          <state>
            <_name msgctxt="State in Germany">Brandenburg</_name>
            <city><name xml:lang="fr">Cotbus</name><name>Cottbus &amp; Chóśebuz</name><coordinates>51.76 14.33</coordinates></city>
          </state>
          <city><_name>Berlin</_name><coordinates>52.516667 13.4</coordinates></city>
        </country>
      </region>
    </gweather>
    """

  @Test(arguments: [1, 7, .max])
  func `cities get the names of their state and country`(piece: Int) throws {
    let table = try table(Self.file, piece: piece)
    #expect(table.count == 3)
    #expect(table.nearest(latitude: 38.77, longitude: -9.13) == PlaceNames(city: "Lis bon", country: "Portugal"))
    #expect(
      table.nearest(latitude: 51.7, longitude: 14.3)
        == PlaceNames(city: "Cottbus & Chóśebuz", stateOrProvince: "Brandenburg", country: "Germany"))
    #expect(table.nearest(latitude: 52.5, longitude: 13.4) == PlaceNames(city: "Berlin", country: "Germany"))
    #expect(table.nearest(latitude: 10, longitude: 10) == nil)
  }

  @Test func `nothing in a damaged file counts`() throws {
    let bytes = Array(Self.file.utf8)
    for end in stride(from: 0, to: bytes.count - 12, by: 17) {
      #expect(throws: ImportError.self) { try table(String(decoding: bytes[..<end], as: UTF8.self)) }
    }
    #expect(throws: ImportError.self) { try table(Self.file.replacing("</state>", with: "</stat>")) }
    #expect(throws: ImportError.self) { try table("no XML") }
    #expect(throws: ImportError.self) { try table("<gweather><region/></gweather>") }
  }

  @Test func `a hostile file names nothing`() throws {
    let bomb = (0..<30).reduce(#"<!DOCTYPE a [<!ENTITY e0 "xxxxxxxxxx">"#) { $0 + "<!ENTITY e\($1 + 1) \"&e\($1);&e\($1);\">" }
    let city = { (name: String) in "<country><city><_name>\(name)</_name><coordinates>1 1</coordinates></city></country>" }
    #expect((try? table(bomb + "]>" + city("&e30;")))?.nearest(latitude: 1, longitude: 1) == nil)
    #expect(throws: ImportError.self) { try table(city(String(repeating: "n", count: 1 << 20))) }
    let deep = String(repeating: "<country>", count: 10_000) + String(repeating: "</country>", count: 10_000)
    #expect(throws: ImportError.self) { try table(deep) }
    let outside = #"<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]>"#
    #expect((try? table(outside + city("&e;")))?.nearest(latitude: 1, longitude: 1) == nil)
  }
}
