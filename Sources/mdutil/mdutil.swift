// SPDX-License-Identifier: Apache-2.0

import AssistantProgram
import CommandLine
import DaemonProgram
import ImportProgram
import OpenProgram
import ProviderProgram
import UtilityProgram

/// The programs that keep the index, the one that opens items, and those that desktop shells and assistants ask. They are one executable,
/// because each alone would contain the Swift runtime and the index again. The others are links to it.
@main
enum Main {
  static func main() {
    Tool.prepareProcess()
    switch Tool.calledName {
    case "mdimport": ImportTool().run()
    case "mds": DaemonTool().run()
    case "searchlight-mcp": AssistantTool().run()
    case "searchlight-open": OpenTool().run()
    case "searchlight-provider": ProviderTool().run()
    default: UtilityTool().run()
    }
  }
}
