// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// What an extension answers before it ends.
package enum ExtensionAnswer: Hashable, Sendable {
  /// The items are in the index.
  case acknowledged
  /// The content of the item.
  case content([UInt8])
  /// The extension could not do it, for this reason.
  case failed(String)
}

extension ExtensionAnswer {
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .acknowledged: writer.append(byte: 0)
    case .content(let content):
      writer.append(byte: 1)
      writer.append(counted: content)
    case .failed(let reason):
      writer.append(byte: 2)
      writer.append(string: reason)
    }
    return writer.bytes
  }

  init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = ByteReader(bytes)
    switch try reader.byte() {
    case 0: self = .acknowledged
    case 1: self = .content(try reader.counted())
    case 2: self = .failed(try reader.string())
    default: throw .malformed(at: reader.position - 1)
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
  }
}
