// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

@testable import CommandLine

struct SavedSearchTests {
  @Test func `a saved search is read as it was written`() throws {
    let search = SavedSearch(query: "kMDItemFSName == \"a<b>&c\"cd", folders: [Array("/usr/share/doc".utf8)])
    #expect(try SavedSearch(parsing: Array(search.propertyList.utf8), home: nil) == search)
    let everywhere = SavedSearch(query: "* == x", folders: [])
    #expect(try SavedSearch(parsing: Array(everywhere.propertyList.utf8), home: "/") == everywhere)
  }

  @Test func `Finder's files are read`() throws {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- saved by Finder -->
      <plist version="1.0">
      <dict>
        <key>CompatibleVersion</key><integer>1</integer>
        <key>RawQuery</key>
        <string>((kMDItemContentTypeTree = &quot;public.image&quot;cd)) &amp;&amp; (true)</string>
        <key>RawQueryDict</key>
        <dict>
          <key>FinderFilesOnly</key><true/>
          <key>SearchScopes</key><array><string>kMDQueryScopeHome</string></array>
          <key>UserFilesOnly</key><true/>
        </dict>
        <key>ViewOptions</key><dict/>
        <key>Version</key><real>1.5</real>
      </dict>
      </plist>
      """
    let search = try SavedSearch(parsing: Array(file.utf8), home: "/")
    #expect(search.query == "((kMDItemContentTypeTree = \"public.image\"cd)) && (true)")
    #expect(search.folders == [Array("/".utf8)])
  }

  @Test func `folders among the criteria count if there are no others`() throws {
    let list = """
      <plist><dict><key>RawQuery</key><string>a</string>
      <key>SearchCriteria</key><dict><key>FXScopeArrayOfPaths</key><array><string>/srv</string></array></dict></dict></plist>
      """
    #expect(try SavedSearch(parsing: Array(list.utf8), home: nil).folders == [Array("/srv".utf8)])
  }

  @Test(arguments: [
    ("bplist00\u{1}", "not a saved search: it is a binary property list; convert it with 'plutil -convert xml1'"),
    ("", "not a saved search: line 1: the file ends unexpectedly"),
    ("<plist><dict>\n<key>a</key>\n</dict></plist>", "not a saved search: line 3: a value is missing before </dict>"),
    ("<plist><array/></plist>", "not a saved search: it has no RawQuery"),
    (
      "<plist><dict><key>RawQuery</key><integer>x</integer></dict></plist>",
      "not a saved search: line 1: an <integer> is not a whole number"
    ),
    (
      "<plist><dict><key>RawQuery</key><string>a</string><key>SearchScopes</key><array><integer>3</integer></array></dict></plist>",
      "not a saved search: an element of SearchScopes is not a <string>"
    ),
    (
      "<plist><dict><key>RawQuery</key><string>a</string><key>SearchScopes</key><array><string>Documents</string></array></dict></plist>",
      "not a saved search: 'Documents' in SearchScopes is neither an absolute path nor the name of a place"
    ),
    ("<html>", "not a saved search: line 1: <html> does not belong in a property list"),
    ("<string>a & b</string>", "not a saved search: line 1: '&' must be written as &amp;"),
    ("hello", "not a saved search: line 1: found text in place of a value"),
    ("<string", "not a saved search: line 1: a tag is not closed"),
  ])
  func `a file that is no saved search is rejected with the line`(file: String, message: String) {
    #expect(performing: { try SavedSearch(parsing: Array(file.utf8), home: nil) }, throws: { "\($0)" == message })
  }

  @Test func `the nesting depth is limited`() {
    let deep = Array((String(repeating: "<array>", count: 100_000)).utf8)
    #expect(throws: PropertyListError(line: 1, message: "values are nested too deeply")) { try PropertyListReader.value(in: deep) }
  }

  @Test func `a name belongs to the folder of searches, a path is used as it is`() throws {
    #expect(try SavedSearch.path(of: Array("big".utf8), searches: "/s") == Array("/s/big.savedSearch".utf8))
    #expect(try SavedSearch.path(of: Array("big.savedSearch".utf8), searches: "/s") == Array("/s/big.savedSearch".utf8))
    #expect(try SavedSearch.path(of: Array("/x/y".utf8), searches: "/s") == Array("/x/y".utf8))
  }
}
