// SPDX-License-Identifier: Apache-2.0

import KeyFiles
import Testing

struct KeyFileTests {
  private let file = KeyFile(
    parsing: """
      Key=before all groups
      # [Comment]
      [Desktop Entry]
      Name=Recipes
      Name[de]=Rezepte
      Exec = recipes  %u\t
      Empty=
      Escaped=a\\sb\\\\c\\n\\x
      no key
      Name=later

        [Other]
      DBusActivatable=true
      Name=other
      [Desktop Entry]
      Icon=later
      """)

  @Test func `groups have keys of their own`() {
    #expect(file.text("Name", in: "Desktop Entry") == "Recipes")
    #expect(file.text("Name[de]", in: "Desktop Entry") == "Rezepte")
    #expect(file.text("Name", in: "Other") == "other")
    #expect(file.text("Key", in: "Desktop Entry") == nil)
    #expect(file.text("Name", in: "Missing") == nil)
  }

  @Test func `spaces around the sign are no part of the value`() {
    #expect(file.text("Exec", in: "Desktop Entry") == "recipes  %u")
    #expect(file.text("Empty", in: "Desktop Entry") == nil)
    #expect(file.text("Escaped", in: "Desktop Entry") == "a b\\c\n\\x")
    #expect(file.isTrue("DBusActivatable", in: "Other"))
    #expect(!file.isTrue("Name", in: "Other"))
  }

  @Test func `a group counts only once`() { #expect(file.text("Icon", in: "Desktop Entry") == nil) }
}
