// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// `searchlight`: the search window.
@main
enum Main {
  @MainActor static func main() {
    Tool.prepareProcess()
    SearchTool().run()
  }
}
