// SPDX-License-Identifier: Apache-2.0

internal import CZlib
internal import ImporterSupport

/// The description of a QuickTime movie, compressed (Apple, “QuickTime File Format”, compressed movie resources).
enum CompressedHeader {
  private static let maximumByteCount = 16 << 20

  /// The box that the description unpacks to; `nil` if that is not possible, or if it is compressed again.
  static func unpacked(_ file: FileBytes, _ range: Range<Int>) -> [UInt8]? {
    let boxes = ISOBox.list(in: file, range)
    guard let method = boxes.first(where: { $0.type == "dcom" }), file.bytes(at: method.body.lowerBound, count: 4).has("zlib"),
      let data = boxes.first(where: { $0.type == "cmvd" }),
      let count = file.integer(at: data.body.lowerBound, as: UInt32.self, .big), count <= maximumByteCount, data.body.count > 4
    else { return nil }
    let packed = file.bytes(at: data.body.lowerBound + 4, count: min(data.body.count - 4, maximumByteCount))
    var header = [UInt8](repeating: 0, count: Int(count))
    var written = uLongf(count)
    guard unsafe uncompress(&header, &written, packed, uLong(packed.count)) == Z_OK else { return nil }
    header.removeLast(header.count - Int(written))
    let whole = FileBytes(header)
    let isPackedAgain = ISOBox.list(in: whole, 0..<header.count).contains { box in
      box.type == "moov" && ISOBox.list(in: whole, box.body).contains { $0.type == "cmov" }
    }
    return isPackedAgain ? nil : header
  }
}
