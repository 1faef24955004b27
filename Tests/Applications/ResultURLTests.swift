// SPDX-License-Identifier: Apache-2.0

import Applications
import IndexStore
import Testing

struct ResultURLTests {
  private static let store = ApplicationStore(bundle: "org.example.Recipes", index: .default, protection: .none)

  static let urls: [(ResultURL, String)] = [
    (.item(store, identifier: "1", query: nil), "searchlight://org.example.Recipes//1"),
    (
      .item(ApplicationStore(bundle: "My App", index: IndexName("a/b"), protection: .none), identifier: "?&=%", query: "ä & b"),
      "searchlight://My%20App/a%2Fb/%3F%26%3D%25?query=%C3%A4%20%26%20b"
    ),
    (.item(ApplicationStore(bundle: "A", index: IndexName(""), protection: .none), identifier: "1", query: nil), "searchlight://A/==/1"),
    (
      .item(ApplicationStore(bundle: "A", index: .activities, protection: .none), identifier: "1", query: nil),
      "searchlight://A/NSUserActivity/1"
    ),
    (
      .item(ApplicationStore(bundle: "A", index: IndexName("NSUserActivity"), protection: .none), identifier: "1", query: nil),
      "searchlight://A/==NSUserActivity/1"
    ),
    (.search("soup", program: "org.example.Recipes"), "searchlight://org.example.Recipes?query=soup"),
  ]

  @Test(arguments: urls)
  func `a URL survives its text`(url: ResultURL, text: String) {
    #expect(url.description == text)
    #expect(ResultURL(text) == url)
  }

  @Test(arguments: [
    "", "searchlight://", "searchlight://a", "searchlight://a/b", "searchlight://a/b/c/d", "searchlight://?query=a",
    "searchlight://a/b?query=c",
    "searchlight://a?other=b", "searchlight://a?query=%GG", "searchlight://%FF?query=a", "http://a/b/c", "/a/b/c",
  ])
  func `another text is no URL of a result`(text: String) { #expect(ResultURL(text) == nil) }
}
