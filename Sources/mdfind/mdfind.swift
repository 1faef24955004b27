// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FindProgram
import ListProgram
import QueryProgram

/// The programs that search. They are one executable, because each alone would contain the Swift runtime and the index again. The others are
/// links to it.
@main
enum Main {
  static func main() {
    Tool.prepareProcess()
    switch Tool.calledName {
    case "mdls": ListTool().run()
    case "mdqueryd": QueryService().run()
    default: FindTool().run()
    }
  }
}
