// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct DependencyTreeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func outermost(_ directory: String) -> String? {
    DependencyTree.outermost(containing: folder.bytes + "/\(directory)".utf8, below: folder.bytes)
      .map { String(decoding: $0.dropFirst(folder.path.utf8.count + 1), as: UTF8.self) }
  }

  /// Without the file, nothing distinguishes the directory from one that a user has made.
  @Test(arguments: [
    ("node_modules", "package.json"), ("node_modules", "node_modules/.package-lock.json"), ("target", "Cargo.toml"),
    ("target", "pom.xml"), (".build", "Package.swift"), ("build", "build.gradle"), ("build", "build.gradle.kts"),
    ("build", "build/CMakeCache.txt"), (".venv", ".venv/pyvenv.cfg"), ("venv", "venv/pyvenv.cfg"),
    ("vendor/bundle", "vendor/bundle/ruby/x"),
    ("vendor", "vendor/modules.txt"), ("Pods", "Podfile"), ("DerivedData", "DerivedData/Build/x"), ("_build", "dune-project"),
    ("go/pkg/mod", "go/pkg/mod/cache/x"),
  ])
  func `a directory is a dependency tree if a file says so`(tree: String, file: String) throws {
    try folder.folder("\(tree)/a/b")
    #expect(outermost(tree) == nil)
    try folder.file(file)
    #expect(outermost(tree) == tree)
    #expect(outermost("\(tree)/a/b") == tree)
    #expect(outermost("other/\(tree)") == nil)
  }

  @Test(arguments: ["__pycache__", ".gradle", ".tox", "dist-newstyle", "p/.m2/repository"])
  func `a directory with a name that nothing else has is one`(tree: String) {
    #expect(outermost("\(tree)/a") == tree)
  }

  @Test func `of nested trees, the outer one counts`() throws {
    for name in ["package.json", "node_modules/a/package.json"] { try folder.file(name) }
    #expect(outermost("node_modules/a/node_modules/b") == "node_modules")
  }

  @Test func `what is in a root is read`() throws {
    try folder.file("package.json")
    var rules = ExclusionRules()
    rules.roots = [folder.bytes]
    let tree = folder.bytes + "/node_modules".utf8
    #expect(rules.unreadTree(containing: tree) == tree)
    #expect(rules.unreadTree(containing: folder.bytes) == nil)
    rules.roots.append(tree + "/mine".utf8)
    #expect(rules.unreadTree(containing: tree + "/mine/src".utf8) == nil)
    #expect(rules.unreadTree(containing: tree + "/other".utf8) == tree)
    rules.readsDependencies = true
    #expect(rules.unreadTree(containing: tree) == nil)
    #expect(ExclusionRules().unreadTree(containing: tree) == nil)
  }

  @Test func `every name that decides is known as such`() {
    #expect(DependencyTree.isNeighbour(Array("Cargo.toml".utf8)))
    #expect(DependencyTree.isContent(Array("pyvenv.cfg".utf8)))
    #expect(!DependencyTree.isNeighbour(Array("pyvenv.cfg".utf8)))
    #expect(DependencyTree.isName(Array("bundle".utf8)))
    #expect(!DependencyTree.isName(Array("src".utf8)))
  }
}
