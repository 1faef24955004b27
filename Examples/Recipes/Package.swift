// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The programs contain the runtime of Swift and Foundation, because an importer cannot read the libraries of a toolchain in its sandbox.
/// The libraries that Foundation consists of are named, because sources are compiled with the dynamic ones, which do not name them.
let staticRuntime: [LinkerSetting] =
  [.unsafeFlags(["-static-stdlib"])]
  + ["CoreFoundation", "_FoundationCollections", "_FoundationCShims", "_FoundationICU"].map { .linkedLibrary($0) }

let package = Package(
  name: "Recipes",
  dependencies: [.package(name: "Searchlight", path: "../..")],
  targets: [
    // Both executables read recipe files.
    .target(name: "RecipeFiles", dependencies: [.product(name: "CoreSpotlight", package: "Searchlight")], swiftSettings: strict),
    .executableTarget(name: "RecipeImporter", dependencies: ["RecipeFiles"], swiftSettings: strict, linkerSettings: staticRuntime),
    .executableTarget(
      name: "Recipes",
      dependencies: [
        "RecipeFiles", .product(name: "AppIntents", package: "Searchlight"), .product(name: "CoreSpotlight", package: "Searchlight"),
      ],
      swiftSettings: strict, linkerSettings: staticRuntime),
  ])
