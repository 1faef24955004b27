// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SearchWindow

struct WindowSettingsTests {
  @Test(arguments: [
    ("", true), ("window-stays = no", false), ("window-stays=no\n", false), ("  window-stays =  no  ", false), ("window-stays = yes", true),
    ("# window-stays = no", true), ("window-stays = no\nwindow-stays = yes", true), ("window-stays", true), ("root = ~/a=b", true),
  ])
  func `the program stays unless the setting says otherwise`(text: String, stays: Bool) {
    #expect(WindowSettings(parsing: text).staysHidden == stays)
  }
}
