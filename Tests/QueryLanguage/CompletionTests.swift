// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Testing

struct CompletionTests {
  private static let types = ["public.image", "public.jpeg", "public.jpeg-xl", "com.adobe.pdf"].map { QueryCompletion.Candidate($0, "") }

  private func completion(_ text: String) -> QueryCompletion { QueryCompletion(of: text, types: Self.types) }

  @Test(arguments: [
    // Attributes
    (
      "kMDItemPixelWi", "kMDItemPixelWi",
      [
        "kMDItemPixelWidth ==", "kMDItemPixelWidth !=", "kMDItemPixelWidth <", "kMDItemPixelWidth <=",
        "kMDItemPixelWidth >", "kMDItemPixelWidth >=",
      ]
    ),
    ("kMDItemFSSize > 5 && kMDItemAlb", "kMDItemAlb", ["kMDItemAlbum ==", "kMDItemAlbum !="]),
    ("kMDItemFSSize>5||kMDItemAlb", "kMDItemAlb", ["kMDItemAlbum ==", "kMDItemAlbum !="]),
    ("(kMDItemFSSize > 5) && !(kMDItemAlb", "kMDItemAlb", ["kMDItemAlbum ==", "kMDItemAlbum !="]),
    ("InRange(kMDItemAlb", "kMDItemAlb", ["kMDItemAlbum ==", "kMDItemAlbum !="]),
    ("kMDItemFSSize > 5 && albu", "albu", ["album ==", "album !="]),
    ("kMDItemContentTyp", "kMDItemContentTyp", ["kMDItemContentType", "kMDItemContentTypeTree"]),
    ("kMDItemNothing", "kMDItemNothing", []),
    // Operators between and within comparisons
    ("kMDItemAlbum ", "", ["==", "!="]), ("kMDItemFSSize > 5 ", "", ["&&", "||"]), ("kMDItemAlbum == \"x\"cd ", "", ["&&", "||"]),
    // Values
    ("kMDItemContentType == public.jpeg-", "public.jpeg-", ["public.jpeg-xl"]),
    ("kMDItemContentTypeTree=\"public.im", "public.im", ["public.image\""]),
    ("contentType == 'com.", "com.", ["com.adobe.pdf'"]),
    ("kMDItemContentType ==[c] \"com.", "com.", ["com.adobe.pdf\""]),
    ("kMDItemFSSize > 5 && kMDItemContentType != \"", "", ["public.image\"", "public.jpeg\"", "public.jpeg-xl\"", "com.adobe.pdf\""]),
    ("kMDItemLastUsedDate >= $time.y", "$time.y", ["$time.yesterday"]), ("kMDItemLastUsedDate >= $time.i", "$time.i", ["$time.iso("]),
    ("kMDItemAlbum == \"Ab", "Ab", []), ("kMDItemNothing == ", "", []),
    // Words
    ("autho", "autho", ["author:"]), ("trip auth", "auth", ["author:"]), ("\"two words\" autho", "autho", ["author:"]),
    ("don't autho", "autho", ["author:"]), ("kind:arch", "arch", ["archive"]), ("kind:mail m", "mail m", ["mail message"]),
    ("trip created:this ye", "this ye", ["this year"]), ("flash:", "", ["yes", "no"]), ("orientation:p", "p", ["portrait"]),
    ("type:com", "com", ["com.adobe.pdf"]), ("kind:pdf", "pdf", []), ("author:tom", "tom", []), ("nothing:im", "nothing:im", []),
    ("kMDItemFSSize > 5 && autho", "autho", ["authorAddresses", "authorEmailAddresses", "authorNames", "authors"]),
  ])
  func `a query is completed`(text: String, fragment: String, candidates: [String]) {
    #expect(completion(text).fragment == fragment)
    #expect(completion(text).candidates.map(\.text) == candidates)
  }

  @Test func `an empty query offers all attributes and keywords`() {
    let texts = completion("").candidates.map(\.text)
    for text in ["kMDItemFSSize", "kMDItemTextContent", "kind:", "created:"] { #expect(texts.contains(text)) }
    #expect(completion("kMDItemFSSi").candidates.first?.summary == "is")
    #expect(completion("kMDItemFSS == x && kMDItemDispl").candidates.isEmpty == false)
  }

  /// Each candidate begins with the part of the text that it replaces.
  @Test func `any text can be completed`() {
    let pieces = [
      "kMDItemFSSize", " ", "==", "<", "\"", "'", "(", ")", "&&", "||", "!", "$time.", "kind:", "public.", "é", "\\", "*", "5", "[c]",
    ]
    var texts = [""]
    for _ in 0..<3 { texts = texts.flatMap { text in pieces.map { text + $0 } } }
    for text in texts {
      let completion = completion(text)
      #expect(text.hasSuffix(completion.fragment))
      #expect(completion.candidates.allSatisfy { $0.text.hasPrefix(completion.fragment) })
    }
  }
}
