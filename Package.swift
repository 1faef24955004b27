// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

// MARK: - Settings

/// Every Swift target: Swift 6 language mode, warnings are errors, imports are internal unless they say otherwise.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets that call C or borrow memory: each use of an unsafe construct is marked, so that a reviewer can find it; views that cannot
/// outlive their owner (`~Escapable`) replace pointers.
let wrapper: [SwiftSetting] = strict + [.strictMemorySafety(), .enableExperimentalFeature("Lifetimes")]

// Flags of the linker are for executables only: SwiftPM refuses packages that depend on libraries with unsafe flags. No test target may depend
// on these executables, since tests would be linked with their flags; `swift test` builds them all the same.

/// The programs contain the Swift runtime and Foundation, so that they run where no toolchain is installed. They share Debian's libraries.
/// All functions of these are found at the start, so that the table with their addresses can be made read-only. This needs the toolchain's own
/// linker: Swift's object files have writable `.rodata` sections, and then GNU's linker makes no such segment (RELRO).
let staticRuntime: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld", "-static-stdlib", "-Xlinker", "-z", "-Xlinker", "now"])]

/// `mdfind`, which is `mdls` and `mdqueryd` too, contains Debian's libraries as well: it starts in under a millisecond because nothing is left
/// for the dynamic linker to do. Fedora and Arch have no static libraries: there, `SEARCHLIGHT_MDFIND=shared make build` links it like the others.
let staticExecutable: [LinkerSetting] =
  Context.environment["SEARCHLIGHT_MDFIND"] == "shared" ? staticRuntime : [.unsafeFlags(["-use-ld=lld", "-static-executable"])]

/// What Foundation consists of besides itself. Only its static modules name these libraries, and targets are compiled with the dynamic ones.
let staticFoundation: [LinkerSetting] = ["CoreFoundation", "_FoundationCollections", "_FoundationCShims", "_FoundationICU"].map {
  .linkedLibrary($0)
}

/// `mdworker` gets only the part of ICU's data that it needs if `make` builds it: the object file of Support/cut-icu-data.
let icuData: [LinkerSetting] = Context.environment["SEARCHLIGHT_ICU_DATA"].map { [.unsafeFlags([$0])] } ?? []

/// Poppler's private interface is used if its headers are installed and of a known version. `SEARCHLIGHT_POPPLER=public swift build` leaves it
/// out.
let popplerInterface: [CXXSetting] = Context.environment["SEARCHLIGHT_POPPLER"] == "public" ? [.define("SEARCHLIGHT_PUBLIC_POPPLER")] : []

// MARK: - Products and targets

