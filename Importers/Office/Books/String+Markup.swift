// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

extension String {
  /// The text of a description of a book, which is often HTML.
  var withoutMarkup: String {
    guard contains("<"), var parser = try? HTMLParser() else { return self }
    parser.parse(Array(utf8).span)
    parser.finish()
    return String(decoding: parser.content.takeText(), as: UTF8.self).oneLine
  }
}
