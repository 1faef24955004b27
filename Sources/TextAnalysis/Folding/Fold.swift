// SPDX-License-Identifier: Apache-2.0

/// The folded form of `text`, in canonical composition. Texts that are equal under `folding` have
/// equal folded forms.
///
/// - Complexity: O(*n*); ASCII takes a vectorised path.
package func fold(_ text: String, _ folding: Folding) -> String {
  var folded: [UInt8] = []
  foldUTF8(text.utf8.span, folding, into: &folded)
  return String(decoding: folded, as: UTF8.self)
}

/// Appends the folded form of `bytes` to `output`.
///
/// Bytes that are not well-formed UTF-8 become U+FFFD. Idempotent: folding a folded text changes
/// nothing.
///
/// - Complexity: O(*n*). For ASCII, only the growth of `output` allocates memory.
package func foldUTF8(_ bytes: Span<UInt8>, _ folding: Folding, into output: inout [UInt8]) {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    if unsafe isASCII(bytes) {
      unsafe appendASCII(bytes, lowercased: folding.contains(.case), to: &output)
      return
    }
    if folding == .all, unsafe LatinFold.withFolded(bytes, { unsafe output.append(contentsOf: $0) }) != nil { return }
    // Moved into the folder and back, so that appending does not copy it.
    var earlier: [UInt8] = []
    swap(&earlier, &output)
    var folder = ScalarFolder(folding, output: earlier)
    earlier = []
    unsafe folder.fold(bytes)
    output = folder.output
  }
}

/// Appends ASCII bytes.
func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, lowercased: Bool, to output: inout [UInt8]) {
  let start = output.count
  unsafe output.append(contentsOf: bytes)
  guard lowercased else { return }
  unsafe output.withUnsafeMutableBufferPointer { output in
    for index in start..<output.count {
      unsafe output[index] = ASCII.lowercased(output[index])
    }
  }
}
