// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import RecentFilesImporter
import Testing

struct RecentFilesImporterTests {
  private func text(_ bookmarks: String, root: String = "xbel") throws -> String {
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>
      <\(root) version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
        xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      \(bookmarks)
      </\(root)>
      """
    let imported = try MediaImport(RecentFilesImporter(), Array(document.utf8), type: "org.searchlight.recent-files")
    if let failure = imported.failure {
      #expect(imported.text.isEmpty)
      throw failure
    }
    return imported.text
  }

  private func bookmark(_ address: String, _ attributes: String = "", applications: String, more: String = "") -> String {
    """
    <bookmark href="\(address)" \(attributes)><info><metadata owner="http://freedesktop.org"><mime:mime-type type="text/plain"/>
    \(more)<bookmark:applications>\(applications)</bookmark:applications></metadata></info></bookmark>
    """
  }

  @Test func `each bookmark is a line with the last time, the sum of the counts and the address`() throws {
    let text = try text(
      bookmark(
        "file:///home/u/a%20b.txt",
        "added=\"2026-11-01T10:00:00.000001Z\" modified=\"2026-11-02T10:00:00.5Z\" visited=\"2026-11-03T10:00:00.654321Z\"",
        applications: """
          <bookmark:application name="Editor" exec="&apos;edit %u&apos;" modified="2026-11-04T10:00:00Z" count="2"/>
          <bookmark:application name="Old" exec="old" timestamp="1700000000" count="3"/>
          """)
        + bookmark("file:///b", "visited=\"2026-11-03T10:00:00Z\"", applications: "<bookmark:application name=\"x\"/>"))
    #expect(text == "1793786400 5 file:///home/u/a%20b.txt\n1793700000 1 file:///b\n")
  }

  @Test(arguments: ["http://example.org/", "file:///two\nlines", "file:///two words", "", "file:///never"])
  func `addresses that are not those of used files are left out`(address: String) throws {
    let attributes = address.hasSuffix("never") ? "visited=\"soon\"" : "visited=\"2026-11-03T10:00:00Z\""
    #expect(try text(bookmark(address, attributes, applications: "")) == "")
  }

  @Test func `private bookmarks are left out`() throws {
    let used = "visited=\"2026-11-03T10:00:00Z\""
    let text = try text(
      bookmark("file:///secret", used, applications: "", more: "<bookmark:private/>") + bookmark("file:///open", used, applications: ""))
    #expect(text == "1793700000 1 file:///open\n")
  }

  @Test func `a damaged list, or another document, is an error and has no lines`() {
    #expect(throws: (any Error).self) { try text("<bookmark href=\"file:///a\" visited=\"2026-11-03T10:00:00Z\"></bookmark><open>") }
    #expect(throws: (any Error).self) { try text("", root: "html") }
  }

  @Test func `a hostile list is bounded`() throws {
    let counts = "<bookmark:application name=\"x\" count=\"9223372036854775807\"/>"
    let entity = bookmark("file:///a", "visited=\"2026-11-03T10:00:00Z\"", applications: counts + counts)
    #expect(try text(entity) == "1793700000 1000000000 file:///a\n")
    let many = (0..<12_000).map { "<bookmark href=\"file:///\($0)\" visited=\"2026-11-03T10:00:00Z\"/>" }.joined()
    #expect(try text(many).split(separator: "\n").count == 10_000)
  }
}
