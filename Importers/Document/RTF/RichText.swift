// SPDX-License-Identifier: Apache-2.0

/// RTF inside other formats.
package enum RichText {
  /// The text in UTF-8.
  package static func utf8(ofRTF bytes: [UInt8]) -> [UInt8] {
    var parser = RTFParser()
    parser.parse(bytes.span)
    parser.finish()
    return parser.takeText()
  }
}
