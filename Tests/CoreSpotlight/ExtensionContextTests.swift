// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

@Suite struct ExtensionContextTests {
  @Test func `requests end without a host`() {
    let context = NSExtensionContext()
    #expect(context.inputItems.isEmpty)
    context.cancelRequest(withError: CSIndexError(.unknownError))
    context.completeRequest(returningItems: nil)
    context.completeRequest(returningItems: nil) { #expect(!$0) }
    context.open(URL(fileURLWithPath: "/")) { #expect(!$0) }
  }

  @Test func `requests end asynchronously without a host`() async {
    let context = NSExtensionContext()
    #expect(await !context.completeRequest(returningItems: []))
    #expect(await !context.open(URL(fileURLWithPath: "/")))
  }
}
