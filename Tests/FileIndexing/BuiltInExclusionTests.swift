// SPDX-License-Identifier: Apache-2.0

import LogMessages
import Testing

@testable import FileIndexing

struct BuiltInExclusionTests {
  private func exclusion(of path: String) -> BuiltInExclusion? {
    let isDirectory = path.hasSuffix("/")
    let bytes = Array((isDirectory ? path.dropLast() : path[...]).utf8)
    return BuiltInExclusion.ofEntry(bytes.lastComponent, in: bytes.parent, isDirectory: isDirectory)
  }

  @Test(
    arguments: [
      ("/p/.git/", .versionControl), ("/p/.git", .versionControl), ("/p/CVS/", .versionControl), ("/p/.hg/", .versionControl),
      ("/p/.svn/", .versionControl), ("/p/.bzr/", .versionControl), ("/p/_darcs/", .versionControl), ("/p/.jj/", .versionControl),
      ("/home/u/.cache/", .cache), ("/home/u/.var/app/org.example.App/cache/", .cache), ("/home/u/.config/App/Cache/Cache_Data/", .cache),
      ("/home/u/.config/chromium/Default/Code Cache/", .cache), ("/home/u/.mozilla/firefox/x.default/cache2/", .cache),
      ("/home/u/.local/share/Trash/", .trash), ("/mnt/disk/.Trash-1000/", .trash), ("/mnt/disk/.Trash/", .trash),
      ("/home/.snapshots/", .snapshots), ("/tank/.zfs/", .snapshots), ("/run/timeshift/snapshots/", .snapshots),
      ("/home/u/.ssh/", .secrets), ("/mnt/backup/home/u/.gnupg/", .secrets), ("/home/u/.password-store/", .secrets),
      ("/home/u/.local/share/keyrings/", .secrets), ("/home/u/.local/share/kwalletd/", .secrets), ("/home/u/.aws/", .secrets),
      ("/home/u/.kube/", .secrets), ("/home/u/.docker/config.json", .secrets), ("/home/u/.config/gh/hosts.yml", .secrets),
      ("/home/u/.thunderbird/x.default/logins.json", .secrets), ("/home/u/.mozilla/firefox/x.default/cookies.sqlite", .secrets),
      ("/home/u/.netrc", .secrets), ("/home/u/.git-credentials", .secrets),
    ] as [(String, BuiltInExclusion)])
  func `an entry is excluded by its name or by the end of its path`(path: String, reason: BuiltInExclusion) {
    #expect(exclusion(of: path) == reason)
  }

  @Test(arguments: [
    "/home/u/.gitignore", "/home/u/CVs/", "/home/u/CVS", "/home/u/Cache/", "/home/u/cache/", "/home/u/app/cache/", "/home/u/Trash/",
    "/home/u/share/Trash/", "/usr/share/keyrings/", "/keyrings/", "/home/u/snapshots/", "/home/u/.config/", "/home/u/.docker/",
    "/home/u/config.json", "/home/u/ssh/", "/home/u/.ssh.txt", "/home/u/.sshrc", "/p/.github/", "/home/u/.var/app/cache/",
  ])
  func `others are not`(path: String) {
    #expect(exclusion(of: path) == nil)
  }

  @Test func `a root is indexed, whatever it is`() {
    var rules = ExclusionRules()
    rules.includesHidden = true
    let ssh = Array("/home/u/.ssh".utf8)
    #expect(rules.excludes(ssh.lastComponent, in: ssh.parent, isDirectory: true))
    rules.roots = [Array("/home/u".utf8)]
    #expect(rules.exclusion(of: ssh + "/config".utf8, isDirectory: false) == .name(ssh, .builtIn(.secrets)))
    rules.roots.append(ssh)
    #expect(!rules.excludes(ssh.lastComponent, in: ssh.parent, isDirectory: true))
    #expect(rules.exclusion(of: ssh + "/config".utf8, isDirectory: false) == nil)
    #expect(rules.exclusion(of: ssh + "/.git".utf8, isDirectory: true) == .name(ssh + "/.git".utf8, .builtIn(.versionControl)))
  }

  @Test func `a root that is or is in a folder of secrets causes a warning`() throws {
    let home = Array("/home/u".utf8)
    for root in ["~/.ssh", "~/.aws/sso", "/home/u/.local/share/keyrings"] {
      let configuration = try IndexingConfiguration(parsing: "root = ~\nroot = \(root)\n", home: home)
      #expect(configuration.warnings.map(\.line) == [2])
      let message: LogMessage = "'\(path: root)' contains keys or passwords, which searches find because it is a root"
      #expect(configuration.warnings.first?.message == message)
    }
    #expect(try IndexingConfiguration(parsing: "root = ~\nroot = ~/.config\nroot = ~/p/.git\n", home: home).warnings == [])
  }
}
