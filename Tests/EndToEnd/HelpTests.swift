// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The summaries that the programs print of themselves.
struct HelpTests {
  @Test(arguments: ["mdfind", "mdimport", "mdls", "mdqueryd", "mds", "mdutil", "searchlight-mcp", "searchlight-open"])
  func `the help fits a terminal of 80 columns`(tool: String) throws {
    let user = try TestEnvironment()
    let help = try user.run(tool, "--help")
    #expect((help.status, help.errors) == (0, ""))
    #expect(help.lines.filter { $0.count > 80 } == [])
    #expect(help.text.hasPrefix("usage: \(tool) "))
  }

  @Test func `shells see the whole description of an option`() throws {
    let user = try TestEnvironment()
    user.searchPath = user.tools + ":" + user.searchPath
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/fish") else { try Test.cancel("there is no fish") }
    let script = "source \(Repository.folder.appending(path: "Support/completions/fish/mdfind.fish").path); complete -C 'mdutil --app'"
    let outcome = try user.outcome { user.process(executable: "/usr/bin/fish", ["--no-config", "-c", script], output: $0, errors: $1) }
    let description = "Act only on the items of the program with this identifier; with -X, remove them."
    #expect(outcome.text.contains("--application\t\(description)"), "\(outcome)")
  }
}
