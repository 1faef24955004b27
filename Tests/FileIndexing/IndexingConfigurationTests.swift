// SPDX-License-Identifier: Apache-2.0

import Foundation
import LogMessages
import Testing

@testable import FileIndexing

struct IndexingConfigurationTests {
  private let home = Array("/home/u".utf8)

  @Test func `every setting is read`() throws {
    let text = """
      # What to index
      root = ~
      root = /srv/files/
      exclude = ~/Mail # 2
      exclude-name = *.tmp
      hidden = yes
      dependency-contents = yes
      applications = no
      respect-gitignore = yes
      recent-files = no
      semantic = no
      text-in-pictures = yes
      text-in-pictures-minutes = 45
      keep-unmounted = no
      log-paths = yes
      window-stays = no
      workers = 3
      file-cpu-seconds = 5
      file-seconds = 7
      file-memory-mib = 100
      embedded-text-mib = 0
      """
    let configuration = try IndexingConfiguration(parsing: text, home: home)
    var expected = IndexingConfiguration()
    expected.roots = [home, Array("/srv/files".utf8)]
    expected.excludedPaths = [Array("/home/u/Mail # 2".utf8)]
    expected.excludedNames.append("*.tmp")
    expected.includesHidden = true
    expected.readsDependencies = true
    expected.respectsGitignore = true
    expected.readsRecentFiles = false
    expected.comparesMeanings = false
    expected.readsTextInPictures = true
    expected.recognitionMinutes = 45
    expected.keepsUnmounted = false
    expected.logsPaths = true
    expected.warnings = [
      IndexingConfiguration.SyntaxError(line: 4, message: "'#' is part of '\(path: "~/Mail # 2")'; write a comment on a line of its own")
    ]
    expected.workers = 3
    expected.limits.processorTime = .seconds(5)
    expected.limits.wallTime = .seconds(7)
    expected.limits.memory = 100 << 20
    expected.limits.embeddedText = 0
    #expect(configuration == expected)
  }

  @Test func `lines that stay are not changed`() throws {
    let text = "\n# a\r\nroot = /x\r\n\rroot = /y\nhidden = yes"
    func removing(_ path: String) -> String {
      IndexingConfiguration.removing(.root, from: text, home: home) { $0 == Array(path.utf8) }
    }
    #expect(removing("/z") == text)
    #expect(removing("/x") == "\n# a\r\n\rroot = /y\nhidden = yes")
    #expect(removing("/y") == "\n# a\r\nroot = /x\r\n\rhidden = yes")
    #expect(IndexingConfiguration.line(of: .root, Array("/y".utf8), in: text, home: home) == 5)
    #expect(IndexingConfiguration.adding(.root, "/z", to: text) == text + "\r\nroot = /z\r\n")
  }

  @Test func `the manual page and a new file contain every setting with its default`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: package.appending(path: "Documentation/man/searchlight.conf.5"), encoding: .utf8)
      .replacing("\\-", with: "-")
    let settings = Set(IndexingConfiguration.Setting.allCases.map(\.rawValue))
    #expect(Set(page.matches(of: #/\n\.B[IR] ([a-z-]+) " = /#).map { String($0.output.1) }) == settings)
    let file = IndexingConfiguration.adding(.root, "/x", to: nil)
    #expect(Set(file.matches(of: #/\n# ([a-z-]+) = /#).map { String($0.output.1) }) == settings)

    let limits = ImportLimits()
    let defaults: [(setting: IndexingConfiguration.Setting, value: Int64)] = [
      (.fileCPUSeconds, limits.processorTime.components.seconds), (.fileSeconds, limits.wallTime.components.seconds),
      (.fileMemory, Int64(limits.memory >> 20)), (.fileText, Int64(limits.text >> 20)),
    ]
    for (setting, value) in defaults {
      let paragraph = try #require(page.split(separator: ".TP\n").first { $0.hasPrefix(".BI \(setting.rawValue) ") })
      #expect(paragraph.contains("The default is \(value).\n"))
    }
    for name in IndexingConfiguration.builtInExcludedNames { #expect(page.contains(name)) }
  }

