/// The form of `text` that is equal, byte for byte, for all texts that are equal under `folding`; canonically composed.
///
/// - Complexity: O(*n*); ASCII takes a vectorised path.
package func fold(_ text: String, _ folding: Folding) -> String {
  var folded: [UInt8] = []
  foldUTF8(text.utf8.span, folding, into: &folded)
  return String(decoding: folded, as: UTF8.self)
}

/// Appends the folded form of `bytes` to `output`, whose earlier contents stay untouched.
///
/// A byte that is not part of well-formed UTF-8 becomes U+FFFD. Idempotent: folding a folded text changes nothing.
///
/// - Complexity: O(*n*). Allocates nothing for ASCII beyond the growth of `output`.
package func foldUTF8(_ bytes: Span<UInt8>, _ folding: Folding, into output: inout [UInt8]) {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    if unsafe isASCII(bytes) {
      unsafe appendASCII(bytes, lowercased: folding.contains(.case), to: &output)
      return
    }
    if folding == .all, unsafe LatinFold.withFolded(bytes, { unsafe output.append(contentsOf: $0) }) != nil { return }
    // Moved through the folder, so that appending does not copy it.
    var earlier: [UInt8] = []
    swap(&earlier, &output)
    var folder = ScalarFolder(folding, output: earlier)
    earlier = []
    unsafe folder.fold(bytes)
    output = folder.output
  }
}

/// Appends bytes that are all ASCII.
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
