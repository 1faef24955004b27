internal import Glibc

extension Store {
  /// Leaves word that a segment is damaged or gone, for whoever looks after the store to build it again: an empty file of its name with
  /// `.damaged` behind it. Best effort: a reader may have no permission to write, and the answer does not depend on it.
  static func reportDamage(of segment: String) {
    let file = unsafe Glibc.open(segment + damageSuffix, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  static let damageSuffix = ".damaged"
}
