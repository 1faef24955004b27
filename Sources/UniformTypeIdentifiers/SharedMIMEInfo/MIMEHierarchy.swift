// SPDX-License-Identifier: Apache-2.0

/// Aliases and subclasses of MIME types, merged from all caches. Names are compared
/// case-insensitively.
struct MIMEHierarchy: Sendable {
  /// Lower case alias → canonical name; the cache of higher precedence wins.
  private(set) var aliases: [String: String] = [:]
  /// Lower case name → parents, in the order of the caches.
  private(set) var parents: [String: [String]] = [:]
  /// Lower case → the spelling in the caches, for the few types with capitals (`audio/AMR`).
  private var spellings: [String: String] = [:]

  init(_ caches: [MIMECache]) {
    for cache in caches {
      for (alias, type) in cache.aliases where aliases[alias.asciiLowered] == nil {
        aliases[alias.asciiLowered] = noteSpelling(type)
      }
      for (type, list) in cache.parents {
        let key = noteSpelling(type).asciiLowered
        for parent in list where parents[key]?.contains(noteSpelling(parent)) != true {
          parents[key, default: []].append(parent)
        }
      }
      for glob in cache.globs { noteSpelling(glob.mimeType) }
    }
  }

  @discardableResult
  private mutating func noteSpelling(_ type: String) -> String {
    let lowered = type.asciiLowered
    if lowered != type, spellings[lowered] == nil { spellings[lowered] = type }
    return type
  }

  /// The canonical name in shared-mime-info of `type`, which may be an alias or contain capitals.
  func canonical(_ type: String) -> String {
    let lowered = type.asciiLowered
    return aliases[lowered] ?? spellings[lowered] ?? lowered
  }

  /// The direct parents of a canonical name.
  ///
  /// In addition to the declared parents, the specification has an implicit rule: every `text/*`
  /// type is a subclass of `text/plain`.
  func parents(of type: String) -> [String] {
    let key = type.asciiLowered
    if let declared = parents[key] { return declared.map(canonical) }
    return key.hasPrefix("text/") && key != "text/plain" ? ["text/plain"] : []
  }

  /// `type` and all types it is a subclass of, nearest first. Terminates even if a cache declares a
  /// cycle.
  func ancestry(of type: String) -> [String] {
    var found = [type]
    var next = 0
    while next < found.count {
      for parent in parents(of: found[next]) where !found.contains(parent) { found.append(parent) }
      next += 1
    }
    return found
  }
}
