// SPDX-License-Identifier: Apache-2.0

import CommandLine
import LogMessages
import ModelContextProtocol
import SystemPlatform

/// `searchlight-mcp`: lets an assistant search folders that a person has named.
package struct AssistantTool {
  static let tool = Tool(
    "searchlight-mcp",
    usage: ["-folder DIRECTORY [-folder DIRECTORY]…"],
    summary: """
      Lets an assistant search files: a server of the Model Context Protocol on standard input and output, which the assistant starts. It only
      reads, and shows nothing of files outside the named folders. It ends with its input.
      """,
    options: [
      ToolOption("folder", "DIRECTORY", "A folder that may be searched; may be repeated.", allowsEmpty: false),
      .store,
    ],
    remarks: """
      Example, in the configuration of an assistant:
        {"mcpServers": {"searchlight": {"command": "searchlight-mcp",
          "args": ["--folder", "/home/anna/Documents"]}}}
      """)

  private let invocation = Invocation(tool)
  private var tool: Tool { Self.tool }

  package init() {}

  package func run() {
    guard invocation.operands.isEmpty else { tool.exitForWrongUse("it takes no operands; name each folder with -folder") }
    let named = invocation.all("folder")
    guard !named.isEmpty else {
      tool.exitForWrongUse("no folder may be searched; name those that the assistant may see, as in -folder ~/Documents")
    }
    tool.explainDamagedIndex()
    let folders = NamedFolders(named.map(folder))
    let reader: DocumentReader
    do {
      let store = try ToolEnvironment().store(invocation.bytes("store"))
      reader = DocumentReader(folders: folders, store: store) { [tool] in tool.report($0) }
    } catch {
      tool.fail("\(error)")
    }
    serve(reader)
    tool.finish(isSuccess: true)
  }

  /// The real path of a folder. What it leads to later does not count.
  private func folder(_ operand: [UInt8]) -> [UInt8] {
    do {
      let path = try AbsolutePath.follow(operand)
      guard let kind = try SmallFile.kind(at: path) else {
        tool.fail("\(PrintableText.path(operand)): no such folder; -folder names an existing one")
      }
      guard kind == .folder else { tool.fail("\(PrintableText.path(operand)): not a folder") }
      return path
    } catch {
      tool.fail("\(error)")
    }
  }

  /// Answers until the input ends. Between messages, it waits in read(2).
  private func serve(_ reader: DocumentReader) {
    var session = ProtocolSession(
      name: tool.name, version: Version.current, instructions: SearchTools.instructions(reader.folders), tools: SearchTools.all)
    var lines = MessageLines()
    var output = StandardOutput()
    while let bytes = input() {
      for line in lines.append(bytes) {
        guard let answer = session.answer(line, reader.answer) else { continue }
        output.write(exactly: Array(answer.utf8))
        output.write(byte: UInt8(ascii: "\n"))
        output.flush()
      }
    }
  }

  /// The next bytes of standard input; `nil` at its end.
  private func input() -> [UInt8]? {
    do throws(SystemError) {
      return try StandardInput.next()
    } catch {
      tool.fail("cannot read standard input: \(error.code)")
    }
  }
}
