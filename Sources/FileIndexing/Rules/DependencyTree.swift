// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Directories that package managers and build tools fill with files that nobody has written here.
/// Their names are indexed. Their contents are read only if the configuration says so.
///
/// A directory is recognised by its name, and if other directories have this name too, by an entry
/// beside it or in it.
enum DependencyTree {
  private struct Rule: Sendable {
    var tail: PathTail
    /// One of these entries is beside the directory.
    var neighbours: [[UInt8]]
    /// One of these entries is in the directory. Without neighbours or content, the name suffices.
    var content: [[UInt8]]

    init(_ tail: String, beside neighbours: [String] = [], with content: [String] = []) {
      self.tail = PathTail(tail)
      self.neighbours = neighbours.map { Array($0.utf8) }
      self.content = content.map { Array($0.utf8) }
    }

    func applies(in parent: [UInt8], by authors: MarkerAuthors) -> Bool {
      guard tail.matches(in: parent) else { return false }
      if neighbours.isEmpty, content.isEmpty { return true }
      let directory = parent.appending(component: tail.name)
      return neighbours.contains { parent.contains(entry: $0, by: authors) }
        || content.contains { directory.contains(entry: $0, by: authors) }
    }
  }

  private static let rules: [[UInt8]: [Rule]] = Dictionary(
    grouping: [
      // JavaScript
      Rule("node_modules", beside: ["package.json"], with: [".package-lock.json", ".yarn-integrity", ".modules.yaml"]),
      Rule("bower_components", beside: ["bower.json"]), Rule(".npm"), Rule(".next"), Rule(".nuxt"), Rule(".svelte-kit"),
      // Rust, Java, Scala, Clojure
      Rule("target", beside: ["Cargo.toml", "pom.xml", "build.sbt", "project.clj"]), Rule(".cargo/registry"), Rule(".rustup/toolchains"),
      Rule("build", beside: ["build.gradle", "build.gradle.kts"], with: ["CMakeCache.txt", "build.ninja"]), Rule(".gradle"),
      Rule(".m2/repository"), Rule(".ivy2"),
      // Swift and Objective-C
      Rule(".build", beside: ["Package.swift"]), Rule("Pods", beside: ["Podfile"]), Rule("Carthage", beside: ["Cartfile"]),
      Rule("DerivedData", with: ["ModuleCache.noindex", "Build"]),
      // Python
      Rule("__pycache__"), Rule(".tox"), Rule(".nox"), Rule(".eggs"), Rule(".venv", with: ["pyvenv.cfg"]),
      Rule("venv", with: ["pyvenv.cfg"]), Rule("env", with: ["pyvenv.cfg"]),
      // Ruby, PHP, Go
      Rule("vendor/bundle", with: ["ruby"]), Rule("vendor", with: ["autoload.php", "modules.txt"]), Rule("pkg/mod", with: ["cache"]),
      // Haskell, OCaml, Erlang, Elixir, Elm, Dart, Zig, .NET
      Rule("dist-newstyle"), Rule(".stack-work"), Rule("_build", beside: ["dune-project", "mix.exs", "rebar.config"]),
      Rule("deps", beside: ["mix.exs"]), Rule("elm-stuff"), Rule(".dart_tool"), Rule("zig-out", beside: ["build.zig"]), Rule(".zig-cache"),
      Rule("obj", with: ["project.assets.json"]), Rule(".nuget/packages"),
    ], by: \.tail.name)

  private static let filter = NameFilter(rules.keys)
  private static let allNeighbours = Set(rules.values.joined().flatMap(\.neighbours))
  private static let allContent = Set(rules.values.joined().flatMap(\.content))

  /// Whether entries with a name decide whether directories beside them are dependency trees.
  static func isNeighbour(_ name: [UInt8]) -> Bool { allNeighbours.contains(name) }

  /// Whether entries with a name decide whether the directory that contains them is a dependency
  /// tree.
  static func isContent(_ name: [UInt8]) -> Bool { allContent.contains(name) }

  /// Whether directories with a name may be dependency trees.
  static func isName(_ name: [UInt8]) -> Bool { rules[name] != nil }

  /// The outermost dependency tree that a directory is or is in; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - root: The directory or one above it. It is not regarded as a dependency tree itself.
  ///   - authors: Whose entries beside and in a directory count.
  /// - Complexity: A few access(2) calls for each component that has the name of a dependency tree.
  static func outermost(containing directory: [UInt8], below root: [UInt8], by authors: MarkerAuthors = .everybody) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    var end = root.count
    while end < directory.count {
      let start = directory[end] == slash ? end + 1 : end
      end = directory[start...].firstIndex(of: slash) ?? directory.count
      guard filter.mayContain(directory[start..<end]), let rules = rules[Array(directory[start..<end])] else { continue }
      let path = Array(directory[..<end])
      if rules.contains(where: { $0.applies(in: path.parent, by: authors) }) { return path }
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether the directory at this path contains an entry with a name, made by one of some authors.
  fileprivate func contains(entry name: [UInt8], by authors: MarkerAuthors) -> Bool {
    let path = appending(component: name)
    guard Path(path).isEntry() else { return false }
    return authors.include(path, in: self)
  }
}
