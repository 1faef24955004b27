// SPDX-License-Identifier: Apache-2.0

@testable import Applications
import IndexStore
import Testing

struct ExtensionRequestTests {
  private static let store = ApplicationStore(bundle: "org.example.Recipes", index: IndexName("über"), protection: .complete)

  private static func request(_ index: IndexName) -> ExtensionRequest {
    ExtensionRequest(ApplicationStore(bundle: "a", index: index, protection: .none), .reindexAll)
  }

  /// An extension contains the version of Searchlight with which it was built.
  @Test func `the default index and ordinary names are encoded as in earlier versions`() {
    #expect(Array(Self.request(.default).encoded().prefix(4)) == [1, 1, UInt8(ascii: "a"), 0])
    #expect(Array(Self.request(IndexName("ü")).encoded().prefix(6)) == [1, 1, UInt8(ascii: "a"), 2, 0xC3, 0xBC])
  }

  static let requests = [
    ExtensionRequest(store, .reindexAll), ExtensionRequest(store, .reindex([])), request(.default), request(.activities),
    request(IndexName("")), request(IndexName("NSUserActivity")), request(IndexName("\0")), request(IndexName("\0NSUserActivity")),
    ExtensionRequest(store, .reindex((0..<10_000).map { "item \($0)" })), ExtensionRequest(store, .content(item: "1", type: "public.text")),
    ExtensionRequest(store, .didUpdate),
  ]

  @Test(arguments: requests)
  func `a request survives its encoding, and no part of it is a request`(request: ExtensionRequest) throws {
    let bytes = request.encoded()
    #expect(try ExtensionRequest(decoding: bytes.span) == request)
    for count in 0..<min(bytes.count, 100) {
      #expect(throws: (any Error).self) { try ExtensionRequest(decoding: Array(bytes[..<count]).span) }
    }
    #expect(throws: (any Error).self) { try ExtensionRequest(decoding: (bytes + [0]).span) }
  }

  @Test(arguments: [ExtensionAnswer.acknowledged, .content([1, 2, 3]), .content([]), .failed("no library")])
  func `an answer survives its encoding`(answer: ExtensionAnswer) throws {
    let bytes = answer.encoded()
    #expect(try ExtensionAnswer(decoding: bytes.span) == answer)
    #expect(throws: (any Error).self) { try ExtensionAnswer(decoding: (bytes + [0]).span) }
  }
}
