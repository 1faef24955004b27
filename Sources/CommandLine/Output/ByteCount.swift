// SPDX-License-Identifier: Apache-2.0

/// `1.4 MB`: a number of bytes for people, in powers of ten.
package func describedByteCount(_ bytes: Int) -> String {
  var (value, unit) = (Double(bytes), "bytes")
  for next in ["kB", "MB", "GB", "TB"] where value >= 1000 { (value, unit) = (value / 1000, next) }
  guard unit != "bytes" else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10) \(unit)"
}
