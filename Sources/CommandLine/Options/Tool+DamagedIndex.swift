internal import CSystem

extension Tool {
  /// Installs a handler that ends the tool with a message, not a signal, if another program
  /// truncates or overwrites an index file, or if its disk has no room for a change.
  package func explainDamagedIndex() {
    let text = """
      \(name): the index cannot be read: the disk or a quota is full, or another program truncated or overwrote the index; \
      free some space, and if that does not help, erase the index with mdutil -E

      """
    // The handler can run at any time until the process ends, so this memory is never freed.
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
    for (index, byte) in text.utf8.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
    unsafe signal_explain_damage(bytes.baseAddress, bytes.count)
  }
}
