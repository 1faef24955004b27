// SPDX-License-Identifier: Apache-2.0

import ApplicationImporter
import AttributeSets
import Attributes
import Foundation
import ImporterSupport
import KeyFiles
import Testing

struct ApplicationImporterTests {
  private static let calculator = """
    [Desktop Entry]
    Type=Application
    Name=Calculator
    Name[de]=Rechner
    Name[pt_BR]=Calculadora
    GenericName[de]=Taschenrechner
    Comment=Calculate
    Comment[de]=Berechnungen ausführen
    Exec=/usr/bin/gnome-calculator --new %u
    Icon=org.example.Calculator
    Keywords=sum;math;
    Keywords[de]=Summe;math;
    Categories=GNOME;Utility;

    [Desktop Action other]
    Name=Not this
    """

  private func imported(_ text: String, languages: String = "") throws -> MediaImport {
    let importer = ApplicationImporter()
    importer.languages = MessageLanguages(languages)
    return try MediaImport(importer, Array(text.utf8), name: "a.desktop", type: "org.freedesktop.desktop-entry")
  }

  @Test func `names, comment, keywords, program, icon and categories are attributes`() throws {
    let attributes = try imported(Self.calculator).attributes
    #expect(attributes.title == "Calculator")
    #expect(attributes.alternateNames == ["gnome-calculator"])
    #expect(attributes.contentDescription == "Calculate")
    #expect(attributes.keywords == ["sum", "math"])
    #expect(attributes.record[.applicationCategories] == .array([.string("GNOME"), .string("Utility")]))
    #expect(attributes.record[.supportFileType] == nil)
    let command = try #require(CSCustomAttributeKey(keyName: "org_freedesktop_Exec"))
    let icon = try #require(CSCustomAttributeKey(keyName: "org_freedesktop_Icon"))
    #expect(attributes.value(forCustomKey: command) as? NSString == "/usr/bin/gnome-calculator --new %u")
    #expect(attributes.value(forCustomKey: icon) as? NSString == "org.example.Calculator")
  }

  @Test func `texts are in the user's language, and the other names and keywords are found, too`() throws {
    let attributes = try imported(Self.calculator, languages: "de_AT.UTF-8").attributes
    #expect(attributes.title == "Rechner")
    #expect(attributes.alternateNames == ["Calculator", "Taschenrechner", "gnome-calculator"])
    #expect(attributes.contentDescription == "Berechnungen ausführen")
    #expect(attributes.keywords == ["Summe", "math", "sum"])
    #expect(try imported(Self.calculator, languages: "fr:pt_BR").attributes.title == "Calculadora")
    #expect(try imported(Self.calculator, languages: "pt").attributes.title == "Calculator")
  }

  @Test(arguments: ["NoDisplay=true", "Hidden=true", "Type=Link", "Type=Directory"])
  func `an entry that menus do not show is marked`(line: String) throws {
    let attributes = try imported("[Desktop Entry]\n\(line)\nType=Application\nName=A\n").attributes
    #expect(attributes.title == "A")
    #expect(attributes.record[.supportFileType] == .string("MDSystemFile"))
  }

  @Test(
    arguments: [
      ("firefox-esr %u", ["firefox-esr"]), ("\"/opt/my program\" %f", ["my"]), ("env A=1 b", nil), ("/usr/bin/flatpak run x", nil),
      ("", nil),
    ] as [(String, [String]?)])
  func `the name of the program is another name`(command: String, names: [String]?) throws {
    #expect(try imported("[Desktop Entry]\nType=Application\nExec=\(command)\n").attributes.alternateNames == names)
  }

  @Test(arguments: ["", "Name=A", "[Other]\nName=A", "\u{0}\u{0}"])
  func `another file is damaged`(text: String) throws {
    let result = try imported(text)
    #expect(result.failure != nil)
    #expect(result.attributes.title == nil)
  }

  @Test func `an entry for a link has its address, and a theme is no damaged entry`() throws {
    let link = "[Desktop Entry]\nType=Link\nName=Meadow\nURL=https://example.org/a\n"
    let found = try MediaImport(ApplicationImporter(), Bytes.text(link), type: "org.freedesktop.desktop-entry")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Meadow")
    #expect(found.attributes.url == URL(string: "https://example.org/a"))
    #expect(found.text == "https://example.org/a\n")
    #expect(try MediaImport(ApplicationImporter(), Bytes.text("[Theme]\n"), type: "dyn.a").failure as? ImportError == .noReader)
  }

  @Test func `a file that is not UTF-8 is damaged`() throws {
    #expect(try MediaImport(ApplicationImporter(), [0xFF, 0xFE, 0x5B]).failure != nil)
  }
}
