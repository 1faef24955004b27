internal import CSystem

extension Tool {
  /// From now on a mapped file that another program cut short ends the tool with a message, and not by a signal.
  package func explainTruncatedIndex() {
    let text = "\(name): the index file was truncated by another program; erase the index with mdutil -E, it will be built again\n"
    // The handler may come at any time until the process ends, so its words are never given back.
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
    for (index, byte) in text.utf8.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
    unsafe signal_explain_bus_error(bytes.baseAddress, bytes.count)
  }
}