let package = Package(
  name: "Searchlight",
  products: [
    .library(name: "AppIntents", targets: ["AppIntents"]),
    .library(name: "CoreSpotlight", targets: ["CoreSpotlight"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .executable(name: "mdfind", targets: ["mdfind"]),
    .executable(name: "mdutil", targets: ["mdutil"]),
    .executable(name: "mdworker", targets: ["mdworker"]),
  ],
  targets: [
    // MARK: System libraries
    .systemLibrary(
      name: "CArchive", path: "Sources/SystemLibraries/CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(
      name: "CBrotli", path: "Sources/SystemLibraries/CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CExempi", path: "Sources/SystemLibraries/CExempi", pkgConfig: "exempi-2.0", providers: [.apt(["libexempi-dev"])]),
    .systemLibrary(name: "CExif", path: "Sources/SystemLibraries/CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(
      name: "CFreeType", path: "Sources/SystemLibraries/CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CGMime", path: "Sources/SystemLibraries/CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
    .systemLibrary(name: "CGsf", path: "Sources/SystemLibraries/CGsf", pkgConfig: "libgsf-1", providers: [.apt(["libgsf-1-dev"])]),
    .systemLibrary(
      name: "CIPTCData", path: "Sources/SystemLibraries/CIPTCData", pkgConfig: "libiptcdata", providers: [.apt(["libiptcdata0-dev"])]),
    .systemLibrary(name: "CLibXML2", path: "Sources/SystemLibraries/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibZip", path: "Sources/SystemLibraries/CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CLMDB", path: "Sources/SystemLibraries/CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CMagic", path: "Sources/SystemLibraries/CMagic", pkgConfig: "libmagic", providers: [.apt(["libmagic-dev"])]),
    .systemLibrary(name: "CMspack", path: "Sources/SystemLibraries/CMspack", pkgConfig: "libmspack", providers: [.apt(["libmspack-dev"])]),
    .systemLibrary(name: "CPCRE2", path: "Sources/SystemLibraries/CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(
      name: "CPoppler", path: "Sources/SystemLibraries/CPoppler", pkgConfig: "poppler", providers: [.apt(["libpoppler-private-dev"])]),
    .systemLibrary(
      name: "CPopplerCpp", path: "Sources/SystemLibraries/CPopplerCpp", pkgConfig: "poppler-cpp", providers: [.apt(["libpoppler-cpp-dev"])]),
    .systemLibrary(
      name: "CUchardet", path: "Sources/SystemLibraries/CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/SystemLibraries/CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CSQLite", path: "Sources/SystemLibraries/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CStemmer", path: "Sources/SystemLibraries/CStemmer", providers: [.apt(["libstemmer-dev"])]),
    .systemLibrary(name: "CUTF8Proc", path: "Sources/SystemLibraries/CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CSystemd", path: "Sources/SystemLibraries/CSystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CVector", path: "Sources/SystemLibraries/CVector"),
    .systemLibrary(name: "CXXHash", path: "Sources/SystemLibraries/CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/SystemLibraries/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", path: "Sources/SystemLibraries/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(name: "CGhostscript", path: "Sources/SystemLibraries/CGhostscript"),
    .target(name: "CGsfInput", dependencies: ["CGsf"], path: "Sources/SystemLibraries/CGsfInput"),
    .target(name: "CICU", path: "Sources/SystemLibraries/CICU"),
    .target(name: "CSandbox", dependencies: ["CSystem"], path: "Sources/SystemLibraries/CSandbox"),
    .target(name: "CMspackInput", dependencies: ["CMspack"], path: "Sources/SystemLibraries/CMspackInput"),
    .target(name: "CSQLiteInput", dependencies: ["CSQLite"], path: "Sources/SystemLibraries/CSQLiteInput"),
    .target(name: "CSystem", path: "Sources/SystemLibraries/CSystem"),
    .target(
      name: "CxxPoppler", dependencies: ["CPoppler", "CPopplerCpp", "CSystem", "CZlib"], path: "Sources/SystemLibraries/CxxPoppler",
      cxxSettings: popplerInterface, linkerSettings: [.linkedLibrary("fontconfig")]),
    .target(name: "CSystemdLoading", path: "Sources/SystemLibraries/CSystemdLoading"),
    .target(name: "CxxTagLib", path: "Sources/SystemLibraries/CxxTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // MARK: Foundations
    .target(name: "Attributes", dependencies: ["CXXHash"], swiftSettings: wrapper),
    .target(name: "KeyFiles", swiftSettings: wrapper),
    .target(name: "LMDB", dependencies: ["CLMDB", "CSystem", "SystemPlatform", "Threading"], swiftSettings: wrapper),
    .target(name: "LogMessages", dependencies: ["SystemPlatform"], swiftSettings: strict),
    .target(name: "PropertyLists", swiftSettings: strict),
    .target(name: "SystemPlatform", swiftSettings: wrapper),
    .target(name: "TextAnalysis", dependencies: ["CICU", "CPCRE2", "CStemmer", "CUTF8Proc", "SystemPlatform"], swiftSettings: wrapper),
    .target(name: "Threading", dependencies: ["CSystem", "SystemPlatform"], swiftSettings: wrapper),
    .target(name: "UniformTypeIdentifiers", dependencies: ["SystemPlatform"], swiftSettings: wrapper),
    .target(
      name: "WordVectors", dependencies: ["Attributes", "CVector", "CXXHash", "LogMessages", "SystemPlatform", "TextAnalysis"],
      swiftSettings: wrapper),
    .target(
      name: "TranslationTables", dependencies: ["CZlib", "SystemPlatform", "TextAnalysis", "WordVectors"], swiftSettings: wrapper),
    .target(
      name: "WordVectorTraining", dependencies: ["SystemPlatform", "TextAnalysis", "WordVectors"], swiftSettings: wrapper),
    .executableTarget(
      name: "make-word-vectors", dependencies: ["SystemPlatform", "WordVectorTraining"], swiftSettings: strict),

    // MARK: Engine
    .target(name: "QueryLanguage", dependencies: ["Attributes", "SystemPlatform", "TextAnalysis"], swiftSettings: strict),
    .target(
      name: "IndexStore",
      dependencies: [
        "Attributes", "CSystem", "CXXHash", "CZstd", "LMDB", "LogMessages", "QueryLanguage", "Segments", "SystemPlatform", "TextAnalysis",
        "Threading", "WordVectors",
      ],
      swiftSettings: wrapper),
    .target(
      name: "Segments", dependencies: ["Attributes", "CSystem", "CVector", "SystemPlatform", "TextAnalysis", "Threading", "WordVectors"],
      swiftSettings: wrapper),

    // MARK: Programs and importers
    .target(
      name: "MessageAnalysis", dependencies: ["Attributes", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform"],
      swiftSettings: strict),
    .target(
      name: "Applications",
      dependencies: ["Attributes", "CSystem", "IndexStore", "KeyFiles", "LogMessages", "SystemPlatform", "UniformTypeIdentifiers"],
      swiftSettings: wrapper),
    .target(
      name: "SystemSearch", dependencies: ["Attributes", "CSystem", "IndexStore", "QueryLanguage", "SystemPlatform", "Threading"],
      swiftSettings: wrapper),
    .target(name: "WorkerProtocol", dependencies: ["Attributes", "CSystem", "SystemPlatform"], swiftSettings: wrapper),
    .target(
      name: "Sandbox", dependencies: ["CSandbox", "CSeccomp", "CSystem", "SystemPlatform", "WorkerProtocol"], swiftSettings: wrapper),
    .target(name: "AttributeSets", dependencies: ["Attributes", "UniformTypeIdentifiers"], swiftSettings: strict),
    .target(
      name: "ImporterSupport",
      dependencies: ["AttributeSets", "Attributes", "CSystem", "SystemPlatform", "UniformTypeIdentifiers", "WorkerProtocol"],
      swiftSettings: wrapper),
    .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: wrapper),
    .target(name: "CompoundFiles", dependencies: ["CGsf", "CGsfInput", "ImporterSupport", "SystemPlatform"], swiftSettings: wrapper),
    .target(
      name: "Markup", dependencies: ["AttributeSets", "Attributes", "CLibXML2", "ImporterSupport"], swiftSettings: wrapper),
    .target(name: "Places", dependencies: ["ImporterSupport", "Markup", "SystemPlatform"], swiftSettings: wrapper),
    .target(name: "AppIntents", dependencies: ["AttributeSets", "UniformTypeIdentifiers"], swiftSettings: strict),
    .target(
      name: "CoreSpotlight",
      dependencies: [
        "AppIntents", "Applications", "AttributeSets", "Attributes", "ImporterSupport", "IndexStore", "LogMessages", "Markup",
        "MessageAnalysis", "QueryLanguage", "Threading", "UniformTypeIdentifiers",
      ],
      swiftSettings: strict),

    // MARK: Importers
    .target(
      name: "ApplicationImporter",
      dependencies: [
        "AttributeSets", "Attributes", "ImporterSupport", "KeyFiles", "Markup", "SystemPlatform",
      ],
      path: "Importers/Application", swiftSettings: wrapper),
    .target(
      name: "ArchiveImporter",
      dependencies: [
        "AttributeSets", "CArchive", "CZlib", "DocumentImporter", "ImporterSupport", "Markup", "SystemPlatform", "UniformTypeIdentifiers",
      ],
      path: "Importers/Archive", swiftSettings: wrapper),
    .target(
      name: "DatabaseImporter",
      dependencies: [
        "AttributeSets", "CSQLite", "CSQLiteInput", "ImporterSupport", "SystemPlatform", "UniformTypeIdentifiers",
      ],
      path: "Importers/Database", swiftSettings: wrapper),
    .target(
      name: "DocumentImporter",
      dependencies: [
        "AttributeSets", "CMspack", "CMspackInput", "CUchardet", "CxxPoppler", "ImporterSupport", "Markup", "SystemPlatform",
        "UniformTypeIdentifiers",
      ],
      path: "Importers/Document", swiftSettings: wrapper),
    .target(
      name: "FontImporter", dependencies: ["AttributeSets", "CFreeType", "ImporterSupport", "Markup", "UniformTypeIdentifiers"],
      path: "Importers/Font", swiftSettings: wrapper),
    .target(
      name: "ImageImporter",
      dependencies: [
        "AttributeSets", "Attributes", "CBrotli", "CExempi", "CExif", "CGhostscript", "CIPTCData", "CLibXML2", "Compression",
        "DocumentImporter", "ImporterSupport", "Markup", "OfficeImporter", "SystemPlatform", "UniformTypeIdentifiers",
      ],
      path: "Importers/Image", swiftSettings: wrapper),
    .target(
      name: "MailImporter",
      dependencies: [
        "AttributeSets", "Attributes", "CGMime", "CompoundFiles", "DocumentImporter", "ImporterSupport", "Markup", "UniformTypeIdentifiers",
      ],
      path: "Importers/Mail", swiftSettings: wrapper),
    .target(
      name: "MusicImporter",
      dependencies: [
        "AttributeSets", "Attributes", "CxxTagLib", "DocumentImporter", "ImporterSupport", "Markup", "UniformTypeIdentifiers",
      ],
      path: "Importers/Music", swiftSettings: wrapper),
    .target(
      name: "OfficeImporter",
      dependencies: [
        "AttributeSets", "Attributes", "CGsf", "CLibZip", "CZlib", "CompoundFiles", "DocumentImporter", "ImporterSupport", "Markup",
        "PropertyLists", "SystemPlatform", "UniformTypeIdentifiers",
      ],
      path: "Importers/Office", swiftSettings: wrapper),
    .target(
      name: "RecentFilesImporter",
      dependencies: [
        "AttributeSets", "ImporterSupport", "Markup", "SystemPlatform",
      ],
      path: "Importers/RecentFiles",
      swiftSettings: wrapper),
    .target(
      name: "VideoImporter",
      dependencies: ["AttributeSets", "Attributes", "CZlib", "Compression", "DocumentImporter", "ImporterSupport", "Markup"],
      path: "Importers/Video", swiftSettings: wrapper),

    // MARK: Service
    .target(
      name: "FileIndexing",
      dependencies: [
        "Applications", "Attributes", "CSystem", "IndexStore", "LogMessages", "PropertyLists", "QueryLanguage", "SystemPlatform",
        "TextAnalysis",
        "Threading", "UniformTypeIdentifiers", "WorkerProtocol",
      ],
      swiftSettings: wrapper),

    // MARK: Tools
    .target(
      name: "AssistantProgram",
      dependencies: [
        "Attributes", "CommandLine", "Finders", "IndexStore", "LogMessages", "ModelContextProtocol", "QueryLanguage", "SystemPlatform",
      ],
      swiftSettings: strict),
    .target(
      name: "CommandLine",
      dependencies: ["Attributes", "CSystem", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform", "TextAnalysis", "Threading"],
      swiftSettings: wrapper),
    .target(
      name: "DaemonProgram",
      dependencies: [
        "Applications", "CSystemd", "CSystemdLoading", "CommandLine", "FileIndexing", "IndexStore", "LogMessages", "MessageBus",
        "SystemPlatform", "Threading", "TranslationTables", "UniformTypeIdentifiers", "WordVectors", "WorkerProtocol",
      ],
      swiftSettings: wrapper),
    .target(
      name: "DesktopSearch",
      dependencies: [
        "Applications", "Attributes", "CommandLine", "Finders", "IndexStore", "KeyFiles", "LogMessages", "QueryLanguage", "ShellSearch",
        "SystemSearch",
      ],
      swiftSettings: strict),
    .target(
      name: "FindProgram",
      dependencies: [
        "Applications", "Attributes", "CommandLine", "Finders", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform",
        "SystemSearch", "TextAnalysis", "UniformTypeIdentifiers",
      ],
      swiftSettings: strict),
    .target(
      name: "Finders",
      dependencies: [
        "Attributes", "CommandLine", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform", "SystemSearch", "TextAnalysis",
        "Threading", "UniformTypeIdentifiers",
      ],
      swiftSettings: strict),
    .target(
      name: "ImportProgram",
      dependencies: [
        "Applications", "Attributes", "CommandLine", "FileIndexing", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform",
        "UniformTypeIdentifiers", "WorkerProtocol",
      ],
      swiftSettings: strict),
    .target(
      name: "ListProgram",
      dependencies: ["Attributes", "CommandLine", "IndexStore", "LogMessages", "QueryLanguage", "SystemPlatform", "SystemSearch"],
      swiftSettings: strict),
    .target(name: "ModelContextProtocol", dependencies: ["Attributes", "CommandLine"], swiftSettings: strict),
    .target(name: "MessageBus", dependencies: ["Attributes", "CSystemd", "CSystemdLoading", "SystemPlatform"], swiftSettings: wrapper),
    .target(
      name: "OpenProgram",
      dependencies: [
        "Applications", "CSystemd", "CSystemdLoading", "CommandLine", "IndexStore", "LogMessages", "MessageBus", "SystemPlatform",
      ],
      swiftSettings: wrapper),
    .target(
      name: "ProviderProgram",
      dependencies: [
        "CSystemd", "CSystemdLoading", "CommandLine", "DesktopSearch", "MessageBus", "ShellSearch", "SystemPlatform", "Threading",
      ],
      swiftSettings: wrapper),
    .target(
      name: "QueryProgram", dependencies: ["CSystem", "CommandLine", "LogMessages", "SystemPlatform", "SystemSearch"],
      swiftSettings: wrapper),
    .target(
      name: "SearchWindow",
      dependencies: ["CommandLine", "DesktopSearch", "Finders", "IndexStore", "ShellSearch", "SystemPlatform", "Threading"],
      swiftSettings: strict),
    .target(name: "ShellSearch", dependencies: ["LogMessages"], swiftSettings: strict),
    .target(
      name: "UtilityProgram",
      dependencies: [
        "Applications", "Attributes", "CommandLine", "FileIndexing", "Finders", "IndexStore", "LogMessages", "MessageAnalysis",
        "QueryLanguage", "SystemPlatform", "WorkerProtocol",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "mdfind", dependencies: ["CommandLine", "FindProgram", "ListProgram", "QueryProgram"], swiftSettings: strict,
      linkerSettings: staticExecutable),
    .executableTarget(
      name: "mdutil",
      dependencies: [
        "AssistantProgram", "CommandLine", "DaemonProgram", "ImportProgram", "OpenProgram", "ProviderProgram", "UtilityProgram",
      ],
      swiftSettings: strict, linkerSettings: staticRuntime),
    .executableTarget(
      name: "mdworker",
      dependencies: [
        "ApplicationImporter", "ArchiveImporter", "CMagic", "CSystem", "DatabaseImporter", "DocumentImporter", "FontImporter",
        "ImageImporter", "ImporterSupport", "MailImporter", "MusicImporter", "OfficeImporter", "Places", "RecentFilesImporter", "Sandbox",
        "SystemPlatform", "VideoImporter", "WorkerProtocol",
      ],
      swiftSettings: wrapper, linkerSettings: staticRuntime + icuData + staticFoundation),

    // MARK: Benchmarks
    .executableTarget(
      name: "CatalogBenchmark", dependencies: ["Attributes", "CSystem", "IndexStore", "QueryLanguage"], path: "Benchmarks/Catalog",
      swiftSettings: strict),
    .executableTarget(
      name: "ChangeBenchmark", dependencies: ["CSystem", "IndexStore", "QueryLanguage"], path: "Benchmarks/Changes",
      swiftSettings: strict),
    .executableTarget(
      name: "ExtractionBenchmark", dependencies: ["CSystem", "FileIndexing", "UniformTypeIdentifiers", "WorkerProtocol"],
      path: "Benchmarks/Extraction", swiftSettings: strict),
    .executableTarget(
      name: "ItemBenchmark", dependencies: ["CSystem", "CoreSpotlight", "IndexStore"], path: "Benchmarks/Items",
      swiftSettings: strict),
    .executableTarget(
      name: "RankingBenchmark", dependencies: ["Attributes", "CSystem", "IndexStore"], path: "Benchmarks/Ranking",
      swiftSettings: strict),
    .executableTarget(
      name: "TextBenchmark", dependencies: ["CSystem", "Segments", "TextAnalysis"], path: "Benchmarks/Text", swiftSettings: strict),

    // MARK: Tests
    .testTarget(
      name: "AppIntentsTests", dependencies: ["AppIntents", "AttributeSets"], path: "Tests/AppIntents", swiftSettings: strict),
    .testTarget(name: "AttributesTests", dependencies: ["Attributes", "TestSupport"], path: "Tests/Attributes", swiftSettings: strict),
    .testTarget(
      name: "ApplicationsTests", dependencies: ["Applications", "IndexStore", "UniformTypeIdentifiers"], path: "Tests/Applications",
      swiftSettings: strict),
    .testTarget(
      name: "AttributeSetsTests", dependencies: ["AttributeSets", "Attributes", "UniformTypeIdentifiers"], path: "Tests/AttributeSets",
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests", dependencies: ["Attributes", "CommandLine"], path: "Tests/CommandLine", swiftSettings: strict),
    .testTarget(
      name: "CoreSpotlightTests",
      dependencies: ["AppIntents", "AttributeSets", "Attributes", "CommandLine", "CoreSpotlight", "IndexStore", "TestSupport"],
      path: "Tests/CoreSpotlight", swiftSettings: strict),
    .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], path: "Tests/EndToEnd", swiftSettings: strict),
    .testTarget(
      name: "FileIndexingTests",
      dependencies: [
        "Applications", "Attributes", "FileIndexing", "HostileActs", "HostileWorker", "IndexStore", "LogMessages", "PropertyLists",
        "Segments", "SystemPlatform", "TestSupport", "TestWorker", "TextAnalysis", "Threading", "UniformTypeIdentifiers", "WorkerProtocol",
      ],
      path: "Tests/FileIndexing", swiftSettings: strict),
    .target(name: "DiskRecorder", path: "Tests/DiskRecorder"),
    .target(name: "HostileActs", path: "Tests/HostileActs"),
    .executableTarget(
      name: "HostileWorker", dependencies: ["Attributes", "CSystem", "HostileActs", "Sandbox", "SystemPlatform", "WorkerProtocol"],
      path: "Tests/HostileWorker", swiftSettings: strict),
    .executableTarget(
      name: "TestImporter", dependencies: ["CoreSpotlight"], path: "Tests/TestImporter", swiftSettings: strict),
    .executableTarget(
      name: "TestProgram", dependencies: ["CSystemd", "CoreSpotlight", "DiskRecorder", "IndexStore"], path: "Tests/TestProgram",
      swiftSettings: strict, linkerSettings: [.linkedLibrary("systemd")]),
    // The program in Documentation/CoreSpotlight.md, in both modes of the language.
    .executableTarget(
      name: "FirstProgramInSwift5", dependencies: ["CoreSpotlight"], path: "Tests/FirstProgram/Swift5",
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "FirstProgramInSwift6", dependencies: ["CoreSpotlight"], path: "Tests/FirstProgram/Swift6",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "TestWorker", dependencies: ["AttributeSets", "Attributes", "ImporterSupport", "WorkerProtocol"], path: "Tests/TestWorker",
      swiftSettings: strict),
    .testTarget(
      name: "ImportersTests",
      dependencies: [
        "ApplicationImporter", "ArchiveImporter", "AttributeSets", "Attributes", "CSQLite", "CZlib", "DatabaseImporter",
        "DocumentImporter", "FontImporter", "ImageImporter",
        "ImporterSupport", "KeyFiles", "MailImporter", "Markup", "MusicImporter", "OfficeImporter", "RecentFilesImporter", "TestSupport",
        "VideoImporter",
      ],
      path: "Tests/Importers",
      swiftSettings: strict),
    .testTarget(
      name: "ImporterSupportTests",
      dependencies: [
        "AttributeSets", "Attributes", "ImporterSupport", "SystemPlatform", "TestSupport", "UniformTypeIdentifiers", "WorkerProtocol",
      ],
      path: "Tests/ImporterSupport", swiftSettings: strict),
    .testTarget(
      name: "IndexStoreTests",
      dependencies: [
        "Attributes", "IndexStore", "LMDB", "QueryLanguage", "Segments", "TestSupport", "TextAnalysis", "Threading", "WordVectors",
      ],
      path: "Tests/IndexStore", exclude: ["Golden"], swiftSettings: strict),
    .testTarget(name: "KeyFilesTests", dependencies: ["KeyFiles"], path: "Tests/KeyFiles", swiftSettings: strict),
    .testTarget(
      name: "LogMessagesTests", dependencies: ["LogMessages", "SystemPlatform"], path: "Tests/LogMessages", swiftSettings: strict),
    .testTarget(
      name: "MessageAnalysisTests", dependencies: ["Attributes", "MessageAnalysis"], path: "Tests/MessageAnalysis", swiftSettings: strict),
    .testTarget(
      name: "ModelContextProtocolTests", dependencies: ["Attributes", "CommandLine", "ModelContextProtocol"],
      path: "Tests/ModelContextProtocol", swiftSettings: strict),
    .testTarget(name: "PlacesTests", dependencies: ["ImporterSupport", "Places"], path: "Tests/Places", swiftSettings: strict),
    .testTarget(
      name: "SearchWindowTests",
      dependencies: [
        "CommandLine", "DesktopSearch", "FileIndexing", "IndexStore", "SearchWindow", "ShellSearch", "Threading", "UniformTypeIdentifiers",
      ],
      path: "Tests/SearchWindow",
      swiftSettings: strict),
    .testTarget(name: "ShellSearchTests", dependencies: ["ShellSearch"], path: "Tests/ShellSearch", swiftSettings: strict),
    .testTarget(name: "SystemPlatformTests", dependencies: ["SystemPlatform"], path: "Tests/SystemPlatform", swiftSettings: strict),
    .testTarget(
      name: "SystemSearchTests", dependencies: ["Attributes", "CSystem", "IndexStore", "SystemSearch"], path: "Tests/SystemSearch",
      swiftSettings: strict),
    .testTarget(
      name: "QueryLanguageTests", dependencies: ["Attributes", "QueryLanguage", "TestSupport", "TextAnalysis"],
      path: "Tests/QueryLanguage", swiftSettings: strict),
    .testTarget(
      name: "SegmentsTests", dependencies: ["Attributes", "Segments", "SystemPlatform", "TestSupport", "TextAnalysis", "WordVectors"],
      path: "Tests/Segments",
      exclude: ["Golden"], swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: ["Attributes", "QueryLanguage", "SystemPlatform", "TextAnalysis", "WordVectorTraining", "WordVectors"],
      path: "Tests/Support",
      swiftSettings: strict),
    // Code as it was published for Apple's systems, in the language mode of its time. Warnings are off, because it leaves values unused.
    .testTarget(
      name: "SnippetsTests", dependencies: ["CoreSpotlight", "TestSupport"], path: "Tests/Snippets",
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
    .testTarget(
      name: "TextAnalysisTests", dependencies: ["TestSupport", "TextAnalysis"], path: "Tests/TextAnalysis", swiftSettings: strict),
    .testTarget(name: "ThreadingTests", dependencies: ["Threading"], path: "Tests/Threading", swiftSettings: strict),
    .testTarget(
      name: "UniformTypeIdentifiersTests", dependencies: ["TestSupport", "UniformTypeIdentifiers"], path: "Tests/UniformTypeIdentifiers",
      swiftSettings: strict),
    .testTarget(
      name: "TranslationTablesTests", dependencies: ["SystemPlatform", "TestSupport", "TextAnalysis", "TranslationTables", "WordVectors"],
      path: "Tests/TranslationTables", swiftSettings: strict),
    .testTarget(
      name: "WordVectorsTests", dependencies: ["SystemPlatform", "TestSupport", "TextAnalysis", "WordVectors"],
      path: "Tests/WordVectors", swiftSettings: strict),
    .testTarget(
      name: "WorkerProtocolTests", dependencies: ["Attributes", "SystemPlatform", "TestSupport", "Threading", "WorkerProtocol"],
      path: "Tests/WorkerProtocol", swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

// MARK: - Window

// Nothing else needs libadwaita, so `make` has the window built only where that is installed.
if Context.environment["SEARCHLIGHT_WINDOW"] == "yes" {
  package.targets += [
    .systemLibrary(name: "CAdwaita", path: "Window/CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .target(name: "Widgets", dependencies: ["CAdwaita"], path: "Window/Widgets", swiftSettings: wrapper),
    .executableTarget(
      name: "searchlight", dependencies: ["CommandLine", "DesktopSearch", "SearchWindow", "ShellSearch", "Threading", "Widgets"],
      path: "Window/searchlight", swiftSettings: strict, linkerSettings: staticRuntime),
  ]
}

// MARK: - Text in pictures

// Nothing else needs Tesseract, so `make` has this worker built only where that and Leptonica are installed.
if Context.environment["SEARCHLIGHT_RECOGNITION"] == "yes" {
  package.targets += [
    .systemLibrary(name: "CLeptonica", path: "Recognition/CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
    .target(
      name: "CxxRecognition", dependencies: ["CLeptonica", "CPopplerCpp"], path: "Recognition/CxxRecognition",
      // Tesseract's file for pkg-config would link what it needs itself, libcurl among others.
      linkerSettings: [.linkedLibrary("fontconfig"), .linkedLibrary("tesseract")]),
    .target(
      name: "TextRecognition",
      dependencies: [
        "AttributeSets", "Attributes", "CxxRecognition", "ImporterSupport", "TextAnalysis",
      ],
      path: "Recognition/TextRecognition", swiftSettings: wrapper),
    .executableTarget(
      name: "searchlight-ocr", dependencies: ["CSystem", "ImporterSupport", "Sandbox", "TextRecognition", "WorkerProtocol"],
      path: "Recognition/searchlight-ocr", swiftSettings: wrapper, linkerSettings: staticRuntime + staticFoundation),
    .target(name: "Scans", dependencies: ["CFreeType", "CLeptonica"], path: "Tests/Scans"),
    .testTarget(
      name: "RecognitionTests",
      dependencies: ["Attributes", "FileIndexing", "IndexStore", "QueryLanguage", "Scans", "TextRecognition", "WorkerProtocol"],
      path: "Tests/Recognition", swiftSettings: strict),
  ]
}

// MARK: - Sanitizers

// Programs are linked statically, which sanitizers do not allow. They are left out, as are tests of modules without unsafe code and, if only
// the listed suites run, the modules that none of them tests.
if let suites = Context.environment["SEARCHLIGHT_SANITIZER"] {
  var unneeded: Set = ["AttributeSetsTests", "CommandLineTests", "EndToEndTests", "QueryLanguageTests"]
  unneeded.formUnion(package.targets.map(\.name).filter { $0.hasSuffix("Program") } + ["DesktopSearch", "Finders", "MessageBus"])
  unneeded.formUnion(["SearchWindow", "SearchWindowTests"])
  unneeded.formUnion(["CxxRecognition", "RecognitionTests", "Scans", "TextRecognition"])
  if suites == "listed" {
    unneeded.formUnion(["AppIntents", "AppIntentsTests", "ApplicationsTests", "CoreSpotlight", "CoreSpotlightTests"])
    unneeded.formUnion(["KeyFilesTests", "LogMessagesTests", "MessageAnalysis", "MessageAnalysisTests"])
    unneeded.formUnion(["ShellSearch", "ShellSearchTests", "SnippetsTests", "SystemSearch", "SystemSearchTests"])
  }
  package.products.removeAll { $0 is Product.Executable || unneeded.contains($0.name) }
  let workers: Set = ["HostileWorker", "TestWorker"]
  package.targets.removeAll { $0.type == .executable && !workers.contains($0.name) || unneeded.contains($0.name) }
  if suites == "listed" {
    // The suites that take seconds. Others of these targets take minutes, also to compile.
    let listed = [
      "FileIndexingTests": ["DirectoryQueueTests", "DirectoryReaderTests", "ExtendedAttributeTests", "TreeReaderTests"],
      "IndexStoreTests": [
        "ContentTests", "DamageTests", "DirectoryTableTests", "FileRowTests", "GoldenRowTests", "GoldenStoreTests", "NameIndexTests",
        "SearchResultsTests", "SearchTests", "SegmentSetTests", "StoreTests", "TextMatchesTests", "VerificationTests",
      ],
      "SegmentsTests": ["ContradictionTests", "DirectoryTableTests", "GoldenSegmentTests", "OrdinalSetTests", "PackingTests"],
    ]
    for target in package.targets {
      guard let suites = listed[target.name], let path = target.path else { continue }
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(path)")) ?? []
      precondition(suites.allSatisfy { files.contains("\($0).swift") }, "a listed suite is not in \(path)")
      target.sources = files.filter { $0.hasSuffix(".swift") && (!$0.contains("Tests") || suites.contains(String($0.dropLast(6)))) }
      if target.name == "IndexStoreTests" {
        target.sources?.append("Model")
        target.exclude.append("Model/StoreHistory.swift")
      }
    }
  }
}

// MARK: - Optimized modules

// Most time of the tests' programs passes in these modules: reading the database of MIME types takes a debug build 100 ms for each process.
// SwiftPM refuses unsafe flags in packages that it has cloned for another one.
let isCloned = Context.packageDirectory.contains("/checkouts/")
if !isCloned {
  let isSanitized = Context.environment["SEARCHLIGHT_SANITIZER"] != nil
  // A sanitizer's few processes read the database a few times, and optimizing takes longer.
  let optimized: Set = isSanitized ? ["Segments"] : ["Segments", "UniformTypeIdentifiers", "WordVectorTraining", "WordVectors"]
  for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
}

// MARK: - Libraries for others

// A package that uses the libraries needs neither the importers and tools nor the packages that these need.
if isCloned {
  package.products.removeAll { !($0 is Product.Library) }
  var needed = Set(package.products.map(\.name))
  var added = needed
  while !added.isEmpty {
    let found = package.targets.filter { added.contains($0.name) }.flatMap(\.dependencies).compactMap { dependency in
      if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    added = Set(found).subtracting(needed)
    needed.formUnion(added)
  }
  package.targets.removeAll { !needed.contains($0.name) }
}

// MARK: - Fuzzing

// libFuzzer brings its own `main`, so these link only with `--sanitize=fuzzer`: ordinary builds do not see them.
if Context.environment["SEARCHLIGHT_FUZZ"] != nil {
  func fuzz(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = ["Seeds"]) {
    package.products.append(.executable(name: name, targets: [name]))
    package.targets.append(
      .executableTarget(
        name: name, dependencies: dependencies, path: "Fuzz/\(name)", exclude: exclude,
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  }
  package.targets.append(
    .target(name: "FuzzSupport", dependencies: ["Attributes", "ImporterSupport"], path: "Fuzz/FuzzSupport", swiftSettings: strict))
  fuzz("FuzzArchive", ["ArchiveImporter", "AttributeSets", "FuzzSupport", "ImporterSupport"])
  fuzz("FuzzCatalog", ["Attributes", "FuzzSupport", "IndexStore"], exclude: [])
  fuzz("FuzzDjVu", ["DocumentImporter", "FuzzSupport", "ImporterSupport"])
  fuzz("FuzzExtendedAttribute", ["FileIndexing", "FuzzSupport"])
  fuzz("FuzzFrames", ["Attributes", "FuzzSupport", "WorkerProtocol"], exclude: [])
  fuzz("FuzzImage", ["AttributeSets", "FuzzSupport", "ImageImporter", "ImporterSupport"])
  fuzz("FuzzMail", ["AttributeSets", "FuzzSupport", "ImporterSupport", "MailImporter"])
  fuzz("FuzzMIMECache", ["FuzzSupport", "UniformTypeIdentifiers"])
  fuzz("FuzzMusic", ["AttributeSets", "Attributes", "FuzzSupport", "ImporterSupport", "MusicImporter"])
  fuzz("FuzzOffice", ["AttributeSets", "FuzzSupport", "ImporterSupport", "OfficeImporter"], exclude: ["Seeds", "options"])
  fuzz("FuzzPropertyList", ["CommandLine", "FuzzSupport"], exclude: ["Seeds", "property-list.dict"])
  fuzz("FuzzQuery", ["Attributes", "FuzzSupport", "QueryLanguage", "TextAnalysis"], exclude: ["query.dict"])
  fuzz("FuzzRanked", ["Attributes", "FuzzSupport", "IndexStore", "QueryLanguage", "TextAnalysis"], exclude: ["ranked.dict"])
  fuzz("FuzzRTF", ["DocumentImporter", "FuzzSupport"])
  fuzz("FuzzSegment", ["Attributes", "FuzzSupport", "Segments", "TextAnalysis"], exclude: [])
  fuzz(
    "FuzzText",
    [
      "ApplicationImporter", "ArchiveImporter", "AttributeSets", "DocumentImporter", "FuzzSupport", "ImporterSupport",
      "UniformTypeIdentifiers",
    ])
  fuzz("FuzzVideo", ["AttributeSets", "FuzzSupport", "ImporterSupport", "VideoImporter"])
  fuzz("FuzzWordVectors", ["FuzzSupport", "SystemPlatform", "TranslationTables", "WordVectors"], exclude: [])
}
