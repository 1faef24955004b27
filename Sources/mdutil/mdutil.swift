// SPDX-License-Identifier: Apache-2.0

import CommandLine

@main
enum Main {
  static func main() {
    Tool.prepareProcess()
    UtilityTool().run()
  }
}
