// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Recipes",
  dependencies: [.package(name: "Searchlight", path: "../..")],
  targets: [
    // Both executables read recipe files.
    .target(name: "RecipeFiles", dependencies: [.product(name: "CoreSpotlight", package: "Searchlight")], swiftSettings: strict),
    .executableTarget(name: "RecipeImporter", dependencies: ["RecipeFiles"], swiftSettings: strict),
    .executableTarget(
      name: "Recipes",
      dependencies: [
        "RecipeFiles", .product(name: "AppIntents", package: "Searchlight"), .product(name: "CoreSpotlight", package: "Searchlight"),
      ],
      swiftSettings: strict),
  ])
