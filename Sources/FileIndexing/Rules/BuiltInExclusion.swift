// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A reason why an entry is never indexed unless it is a root, even if hidden names are indexed.
package enum BuiltInExclusion: CaseIterable, Sendable {
  /// The internal files of a version-control system. The work tree beside them is indexed.
  case versionControl
  /// Files that a program can make again.
  case cache
  case trash
  /// Earlier states of a file system.
  case snapshots
  /// Keys, passwords and access tokens.
  case secrets

  /// The entries. Those with a slash at the end are directories.
  private var tails: [String] {
    switch self {
    case .versionControl: [".git", ".hg/", ".svn/", ".bzr/", "CVS/", "_darcs/", ".jj/"]
    case .cache:
      [
        ".cache/", ".var/app/*/cache/", ".thumbnails/", "steamapps/shadercache/",
        // Of browsers, and of programs that contain one.
        "Cache_Data/", "CacheStorage/", "Code Cache/", "DawnCache/", "DawnGraphiteCache/", "DawnWebGPUCache/", "GPUCache/",
        "GrShaderCache/", "ScriptCache/", "ShaderCache/", "cache2/", "startupCache/",
      ]
    case .trash: [".Trash/", Self.trashOfUser + "/", ".local/share/Trash/", ".var/app/*/data/Trash/"]
    case .snapshots: [".snapshots/", ".snapshot/", ".zfs/", "timeshift/snapshots/", "timeshift-btrfs/snapshots/"]
    case .secrets:
      [
        ".ssh/", ".gnupg/", ".password-store/", ".pki/", ".local/share/gnupg/", ".local/share/keyrings/", ".local/share/kwalletd/",
        ".local/share/password-store/", ".aws/", ".azure/", ".kube/", ".config/gcloud/", ".config/op/", ".config/sops/",
        ".docker/config.json", ".config/containers/auth.json", ".config/gh/hosts.yml", ".config/hub", ".config/rclone/rclone.conf",
        ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".terraform.d/credentials.tfrc.json", ".m2/settings.xml",
        ".git-credentials", ".config/git/credentials", ".netrc", ".npmrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".pypirc",
        ".s3cfg", ".vault-token", ".smbcredentials",
      ]
        + [".thunderbird/*/", ".mozilla/firefox/*/"].flatMap { profile in
          ["logins.json", "logins-backup.json", "key4.db", "cookies.sqlite"].map { profile + $0 }
        }
    }
  }

  /// `.Trash-1000`, the trash of the user 1000 on another file system.
  private static let trashOfUser = ".Trash-*"
  private static let trashPrefix = Array(".Trash-".utf8)

  private struct Rule: Sendable {
    var tail: PathTail
    var isDirectory: Bool
    var reason: BuiltInExclusion
  }

  private static let rules: [[UInt8]: [Rule]] = Dictionary(
    grouping: allCases.flatMap { reason in
      reason.tails.map { Rule(tail: PathTail($0), isDirectory: $0.hasSuffix("/"), reason: reason) }
    }, by: \.tail.name)
  private static let filter = NameFilter(rules.keys)

  /// Why the entry `name` of the directory `parent` is excluded; `nil` if it is not.
  static func ofEntry(_ name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> BuiltInExclusion? {
    let isTrash = name.first == UInt8(ascii: ".") && name.starts(with: trashPrefix)
    guard isTrash || filter.mayContain(name) else { return nil }
    return rules[isTrash ? Array(trashOfUser.utf8) : name]?.first {
      ($0.isDirectory == isDirectory || !$0.isDirectory) && $0.tail.matches(in: parent)
    }?.reason
  }

  /// Why the directory at an absolute path, or one above it, would be excluded if it were no root.
  static func ofPath(_ path: [UInt8]) -> BuiltInExclusion? {
    var directory = path
    while directory.count > 1 {
      if let reason = ofEntry(directory.lastComponent, in: directory.parent, isDirectory: true) { return reason }
      if let folder = userFolders.first(where: { $0.path == directory }) { return folder.reason }
      directory = directory.parent
    }
    return nil
  }

  typealias UserFolder = (path: [UInt8], reason: BuiltInExclusion)

  /// The folders of the user that environment variables name.
  static let userFolders: [UserFolder] = {
    func folder(_ variable: String) -> [UInt8]? {
      let value = ProcessFacts.variable(variable).map { Array($0.utf8) }
      return value?.first == UInt8(ascii: "/") ? value?.realPath : nil
    }
    var folders = [folder("XDG_CACHE_HOME").map { ($0, BuiltInExclusion.cache) }]
    if let data = folder("XDG_DATA_HOME") {
      folders.append((data.appending(component: Array("Trash".utf8)), .trash))
      for name in ["gnupg", "keyrings", "kwalletd", "password-store"] {
        folders.append((data.appending(component: Array(name.utf8)), .secrets))
      }
    }
    return folders.compactMap(\.self)
  }()
}