  @Test(arguments: [
    ("exclude = /nowhere/x # mine", "'#' is part of '/nowhere/x # mine'; write a comment on a line of its own"),
    ("root = /nowhere/a, /nowhere/b", "nothing is named '/nowhere/a, /nowhere/b'; write one line for each path"),
    ("exclude = ~/nowhere ~/b", "write one line for each path"),
    ("exclude-name = [", "'[' without ']' is an ordinary character"), ("exclude-name = a[!]", "'[' without ']' is an ordinary character"),
    ("exclude-name = [z-a]", "no character is in the range 'z-a'"), ("exclude-name = **", "everything in all roots is excluded"),
    ("root = /nowhere/*", "'root' takes one path, without wildcards"),
    ("exclude-name = a\\", "matches no name: nothing follows the backslash"),
    ("exclude-name = \"*.txt\"", "the quotes are part of the pattern \"*.txt\""),
    ("exclude-name = *.{a,b}", "braces have no special meaning in '*.{a,b}'"), ("exclude-name = *.a,*.b", "'*.a,*.b' is one pattern"),
    ("exclude-name = !a", "no pattern can include names again"), ("exclude-name = *.a # x", "'#' is part of '*.a # x'"),
    ("hidden = yes\n\nhidden = no", "'hidden' replaces the value of line 1"), ("workers = 1\nworkers = 2", "replaces the value of line 1"),
    ("root = /dev/null", "'/dev/null' is not a folder, and only a folder can be a root"),
  ])
  func `a line that probably means something else is reported`(text: String, message: String) throws {
    let warnings = try IndexingConfiguration(parsing: text, home: home).warnings
    #expect(warnings.count == 1 && "\(warnings)".contains(message), "\(warnings)")
  }

  @Test(arguments: [
    "exclude = /nowhere/x", "exclude = /nowhere/a b", "root = /nowhere/a,b", "exclude-name = a#b", "exclude-name = *.tmp",
    "hidden = yes\nhidden = yes", "root = /\nroot = /nowhere", "exclude-name = {x}", "exclude-name = it's",
  ])
  func `a line without doubt is not reported`(text: String) throws {
    #expect(try IndexingConfiguration(parsing: text, home: home).warnings == [])
  }

  @Test(arguments: [
    ("root", 1, "expected 'name = value'"), ("root = \"/a\"", 1, "not an absolute path; write it without quotes"),
    ("root = $HOME/a", 1, "but ~ is the home folder"), ("root = ~tom/a", 1, "only ~/ stands for a home folder"),
    ("root = relative/path", 1, "not an absolute path"), ("\nhidden = perhaps", 2, "yes or no"),
    ("dependency-contents = 1", 1, "must be yes or no, not '1'"),
    ("hidden = no\r\nhidden = perhaps\r\n", 2, "not 'perhaps'"), ("workers = 1\rworkers = 0", 2, "from 1 to 1024, not '0'"),
    ("exclude-name = a/b", 1, "contains a slash"), ("root = /a\0b", 1, "zero byte"), ("hidden = \u{1B}[1m", 1, "not '\\033[1m'"),
    ("colour = red", 1, "unknown setting 'colour'"), ("workers = 0", 1, "from 1 to 1024, not '0'"), ("exclude =", 1, "no value"),
    ("workers = 1000000", 1, "'workers' needs a whole number from 1 to 1024, not '1000000'"),
    ("file-seconds = 90000", 1, "from 1 to 86400"), ("file-memory-mib = 9223372036854775807", 1, "from 1 to 1048576"),
  ])
  func `a line with an error is named`(text: String, line: Int, message: String) {
    let error = #expect(throws: IndexingConfiguration.SyntaxError.self) { try IndexingConfiguration(parsing: text, home: home) }
    #expect(error?.line == line)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
