// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import UniformTypeIdentifiers

struct DynamicIdentifierTests {
  @Test(arguments: [
    (DynamicIdentifier(mimeType: "image/x-foo"), "dyn.anfwwcz3ff54c2ztpn4"),
    (DynamicIdentifier(filenameExtension: "foo"), "dyn.afztg63y"),
    (DynamicIdentifier(filenameExtension: "foo", parent: "public.image"), "dyn.afztg63z2ob2we3djmmxgs3lbm5sq"),
  ])
  func `an identifier is the same in every release`(dynamic: DynamicIdentifier, identifier: String) {
    #expect(dynamic.identifier == identifier)
    #expect(DynamicIdentifier(identifier) == dynamic)
  }

  @Test func `every tag is decoded as it was encoded`() {
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let name = String((0..<Int.random(in: 1...40, using: &random)).compactMap { _ in "abcxyz0189-+._é日".randomElement(using: &random) })
      let parent = Bool.random(using: &random) ? "public.image" : nil
      let byExtension = DynamicIdentifier(filenameExtension: name, parent: parent)
      #expect(DynamicIdentifier(byExtension.identifier) == byExtension, "seed \(seed)")
      let mimeType = "x-" + String(name.unicodeScalars.filter(\.isASCII).map(Character.init)) + "/y"
      let byMIMEType = DynamicIdentifier(mimeType: mimeType, parent: parent)
      #expect(DynamicIdentifier(byMIMEType.identifier) == byMIMEType, "seed \(seed)")
    }
  }

  @Test(arguments: ["", "dyn.", "dyn.a", "dyn.b", "dyn.a1", "dyn.aA", "dyn.afzt", "dyn.anfwwcz3ff54c2ztpn5", "public.jpeg", "dyn.ah5uw"])
  func `other identifiers are not decoded`(identifier: String) {
    #expect(DynamicIdentifier(identifier) == nil)
    #expect(UTType(identifier) == nil || identifier == "public.jpeg")
  }
}
