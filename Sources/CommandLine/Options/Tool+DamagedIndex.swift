internal import CSystem

extension Tool {
  /// From now on an index file that another program cut short or wrote into, or that has no room on its disk for a change, ends the tool with a
  /// message, and not by a signal.
  package func explainDamagedIndex() {
    let text = """
      \(name): the index cannot be read: the disk or a quota is full, or another program truncated or overwrote the index; \
      free some space, and if that does not help, erase the index with mdutil -E

      """
    // The handler may come at any time until the process ends, so its words are never given back.
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
    for (index, byte) in text.utf8.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
    unsafe signal_explain_damage(bytes.baseAddress, bytes.count)
  }
}
