// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Recipes",
  dependencies: [.package(name: "Searchlight", path: "../..")],
  targets: [
    .executableTarget(
      name: "Recipes",
      dependencies: [.product(name: "AppIntents", package: "Searchlight"), .product(name: "CoreSpotlight", package: "Searchlight")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ])
