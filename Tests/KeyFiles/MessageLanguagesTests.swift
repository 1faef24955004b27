// SPDX-License-Identifier: Apache-2.0

import KeyFiles
import Testing

struct MessageLanguagesTests {
  @Test(arguments: [
    ("", []), ("de", ["de"]), ("de_AT.UTF-8", ["de_AT", "de"]), ("sr@latin", ["sr@latin", "sr"]),
    ("de_AT.UTF-8@euro", ["de_AT@euro", "de_AT", "de@euro", "de"]), ("pt_BR:en", ["pt_BR", "pt", "en"]), ("C.UTF-8", ["C"]),
  ])
  func `a locale stands for its languages, the most specific first`(list: String, names: [String]) {
    #expect(MessageLanguages(list).names == names)
  }

  @Test func `the first language that the file contains counts`() {
    let file = KeyFile(parsing: "[A]\nName=n\nName[de]=d\nName[de_AT]=a\nList[de]=x;y;\nEmpty[de]=\nEmpty=e\n")
    func name(_ list: String) -> String? { file.text("Name", in: "A", for: MessageLanguages(list)) }
    #expect(name("de_CH") == "d")
    #expect(name("de_AT") == "a")
    #expect(name("fr:de") == "d")
    #expect(name("fr") == "n")
    #expect(file.text("Empty", in: "A", for: MessageLanguages("de")) == "e")
    #expect(file.texts("List", in: "A", for: MessageLanguages("de")) == ["x", "y"])
    #expect(file.texts("List", in: "A", for: MessageLanguages("fr")) == [])
  }
}
