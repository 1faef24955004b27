// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

/// Reads a playlist in XML.
final class XSPFHandler: XMLHandler {
  private(set) var title: String?
  private(set) var author: String?
  private(set) var description: String?
  private var tracks = TextBuffer()
  private var path: [String] = []
  private var text: [UInt8] = []

  private static let maximumValueByteCount = 64 << 10

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    path.append(element)
    text.removeAll(keepingCapacity: true)
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard text.count < Self.maximumValueByteCount else { return }
    for index in characters.indices { text.append(characters[index]) }
  }

  func end(_ element: String) {
    guard path.popLast() != nil else { return }
    let value = String(decoding: text, as: UTF8.self).oneLine
    text.removeAll(keepingCapacity: true)
    guard !value.isEmpty else { return }
    switch (path.last, element) {
    case ("playlist", "title"): title = value
    case ("playlist", "creator"): author = value
    case ("playlist", "annotation"): description = value
    case ("track", "title"), ("track", "creator"), ("track", "album"), ("track", "annotation"): tracks.append(value + "\n")
    case ("track", "location"): tracks.append(value.readableLocation + "\n")
    default: break
    }
  }

  /// The texts of tracks since the last call.
  func takeText() -> [UInt8] { tracks.take() }
}
