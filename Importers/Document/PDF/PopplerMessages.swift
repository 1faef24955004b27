internal import CPoppler

/// What Poppler and GLib say on standard error about a file's faults, which nobody reads there.
enum PopplerMessages {
  /// Discards all messages of this process from now on.
  static func silence() {
    _ = silenced
  }

  private static let silenced: Void = {
    unsafe g_log_set_default_handler({ _, _, _, _ in }, nil)
  }()
}
