// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import OfficeImporter
import Testing
import UniformTypeIdentifiers

/// Pictures with layers, in ZIP archives.
@Suite struct LayeredPictureTests {
  private func imported(_ archive: ZipFixture, _ mimeType: String) throws -> MediaImport {
    try MediaImport(OfficeImporter(), archive.bytes, type: try #require(UTType(mimeType: mimeType)?.identifier))
  }

  @Test func `a picture of Krita has a size and metadata`() throws {
    let archive = ZipFixture([
      "maindoc.xml": """
      <DOC xmlns="http://www.calligra.org/DTD/krita"><IMAGE width="30" height="20" x-res="300" y-res="300" profile="sRGB"><layers>\
      <layer width="99"/></layers></IMAGE></DOC>
      """,
      "documentinfo.xml": """
      <document-info><about><title>Dusk</title><abstract>A harbour</abstract><keyword>boats, sea</keyword>\
      <creation-date>2020-01-31T12:47:43Z</creation-date><license>Free</license></about>\
      <author><full-name>Somebody</full-name></author></document-info>
      """,
    ])
    let found = try imported(archive, "application/x-krita")
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.pixelWidth == 30)
    #expect(attributes.pixelHeight == 20)
    #expect(attributes.pixelCount == 600)
    #expect(attributes.resolutionWidthDPI == 300)
    #expect(attributes.profileName == "sRGB")
    #expect(attributes.title == "Dusk")
    #expect(attributes.contentDescription == "A harbour")
    #expect(attributes.keywords == ["boats", "sea"])
    #expect(attributes.authorNames == ["Somebody"])
    #expect(attributes.copyright == "Free")
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
  }

  @Test func `an OpenRaster picture has a size`() throws {
    let found = try imported(ZipFixture(["stack.xml": "<image w=\"30\" h=\"20\"><stack/></image>"]), "image/openraster")
    #expect(found.attributes.pixelWidth == 30)
    #expect(found.attributes.orientation == 0)
  }

  @Test func `an archive without a picture is damaged`() throws {
    #expect(try imported(ZipFixture(["other.xml": "<image w=\"30\" h=\"20\"/>"]), "image/openraster").failure != nil)
    #expect(try imported(ZipFixture(["stack.xml": "<image w=\"30\" h=\"-20\"/>"]), "image/openraster").failure != nil)
  }
}
